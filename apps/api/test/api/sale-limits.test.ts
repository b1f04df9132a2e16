import { setTimeout as sleep } from 'node:timers/promises';
import { loadBrand } from '@butaca/brand/load';
import { charge, listPlacesRules } from '@butaca/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { freshDatabase, waitingForLocks } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCharge, aLevel } from '../factories/catalogue.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { customersApp, haveBuyers } from '../factories/customers.ts';
import { haveSales, placesOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const { brand: usual } = await loadBrand('butaca');
const constants = { ...usual.constants, mostPlaces: 4, mostInPurchase: 6, mostPerCustomer: 5, mostUnpaid: 8, mostUnpaidOfClerk: 7 };
const brand = { ...usual, constants };
// Two processes, each with its own batches.
const here = await customersApp(db, { brand });
const there = await customersApp(db, { brand });
const levels = [aLevel({ faceValue: 0 })];
const charges = [aCharge(), aCharge({ kind: 'anti_fraud_qr', percent: 0, fixed: 0 })];
const free = { rows: 40, levels, charges };
const [first, second, third] = await haveSales(db, [free, free, free]);
afterAll(async () => {
  await here.close();
  await there.close();
  await close();
});

const FREE = 3;
/** Longer than a process keeps what it knows of a show. */
const SHOWS_ARE_FRESH_MS = 2100;
let next = 0;
/** Places that no test has used. */
const some = (count: number) => Array.from({ length: count }, () => next++);
async function aBuyer() {
  const [{ customerId, token }] = await haveBuyers(db, 1);
  return { customerId, ...buyerAt(here, { token }), elsewhere: buyerAt(there, { token }) };
}
type Buyer = Awaited<ReturnType<typeof aBuyer>>;

const started = async (buyer: Buyer, of: typeof first, count: number) => answerOf(await buyer.take(of, some(count))).purchase.id;
const refused = (limit: string, most: number) => ({ failure: 'too_many_places', data: { limit, most } });
const heldOf = async (customerId: string) =>
  (await db`select from place join purchase on id = purchase_id where customer_id = ${customerId} and state = 'held'`).length;
async function confirmed(buyer: Buyer, id: string) {
  await buyer.selectDelivery(id);
  answerOf(await buyer.call(charge, { params: { purchaseId: id }, body: { paymentMethodId: FREE, total: 0, acceptsTerms: true } }, {}));
}
/** The claims begin while the customer's purchases are locked. Those that are told to try again, because a lock took too long, do. */
async function atOnce<Answer extends Parameters<typeof resultOf>[0]>(
  purchaseIds: readonly string[],
  asks: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const persist = async (ask: () => Promise<Answer>): Promise<Answer> => {
    const answer = await ask();
    return resultOf(answer) === 'busy' ? persist(ask) : answer;
  };
  const { asked } = await db.begin(async (outside) => {
    await outside`select from purchase where id = any (${[...purchaseIds]}::text[]) for update`;
    const asked = asks.map(persist);
    await expect.poll(() => waitingForLocks(db), { interval: 5 }).toBeGreaterThan(0);
    return { asked };
  });
  return Promise.all(asked);
}

describe('places of one purchase over all performances', () => {
  test('are limited, in every call that takes places, and what is given back can be taken elsewhere', async () => {
    const buyer = await aBuyer();
    const id = await started(buyer, first, 4);
    expect(await buyer.takeMore(id, first, some(1))).toMatchObject(refused('performance', 4));
    const inSecond = some(2);
    expect(await buyer.takeMore(id, second, inSecond)).toMatchObject({ status: 'ok' });
    expect(await buyer.takeMore(id, third, some(1))).toMatchObject(refused('purchase', 6));
    expect(await buyer.takeMoreBest(id, third, 1)).toMatchObject(refused('purchase', 6));
    expect(await buyer.setPlaces(id, second, [...inSecond, ...some(1)])).toMatchObject(refused('purchase', 6));
    expect(await placesOf(db, id)).toHaveLength(6);
    expect(await buyer.setPlaces(id, second, inSecond.slice(0, 1))).toMatchObject({ status: 'ok' });
    expect(await buyer.takeMore(id, third, some(1))).toMatchObject({ status: 'ok' });
    expect(await buyer.takeMore(id, third, some(1))).toMatchObject(refused('purchase', 6));
  });

  test('are limited for two tabs that claim for two performances at once, and another purchase is not touched', async () => {
    const buyer = await aBuyer();
    const stranger = await aBuyer();
    const theirs = await started(stranger, third, 4);
    const id = await started(buyer, first, 3);
    const answers = await atOnce([id], [() => buyer.takeMore(id, second, some(3)), () => buyer.elsewhere.takeMore(id, third, some(3))]);
    expect(answers.map(resultOf).sort()).toEqual(['ok', 'too_many_places']);
    expect(await placesOf(db, id)).toHaveLength(6);
    expect(await placesOf(db, theirs)).toHaveLength(4);
  });
});

describe('places of one performance that one customer has', () => {
  test('are counted over all purchases, held and bought, and another customer’s and another performance’s are not', async () => {
    const buyer = await aBuyer();
    const id = await started(buyer, first, 4);
    expect(await buyer.take(first, some(2))).toMatchObject(refused('customer', 5));
    expect(await buyer.takeBest(first, 2)).toMatchObject(refused('customer', 5));
    await confirmed(buyer, id);
    expect(await buyer.take(first, some(2))).toMatchObject(refused('customer', 5));
    const other = answerOf(await buyer.take(first, some(1))).purchase.id;
    expect(await buyer.setPlaces(other, first, some(2))).toMatchObject(refused('customer', 5));
    expect(await buyer.takeMore(other, second, some(4))).toMatchObject({ status: 'ok' });
    expect(await (await aBuyer()).take(first, some(4))).toMatchObject({ status: 'ok' });
  });

  test('are told before a claim as they are when it is refused, with what the buyer has beside the purchase', async () => {
    const buyer = await aBuyer();
    const rules = async (by: Pick<Buyer, 'call'>, purchaseId?: string) => {
      const { items } = answerOf(await by.call(listPlacesRules, { params: { performanceId: first.performanceId }, query: { purchaseId } }));
      return Object.fromEntries(items.map(({ limit, most, has }) => [limit, [most, has]]));
    };
    expect(await rules(buyer)).toEqual({ customer: [5, 0], performance: [4, 0], purchase: [6, 0], unpaid: [8, 0] });
    await confirmed(buyer, await started(buyer, first, 2));
    const id = await started(buyer, first, 1);
    const other = await started(buyer, second, 3);
    expect(await rules(buyer, id)).toEqual({ customer: [5, 2], performance: [4, 0], purchase: [6, 0], unpaid: [8, 3] });
    expect(await rules(buyer, other)).toEqual({ customer: [5, 3], performance: [4, 0], purchase: [6, 0], unpaid: [8, 1] });
    expect(await buyer.takeMore(id, first, some(3))).toMatchObject({
      failure: 'too_many_places',
      data: { limit: 'customer', most: 5, has: 3 },
    });
    // A stranger learns nothing of it, and a clerk has no limit of customers.
    expect(await rules(await aBuyer(), id)).toEqual({ customer: [5, 0], performance: [4, 0], purchase: [6, 0], unpaid: [8, 0] });
    expect(await rules(await aCounter(db, here))).toEqual({ performance: [4, 0], purchase: [6, 0], unpaid: [7, 0] });
  });

  test('are counted for two purchases that claim at once', async () => {
    const buyer = await aBuyer();
    const ids = [await started(buyer, second, 1), await started(buyer, second, 1)] as const;
    const answers = await atOnce(ids, [
      () => buyer.takeMore(ids[0], first, some(3)),
      () => buyer.elsewhere.takeMore(ids[1], first, some(3)),
    ]);
    expect(answers.map(resultOf).sort()).toEqual(['ok', 'too_many_places']);
    expect(await heldOf(buyer.customerId)).toBe(5);
  });

  test('are counted for a purchase that is set and one that claims at once', async () => {
    const buyer = await aBuyer();
    const ids = [await started(buyer, second, 1), await started(buyer, second, 1)] as const;
    const answers = await atOnce(ids, [
      () => buyer.setPlaces(ids[0], first, some(3)),
      () => buyer.elsewhere.takeMore(ids[1], first, some(3)),
    ]);
    expect(answers.map(resultOf).sort()).toEqual(['ok', 'too_many_places']);
  });

  test('are counted for twenty clicks at once on two processes', async () => {
    const buyer = await aBuyer();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, turn) => (turn % 2 ? buyer : buyer.elsewhere).take(first, some(2))));
    expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(2);
    expect(await heldOf(buyer.customerId)).toBe(4);
  });

  test('are the customer’s again when a purchase is cancelled, when it expires unpaid, and when tickets are taken back', async () => {
    const buyer = await aBuyer();
    const cancelled = await started(buyer, first, 4);
    await buyer.cancel(cancelled);
    const expired = await started(buyer, first, 4);
    await letMinutesPass(db, expired, 13);
    const bought = await started(buyer, first, 4);
    await sweepExpired(here.sale);
    await confirmed(buyer, bought);
    expect(await buyer.take(first, some(2))).toMatchObject(refused('customer', 5));
    await db`update ticket set state = 'void' where id = (select min(id) from ticket where purchase_id = ${bought})`;
    expect(await buyer.take(first, some(2))).toMatchObject({ status: 'ok' });
    await db`update ticket set state = 'valid' where purchase_id = ${bought}`;
    expect(await buyer.take(first, some(1))).toMatchObject(refused('customer', 5));
  });

  test('are what the show says, where it does', async () => {
    await db`update show set most_per_customer = 2`;
    await sleep(SHOWS_ARE_FRESH_MS);
    const buyer = await aBuyer();
    expect(await buyer.take(first, some(3))).toMatchObject(refused('customer', 2));
    const id = await started(buyer, first, 2);
    expect(await buyer.setPlaces(id, first, some(3))).toMatchObject(refused('customer', 2));
    await db`update show set most_per_customer = null`;
    await sleep(SHOWS_ARE_FRESH_MS);
    expect(await buyer.takeMore(id, first, some(2))).toMatchObject({ status: 'ok' });
  });

  test('of a free show leave most of the hall to others', async () => {
    const buyer = await aBuyer();
    for (let turn = 0; turn < 6; turn++) {
      const outcome = await buyer.takeBest(third, 2);
      if (outcome.status === 'ok') await confirmed(buyer, outcome.data.purchase.id);
    }
    const [bought] =
      await db`select count(*)::int as tickets from ticket join purchase on purchase.id = purchase_id where customer_id = ${buyer.customerId}`;
    expect(bought).toEqual({ tickets: 4 });
  });
});

test('places that one customer holds unpaid are limited over all performances and purchases; bought ones do not count', async () => {
  const buyer = await aBuyer();
  const id = await started(buyer, first, 4);
  const other = await started(buyer, second, 4);
  expect(await buyer.take(third, some(1))).toMatchObject(refused('unpaid', 8));
  expect(await buyer.takeMore(other, third, some(1))).toMatchObject(refused('unpaid', 8));
  expect(await buyer.setPlaces(other, third, some(1))).toMatchObject(refused('unpaid', 8));
  await confirmed(buyer, id);
  expect(await buyer.take(third, some(4))).toMatchObject({ status: 'ok' });
  expect(await buyer.take(third, some(1))).toMatchObject(refused('unpaid', 8));
});

test('places that one clerk holds unpaid are limited over all log-ins, and what was sold does not count', async () => {
  const counter = await aCounter(db, here);
  const ways = [counter, await counter.logInElsewhere(), await counter.logInElsewhere()];
  const [one, two, three] = ways as [typeof counter, typeof counter, typeof counter];
  const sale = answerOf(await one.take(first, some(4))).purchase;
  expect(await two.take(first, some(4))).toMatchObject(refused('unpaid', 7));
  expect(await two.take(first, some(3))).toMatchObject({ status: 'ok' });
  expect(await three.take(second, some(1))).toMatchObject(refused('unpaid', 7));
  const colleague = await aCounter(db, here);
  expect(await colleague.take(second, some(1))).toMatchObject({ status: 'ok' });
  answerOf(await one.sell({ id: sale.id, total: 0 }));
  // More than one customer may have of a performance: a clerk sells to many.
  expect(await three.take(first, some(4))).toMatchObject({ status: 'ok' });
});

test('log-ins of one clerk that claim at once keep to the clerk’s limit', async () => {
  const counter = await aCounter(db, here);
  const elsewhere = await counter.logInElsewhere();
  const answers = await Promise.all([counter.take(first, some(4)), elsewhere.take(second, some(4))]);
  expect(answers.map(resultOf).sort()).toEqual(['ok', 'too_many_places']);
});
