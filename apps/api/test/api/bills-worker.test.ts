import { afterAll, beforeEach, expect, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { showBills, startBilling } from '../../src/bills/index.ts';
import { freshDatabase } from '../database.ts';
import { anAuthority, letBillsWait } from '../factories/bills.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';
import { numberOf } from '../factories/scrape.ts';
import { aWatch } from '../factories/watch.ts';

/** What a worker does about bills by itself, and what it says of them. */
const { db, close } = await freshDatabase();
const authority = await anAuthority();
const { arca } = authority;
const pack = authority.packAt(db);
const shop = await aCheckout(db, undefined, [{ rows: 20 }], { billing: pack });
afterAll(async () => {
  await shop.close();
  await close();
});
beforeEach(() => {
  arca.control({ reset: 'switches' });
  authority.said.length = 0;
});

async function bought() {
  const { id } = await shop.purchase();
  answerOf(await shop.buyer.pay({ id, total: 2 * TICKET_TOTAL }));
  return id;
}
const stateOf = async (id: string) => (await db<{ state: string }[]>`select state from bill where purchase_id = ${id}`)[0]?.state;
const rejected = { code: 10015, message: 'El documento no existe', times: 1, where: 'observations' } as const;

test('a worker bills what is bought while it runs, until it is stopped; a failure is logged once, and it goes on', async () => {
  const { watch, told } = aWatch();
  let isBroken = true;
  const broken: typeof db = new Proxy(db, {
    get: (target, name, self) => {
      if (name === 'begin' && isBroken) throw new Error('the pool is gone');
      return Reflect.get(target, name, self);
    },
  });
  const billing = startBilling({ db: broken, pack, watch, financingTaxRate: 2100 });
  const first = await bought();
  await expect.poll(() => told('billing-failed').length, { timeout: limit(10_000) }).toBe(1);
  isBroken = false;
  await expect.poll(() => stateOf(first), { timeout: limit(10_000) }).toBe('authorised');
  const second = await bought();
  await expect.poll(() => stateOf(second), { timeout: limit(10_000) }).toBe('authorised');
  expect(told('billing-failed')).toHaveLength(1);
  await billing.stop();
  // One that was drafted, whose turn would be now, and one that was not.
  const last = await bought();
  arca.control({ loseAnswers: { times: 1, method: 'FECompUltimoAutorizado' } });
  await db`update bill_series set last_number = null`;
  await authority.issue(db);
  await letBillsWait(db, 60);
  const later = await bought();
  await new Promise((done) => setTimeout(done, 2500));
  expect(
    await db`select state, document is not null as drafted from bill where purchase_id = any (${[last, later]}::text[]) order by requested_at`,
  ).toEqual([
    { state: 'waiting', drafted: true },
    { state: 'waiting', drafted: false },
  ]);
  await authority.issue(db);
});

test('the log says what was refused, what came of a lost answer, and why the tax office is waited for', async () => {
  const refused = await bought();
  arca.control({ rejectNext: rejected });
  await authority.issue(db);
  const lost = await bought();
  arca.control({ loseAnswers: { times: 1, method: 'FECAESolicitar' } });
  await authority.issue(db);
  await letBillsWait(db, 10);
  await authority.issue(db);
  const bill = expect.any(String);
  expect(authority.said).toMatchObject([
    { event: 'bill-refused', purchaseId: refused, bill, problem: expect.stringContaining('El documento no existe') },
    { event: 'bill-delayed', purchaseId: lost, bill, trouble: expect.any(String) },
    { event: 'bill-recovered', purchaseId: lost, bill, outcome: 'authorised' },
  ]);
});

test('the numbers of a worker tell how many bills wait, since when, and how many were refused', async () => {
  const other = await freshDatabase();
  const otherShop = await aCheckout(other.db, undefined, [{}], { billing: authority.packAt(other.db) });
  const { watch } = aWatch();
  showBills({ db: other.db, watch });
  const numbers = async () => {
    const text = await watch.scrape();
    return ['waiting', 'oldest_seconds', 'refused'].map((name) => Math.floor(numberOf(text, `butaca_bills_${name}`)));
  };
  expect(await numbers()).toEqual([0, 0, 0]);
  for (let count = 0; count < 3; count += 1) {
    const { id } = await otherShop.purchase();
    answerOf(await otherShop.buyer.pay({ id, total: 2 * TICKET_TOTAL }));
    await letBillsWait(other.db, 500);
    if (count > 0) continue;
    arca.control({ expireTickets: true, rejectNext: rejected });
    await authority.issue(other.db);
  }
  // What is read is kept for a second.
  await expect.poll(numbers, { timeout: limit(10_000) }).toEqual([2, expect.any(Number), 1]);
  const [, oldest] = await numbers();
  expect(oldest).toBeGreaterThanOrEqual(1000);
  expect(oldest).toBeLessThan(1400);
  await otherShop.close();
  await other.close();
});
