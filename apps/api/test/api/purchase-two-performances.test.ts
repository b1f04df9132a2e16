import type { Purchase } from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { performanceCards } from '../../src/catalogue/performance-card.ts';
import { latePurchase } from '../../src/notifications/queries.ts';
import { readOrder } from '../../src/orders/index.ts';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { wouldLast } from '../../src/sale/pay/queries-offers.ts';
import { countFree } from '../../src/sale/queries-places.ts';
import { freshDatabase } from '../database.ts';
import { aLevel, inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { balancesOf } from '../factories/ledger.ts';
import { cancelOpenPurchases } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
// Friday costs $ 10.000 a ticket in a hall of 40 seats, Saturday $ 7.500 in one of 60; delivery costs $ 1.200 an order.
const checkout = await aCheckout(db, undefined, [
  { startsAt: inDays(7), rows: 4 },
  { startsAt: inDays(8), rows: 6, levels: [aLevel({ faceValue: 750_000 })] },
]);
const { app, buyer, gateway, sales } = checkout;
const [onFriday, onSaturday] = sales;
const [friday, saturday] = [onFriday.performanceId, onSaturday.performanceId];
await db`update delivery_type set price = 120000 where id = 1`;
afterAll(async () => {
  await checkout.close();
  await close();
});
beforeEach(async () => {
  await cancelOpenPurchases(app);
  gateway.charges.length = 0;
});

const FRIDAY_TICKET = 1_150_000;
const SATURDAY_TICKET = 875_000;
const DELIVERY = 120_000;

let next = 0;
/** Two seats on Friday and one on Saturday that were never taken, claimed one after the other. */
async function bothEvenings() {
  const [one, two] = [next++, next++] as const;
  const { purchase: first } = answerOf(await buyer.take(onFriday, [one, two]));
  const { purchase } = answerOf(await buyer.takeMore(first.id, onSaturday, [one]));
  return { id: first.id, first, purchase, one, two, total: 2 * FRIDAY_TICKET + SATURDAY_TICKET };
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

test('places of two evenings are one purchase with one deadline and one total', async () => {
  const { purchase, first, one, two, total } = await bothEvenings();
  expect(shown(purchase)).toEqual({ [friday]: [one, two], [saturday]: [one] });
  expect(purchase).toMatchObject({ deadline: first.deadline, quantity: { total: 3 }, totals: { total } });
});

test('a purchase shows the places that it has, evening by evening, to its buyer only (CA-045)', async () => {
  const { id, one, two } = await bothEvenings();
  const answer = answerOf(await buyer.purchase(id));
  expect(answer).toMatchObject({
    id,
    stage: 'open',
    performances: [
      { id: friday, placeCount: 2, total: 2_300_000 },
      { id: saturday, placeCount: 1, total: 875_000 },
    ],
  });
  expect(shown(answer)).toEqual({ [friday]: [one, two], [saturday]: [one] });
  expect(await (await checkout.stranger()).purchase(id)).toMatchObject({ failure: 'not_found' });
});

test('giving back one evening keeps the other with its places and its price (CA-052)', async () => {
  const { id, one, first } = await bothEvenings();
  const answer = answerOf(await buyer.release(id, onFriday));
  expect(shown(answer)).toEqual({ [saturday]: [one] });
  expect(answer).toMatchObject({ stage: 'open', deadline: first.deadline, totals: { total: SATURDAY_TICKET } });
  expect(await placesOf(id)).toEqual([`saturday ${one} held`]);
});

test('setting one evening’s places exactly leaves the other evening alone (CA-049)', async () => {
  const { id, one, two } = await bothEvenings();
  const answer = answerOf(await buyer.setPlaces(id, onFriday, [two]));
  expect(shown(answer.purchase)).toEqual({ [friday]: [two], [saturday]: [one] });
  expect(await placesOf(id)).toEqual([`friday ${two} held`, `saturday ${one} held`]);
});

test('cancelling frees both evenings, and so does the deadline', async () => {
  const cancelled = await bothEvenings();
  expect(await buyer.cancel(cancelled.id)).toMatchObject({ data: { stage: 'cancelled' } });
  expect(await placesOf(cancelled.id)).toEqual([]);

  const late = await bothEvenings();
  await letMinutesPass(db, late.id, 13);
  expect(await sweepExpired(app.sale)).toEqual({ purchases: 1, places: 3 });
  expect(await placesOf(late.id)).toEqual([]);
});

test('places of another evening’s hall are refused by the field’s name, and can be taken for that evening', async () => {
  const { id, one } = await bothEvenings();
  for (const refused of [
    await buyer.take(onFriday, [39, 45]),
    await buyer.takeMore(id, onFriday, [45]),
    await buyer.setPlaces(id, onFriday, [one, 45]),
  ])
    expect(refused).toMatchObject({ failure: 'invalid_input', data: { fields: [{ name: 'aPosicion' }] } });
  expect(await db`select from place where performance_id = ${friday} and place_id = 39 and state <> 'free'`).toEqual([]);
  expect(await buyer.takeMore(id, onSaturday, [45])).toMatchObject({ status: 'ok', data: { placeIds: [45] } });
  expect(await placesOf(id)).toContain('saturday 45 held');
});

test('one charge pays both evenings, and the ledger splits it by evening', async () => {
  const { id, one, two, total } = await bothEvenings();
  const delivered = answerOf(await buyer.selectDelivery(id));
  expect(delivered.totals).toMatchObject({ tickets: 2_750_000, delivery: 120_000, total: total + DELIVERY });
  const paid = await buyer.pay({ id, total: total + DELIVERY });
  expect(paid).toMatchObject({ status: 'ok', data: { outcome: 'approved', amount: total + DELIVERY } });
  expect(gateway.charges).toMatchObject([{ amount: total + DELIVERY }]);
  expect(await placesOf(id)).toEqual([`friday ${one} sold`, `friday ${two} sold`, `saturday ${one} sold`]);

  const balances = await balancesOf(db, id);
  const sumOf = (of: number | null) =>
    balances.reduce(
      (sum, { performanceId, account, balance }) => sum - (performanceId === of && account !== 'clearing:payway' ? balance : 0),
      0,
    );
  expect([sumOf(friday), sumOf(saturday), sumOf(null)]).toEqual([2 * FRIDAY_TICKET, SATURDAY_TICKET, DELIVERY]);
  expect(balances).toContainEqual({ account: 'tickets', performanceId: friday, balance: -2_000_000 });
  expect(balances).toContainEqual({ account: 'tickets', performanceId: saturday, balance: -750_000 });
  expect(balances).toContainEqual({ account: 'clearing:payway', performanceId: null, balance: total + DELIVERY });
});

test('after a declined charge both evenings are held for as long as the purchase is open, and can be paid', async () => {
  const { id, one, two, total } = await bothEvenings();
  await buyer.selectDelivery(id);
  await letMinutesPass(db, id, 11);
  gateway.state.next.push('decline');
  expect(await buyer.pay({ id, total: total + DELIVERY })).toMatchObject({ data: { outcome: 'declined' } });
  const minutesLeft = await db`
    select round(extract(epoch from held_until - clock_timestamp()) / 60)::integer as minutes from hold where purchase_id = ${id}
    union all
    select round(extract(epoch from held_until - clock_timestamp()) / 60)::integer from place where purchase_id = ${id}`;
  expect(minutesLeft.map(({ minutes }) => minutes)).toEqual([3, 3, 3, 3, 3]);
  expect(await buyer.pay({ id, total: total + DELIVERY })).toMatchObject({ data: { outcome: 'approved' } });
  expect(await placesOf(id)).toEqual([`friday ${one} sold`, `friday ${two} sold`, `saturday ${one} sold`]);
});

test('an order for two evenings has each evening’s tickets at its own price, and the next evening first', async () => {
  const { id, one, two, total } = await bothEvenings();
  await buyer.selectDelivery(id);
  await buyer.pay({ id, total: total + DELIVERY });
  const order = await readOrder(db, id);
  const byPerformance = [
    [friday, one, FRIDAY_TICKET],
    [friday, two, FRIDAY_TICKET],
    [saturday, one, SATURDAY_TICKET],
  ].sort(([first = 0], [second = 0]) => first - second);
  expect(order?.tickets.map(({ performanceId, placeId, final }) => [performanceId, placeId, final])).toEqual(byPerformance);
  expect(order?.performances.map((performance) => performance.id)).toEqual([friday, saturday]);
  await db`update performance set starts_at = starts_at + interval '3 days' where id = ${friday}`;
  expect((await readOrder(db, id))?.performances.map((performance) => performance.id)).toEqual([saturday, friday]);
  await db`update performance set starts_at = starts_at - interval '3 days' where id = ${friday}`;
});

test('a purchase that lost a place of one evening is not paid for the other one either', async () => {
  const { id, one, two, total } = await bothEvenings();
  await buyer.selectDelivery(id);
  await db`update place set purchase_id = 'somebody' where performance_id = ${saturday} and place_id = ${one}`;
  expect(await buyer.pay({ id, total: total + DELIVERY })).toMatchObject({
    failure: 'places_lost',
    data: { performances: [{ performanceId: saturday, placeIds: [one] }] },
  });
  expect(gateway.charges).toEqual([]);
  expect(await placesOf(id)).toEqual([`friday ${one} held`, `friday ${two} held`]);
});

test('a performance card that is cached already stays in the answer when another one is loaded', async () => {
  const cardsOf = performanceCards(
    db,
    { secret: 'secret', locale: 'es', displayUnit: 100, mostPlaces: 10, mostPerCustomer: 20, sellsProducts: true },
    1,
  );
  await cardsOf([friday]);
  expect((await cardsOf([friday, saturday])).map(({ id }) => id)).toEqual([friday, saturday]);
});

test('money that came too late for a place of one evening: the offer’s mail is about that evening, the purchase is both', async () => {
  const { id, one, total } = await bothEvenings();
  await buyer.selectDelivery(id);
  gateway.state.next.push('lost');
  await buyer.pay({ id, total: total + DELIVERY });
  await letMinutesPass(db, id, 30);
  await db`update place set state = 'sold', purchase_id = 'somebody', held_until = null
            where performance_id = ${saturday} and place_id = ${one}`;
  expect(await buyer.confirm(id)).toMatchObject({ data: { outcome: 'offered' } });
  const late = await latePurchase(db, id);
  expect(late?.performances.map(({ isOffered }) => isOffered)).toEqual([false, true]);
  expect(late?.performances.map(({ startsAt }) => startsAt.toString())).toEqual([inDays(7), inDays(8)].map(String));
});

test('an offer for two evenings ends when the first of them starts, and other evenings do not affect it', async () => {
  const { id } = await bothEvenings();
  const { id: onlyFriday, one } = await (async () => {
    const place = next++;
    return { id: answerOf(await buyer.take(onFriday, [place])).purchase.id, one: place };
  })();
  const beginsIn = (performanceId: number, minutes: number) => db`
    update performance set starts_at = clock_timestamp() + make_interval(mins => ${minutes}) where id = ${performanceId}`;
  const hours = async (purchaseId: string) => {
    for (const each of [1, 2, 3, 4, 23, 25]) if (!(await wouldLast(db, purchaseId, each * 3600))) return `less than ${each}`;
    return 'longer';
  };
  const begin = await db<{ id: number; at: Temporal.Instant }[]>`select id, starts_at as at from performance`;
  await beginsIn(friday, 230);
  await beginsIn(saturday, 110);
  expect([await hours(id), await hours(onlyFriday)]).toEqual(['less than 2', 'less than 4']);
  for (const each of begin) await db`update performance set starts_at = ${each.at} where id = ${each.id}`;
  expect([await hours(id), await hours(onlyFriday)]).toEqual(['less than 25', 'less than 25']);

  await buyer.selectDelivery(onlyFriday);
  gateway.state.next.push('lost');
  await buyer.pay({ id: onlyFriday, total: FRIDAY_TICKET + DELIVERY });
  await letMinutesPass(db, onlyFriday, 30);
  await db`update place set state = 'sold', purchase_id = 'somebody', held_until = null where performance_id = ${friday} and place_id = ${one}`;
  expect(await buyer.confirm(onlyFriday)).toMatchObject({ data: { outcome: 'offered' } });
  await db`update performance set state = 'cancelled' where id = ${saturday}`;
  expect(await buyer.acceptOffer(onlyFriday)).toMatchObject({ data: { outcome: 'approved' } });
  await db`update performance set state = 'on_sale' where id = ${saturday}`;
});

test('what is left of a sector is counted by its own places of one evening: free ones, and held ones that have expired', async () => {
  const left = () => Promise.all([countFree(db, friday, 30, 36), countFree(db, saturday, 30, 36)]);
  expect(await left()).toEqual([6, 6]);
  const become = (state: string, placeId: number, performanceId = friday, minutes = 5) => db`
    update place set state = ${state}, purchase_id = ${state === 'blocked' ? null : 'somebody'},
                     held_until = ${state === 'held' ? db`clock_timestamp() + make_interval(mins => ${minutes})` : null}
     where performance_id = ${performanceId} and place_id = ${placeId}`;
  await become('sold', 29);
  await become('sold', 36);
  expect(await left()).toEqual([6, 6]);
  await become('sold', 30);
  await become('held', 31);
  await become('held', 32, friday, -5);
  await become('blocked', 35);
  await become('held', 35, saturday);
  expect(await left()).toEqual([3, 5]);
});
