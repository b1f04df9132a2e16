import { setTimeout as sleep } from 'node:timers/promises';
import { getCardKind, listDeliveryTypes, listPaymentMethods } from '@butaca/contract';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, answerRecorder } from '../factories/client.ts';
import { customersApp, solvedCaptcha } from '../factories/customers.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const { app, buyer, card, gateway, sale, purchase: aPurchase, close: closeCheckout } = await aCheckout(db);
afterAll(async () => {
  await closeCheckout();
  await close();
});

test('a buyer is offered the e-ticket and the box office, and chooses one (CA-060, CA-061)', async () => {
  const { id } = await aPurchase({ deliveryTypeId: null });
  const { items } = await buyer.ok(listDeliveryTypes, { params: { purchaseId: id } });
  expect(items).toMatchObject([
    { id: 1, kind: 'eticket', price: 0 },
    { id: 2, kind: 'box_office', price: 0 },
  ]);
  expect(answerOf(await buyer.selectDelivery(id, 2))).toMatchObject({ deliveryTypeId: 2 });
  expect(answerOf(await buyer.purchase(id))).toMatchObject({ deliveryTypeId: 2 });
  expect(await buyer.selectDelivery(id, 3)).toMatchObject({
    failure: 'invalid_input',
    data: { fields: [{ name: 'idEntregaTipo', reason: 'invalid' }] },
  });
});

test('a delivery that costs something is part of the total that is shown, charged and booked', async () => {
  await db`
    insert into delivery_type (id, kind, name, price, tax_class_id, position)
    select 7, 'box_office', 'Con custodia', 121000, id, 7 from tax_class where code = 'iva-21'`;
  const { id } = await aPurchase({ deliveryTypeId: null });
  const { totals } = answerOf(await buyer.selectDelivery(id, 7));
  const withoutDelivery = 2_000_000 + Math.round(200_000 / 1.21) + Math.round(100_000 / 1.21);
  expect(totals).toMatchObject({ delivery: 121_000, total: 2_421_000 });
  expect(totals?.net).toBeCloseTo(withoutDelivery + 100_000, -3);
  expect(await buyer.pay({ id, total: 2_421_000 })).toMatchObject({ status: 'ok', data: { outcome: 'approved', amount: 2_421_000 } });
  const booked =
    await db`select account, sum(amount)::int as amount from ledger_entry where purchase_id = ${id} group by account order by account`;
  expect(booked.map(({ account, amount }) => [account, amount])).toEqual([
    ['anti_fraud_qr', -100_000],
    ['clearing:payway', 2_421_000],
    ['delivery', -121_000],
    ['service_charge', -200_000],
    ['tickets', -2_000_000],
  ]);
  await db`update delivery_type set active = false where id = 7`;
});

test('the card form is offered with the address and the public key of the payments host (CA-062, CA-064)', async () => {
  const { id } = await aPurchase();
  const { record, text } = answerRecorder();
  const { items } = answerOf(await buyerAt(app, { token: buyer.token, record }).paymentMethods(id));
  expect(items).toMatchObject([{ id: 1, kind: 'card', tokenUrl: `${gateway.url}/tokens`, publicKey: 'public' }]);
  expect(items[0]?.brands).toEqual(expect.arrayContaining(['visa', 'mastercard', 'amex', 'cabal', 'naranja']));
  expect(text()).not.toContain('private');
  expect(answerOf(await buyer.selectMethod(id))).toMatchObject({ paymentMethodId: 1 });
  expect(await buyer.selectMethod(id, 2)).toMatchObject({ failure: 'payment_method_unavailable' });
});

test('without a gateway nothing can be paid, and no card form is offered', async () => {
  const { id, total } = await aPurchase();
  const shut = await customersApp(db);
  const there = buyerAt(shut, buyer);
  expect(answerOf(await there.paymentMethods(id))).toEqual({ items: [] });
  expect(await there.pay({ id, total })).toMatchObject({ failure: 'payment_method_unavailable' });
  await shut.close();
});

test('six digits tell the card and its instalments for what the purchase costs (CA-065)', async () => {
  const { id } = await aPurchase();
  const kindOf = (bin: string) => buyer.call(getCardKind, { params: { purchaseId: id, paymentMethodId: 1, bin }, query: {} });
  const visa = answerOf(await kindOf('450799'));
  expect(visa).toMatchObject({ brand: 'visa', name: 'Visa', kind: 'credit', gatewayMethodId: 1, securityCodeLength: 3 });
  expect(visa.plans[0]).toEqual({ instalments: 1, amount: 2_300_000, total: 2_300_000, annualRate: 0, totalCostRate: 0 });
  for (const { instalments, amount, total, annualRate, totalCostRate } of visa.plans.slice(1)) {
    expect(amount % 100).toBe(0);
    expect(total).toBe(instalments * amount);
    expect(total).toBeGreaterThan(2_300_000);
    expect(totalCostRate).toBeGreaterThan(annualRate);
  }
  expect(answerOf(await kindOf('451772'))).toMatchObject({ kind: 'debit', gatewayMethodId: 31, plans: [{ instalments: 1 }] });
  expect(await kindOf('999999')).toMatchObject({ failure: 'payment_method_unavailable' });
  expect(await buyer.callRaw(getCardKind, { params: { id, n: 1, cardBin: '45079' }, query: {} })).toMatchObject({
    failure: 'invalid_input',
    data: { fields: [{ name: 'cardBin' }] },
  });
});

test('the check before paying names what is missing and changes nothing (CA-047)', async () => {
  const { id } = await aPurchase({ deliveryTypeId: null });
  const check = () => buyer.preValidate(id);
  expect(await check()).toMatchObject({ failure: 'invalid_input', data: { fields: [{ name: 'idEntregaTipo', reason: 'missing' }] } });
  await buyer.selectDelivery(id);
  expect(await check()).toMatchObject({ failure: 'payment_method_unavailable' });
  await buyer.selectMethod(id);
  expect(await check()).toMatchObject({ status: 'ok', data: { stage: 'open', totals: { total: 2_300_000 } } });
});

test('the check before paying refuses a purchase that has expired or is paid', async () => {
  const check = ({ id }: { id: string }) => buyer.preValidate(id);
  const paid = await aPurchase();
  await buyer.selectMethod(paid.id);
  await buyer.pay(paid);
  expect(await check(paid)).toMatchObject({ failure: 'purchase_over', data: { stage: 'paid' } });
  const late = await aPurchase();
  await buyer.selectMethod(late.id);
  await letMinutesPass(db, late.id, 11 + 1 / 60);
  expect(await check(late)).toMatchObject({ failure: 'purchase_over', data: { stage: 'expired' } });
});

test('a purchase whose places were all given back lacks places, before paying and at the button', async () => {
  const purchase = await aPurchase({ deliveryTypeId: null });
  await buyer.release(purchase.id, sale);
  const noPlaces = { name: 'listaFuncion', reason: 'missing' };
  const noDelivery = { name: 'idEntregaTipo', reason: 'missing' };
  const lacking = (...fields: object[]) => ({ failure: 'invalid_input', data: { fields } });
  expect(await buyer.preValidate(purchase.id)).toMatchObject(lacking(noPlaces, noDelivery));
  await buyer.selectDelivery(purchase.id);
  expect(await buyer.preValidate(purchase.id)).toMatchObject(lacking(noPlaces));
  // It costs nothing because it is empty, not because it is an invitation.
  const offered = await buyer.call(listPaymentMethods, { params: { purchaseId: purchase.id } });
  expect(answerOf(offered).items.map(({ id }) => id)).toEqual([1]);
  const before = gateway.charges.length;
  expect(await buyer.pay(purchase)).toMatchObject(lacking(noPlaces));
  expect(await buyer.pay(purchase, { paymentMethodId: 3, total: 0 })).toMatchObject(lacking(noPlaces));
  expect(gateway.charges).toHaveLength(before);
});

test('paying asks for a captcha, solved once per payment (VA-045, FL-002)', async () => {
  const purchase = await aPurchase();
  const guarded = await customersApp(db, { payments: [card], captcha: { cost: 1 } });
  const before = gateway.charges.length;
  const there = buyerAt(guarded, buyer);
  expect(await there.pay(purchase)).toMatchObject({ failure: 'captcha_failed' });
  const captcha = await solvedCaptcha(guarded, 'payment');
  gateway.state.next.push('decline');
  expect(await there.pay(purchase, { captcha, key: 'first-click' })).toMatchObject({
    status: 'ok',
    data: { outcome: 'declined' },
  });
  expect(await there.pay(purchase, { captcha, key: 'first-click' })).toMatchObject({
    status: 'ok',
    data: { outcome: 'declined' },
  });
  expect(await there.pay(purchase, { key: 'first-click' })).toMatchObject({ status: 'ok', data: { outcome: 'declined' } });
  expect(await there.pay(purchase, { captcha })).toMatchObject({ failure: 'captcha_failed' });
  expect(gateway.charges).toHaveLength(before + 1);
  await guarded.close();
});

test('a button pressed twice at once is one payment, although both bring the same captcha', async () => {
  const purchase = await aPurchase();
  const guarded = await customersApp(db, { payments: [card], captcha: { cost: 1 } });
  const before = gateway.charges.length;
  const there = buyerAt(guarded, buyer);
  const press = { captcha: await solvedCaptcha(guarded, 'payment'), key: 'pressed-twice' };
  const answers = await Promise.all([there.pay(purchase, press), there.pay(purchase, press)]);
  expect(answers.map((each) => answerOf(each).outcome)).toEqual(['approved', 'approved']);
  expect(gateway.charges).toHaveLength(before + 1);
  await guarded.close();
});

test('the second press of a button waits until the first one has started its payment', async () => {
  const purchase = await aPurchase();
  const guarded = await customersApp(db, { payments: [card], captcha: { cost: 1 } });
  const there = buyerAt(guarded, buyer);
  const press = { captcha: await solvedCaptcha(guarded, 'payment'), key: 'pressed-again' };
  const { presses } = await db.begin(async (tx) => {
    await tx`select from purchase where id = ${purchase.id} for update`;
    const pressed = Promise.all([there.pay(purchase, press), there.pay(purchase, press)]);
    await sleep(300);
    return { presses: pressed };
  });
  expect((await presses).map((each) => answerOf(each).outcome)).toEqual(['approved', 'approved']);
  await guarded.close();
});

test('a captcha that another click has used is refused at once, for its purchase and for others, and holds nothing', async () => {
  const [purchase, other] = [await aPurchase(), await aPurchase()];
  const guarded = await customersApp(db, { payments: [card], captcha: { cost: 1 } });
  onTestFinished(() => guarded.close());
  const there = buyerAt(guarded, buyer);
  const captcha = await solvedCaptcha(guarded, 'payment');
  gateway.state.next.push('decline');
  answerOf(await there.pay(purchase, { captcha, key: 'its-own-click' }));
  const before = gateway.charges.length;
  const looked = vi.spyOn(guarded.sale.attempts, 'ofClick');
  for (const again of [purchase, other]) expect(await there.pay(again, { captcha })).toMatchObject({ failure: 'captcha_failed' });
  // The same key finds no payment of another purchase, so the captcha decides first.
  expect(await there.pay(other, { captcha, key: 'its-own-click' })).toMatchObject({ failure: 'captcha_failed' });
  // Each was looked for once, and not waited for.
  expect(looked).toHaveBeenCalledTimes(3);
  expect(gateway.charges).toHaveLength(before);
});

test('a click that was refused before it became a payment may come again with its captcha, and pays once', async () => {
  const purchase = await aPurchase();
  const guarded = await customersApp(db, { payments: [card], captcha: { cost: 1 } });
  onTestFinished(() => guarded.close());
  const there = buyerAt(guarded, buyer);
  const press = { captcha: await solvedCaptcha(guarded, 'payment'), key: 'pressed-after-refusal' };
  const before = gateway.charges.length;
  expect(await there.pay({ ...purchase, total: purchase.total + 1 }, press)).toMatchObject({ failure: 'total_changed' });
  expect(answerOf(await there.pay(purchase, press))).toMatchObject({ outcome: 'approved' });
  expect(answerOf(await there.pay(purchase, press))).toMatchObject({ outcome: 'approved' });
  expect(gateway.charges).toHaveLength(before + 1);
});

test('a buyer finds what they paid among their purchases, the newest first, and nothing that they did not pay (CA-083)', async () => {
  const paid = await aPurchase();
  await buyer.pay(paid);
  const unknown = await aPurchase({ startedMinutesAgo: 0.5 });
  gateway.state.next.push('down');
  await buyer.pay(unknown);
  const open = await aPurchase();
  const { items } = answerOf(await buyer.orders());
  expect(items[0]).toMatchObject({ purchaseId: unknown.id, state: 'pending' });
  expect(items).toContainEqual(
    expect.objectContaining({
      id: paid.id,
      state: 'paid',
      paymentKind: 'card',
      lastFour: '4905',
      brand: 'visa',
      instalments: 1,
    }),
  );
  expect(items.map(({ purchaseId }) => purchaseId)).not.toContain(open.id);
});

test('a purchase that was never paid is not being verified', async () => {
  const { id } = await aPurchase();
  expect(await buyer.confirm(id)).toMatchObject({
    status: 'ok',
    data: { outcome: 'cancelled', isUntried: true, purchase: { stage: 'open' } },
  });
});
