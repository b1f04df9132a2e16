import { charge, getCardKind, listDeliveryTypes } from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { limit } from '../../../../scripts/test/limits.ts';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt, cardForm } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, answerRecorder, resultOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';
import { DECLINED_TEXT } from '../factories/gateway.ts';
import { balancesOf } from '../factories/ledger.ts';
import { stageOf } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
const { app, buyer, gateway, purchase: aPurchase, stranger, sale, close: closeCheckout } = await aCheckout(db);
afterAll(async () => {
  await closeCheckout();
  await close();
});
beforeEach(() => {
  gateway.state.delayMs = 0;
  gateway.charges.length = 0;
});

const placesOf = (placeIds: readonly number[]) =>
  db<{ state: string; owner: string }[]>`
    select state, purchase_id as owner from place where performance_id = ${sale.performanceId} and place_id = any (${[...placeIds]}::int[])`;

/** Of 23.000 pesos in the demo brand: three instalments, and what they cost on top. */
const IN_THREE = { amount: 2_509_800, cost: 209_800 };

test('a card in three instalments pays the places: they are sold, the amount is booked, the gateway is asked once (CA-066)', async () => {
  const purchase = await aPurchase();
  expect(answerOf(await buyer.pay(purchase, { instalments: 3 }))).toMatchObject({
    outcome: 'approved',
    amount: IN_THREE.amount,
    instalments: 3,
    brand: 'visa',
    lastFour: '4905',
    orderId: purchase.id,
    purchase: { stage: 'paid' },
  });
  expect(await placesOf(purchase.placeIds)).toEqual([
    { state: 'sold', owner: purchase.id },
    { state: 'sold', owner: purchase.id },
  ]);
  expect(gateway.charges).toMatchObject([
    {
      amount: IN_THREE.amount,
      currency: 'ARS',
      installments: 3,
      bin: '450799',
      payment_method_id: 1,
      token: '11111111-2222-3333-4444-555555555555',
    },
  ]);
  // With a customer's id Payway would keep the card, for which nobody has asked.
  expect(gateway.charges[0]?.customer).toEqual({ email: 'julia@correo.example', ip_address: expect.any(String) });
  const balances = await balancesOf(db, purchase.id);
  expect(Object.fromEntries(balances.map(({ account, balance }) => [account, balance]))).toEqual({
    'clearing:payway': IN_THREE.amount,
    tickets: -2_000_000,
    service_charge: -200_000,
    anti_fraud_qr: -100_000,
    financing: -IN_THREE.cost,
  });
});

test('the card’s number and code have no place in what the api takes, and its token is not kept (EN-100)', async () => {
  const purchase = await aPurchase();
  await buyer.callRaw(charge, {
    params: { id: purchase.id },
    body: { ...z.encode(charge.body, { ...cardForm, total: purchase.total }), cNumero: '4507990000004905', cCodigoDeSeguridad: '123' },
  });
  expect(JSON.stringify(gateway.charges)).not.toMatch(/4507990000004905/);
  const kept =
    await db`select row_to_json(attempt)::text as attempt, (select json_agg(facts)::text from attempt_event) as events from attempt`;
  expect(JSON.stringify(kept)).not.toMatch(/4507990000004905|11111111-2222/);
});

test('a declined card leaves the purchase open with a sentence of ours about the reason, and another card pays it', async () => {
  const purchase = await aPurchase();
  gateway.state.next.push('decline');
  const { record, text } = answerRecorder();
  expect(await buyerAt(app, { token: buyer.token, record }).pay(purchase)).toMatchObject({
    status: 'ok',
    data: { outcome: 'declined', message: expect.stringContaining('fondos'), purchase: { stage: 'open' } },
  });
  expect(text()).not.toMatch(/insufficient_amount/);
  expect(text()).not.toContain(DECLINED_TEXT);
  expect(await placesOf(purchase.placeIds)).toMatchObject([{ state: 'held' }, { state: 'held' }]);
  expect(await buyer.pay(purchase)).toMatchObject({ status: 'ok', data: { outcome: 'approved' } });
  const references = gateway.charges.map(({ site_transaction_id }) => site_transaction_id);
  expect(new Set(references).size).toBe(2);
});

test('a decline near the end gives three minutes more, once (C-02)', async () => {
  const purchase = await aPurchase({ startedMinutesAgo: 11 });
  const secondsLeft = async () =>
    (
      await db<
        { left: number }[]
      >`select extract(epoch from deadline - clock_timestamp())::float8 as left from purchase where id = ${purchase.id}`
    )[0]?.left as number;
  gateway.state.next.push('decline', 'decline');
  await buyer.pay(purchase);
  const first = await secondsLeft();
  expect(first).toBeGreaterThan(175);
  expect(first).toBeLessThanOrEqual(180);
  await db`update purchase set deadline = clock_timestamp() + interval '1 minute' where id = ${purchase.id}`;
  await buyer.pay(purchase);
  expect(await secondsLeft()).toBeLessThanOrEqual(60);
});

test('nothing is held for a payment, and no deadline lengthened, beyond twenty minutes after the first claim (C-02)', async () => {
  const purchase = await aPurchase();
  await db`update purchase set started_at = clock_timestamp() - interval '19 minutes', deadline = clock_timestamp() + interval '20 seconds'
            where id = ${purchase.id}`;
  await db`update place set held_until = clock_timestamp() + interval '25 seconds' where purchase_id = ${purchase.id}`;
  const secondsAfterStart = async () => {
    const [row] = await db<{ held: number; deadline: number }[]>`
      select extract(epoch from max(place.held_until) - started_at)::float8 as held, extract(epoch from deadline - started_at)::float8 as deadline
        from place join purchase on purchase.id = place.purchase_id where purchase.id = ${purchase.id} group by purchase.id`;
    return row as { held: number; deadline: number };
  };
  gateway.state.delayMs = limit(300);
  gateway.state.next.push('decline');
  const paying = buyer.pay(purchase);
  await expect.poll(() => stageOf(db, purchase.id), { interval: 20 }).toBe('paying');
  expect((await secondsAfterStart()).held).toBeCloseTo(1200, 0);
  await paying;
  expect(await secondsAfterStart()).toEqual({ deadline: expect.closeTo(1200, 0), held: expect.closeTo(1205, 0) });
});

test('a double click charges once, and both clicks get the same answer', async () => {
  const purchase = await aPurchase();
  gateway.state.delayMs = 150;
  const clicks = await Promise.all([1, 2, 3].map(() => buyer.pay(purchase, { key: 'the-same-click' })));
  for (const outcome of clicks) expect(answerOf(outcome)).toMatchObject({ outcome: 'approved', orderId: purchase.id });
  expect(gateway.charges).toHaveLength(1);
  expect(await buyer.pay(purchase, { key: 'the-same-click' })).toMatchObject({ status: 'ok', data: { outcome: 'approved' } });
  expect(gateway.charges).toHaveLength(1);
});

test('two tabs that pay at once charge once; the other one is refused because a payment is under way', async () => {
  const purchase = await aPurchase();
  gateway.state.delayMs = 200;
  const tabs = await Promise.all([buyer.pay(purchase), buyer.pay(purchase)]);
  expect(tabs.map(resultOf).sort()).toEqual(['ok', 'purchase_paying']);
  expect(gateway.charges).toHaveLength(1);
});

test('a paid purchase is not paid again', async () => {
  const purchase = await aPurchase();
  await buyer.pay(purchase);
  expect(await buyer.pay(purchase)).toMatchObject({ failure: 'purchase_over', data: { stage: 'paid' } });
  expect(gateway.charges).toHaveLength(1);
});

test('an amount other than the one shown is refused with the purchase as it is, and nothing is charged', async () => {
  const purchase = await aPurchase();
  for (const total of [purchase.total - 100, purchase.total + 100, 0]) {
    expect(await buyer.pay({ ...purchase, total })).toMatchObject({
      failure: 'total_changed',
      data: { purchase: { stage: 'open', totals: { total: 2_300_000 } } },
    });
  }
  expect(gateway.charges).toHaveLength(0);
});

test('a purchase that lost a place is refused with that place, and nothing is charged', async () => {
  const purchase = await aPurchase();
  const [lost] = purchase.placeIds;
  await db`update place set purchase_id = 'somebody' where performance_id = ${sale.performanceId} and place_id = ${lost as number}`;
  expect(await buyer.preValidate(purchase.id)).toMatchObject({ failure: 'payment_method_unavailable' });
  const refused = { failure: 'places_lost', data: { performances: [{ performanceId: sale.performanceId, placeIds: [lost] }] } };
  expect(await buyer.pay(purchase)).toMatchObject(refused);
  await buyer.selectMethod(purchase.id);
  // It has left the purchase, which is told of once.
  expect(await buyer.preValidate(purchase.id)).toMatchObject({ status: 'ok', data: { quantity: { total: 1 } } });
  const another = await aPurchase();
  await buyer.selectMethod(another.id);
  const [first] = another.placeIds;
  await db`update place set purchase_id = 'somebody' where performance_id = ${sale.performanceId} and place_id = ${first as number}`;
  expect(await buyer.preValidate(another.id)).toMatchObject({ failure: 'places_lost' });
  expect(gateway.charges).toHaveLength(0);
  expect(await stageOf(db, purchase.id)).toBe('open');
});

test('after its deadline a purchase is over for paying, by the database’s clock', async () => {
  const purchase = await aPurchase({ startedMinutesAgo: 13 });
  expect(await buyer.pay(purchase)).toMatchObject({ failure: 'purchase_over', data: { stage: 'expired' } });
  expect(gateway.charges).toHaveLength(0);
});

test('another customer’s purchase is not found by any call', async () => {
  const purchase = await aPurchase();
  const other = await stranger();
  const params = { purchaseId: purchase.id };
  for (const outcome of [
    await other.selectDelivery(purchase.id),
    await other.selectMethod(purchase.id),
    await other.preValidate(purchase.id),
    await other.call(listDeliveryTypes, { params }),
    await other.paymentMethods(purchase.id),
    await other.call(getCardKind, { params: { ...params, paymentMethodId: 1, bin: '450799' }, query: {} }),
    await other.pay(purchase),
    await other.confirm(purchase.id),
  ])
    expect(outcome).toMatchObject({ failure: 'not_found' });
  expect(gateway.charges).toHaveLength(0);
  expect(answerOf(await other.orders())).toEqual({ items: [] });
});

test('without terms, key, delivery, address, card of ours, offered instalments or a gateway nothing is charged', async () => {
  const purchase = await aPurchase();
  expect(await buyer.pay(purchase, { acceptsTerms: false })).toMatchObject({ failure: 'terms_not_accepted' });
  expect(await buyer.pay(purchase, { instalments: 2 })).toMatchObject({
    failure: 'invalid_input',
    data: { fields: [{ name: 'nCuotas' }] },
  });
  expect(await buyer.pay(purchase, { bin: '451772', instalments: 3 })).toMatchObject({
    failure: 'invalid_input',
    data: { fields: [{ name: 'nCuotas' }] },
  });
  expect(await buyer.pay(purchase, { bin: '999999' })).toMatchObject({ failure: 'invalid_input', data: { fields: [{ name: 'cBin' }] } });
  const form = z.encode(charge.body, { ...cardForm, total: purchase.total });
  const params = { id: purchase.id };
  expect(await buyer.callRaw(charge, { params, body: { ...form, cEmail: 'julia@' } })).toMatchObject({
    failure: 'invalid_input',
    data: { fields: [{ name: 'cEmail', reason: 'invalid' }] },
  });
  expect(await buyer.pay(purchase, { paymentMethodId: 9 })).toMatchObject({ failure: 'payment_method_unavailable' });
  expect(await buyer.pay(purchase, { key: null })).toMatchObject({
    failure: 'invalid_input',
    data: { fields: [{ name: 'idempotency-key', reason: 'missing' }] },
  });
  expect(await buyer.callRaw(charge, { params, body: {} })).toMatchObject({ failure: 'invalid_input' });
  const undelivered = await aPurchase({ deliveryTypeId: null });
  expect(await buyer.pay(undelivered)).toMatchObject({
    failure: 'invalid_input',
    data: { fields: [{ name: 'idEntregaTipo', reason: 'missing' }] },
  });
  expect(gateway.charges).toHaveLength(0);
  expect(await stageOf(db, purchase.id)).toBe('open');
});

test('a token that the gateway does not take is a decline without a reason, and the purchase stays open', async () => {
  const purchase = await aPurchase();
  gateway.state.next.push('refuse');
  const answer = answerOf(await buyer.pay(purchase));
  expect(answer).toMatchObject({ outcome: 'declined', purchase: { stage: 'open' } });
  expect(answer.message).toContain('no fue autorizado');
});

test('while it is being paid a purchase can be neither changed nor cancelled (C-02)', async () => {
  const purchase = await aPurchase();
  gateway.state.next.push('silent');
  const paying = buyer.pay(purchase);
  await expect.poll(() => stageOf(db, purchase.id), { interval: 20 }).toBe('paying');
  expect(await buyer.selectDelivery(purchase.id, 2)).toMatchObject({ failure: 'purchase_paying' });
  expect(await buyer.release(purchase.id, sale)).toMatchObject({ failure: 'purchase_paying' });
  expect(await buyer.cancel(purchase.id)).toMatchObject({ failure: 'purchase_paying' });
  await sweepExpired(app.sale);
  await paying;
  expect(await placesOf(purchase.placeIds)).toMatchObject([{ owner: purchase.id }, { owner: purchase.id }]);
});

test('what was paid stays what it was when prices change', async () => {
  const purchase = await aPurchase();
  await buyer.pay(purchase);
  await db`update price_type set face_value = face_value + 500000`;
  const fresh = await customersApp(db);
  const shown = answerOf(await buyerAt(fresh, buyer).purchase(purchase.id));
  expect(shown.totals).toMatchObject({ total: 2_300_000, tickets: 2_000_000 });
  expect(shown.performances[0]?.places?.[0]).toMatchObject({ final: 1_150_000 });
  await db`update price_type set face_value = face_value - 500000`;
  await fresh.close();
});

test('a purchase that another transaction has locked is not waited for: try again in a second', async () => {
  const purchase = await aPurchase();
  await db.begin(async (tx) => {
    await tx`select from purchase where id = ${purchase.id} for update`;
    expect(await buyer.pay(purchase)).toMatchObject({ failure: 'busy', data: { retryAfterSeconds: 1 } });
  });
  expect(await buyer.pay(purchase)).toMatchObject({ data: { outcome: 'approved' } });
});
