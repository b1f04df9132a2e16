import { getPayLink, getPayLinkCard, type InputOf, payByLink } from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../../src/db/connect.ts';
import { checkLedger } from '../../src/payments/index.ts';
import { freshDatabase } from '../database.ts';
import { aBuyerWithBalance, everythingOf } from '../factories/balance.ts';
import { buyerAt, cardForm } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, type ClickOptions, clientOf, resultOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';
import { balancesOf } from '../factories/ledger.ts';
import { anOrganiser } from '../factories/office.ts';
import { stageOf, TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

/** A pay link for what the buyer's balance leaves of the price (decision 068). */
const database = await freshDatabase();
const { db } = database;
const checkout = await aCheckout(db, undefined, [{ rows: 80 }]);
const { app, card, gateway, sale } = checkout;
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
beforeEach(() => {
  gateway.charges.length = 0;
  gateway.state.next = [];
});

const BALANCE = TICKET_TOTAL;
const REST = 2 * TICKET_TOTAL;
type Form = InputOf<typeof payByLink>['body'];
let clicks = 0;
/** Somebody without an account who was sent the link, served by the other process. */
const visitor = clientOf(there);
const payer = {
  look: (code: string) => visitor.call(getPayLink, { params: { code }, query: {} }),
  pay: (code: string, { key = `payer-click-${++clicks}`, ...form }: ClickOptions & Partial<Form> = {}) =>
    visitor.call(payByLink, { params: { code }, body: { ...cardForm, email: 'tia@correo.example', total: REST, ...form } }, { key }),
};

/** A purchase of three tickets with a link; the buyer's balance pays one of them, beside a neighbour whom nothing of it concerns. */
async function aLinkInParts({ seats = 3 } = {}) {
  const { buyer } = await aBuyerWithBalance(checkout, organiser);
  const { buyer: neighbour } = await aBuyerWithBalance(checkout, organiser);
  const purchase = await checkout.purchase({ seats, customerId: buyer.customerId });
  const { code } = answerOf(await buyer.makeLink(purchase.id, BALANCE));
  const before = await everythingOf(db, neighbour.customerId);
  gateway.charges.length = 0;
  return {
    ...{ buyer, purchase, code },
    /** The ledger is sound, and the neighbour has what they had. */
    async isSound() {
      expect((await checkLedger(db)).faults).toEqual([]);
      expect(await everythingOf(db, neighbour.customerId)).toEqual(before);
    },
  };
}

const balanceOf = async ({ customerId }: { readonly customerId: string }) =>
  (await db<{ amount: number }[]>`select amount from balance where customer_id = ${customerId}`)[0]?.amount;
const accountsOf = async (id: string) => Object.fromEntries((await balancesOf(db, id)).map(({ account, balance }) => [account, balance]));
const ticketsOf = async (id: string) => (await db`select from ticket where purchase_id = ${id} and state = 'valid'`).length;

test('whoever has the link reads what the buyer pays and what is left, pays that alone, and the balance pays its part (CA-022, CA-023)', async () => {
  const { buyer, purchase, code, isSound } = await aLinkInParts();
  expect(await balanceOf(buyer)).toBe(BALANCE);
  expect(answerOf(await payer.look(code))).toMatchObject({
    state: 'payable',
    amount: REST,
    fromBalance: BALANCE,
    totals: { total: purchase.total },
  });
  const kind = answerOf(await visitor.call(getPayLinkCard, { params: { code, bin: cardForm.bin } }));
  expect(kind.plans.find(({ instalments }) => instalments === 1)?.total).toBe(REST);
  const paid = answerOf(await payer.pay(code, { key: 'one-click' }));
  expect(paid).toMatchObject({ outcome: 'approved', link: { state: 'paid', amount: REST, fromBalance: BALANCE } });
  expect(JSON.stringify(paid)).not.toContain(purchase.id);
  expect(answerOf(await payer.pay(code, { key: 'one-click' }))).toMatchObject({ outcome: 'approved', link: { amount: REST } });
  expect(gateway.charges.map(({ amount }) => amount)).toEqual([REST]);
  expect(await accountsOf(purchase.id)).toMatchObject({ 'clearing:payway': REST, customer_balance: BALANCE });
  expect([await balanceOf(buyer), await ticketsOf(purchase.id)]).toEqual([0, 3]);
  expect(answerOf(await buyer.confirm(purchase.id))).toMatchObject({ outcome: 'approved', amount: purchase.total, fromBalance: BALANCE });
  expect(resultOf(await payer.pay(code))).toBe('purchase_over');
  await isSound();
});

test('instalments of whoever pays are of the rest, and what they cost is theirs', async () => {
  const { buyer, purchase, code, isSound } = await aLinkInParts();
  const { plans } = answerOf(await visitor.call(getPayLinkCard, { params: { code, bin: cardForm.bin } }));
  const plan = plans.find(({ total }) => total > REST);
  if (!plan) throw new Error('no plan of this card costs anything');
  const paid = answerOf(await payer.pay(code, { instalments: plan.instalments }));
  expect(paid).toMatchObject({ outcome: 'approved', link: { amount: plan.total, fromBalance: BALANCE } });
  expect(await accountsOf(purchase.id)).toMatchObject({ 'clearing:payway': plan.total, customer_balance: BALANCE });
  expect(await balanceOf(buyer)).toBe(0);
  await isSound();
});

test('a declined payer gives the balance back at once, and another card pays the rest', async () => {
  const { buyer, purchase, code, isSound } = await aLinkInParts();
  gateway.state.next.push('decline');
  expect(answerOf(await payer.pay(code))).toMatchObject({ outcome: 'declined', link: { state: 'payable', amount: REST } });
  expect([await balanceOf(buyer), await ticketsOf(purchase.id)]).toEqual([BALANCE, 0]);
  expect(answerOf(await payer.pay(code))).toMatchObject({ outcome: 'approved' });
  expect([await balanceOf(buyer), await ticketsOf(purchase.id)]).toEqual([0, 3]);
  await isSound();
});

test('with the balance spent elsewhere the payer is refused without being told how much there is, nothing is charged, and a new link for all of it is paid', async () => {
  const { buyer, purchase, code, isSound } = await aLinkInParts();
  const other = await checkout.purchase({ seats: 2, customerId: buyer.customerId });
  answerOf(await buyer.pay(other, { fromBalance: BALANCE }));
  gateway.charges.length = 0;
  const refused = await payer.pay(code);
  expect(refused).toMatchObject({ failure: 'link_balance_gone' });
  expect(JSON.stringify(refused)).not.toMatch(/fSaldo|balance":/);
  expect([gateway.charges.length, await stageOf(db, purchase.id), await accountsOf(purchase.id)]).toEqual([0, 'open', {}]);
  const { code: whole } = answerOf(await buyer.makeLink(purchase.id));
  expect(resultOf(await payer.look(code))).toBe('not_found');
  const seen = answerOf(await payer.look(whole));
  expect([seen.amount, seen.fromBalance]).toEqual([purchase.total, undefined]);
  expect(answerOf(await payer.pay(whole, { total: purchase.total }))).toMatchObject({ outcome: 'approved' });
  await isSound();
});

test('a payer and the buyer who spends the balance elsewhere at the same moment: one of them has it, the other is refused and charged nothing', async () => {
  for (let round = 0; round < 6; round++) {
    const { buyer, purchase, code, isSound } = await aLinkInParts();
    const other = await checkout.purchase({ seats: 2, customerId: buyer.customerId });
    const [paid, spent] = await Promise.all([payer.pay(code), buyer.pay(other, { fromBalance: BALANCE })]);
    const sold = [await ticketsOf(purchase.id), await ticketsOf(other.id)];
    expect(sold).toEqual(paid.status === 'ok' ? [3, 0] : [0, 2]);
    expect([resultOf(paid), resultOf(spent)]).toContain(paid.status === 'ok' ? 'balance_too_low' : 'link_balance_gone');
    expect([await balanceOf(buyer), gateway.charges.length]).toEqual([0, 1]);
    await isSound();
  }
});

test('two payers and the buyer at once: one pays, and the balance is spent once', async () => {
  for (let round = 0; round < 4; round++) {
    const { buyer, purchase, code, isSound } = await aLinkInParts();
    const own = buyerAt(there, buyer).pay(purchase, { fromBalance: BALANCE });
    const outcomes = await Promise.all([payer.pay(code), payer.pay(code), own]);
    expect(outcomes.filter(({ status }) => status === 'ok')).toHaveLength(1);
    expect([gateway.charges.length, await balanceOf(buyer), await ticketsOf(purchase.id)]).toEqual([1, 0, 3]);
    await isSound();
  }
});

test('a price that changed is refused with the rest as it is now; one that fell to the buyer’s part leaves nothing to pay', async () => {
  const { buyer, purchase, code, isSound } = await aLinkInParts();
  await buyer.release(purchase.id, sale);
  await buyer.takeMore(purchase.id, sale, purchase.placeIds.slice(0, 2));
  expect(await payer.pay(code)).toMatchObject({ failure: 'price_changed', data: { amount: TICKET_TOTAL } });
  expect(answerOf(await payer.look(code))).toMatchObject({ state: 'payable', amount: TICKET_TOTAL, fromBalance: BALANCE });
  await buyer.release(purchase.id, sale);
  await buyer.takeMore(purchase.id, sale, purchase.placeIds.slice(0, 1));
  expect(await payer.pay(code)).toMatchObject({ failure: 'price_changed', data: { amount: 0 } });
  const seen = answerOf(await payer.look(code));
  expect([seen.state, seen.amount, seen.method]).toEqual(['covered', 0, undefined]);
  expect(resultOf(await payer.pay(code, { total: 0 }))).toBe('invalid_input');
  expect([gateway.charges.length, await balanceOf(buyer)]).toEqual([0, BALANCE]);
  await isSound();
});

test('after the purchase’s time a link in parts is over: nothing is charged and nothing set aside', async () => {
  const { buyer, purchase, code, isSound } = await aLinkInParts();
  await letMinutesPass(db, purchase.id, 15);
  expect(answerOf(await payer.look(code))).toMatchObject({ state: 'over' });
  expect(resultOf(await payer.pay(code))).toBe('purchase_over');
  expect([gateway.charges.length, await balanceOf(buyer)]).toEqual([0, BALANCE]);
  await isSound();
});

test('a purchase that the buyer paid alone was not paid with the part of its link', async () => {
  const { buyer, purchase, code, isSound } = await aLinkInParts();
  answerOf(await buyer.pay(purchase));
  const seen = answerOf(await payer.look(code));
  expect([seen.state, seen.amount, seen.fromBalance]).toEqual(['paid', purchase.total, undefined]);
  expect(resultOf(await payer.pay(code))).toBe('purchase_over');
  expect(await balanceOf(buyer)).toBe(BALANCE);
  await isSound();
});

test('a part that cannot be is refused by its name, and the link before it goes on', async () => {
  const { buyer, purchase, code, isSound } = await aLinkInParts();
  const refused = { failure: 'invalid_input', data: { fields: [{ name: 'fSaldo', reason: 'invalid' }] } };
  for (const wrong of [purchase.total, purchase.total + 100, 1]) expect(await buyer.makeLink(purchase.id, wrong)).toMatchObject(refused);
  expect(await buyer.makeLink(purchase.id, BALANCE + 100)).toMatchObject({ failure: 'balance_too_low', data: { balance: BALANCE } });
  expect(answerOf(await payer.look(code))).toMatchObject({ state: 'payable', amount: REST });
  // How it is divided is not the payer's choice.
  for (const form of [{ fromBalance: BALANCE }, { firstPart: TICKET_TOTAL }])
    expect(resultOf(await payer.pay(code, form))).toBe('payment_method_unavailable');
  expect([gateway.charges.length, await stageOf(db, purchase.id), await balanceOf(buyer)]).toEqual([0, 'open', BALANCE]);
  await isSound();
});
