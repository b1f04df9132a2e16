import { formatMoney } from '@butaca/brand/money';
import { getCardKind } from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { ticketsMail } from '../../src/notifications/tickets-mail.ts';
import { type AddressedOrder, readOrder } from '../../src/orders/order.ts';
import { checkLedger } from '../../src/payments/index.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { balancesOf } from '../factories/ledger.ts';
import { anOrganiser } from '../factories/office.ts';
import { documentBrand, ticketsWorld } from '../factories/orders.ts';

const { db, close } = await freshDatabase();
const checkout = await aCheckout(db, undefined, [{ rows: 20 }]);
const { app, buyer, gateway, purchase: aPurchase } = checkout;
const organiser = await anOrganiser(db, app);
afterAll(async () => {
  await checkout.close();
  await close();
});
beforeEach(() => {
  gateway.charges.length = 0;
});

/** What the form offers for six instalments, and so what stands on its button. */
async function planOf(purchaseId: string, instalments = 6) {
  const { plans } = answerOf(await buyer.call(getCardKind, { params: { purchaseId, paymentMethodId: 1, bin: '450799' }, query: {} }));
  const plan = plans.find((each) => each.instalments === instalments);
  if (!plan) throw new Error(`no plan of ${instalments} instalments`);
  return plan;
}

const accountsOf = async (id: string) => Object.fromEntries((await balancesOf(db, id)).map(({ account, balance }) => [account, balance]));
const givenBack = () => gateway.payments.at(-1)?.refunds.map(({ amount }) => amount) ?? [];

test('what six instalments cost is one number: on the button, at the gateway, as result, order, list, mail, in the office and the ledger', async () => {
  const purchase = await aPurchase();
  const { total: paid } = await planOf(purchase.id);
  const cost = paid - purchase.total;
  expect(cost).toBeGreaterThan(0);

  const result = answerOf(await buyer.pay(purchase, { instalments: 6 }));
  const totals = { total: paid, financing: cost };
  expect(result).toMatchObject({ outcome: 'approved', amount: paid, instalments: 6, purchase: { totals } });
  expect(answerOf(await buyer.confirm(purchase.id))).toMatchObject({ amount: paid, purchase: { totals } });
  expect(gateway.charges).toMatchObject([{ amount: paid, installments: 6 }]);

  const order = answerOf(await buyer.order(purchase.id));
  expect(order).toMatchObject({ paid, pending: 0, totals, purchase: { totals } });
  const { total, net: _, ...reasons } = order.totals;
  expect(Object.values(reasons).reduce<number>((sum, amount) => sum + (amount ?? 0), 0)).toBe(total);
  expect(answerOf(await buyer.orders()).items.find(({ id }) => id === purchase.id)).toMatchObject({ paid, totals, purchase: { totals } });

  const record = await readOrder(db, purchase.id);
  expect(record?.totals).toMatchObject(totals);
  const sender = { brandName: 'Butaca', publicOrigin: 'https://entradas.example', locale: 'es-AR' };
  const { text, html } = ticketsMail(record as AddressedOrder, { ...ticketsWorld, sender, pdf: null });
  const said = { Total: paid, 'Costo de financiación en 6 cuotas': cost };
  for (const [label, amount] of Object.entries(said)) {
    expect(text).toContain(`${label}: ${formatMoney(amount, documentBrand.locale)}`);
    expect(html.replaceAll(/<[^>]*>/g, '')).toContain(`${label}${formatMoney(amount, documentBrand.locale)}`);
  }

  expect(await organiser.order(purchase.id)).toMatchObject({ total: paid, kept: paid, payments: [{ amount: paid }] });
  expect((await organiser.find(purchase.id))[0]).toMatchObject({ total: paid });
  expect(await accountsOf(purchase.id)).toMatchObject({ 'clearing:payway': paid, financing: -cost });
  expect((await checkLedger(db)).faults).toEqual([]);
});

test('one instalment costs the price, and nothing is booked as its cost', async () => {
  const purchase = await aPurchase();
  const { totals } = answerOf(await buyer.pay(purchase)).purchase;
  expect(totals).not.toHaveProperty('financing');
  expect(totals?.total).toBe(purchase.total);
  expect(await accountsOf(purchase.id)).not.toHaveProperty('financing');
});

test('after a decline the purchase costs its price again, and another plan can be chosen', async () => {
  const purchase = await aPurchase();
  gateway.state.next.push('decline');
  const declined = answerOf(await buyer.pay(purchase, { instalments: 6 }));
  expect(declined).toMatchObject({ outcome: 'declined', purchase: { stage: 'open', totals: { total: purchase.total } } });
  expect(declined.purchase.totals).not.toHaveProperty('financing');
  const { total: paid } = await planOf(purchase.id, 3);
  expect(answerOf(await buyer.pay(purchase, { instalments: 3 }))).toMatchObject({ outcome: 'approved', amount: paid });
});

test('a payment without an answer waits with the amount that was charged', async () => {
  const purchase = await aPurchase();
  const { total: paid } = await planOf(purchase.id);
  gateway.state.next.push('down');
  expect(answerOf(await buyer.pay(purchase, { instalments: 6 }))).toMatchObject({ outcome: 'unknown', amount: paid });
  expect(answerOf(await buyer.order(purchase.id))).toMatchObject({ state: 'pending', pending: paid, totals: { total: paid } });
});

test('all of an order gives back all that was paid, the cost of its instalments included', async () => {
  const purchase = await aPurchase();
  const { total: paid } = await planOf(purchase.id);
  answerOf(await buyer.pay(purchase, { instalments: 6 }));
  const { amount } = await organiser.refundSome(purchase.id);
  expect(amount).toBe(paid);
  expect(answerOf(await buyer.order(purchase.id))).toMatchObject({ state: 'refunded', paid: 0, refunded: paid });
  expect(await accountsOf(purchase.id)).toEqual({});
});

test('ticket by ticket the cost goes back in proportion, and the parts come to what was paid; no other order changes', async () => {
  const [purchase, neighbour] = [await aPurchase({ seats: 3 }), await aPurchase()];
  answerOf(await buyer.pay(neighbour, { instalments: 6 }));
  const before = await accountsOf(neighbour.id);
  const { total: paid } = await planOf(purchase.id);
  answerOf(await buyer.pay(purchase, { instalments: 6 }));
  const amounts: number[] = [];
  for (let left = 3; left > 0; left--) amounts.push((await organiser.refundSome(purchase.id, { count: 1 })).amount);
  for (const amount of amounts) expect(Math.abs(amount - paid / 3)).toBeLessThanOrEqual(1);
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(paid);
  expect(givenBack()).toEqual(amounts);
  expect(await accountsOf(purchase.id)).toEqual({});
  expect(await accountsOf(neighbour.id)).toEqual(before);
  expect((await checkLedger(db)).faults).toEqual([]);
});

test('an amount with a made-up cost is refused', async () => {
  const purchase = await aPurchase();
  const { total } = await planOf(purchase.id);
  expect(resultOf(await buyer.pay({ ...purchase, total }, { instalments: 6 }))).toBe('total_changed');
  expect(gateway.charges).toEqual([]);
});
