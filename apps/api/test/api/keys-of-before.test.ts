import { isOfStaff } from '@butaca/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { resultOf } from '../factories/client.ts';
import { contentsReader } from '../factories/contents.ts';
import { allEndpoints } from '../factories/every-call.ts';
import { keyedCalls } from '../factories/keyed/index.ts';

/**
 * While a version is rolled out, a server of the version before carries a click out and writes no `used_key` (decision 092): what it wrote
 * instead, a line of the staff's log, an entry of the drawer or a step, answers the click when it comes again.
 */
const { db, close } = await freshDatabase();
const { scenarios, close: closeAll } = await keyedCalls(db);
const contents = await contentsReader(db);
afterAll(async () => {
  await closeAll();
  await close();
});

/** Calls that came with or after `used_key`: no server without it knows them. */
const later = [
  'sendMailboxCodeByStaff',
  'correctMailboxByStaff',
  'sendMailAgain',
  'putMailAside',
  'takeMailBack',
  'closeGivenBack',
  'reopenGivenBack',
  'closeRefund',
  'reissueTicketsByStaff',
];
const ofStaff = allEndpoints.flatMap(([name, { key, access }]) => (key && isOfStaff(access) && !later.includes(name) ? [name] : []));
/** What no row of such a server tells from the first: `answered` as the first, `acts` as another click. */
const notCompared: Readonly<Record<string, Readonly<Record<string, 'answered' | 'acts'>>>> = {
  // A payment keeps its key beside its purchase, and neither the name nor the paper that was entered.
  chargeCash: { 'another name': 'answered', 'another sale': 'acts' },
  chargeTerminal: { 'another coupon': 'answered', 'another sale': 'acts' },
  // A line has how many tickets it was about, and for how much, but not which.
  refundOrder: { 'the other ticket': 'answered' },
  voidSale: { 'the other ticket': 'answered' },
  changePlaces: { 'another place': 'answered' },
  // No index finds products by the click that handed them over.
  handOverProducts: { 'another order': 'acts' },
  // A reading keeps its key beside its ticket.
  readCode: { 'another code': 'acts', 'what is no code': 'acts' },
};
let clicks = 0;

describe.each(ofStaff)('%s', (name) => {
  test('a click that a server of the version before has carried out acts no second time, and no other acts under its key', async () => {
    const { first, others } = await (scenarios[name] as (typeof scenarios)[string])();
    const key = `a-key-of-before-${++clicks}`;
    const asOfBefore = async () => {
      await db`delete from used_key where key = ${key}`;
      return contents();
    };
    expect(resultOf(await first(key))).toBe('ok');
    const after = await asOfBefore();
    expect(resultOf(await first(key))).toBe('ok');
    expect(await asOfBefore()).toEqual(after);
    const acting: string[] = [];
    for (const [what, ask] of Object.entries(others)) {
      const end = notCompared[name]?.[what];
      if (end === 'acts') acting.push(what);
      else {
        expect([what, resultOf(await ask(key))]).toEqual([what, end === 'answered' ? 'ok' : 'key_reused']);
        expect([what, await asOfBefore()]).toEqual([what, after]);
      }
    }
    for (const what of acting) {
      const before = await asOfBefore();
      expect([what, resultOf((await others[what]?.(key)) ?? { status: 'not asked' })]).toEqual([what, 'ok']);
      expect(await asOfBefore()).not.toEqual(before);
    }
  });
});
