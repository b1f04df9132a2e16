import { loadBrand } from '@butaca/brand/load';
import { charge, listPaymentMethods } from '@butaca/contract';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt, cardForm } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';
import { balancesOf } from '../factories/ledger.ts';
import { stageOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const { app, buyer, stranger, card, gateway, purchase: aPurchase, close: closeCheckout } = await aCheckout(db);
afterAll(async () => {
  await closeCheckout();
  await close();
});

const placesOf = async (id: string) =>
  (await db<{ state: string }[]>`select state from place where purchase_id = ${id}`).map(({ state }) => state);
const attemptsOf = async (id: string) =>
  (await db<{ state: string }[]>`select state from attempt where purchase_id = ${id} order by started_at`).map(({ state }) => state);
const ticketsOf = async (id: string) => (await db`select from ticket where purchase_id = ${id} and state = 'valid'`).length;
const collected = async (id: string) =>
  (await balancesOf(db, id)).filter(({ account }) => account === 'clearing:payway').reduce((sum, { balance }) => sum + balance, 0);
const setStatus = (index: number, status: string) => {
  const payment = gateway.payments.at(index);
  if (payment) payment.status = status;
};

/** A payment that waits for a step of the buyer at the gateway. */
async function waiting() {
  const purchase = await aPurchase();
  gateway.state.next.push('review');
  await buyer.pay(purchase);
  setStatus(-1, 'pre_approved');
  expect(await buyer.confirm(purchase.id)).toMatchObject({ data: { outcome: 'processing' } });
  return { ...purchase, index: gateway.payments.length - 1 };
}

test('a payment that waits for the buyer at the gateway is given up, and the same places are paid in another way (CA-068)', async () => {
  const [purchase, other] = [await waiting(), await waiting()];
  const answer = await buyer.cancelPayment(purchase.id);
  expect(answer).toMatchObject({ status: 'ok', data: { outcome: 'cancelled', purchase: { stage: 'open' } } });
  expect(await placesOf(purchase.id)).toEqual(['held', 'held']);
  expect(await buyer.cancelPayment(purchase.id)).toMatchObject({ status: 'ok', data: { outcome: 'cancelled' } });
  expect(await buyer.pay(purchase)).toMatchObject({ data: { outcome: 'approved', purchase: { stage: 'paid' } } });
  expect(await buyer.cancelPayment(purchase.id)).toMatchObject({ data: { outcome: 'approved' } });
  expect(await ticketsOf(purchase.id)).toBe(2);
  // The other purchase of the same buyer still waits.
  expect([await stageOf(db, other.id), await attemptsOf(other.id)]).toEqual(['paying', ['processing']]);
});

test('a payment that the bank decides, or whose outcome is not known, is not given up, and nobody gives up another’s', async () => {
  const reviewed = await aPurchase();
  gateway.state.next.push('review');
  await buyer.pay(reviewed);
  expect(await buyer.cancelPayment(reviewed.id)).toMatchObject({ failure: 'purchase_paying' });
  const lost = await aPurchase();
  gateway.state.next.push('silent');
  await buyer.pay(lost);
  expect(await buyer.cancelPayment(lost.id)).toMatchObject({ failure: 'purchase_paying' });
  const theirs = await waiting();
  expect(await (await stranger()).cancelPayment(theirs.id)).toMatchObject({ failure: 'not_found' });
  for (const { id } of [reviewed, lost, theirs]) expect(await stageOf(db, id)).toBe('paying');
});

test('an approval that comes after a payment was given up goes back, beside the payment that paid', async () => {
  const purchase = await waiting();
  await buyer.cancelPayment(purchase.id);
  await buyer.pay(purchase);
  setStatus(purchase.index, 'approved');
  await letMinutesPass(db, purchase.id, 61);
  await reconcilePayments(app.sale);
  expect((await attemptsOf(purchase.id)).sort()).toEqual(['approved', 'reversed']);
  expect([await stageOf(db, purchase.id), await ticketsOf(purchase.id), await collected(purchase.id)]).toEqual(['paid', 2, purchase.total]);
});

test('when giving up races with the approval, a payment is either sold or given back, never both', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 12; round++) {
    const purchase = await waiting();
    await db`update attempt set asked_at = null where purchase_id = ${purchase.id}`;
    setStatus(purchase.index, 'approved');
    await Promise.all([
      buyer.cancelPayment(purchase.id),
      round % 2 === 0 ? buyer.confirm(purchase.id) : buyer.cancelPayment(purchase.id),
      reconcilePayments(app.sale),
    ]);
    await letMinutesPass(db, purchase.id, 61);
    await reconcilePayments(app.sale);
    const [state] = await attemptsOf(purchase.id);
    const isSold = state === 'approved';
    outcomes.add(state ?? '');
    expect(['approved', 'reversed']).toContain(state);
    expect([await ticketsOf(purchase.id), await collected(purchase.id)]).toEqual(isSold ? [2, purchase.total] : [0, 0]);
    expect((await stageOf(db, purchase.id)) === 'paid').toBe(isSold);
  }
  expect(outcomes.has('approved')).toBe(true);
});

test('a brand that configures FormasDePago2 and Cobrar2 lists, charges and repeats a click there as at the first ones (CA-063, CA-067)', async () => {
  const services = { GetFormasDePago: '/v2/Proceso/:id/FormasDePago2', Cobrar: '/v2/Proceso/:id/Cobrar2' };
  const { brand } = await loadBrand('butaca');
  const configured = await customersApp(db, { payments: [card], brand: { ...brand, services } });
  onTestFinished(() => configured.close());
  const there = buyerAt(configured, buyer);
  const purchase = await aPurchase();
  const params = { purchaseId: purchase.id };
  const methods = answerOf(await there.call({ ...listPaymentMethods, path: services.GetFormasDePago }, { params }));
  expect(methods).toEqual(answerOf(await buyer.paymentMethods(purchase.id)));
  const pay = { params, body: { ...cardForm, total: purchase.total } };
  const before = gateway.charges.length;
  const first = answerOf(await there.call({ ...charge, path: services.Cobrar }, pay, { key: 'both-names' }));
  expect(first).toMatchObject({ outcome: 'approved', purchase: { stage: 'paid' } });
  // The same click under the other name of the call is still the same click.
  expect(await there.call(charge, pay, { key: 'both-names' })).toMatchObject({ data: { outcome: 'approved' } });
  expect(gateway.charges).toHaveLength(before + 1);
  const elsewhere = await app.inject({ method: 'POST', url: `/v2/Proceso/${purchase.id}/Cobrar2`, payload: {} });
  expect(elsewhere.json()).toMatchObject({ nCode: 404 });
});
