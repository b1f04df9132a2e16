import { afterAll, beforeEach, expect, test } from 'vitest';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';
import { stageOf, TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const { app, card, gateway, sale, stranger, close: closeCheckout } = await aCheckout(db, undefined, [{ rows: 20 }]);
/** A second process, with batches and a snapshot of its own. */
const other = await customersApp(db, { payments: [card] });
afterAll(async () => {
  await other.close();
  await closeCheckout();
  await close();
});

type Buyer = Awaited<ReturnType<typeof stranger>>;
let buyer: Buyer;
let place = 0;
beforeEach(async () => {
  buyer = await stranger();
});

/** Starts a purchase of one more place. */
const take = (at = app) => buyerAt(at, buyer).take(sale, [place++]);

/** Starts three purchases, one after the other. */
async function takeThree() {
  const results = [];
  for (let started = 0; started < 3; started++) results.push(resultOf(await take()));
  return results;
}

/** A purchase whose charge the gateway never got, which is not known yet. */
async function takeAndPay() {
  const { id } = answerOf(await take()).purchase;
  await buyer.selectDelivery(id);
  gateway.state.next.push('never-arrived');
  expect(answerOf(await buyer.pay({ id, total: TICKET_TOTAL })).outcome).toBe('unknown');
  return id;
}

/** Purchases that can be added to, paid, or that are being paid and may be opened again. */
const running = async () =>
  (
    await db<{ id: string }[]>`
      select id from purchase where customer_id = ${buyer.customerId}
         and ((stage = 'open' and deadline > clock_timestamp())
           or (stage = 'paying' and greatest(deadline, started_at + interval '20 minutes') > clock_timestamp()))`
  ).map(({ id }) => id);
const askTheGateway = () => reconcilePayments(app.sale);

test('a payment of unknown outcome counts among its customer’s purchases for as long as a decline can reopen it', async () => {
  const paying = await takeAndPay();
  await letMinutesPass(db, paying, 13);
  await sweepExpired(app.sale);
  expect(await takeThree()).toEqual(['ok', 'ok', 'too_many_purchases']);

  await askTheGateway();
  expect(await stageOf(db, paying)).toBe('open');
  expect(await running()).toHaveLength(3);
  expect(await take()).toMatchObject({ failure: 'too_many_purchases' });
  // It was opened again to be paid.
  expect(answerOf(await buyer.pay({ id: paying, total: TICKET_TOTAL })).outcome).toBe('approved');
  expect((await take()).status).toBe('ok');
});

test('twenty minutes after its first claim it no longer counts, and a decline reopens nothing that could be paid', async () => {
  const paying = await takeAndPay();
  await letMinutesPass(db, paying, 20.2);
  await sweepExpired(app.sale);
  expect(await takeThree()).toEqual(['ok', 'ok', 'ok']);

  await askTheGateway();
  expect(await running()).toHaveLength(3);
  expect(await buyer.pay({ id: paying, total: TICKET_TOTAL })).toMatchObject({ failure: 'purchase_over' });
  await sweepExpired(app.sale);
  expect(await stageOf(db, paying)).toBe('expired');
});

test('a reopened purchase still knows the idempotency keys from before its payment', async () => {
  const { id } = answerOf(await take()).purchase;
  const later = async () => answerOf(await buyer.takeMore(id, sale, [199], { key: 'a-later-click' })).placeIds;
  const first = await later();
  await buyer.selectDelivery(id);
  gateway.state.next.push('decline');
  expect(answerOf(await buyer.pay({ id, total: 2 * TICKET_TOTAL })).outcome).toBe('declined');
  expect([first, await later()]).toEqual([[199], [199]]);
});

test.each([13, 19.99])(
  'after %d minutes declines, sweeps and new purchases at once, on two processes, never make it more than three',
  async (minutes) => {
    const paying = [await takeAndPay(), await takeAndPay(), await takeAndPay()];
    for (const id of paying) await letMinutesPass(db, id, minutes);
    const most: number[] = [];
    for (let round = 0; round < 4; round++) {
      await Promise.all([
        take(app),
        sweepExpired(app.sale),
        askTheGateway(),
        take(other),
        sweepExpired(other.sale),
        take(app),
        take(other),
        running().then((now) => most.push(now.length)),
      ]);
      most.push((await running()).length);
    }
    expect(Math.max(...most)).toBeLessThanOrEqual(3);
  },
);
