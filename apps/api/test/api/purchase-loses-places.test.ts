import { setTimeout as sleep } from 'node:timers/promises';
import type { Purchase } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { aLevel, inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';

const { db, close } = await freshDatabase();
const checkout = await aCheckout(db, undefined, [
  { startsAt: inDays(7), rows: 4 },
  { startsAt: inDays(8), rows: 4, levels: [aLevel({ faceValue: 750_000 })] },
]);
const { stranger, gateway, sales } = checkout;
const [onFriday, onSaturday] = sales;
const [friday, saturday] = [onFriday.performanceId, onSaturday.performanceId];
afterAll(async () => {
  await checkout.close();
  await close();
});

const FRIDAY_TICKET = 1_150_000;
const SATURDAY_TICKET = 875_000;

let next = 0;
/** Two seats on Friday and one on Saturday that were never taken, of a buyer of their own. */
async function bothEvenings() {
  const buyer = await stranger();
  const [one, two] = [next++, next++] as const;
  const { purchase: first } = answerOf(await buyer.take(onFriday, [one, two]));
  answerOf(await buyer.takeMore(first.id, onSaturday, [one]));
  answerOf(await buyer.selectDelivery(first.id));
  answerOf(await buyer.selectMethod(first.id));
  return { id: first.id, buyer, first, one, two, total: 2 * FRIDAY_TICKET + SATURDAY_TICKET };
}

/** The places that a purchase shows, by performance. */
const shown = ({ performances }: Purchase) =>
  Object.fromEntries(performances.map(({ id, places }) => [id, places?.map(({ placeId }) => placeId)]));
const placesOf = async (id: string) =>
  (
    await db<{ place: string }[]>`
      select case performance_id when ${friday} then 'friday' else 'saturday' end || ' ' || place_id || ' ' || state as place
        from place where purchase_id = ${id} order by 1`
  ).map(({ place }) => place);

test('places that are lost leave the purchase when it is paid; the rest keeps its deadline and is paid next', async () => {
  const { id, buyer, one, two, first } = await bothEvenings();
  const neighbour = await bothEvenings();
  const untouched = await placesOf(neighbour.id);
  await db`update place set purchase_id = 'somebody' where performance_id = ${friday} and place_id = ${one}`;
  const total = FRIDAY_TICKET + SATURDAY_TICKET;
  expect(await buyer.preValidate(id)).toMatchObject({
    failure: 'places_lost',
    data: { performances: [{ performanceId: friday, placeIds: [one] }] },
  });
  const left = answerOf(await buyer.purchase(id));
  expect(shown(left)).toEqual({ [friday]: [two], [saturday]: [one] });
  expect(left).toMatchObject({ deadline: first.deadline, totals: { total } });
  expect(await buyer.pay({ id, total })).toMatchObject({ data: { outcome: 'approved', amount: total } });
  expect(await placesOf(id)).toEqual([`friday ${two} sold`, `saturday ${one} sold`]);
  expect(await placesOf('somebody')).toContain(`friday ${one} held`);
  expect(await placesOf(neighbour.id)).toEqual(untouched);
});

test('a charge that finds places lost takes them out, too, and two at once charge nothing', async () => {
  const { id, buyer, one, two, total } = await bothEvenings();
  const charged = gateway.charges.length;
  await db`update place set purchase_id = 'somebody' where performance_id = ${saturday} and place_id = ${one}`;
  const outcomes = await Promise.all([1, 2].map(() => buyer.pay({ id, total: total })));
  expect(
    outcomes
      .map((outcome) => ('failure' in outcome ? outcome.failure : 'ok'))
      .every((each) => /^(places_lost|total_changed|busy)$/.test(each)),
  ).toBe(true);
  expect(shown(answerOf(await buyer.purchase(id)))).toEqual({ [friday]: [one, two] });
  expect(gateway.charges).toHaveLength(charged);
});

/** Longer than a process uses a performance's state without asking the database. */
const STATE_FRESH_MS = 2100;

test.each([
  ['is cancelled', { state: 'cancelled' }],
  ['is announced anew', { state: 'announced' }],
] as const)('an evening that %s leaves the purchase with its places; the other one keeps its deadline and is paid', async (_, now) => {
  const { id, buyer, one, two, first, total } = await bothEvenings();
  const neighbour = await bothEvenings();
  const charged = gateway.charges.length;
  const untouched = await placesOf(neighbour.id);
  await db`update performance set state = ${now.state} where id = ${saturday}`;
  await sleep(STATE_FRESH_MS);
  const refused = { failure: 'places_lost', data: { performances: [{ performanceId: saturday, placeIds: [one], isOffSale: true }] } };
  expect(await buyer.pay({ id, total: total })).toMatchObject(refused);
  expect(gateway.charges).toHaveLength(charged);
  const left = answerOf(await buyer.purchase(id));
  expect(shown(left)).toEqual({ [friday]: [one, two] });
  expect(left).toMatchObject({ stage: 'open', deadline: first.deadline, totals: { total: 2 * FRIDAY_TICKET } });
  expect(await placesOf(id)).toEqual([`friday ${one} held`, `friday ${two} held`]);
  expect(await placesOf(neighbour.id)).toEqual(untouched);
  expect(await buyer.pay({ id, total: 2 * FRIDAY_TICKET })).toMatchObject({ data: { outcome: 'approved' } });
  await db`update performance set state = 'on_sale' where id = ${saturday}`;
  await sleep(STATE_FRESH_MS);
});
