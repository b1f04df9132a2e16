import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AttemptKey } from '../../src/payments/index.ts';
import {
  attemptsOfKeys,
  findDoubtfulAttempts,
  latestAttempts,
  leaveAtRest,
  lockAttempts,
  readAttempt,
  setState,
  takeTurnToAsk,
} from '../../src/payments/queries.ts';
import { endOffer, readOffer } from '../../src/sale/pay/queries-offers.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { lateMoney } from '../factories/late-money.ts';
import { havePurchase, TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

/** Two purchases with three payments each: a statement about one of them reads and changes that one. */

const { db, close } = await freshDatabase();
const checkout = await aCheckout(db, undefined, [{}, { startsAt: inDays(9) }]);
const { app, buyer, gateway, purchase: aPurchase, sales } = checkout;
const [, saturday] = sales;
const late = lateMoney(db, checkout);
const world = app.sale;
afterAll(async () => {
  await checkout.close();
  await close();
});

/** Declined, given up, and in doubt, by clicks that have the same keys in every purchase; the declined one after an answer about another amount. */
async function threePayments() {
  const purchase = await aPurchase();
  const pay = (behaviour: 'wrong-amount' | 'never-arrived', key: string) => {
    gateway.state.next.push(behaviour);
    return buyer.pay(purchase, { key });
  };
  await pay('wrong-amount', `first-${purchase.id}`);
  const first = gateway.payments.at(-1) as (typeof gateway.payments)[number];
  Object.assign(first, { status: 'rejected', amount: first.amount + 100 });
  await letMinutesPass(db, purchase.id, 0.1);
  await reconcilePayments(world);
  await pay('never-arrived', `second-${purchase.id}`);
  await letMinutesPass(db, purchase.id, 4);
  await reconcilePayments(world);
  await pay('never-arrived', `third-${purchase.id}`);
  const attempts = await db<(AttemptKey & { state: string })[]>`
    select purchase_id as "purchaseId", reference, state from attempt where purchase_id = ${purchase.id} order by started_at`;
  expect(attempts.map(({ state }) => state)).toEqual(['declined', 'cancelled', 'unknown']);
  return attempts as unknown as [AttemptKey, AttemptKey, AttemptKey];
}
let mine: Awaited<ReturnType<typeof threePayments>>;
let beside: typeof mine;
beforeAll(async () => {
  mine = await threePayments();
  beside = await threePayments();
});

const rowsOf = async () =>
  new Map(
    (await db<{ reference: string; row: object }[]>`select reference, to_jsonb(attempt) as row from attempt`).map((each) => [
      each.reference,
      each.row,
    ]),
  );
/** The references of the attempts that have changed since. */
async function changedSince(before: Awaited<ReturnType<typeof rowsOf>>) {
  return [...(await rowsOf())]
    .filter(([reference, row]) => JSON.stringify(row) !== JSON.stringify(before.get(reference)))
    .map(([name]) => name);
}

test.each<[string, number, (key: AttemptKey) => PromiseLike<unknown>]>([
  ['is left at rest', 1, (key) => leaveAtRest(db, { ...key, state: 'cancelled' })],
  ['is asked about', 2, (key) => takeTurnToAsk(db, key)],
  ['moves on', 2, (key) => db.begin((tx) => setState(tx, key, { state: 'pending', paymentId: '7' }))],
])('when a payment %s no other one changes', async (_, which, does) => {
  const before = await rowsOf();
  const key = mine[which] as AttemptKey;
  await does(key);
  expect(await changedSince(before)).toEqual([key.reference]);
});

test('a payment that moved on meanwhile is not left at rest', async () => {
  const before = await rowsOf();
  await leaveAtRest(db, { ...beside[2], state: 'cancelled' });
  expect(await changedSince(before)).toEqual([]);
});

test('the gateway’s id of a payment is its own, and of one that never arrived there is none', async () => {
  const idAtTheGateway = ({ reference }: AttemptKey) =>
    gateway.payments.filter((payment) => payment.site_transaction_id === reference).map(({ id }) => String(id))[0] ?? null;
  for (const key of [...mine.slice(0, 2), ...beside]) expect((await readAttempt(db, key)).paymentId).toBe(idAtTheGateway(key));
  expect(idAtTheGateway(beside[0])).not.toBeNull();
  await expect(readAttempt(db, { ...mine[0], reference: 'unknown' })).rejects.toThrow('rows');
});

test('payments are locked and read by their own keys', async () => {
  const wanted = [mine[1], beside[2]];
  const references = wanted.map(({ reference }) => reference).sort();
  const locked = await db.begin(async (tx) => (await lockAttempts(tx, wanted)).map(({ reference }) => reference));
  expect(locked.sort()).toEqual(references);
  const ofClicks = await attemptsOfKeys(db, [{ purchaseId: beside[1].purchaseId, key: `second-${beside[1].purchaseId}` }]);
  expect(ofClicks.map(({ reference }) => reference)).toEqual([beside[1].reference]);
  const latest = await latestAttempts(db, [mine[0].purchaseId, beside[0].purchaseId]);
  expect(latest.map(({ reference }) => reference).sort()).toEqual([mine[2].reference, beside[2].reference].sort());
});

test('in doubt are payments that are unknown for twenty minutes or of which another amount was said, the oldest first', async () => {
  const doubtful = async (most = 10) => (await findDoubtfulAttempts(db, most)).map(({ reference, differs }) => [reference, differs]);
  // What was said of an earlier payment of the same purchase is not said of the last.
  expect(await doubtful()).toEqual([]);
  const said = await aPurchase();
  gateway.state.next.push('wrong-amount');
  await buyer.pay(said);
  const { reference } = await late.attemptOf(said.id);
  expect(await doubtful()).toEqual([[reference, true]]);
  await letMinutesPass(db, beside[2].purchaseId, 19.5);
  expect(await doubtful()).toEqual([[reference, true]]);
  await letMinutesPass(db, beside[2].purchaseId, 1);
  expect(await doubtful()).toEqual([
    [beside[2].reference, false],
    [reference, true],
  ]);
  expect(await doubtful(1)).toEqual([[beside[2].reference, false]]);
});

test('an offer stands and ends with its own purchase, whatever becomes of other performances and offers', async () => {
  const [first, second] = [await late.anOffer({ placeIds: [24, 25] }), await late.anOffer({ placeIds: [34, 35] })];
  await havePurchase(db, { sale: saturday, customerId: buyer.customerId, placeIds: [1] });
  await db`update performance set state = 'cancelled' where id = ${saturday.performanceId}`;
  expect([await readOffer(db, first.id), await readOffer(db, second.id)]).toMatchObject([
    { stands: true, ending: null },
    { stands: true, ending: null },
  ]);
  await db.begin((tx) => endOffer(tx, first.id, 'lapsed'));
  const endings = await db`select purchase_id as id, ending, ended_at is not null as "isOver" from offer`;
  expect(endings).toContainEqual({ id: first.id, ending: 'lapsed', isOver: true });
  expect(endings).toContainEqual({ id: second.id, ending: null, isOver: false });
  expect(first.total).toBe(2 * TICKET_TOTAL);
});
