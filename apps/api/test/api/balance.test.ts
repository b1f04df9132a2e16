import { eraseAccount, getBalance, getPrivacy } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { sectionsOf } from '../../src/customers/privacy/queries-export.ts';
import { connect } from '../../src/db/connect.ts';
import { checkLedger, moneyByProvider } from '../../src/payments/index.ts';
import { BALANCE_METHOD } from '../../src/sale/checkout/payment-method.ts';
import { freshDatabase, waitingForLocks } from '../database.ts';
import { everythingOf, aBuyerWithBalance as withBalanceOf } from '../factories/balance.ts';
import { buyerAt, cardForm } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';
import { balancesOf } from '../factories/ledger.ts';
import { anOrganiser } from '../factories/office.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';

/** Money that a customer has here and spends (decision 043). */
const database = await freshDatabase();
const { db, owner } = database;
const checkout = await aCheckout(db, undefined, [{ rows: 40 }]);
const { app, card } = checkout;
/** Another process. */
const otherConnections = connect(database.url);
const there = await customersApp(otherConnections, { payments: [card] });
const organiser = await anOrganiser(db, app);
afterAll(async () => {
  await there.close();
  await otherConnections.end();
  await checkout.close();
  await database.close();
});

type Buyer = Awaited<ReturnType<typeof checkout.stranger>>;
const withBalance = { paymentMethodId: BALANCE_METHOD } as const;
const aPurchase = (buyer: Buyer, seats = 1) => checkout.purchase({ seats, customerId: buyer.customerId });
const balanceOf = async (buyer: Buyer) => answerOf(await clientOf(app, { token: buyer.token }).call(getBalance, {}));

const aBuyerWithBalance = (of?: { tickets: number }) => withBalanceOf(checkout, organiser, of);
const accountsOf = async (id: string) => Object.fromEntries((await balancesOf(db, id)).map(({ account, balance }) => [account, balance]));

test('what was refunded as balance pays the next purchase: tickets, ledger, movements, and nobody else’s money', async () => {
  const { buyer, order } = await aBuyerWithBalance({ tickets: 2 });
  const { buyer: neighbour } = await aBuyerWithBalance();
  const before = await everythingOf(db, neighbour.customerId);
  const kept = (await moneyByProvider(db)).balances;
  const purchase = await aPurchase(buyer);
  const methods = answerOf(await buyer.paymentMethods(purchase.id)).items;
  expect(methods[0]).toMatchObject({ id: BALANCE_METHOD, kind: 'balance', balance: order.total });
  expect(answerOf(await buyer.selectMethod(purchase.id, BALANCE_METHOD))).toMatchObject({ paymentMethodId: BALANCE_METHOD });
  const paid = answerOf(await buyer.pay(purchase, withBalance));
  expect(paid).toMatchObject({ outcome: 'approved', amount: TICKET_TOTAL });
  expect(answerOf(await buyer.order(purchase.id))).toMatchObject({ state: 'paid', paymentKind: 'balance', paid: TICKET_TOTAL });
  expect(await accountsOf(purchase.id)).toMatchObject({ customer_balance: TICKET_TOTAL });
  expect(await balanceOf(buyer)).toMatchObject({
    amount: order.total - TICKET_TOTAL,
    movements: [
      { amount: -TICKET_TOTAL, orderId: purchase.id },
      { amount: order.total, orderId: order.id },
    ],
  });
  expect((await moneyByProvider(db)).balances).toBe(kept - TICKET_TOTAL);
  expect(await everythingOf(db, neighbour.customerId)).toEqual(before);
  expect((await checkLedger(db)).faults).toEqual([]);
});

test('two purchases in two processes that want the same money at once: one is paid, the other keeps its places and may be paid otherwise', async () => {
  for (let round = 0; round < 3; round++) {
    const { buyer } = await aBuyerWithBalance();
    const purchases = [await aPurchase(buyer), await aPurchase(buyer)] as const;
    const other = buyerAt(there, { token: buyer.token });
    const results = (await Promise.all([buyer.pay(purchases[0], withBalance), other.pay(purchases[1], withBalance)])).map(resultOf);
    expect(results.filter((result) => result === 'ok')).toHaveLength(1);
    expect((await balanceOf(buyer)).amount).toBe(0);
    const left = purchases[results.findIndex((result) => result !== 'ok')] ?? purchases[0];
    // A machine that is slow enough gives up waiting for the lock first.
    if (results.includes('busy')) expect(resultOf(await buyer.pay(left, withBalance))).toBe('balance_too_low');
    else expect(results).toContain('balance_too_low');
    expect(answerOf(await buyer.purchase(left.id))).toMatchObject({ stage: 'open', quantity: { total: 1 } });
    expect(await db`select from attempt where purchase_id = ${left.id}`).toHaveLength(0);
    expect(answerOf(await buyer.pay(left))).toMatchObject({ outcome: 'approved' });
  }
  expect((await checkLedger(db)).faults).toEqual([]);
});

test('two tabs that pay one purchase with the balance at once, and a click that comes again, spend it once', async () => {
  const { buyer } = await aBuyerWithBalance({ tickets: 2 });
  const purchase = await aPurchase(buyer);
  const other = buyerAt(there, { token: buyer.token });
  const outcomes = await Promise.all([
    buyer.pay(purchase, { ...withBalance, key: 'one-click' }),
    other.pay(purchase, { ...withBalance, key: 'one-click' }),
    other.pay(purchase, { ...withBalance, key: 'another-tab' }),
  ]);
  for (const result of outcomes.map(resultOf)) expect(['ok', 'purchase_over', 'purchase_paying', 'busy']).toContain(result);
  const again = resultOf(await buyer.pay(purchase, { ...withBalance, key: 'one-click' }));
  expect(['ok', 'purchase_over']).toContain(again);
  expect(answerOf(await buyer.confirm(purchase.id))).toMatchObject({ outcome: 'approved' });
  expect((await balanceOf(buyer)).amount).toBe(TICKET_TOTAL);
  expect(await db`select from ticket where purchase_id = ${purchase.id}`).toHaveLength(1);
});

test('money that comes in while it is being spent is there for whoever waited for it', async () => {
  const { buyer } = await aBuyerWithBalance();
  const second = await aPurchase(buyer);
  answerOf(await buyer.pay(second));
  const wanted = await aPurchase(buyer, 2);
  const reserved = await db.reserve();
  await reserved`begin`;
  await reserved`select from balance where customer_id = ${buyer.customerId} for update`;
  const paying = buyer.pay(wanted, withBalance);
  await expect.poll(() => waitingForLocks(db)).toBe(1);
  await reserved`rollback`;
  reserved.release();
  expect(resultOf(await paying)).toBe('balance_too_low');
  const ticketIds = await organiser.validTickets(second.id);
  answerOf(await organiser.refund(second.id, { ticketIds, amount: second.total, way: 'balance' }));
  expect(answerOf(await buyer.pay(wanted, withBalance))).toMatchObject({ outcome: 'approved' });
  expect((await balanceOf(buyer)).amount).toBe(0);
});

test('what was paid with the balance goes back to it, whole or ticket by ticket, whichever way staff ask for', async () => {
  const { buyer, order } = await aBuyerWithBalance({ tickets: 3 });
  const purchase = await aPurchase(buyer, 3);
  answerOf(await buyer.pay(purchase, withBalance));
  expect((await balanceOf(buyer)).amount).toBe(0);
  const [first = '', ...others] = await organiser.validTickets(purchase.id);
  expect(answerOf(await organiser.preview(purchase.id, [first]))).toMatchObject({ way: 'balance', amount: TICKET_TOTAL });
  answerOf(await organiser.refund(purchase.id, { ticketIds: [first], amount: TICKET_TOTAL }));
  expect((await balanceOf(buyer)).amount).toBe(TICKET_TOTAL);
  answerOf(await organiser.refund(purchase.id, { ticketIds: others, amount: 2 * TICKET_TOTAL, way: 'balance' }));
  expect((await balanceOf(buyer)).amount).toBe(order.total);
  expect(await accountsOf(purchase.id)).toEqual({});
  expect(answerOf(await buyer.order(purchase.id))).toMatchObject({ state: 'refunded', asBalance: order.total });
});

test('a balance that does not cover the purchase is not offered alone, but beside a card, and not taken in part unless that was asked for', async () => {
  const { buyer } = await aBuyerWithBalance();
  const purchase = await aPurchase(buyer, 2);
  const { items } = answerOf(await buyer.paymentMethods(purchase.id));
  expect(items.map(({ kind }) => kind)).not.toContain('balance');
  expect(items.map(({ kind, balance }) => [kind, balance])).toEqual([['card', TICKET_TOTAL]]);
  expect(resultOf(await buyer.selectMethod(purchase.id, BALANCE_METHOD))).toBe('balance_too_low');
  const refused = await buyer.pay(purchase, withBalance);
  expect(refused).toMatchObject({ failure: 'balance_too_low', data: { balance: TICKET_TOTAL } });
  expect((await balanceOf(buyer)).amount).toBe(TICKET_TOTAL);
  const poor = await checkout.stranger();
  expect(resultOf(await poor.pay(await aPurchase(poor), withBalance))).toBe('balance_too_low');
});

test('the account and the way to pay say one amount, whole steps of what is shown, and all of it can be spent (CO-023)', async () => {
  const { buyer } = await aBuyerWithBalance();
  await owner`update balance set amount = amount + 55 where customer_id = ${buyer.customerId}`;
  const purchase = await aPurchase(buyer, 2);
  const besides = answerOf(await buyer.paymentMethods(purchase.id)).items.map(({ balance }) => balance);
  const alone = answerOf(await buyer.paymentMethods((await aPurchase(buyer)).id)).items[0];
  expect([besides, alone?.kind, alone?.balance]).toEqual([[TICKET_TOTAL], 'balance', TICKET_TOTAL]);
  expect((await balanceOf(buyer)).amount).toBe(TICKET_TOTAL);
  await owner`update balance set amount = amount - 55 where customer_id = ${buyer.customerId}`;
});

test('nobody spends another one’s balance: not by a pay link, not with another account, not at a counter', async () => {
  const { buyer } = await aBuyerWithBalance({ tickets: 2 });
  const purchase = await aPurchase(buyer);
  const { code } = answerOf(await buyer.makeLink(purchase.id));
  const { payByLink } = await import('@butaca/contract');
  const follower = clientOf(app, {});
  const body = { ...cardForm, ...withBalance, total: purchase.total };
  expect(resultOf(await follower.call(payByLink, { params: { code }, body }))).toBe('payment_method_unavailable');
  const stranger = await checkout.stranger();
  expect(resultOf(await stranger.pay(purchase, withBalance))).toBe('not_found');
  await owner`update purchase set channel = 'box_office' where id = ${purchase.id}`;
  await owner`update customer set role = 'box-office' where id = ${buyer.customerId}`;
  expect(resultOf(await buyer.pay(purchase, withBalance))).toBe('payment_method_unavailable');
  expect((await balanceOf(buyer)).amount).toBe(2 * TICKET_TOTAL);
});

test('a balance that is not the sum of its movements is a fault of the ledger', async () => {
  const { buyer, order } = await aBuyerWithBalance();
  await owner`update balance set amount = amount + 1 where customer_id = ${buyer.customerId}`;
  expect((await checkLedger(db)).faults).toEqual([
    { what: 'a balance differs from its movements', purchaseId: order.id, reference: expect.any(String), amount: 1 },
  ]);
  await owner`update balance set amount = amount - 1 where customer_id = ${buyer.customerId}`;
  await expect(owner`update balance set amount = -1 where customer_id = ${buyer.customerId}`).rejects.toMatchObject({
    constraint_name: 'balance_covers',
  });
});

test('whoever erases the account is told what balance is lost, and has it in the file of their data', async () => {
  const { buyer, order } = await aBuyerWithBalance();
  const client = clientOf(app, { token: buyer.token });
  expect(answerOf(await client.call(getPrivacy, {}))).toMatchObject({ balance: order.total });
  const sections = await db.begin((tx) => sectionsOf(tx, buyer.customerId));
  expect(sections.saldo).toEqual([{ importe: order.total / 100, moneda: 'ARS' }]);
  const poor = await checkout.stranger();
  expect(answerOf(await clientOf(app, { token: poor.token }).call(getPrivacy, {}))).not.toHaveProperty('balance');
  expect(eraseAccount.refuses).not.toContain('balance_too_low');
});
