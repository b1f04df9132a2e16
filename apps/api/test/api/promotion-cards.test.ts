import { getCardKind, getPayLinkCard, listPaymentMethods, listPromotions, payByLink } from '@butaca/contract';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { purchaseTasks } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt, cardForm } from '../factories/buyer.ts';
import { aPromotion } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';
import { anOrganiser } from '../factories/office.ts';
import { cancelOpenPurchases, TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass, letUsesAge } from '../factories/time.ts';

const BANK = { bin: '450799', lastFour: '4905' };
const VISA = { bin: '450995', lastFour: '3704' };
const MASTERCARD = { bin: '529991', lastFour: '0015' };
/** $ 10.000 less a fifth, or a twentieth; the service charge is a tenth of what is left. */
const WITH_BANK = 930_000;
const WITH_VISA = 1_095_000;

const { db, close } = await freshDatabase();
const shop = await aCheckout(db, undefined, [
  {
    rows: 20,
    promotions: [
      aPromotion({
        key: 'banco',
        name: '20 % con Banco Alborada',
        note: 'Hasta tres entradas por tarjeta',
        cards: { brands: null, bins: [[450_790, 450_799]] },
        perCustomer: 4,
        perCard: 3,
      }),
      aPromotion({ key: 'visa', name: '5 % con Visa', percent: 500, cards: { brands: ['visa'], bins: null } }),
    ],
  },
]);
const { app, sale, card, gateway, stranger } = shop;
const twin = await customersApp(db, { payments: [card] });
const organiser = await anOrganiser(db, app);
afterAll(async () => {
  await twin.close();
  await shop.close();
  await close();
});
beforeEach(async () => {
  await cancelOpenPurchases(app);
  await db`delete from promotion_use`;
});

type Buyer = Awaited<ReturnType<typeof stranger>>;
/** Customers of the factories have one document. */
async function person(): Promise<Buyer> {
  const buyer = await stranger();
  await db`update customer set document_number = ${String(20_000_000 + people++)} where id = ${buyer.customerId}`;
  return buyer;
}
let people = 0;
let next = 0;
const some = (count: number) => Array.from({ length: count }, () => next++);
async function started(buyer: Buyer, seats = 1): Promise<string> {
  const { id } = answerOf(await buyer.take(sale, some(seats))).purchase;
  await buyer.selectDelivery(id);
  return id;
}
const kindOf = async (buyer: Pick<Buyer, 'call'>, purchaseId: string, { bin, lastFour }: { bin: string; lastFour?: string }) =>
  answerOf(await buyer.call(getCardKind, { params: { purchaseId, paymentMethodId: 1, bin }, query: { lastFour } }));
const totalWith = async (...asked: Parameters<typeof kindOf>) => (await kindOf(...asked)).purchase?.totals?.total;
const reducedIn = async (purchaseId: string): Promise<number> =>
  (
    await db<{ count: number }[]>`
      select count(*)::int as count from purchase, jsonb_array_elements(priced -> 'tickets') as ticket
       where id = ${purchaseId} and ticket -> 'promotion' is not null`
  )[0]?.count ?? 0;

describe('a promotion for cards', () => {
  test('is told with the method, and what a card takes off once its first digits are known, before anything is charged', async () => {
    const [buyer, other] = [await person(), await person()];
    const [id, theirs] = [await started(buyer), await started(other)];
    const { items } = answerOf(await buyer.call(listPaymentMethods, { params: { purchaseId: id } }));
    expect(items[0]?.promotions).toEqual([
      { name: '20 % con Banco Alborada', note: 'Hasta tres entradas por tarjeta' },
      { name: '5 % con Visa' },
    ]);
    const known = await kindOf(buyer, id, { bin: BANK.bin });
    expect(known.purchase).toMatchObject({
      totals: { discounts: -200_000, total: WITH_BANK },
      performances: [{ promotions: [{ name: '20 % con Banco Alborada', ticketCount: 1 }] }],
    });
    expect(known.plans[0]).toMatchObject({ instalments: 1, total: WITH_BANK });
    expect(await totalWith(buyer, id, { bin: VISA.bin })).toBe(WITH_VISA);
    expect(await totalWith(buyer, id, { bin: MASTERCARD.bin })).toBe(TICKET_TOTAL);
    // Asking changes nothing: neither this purchase nor another customer's.
    expect(answerOf(await buyer.purchase(id)).totals?.total).toBe(TICKET_TOTAL);
    expect(answerOf(await other.purchase(theirs)).totals?.total).toBe(TICKET_TOTAL);
    const listed = answerOf(await buyer.call(listPromotions, { params: sale, body: { purchaseId: id } }));
    expect(listed.items.map(({ applied, obstacle }) => [applied, obstacle])).toEqual([
      [false, 'card'],
      [false, 'card'],
    ]);
  });

  test('is charged as it was shown, booked and printed, and a price that was not shown is refused', async () => {
    const buyer = await person();
    const id = await started(buyer, 2);
    const before = gateway.charges.length;
    expect(await buyer.pay({ id, total: 2 * TICKET_TOTAL }, BANK)).toMatchObject({
      failure: 'total_changed',
      data: { purchase: { totals: { total: 2 * WITH_BANK } } },
    });
    expect(gateway.charges).toHaveLength(before);
    expect(await buyer.pay({ id, total: 2 * WITH_BANK }, BANK)).toMatchObject({ data: { outcome: 'approved', amount: 2 * WITH_BANK } });
    expect(gateway.charges.slice(before)).toMatchObject([{ amount: 2 * WITH_BANK, bin: BANK.bin }]);
    expect(answerOf(await buyer.order(id)).tickets.map(({ promotion, final }) => [promotion, final])).toEqual([
      ['20 % con Banco Alborada', WITH_BANK],
      ['20 % con Banco Alborada', WITH_BANK],
    ]);
    const [booked] = await db`
      select sum(amount)::float8 as amount from ledger_entry join ledger_transaction on ledger_transaction.id = transaction_id
       where ledger_transaction.purchase_id = ${id} and account = 'discounts'`;
    expect(Math.abs(booked?.amount)).toBe(400_000);
  });

  test('is not charged to another card: the buyer sees the total of that one first', async () => {
    const buyer = await person();
    const id = await started(buyer);
    const before = gateway.charges.length;
    expect(await totalWith(buyer, id, BANK)).toBe(WITH_BANK);
    expect(await buyer.pay({ id, total: WITH_BANK }, MASTERCARD)).toMatchObject({
      failure: 'total_changed',
      data: { purchase: { totals: { total: TICKET_TOTAL, discounts: 0 } } },
    });
    expect(gateway.charges).toHaveLength(before);
    expect(await buyer.pay({ id, total: TICKET_TOTAL }, MASTERCARD)).toMatchObject({ data: { outcome: 'approved', amount: TICKET_TOTAL } });
    expect(await db`select from promotion_use where purchase_id = ${id}`).toHaveLength(0);
  });

  test('is not had by naming digits that the card does not have: the gateway refuses the charge, and nothing is sold', async () => {
    const buyer = await person();
    const id = await started(buyer);
    gateway.state.next.push('refuse');
    const answer = await buyer.pay({ id, total: WITH_BANK }, BANK);
    expect(answer).not.toMatchObject({ data: { outcome: 'approved' } });
    expect(answerOf(await buyer.purchase(id))).toMatchObject({ stage: 'open', totals: { total: TICKET_TOTAL } });
  });

  test('is not offered where the provider does not check the digits before it charges', async () => {
    const unchecking = { ...card, capabilities: { ...card.capabilities, checksBin: false } };
    const elsewhere = await customersApp(db, { payments: [unchecking] });
    const own = await person();
    const buyer = { ...own, ...buyerAt(elsewhere, { token: own.token }) };
    const id = await started(buyer);
    const { items } = answerOf(await buyer.call(listPaymentMethods, { params: { purchaseId: id } }));
    expect(items[0]).not.toHaveProperty('promotions');
    expect(await kindOf(buyer, id, BANK)).not.toHaveProperty('purchase');
    expect(await buyer.pay({ id, total: TICKET_TOTAL }, BANK)).toMatchObject({ data: { outcome: 'approved', amount: TICKET_TOTAL } });
    await elsewhere.close();
  });

  test('is for the buyer’s own card: whoever pays by a link pays what the link says', async () => {
    const buyer = await person();
    const id = await started(buyer);
    const { code } = answerOf(await buyer.makeLink(id));
    const payer = clientOf(app);
    expect(answerOf(await payer.call(getPayLinkCard, { params: { code, bin: BANK.bin } }))).not.toHaveProperty('purchase');
    const paid = await payer.call(payByLink, { params: { code }, body: { ...cardForm, ...BANK, total: TICKET_TOTAL } });
    expect(paid).toMatchObject({ data: { outcome: 'approved' } });
    expect(await reducedIn(id)).toBe(0);
  });
});

describe('a limit', () => {
  const pay = async (buyer: Buyer, id: string, total: number, used: typeof BANK) =>
    expect(await buyer.pay({ id, total }, used)).toMatchObject({ data: { outcome: 'approved', amount: total } });

  test('per card counts the card and not the account, and what is left of it is shown before it is charged', async () => {
    const [first, second, third] = [await person(), await person(), await person()];
    await pay(first, await started(first, 2), 2 * WITH_BANK, BANK);
    const id = await started(second, 2);
    // Until the card is charged only its first digits are known.
    expect(await totalWith(second, id, { bin: BANK.bin })).toBe(2 * WITH_BANK);
    const left = WITH_BANK + TICKET_TOTAL;
    expect(await second.pay({ id, total: 2 * WITH_BANK }, BANK)).toMatchObject({
      failure: 'total_changed',
      data: { purchase: { totals: { total: left } } },
    });
    expect(await totalWith(second, id, BANK)).toBe(left);
    await pay(second, id, left, BANK);
    expect([await reducedIn(id), await totalWith(third, await started(third), BANK)]).toEqual([1, WITH_VISA]);
    // Another card of the same bank has its own.
    await pay(third, await started(third), WITH_BANK, { ...BANK, lastFour: '1111' });
  });

  test('per person counts all accounts with the document, whatever their cards', async () => {
    const [first, second, other] = [await person(), await person(), await person()];
    await db`update customer as mine set document_type = other.document_type, document_number = other.document_number
               from customer as other where mine.id = ${second.customerId} and other.id = ${first.customerId}`;
    await pay(first, await started(first, 3), 3 * WITH_BANK, BANK);
    const id = await started(second, 2);
    expect(await totalWith(second, id, { bin: BANK.bin })).toBe(WITH_BANK + TICKET_TOTAL);
    await pay(second, id, WITH_BANK + TICKET_TOTAL, { ...BANK, lastFour: '2222' });
    expect(await totalWith(second, await started(second), { ...BANK, lastFour: '3333' })).toBe(WITH_VISA);
    expect(await totalWith(other, await started(other), { ...BANK, lastFour: '3333' })).toBe(WITH_BANK);
  });

  test('counts no ticket that was given back, of a card as of a person', async () => {
    const [first, second] = [await person(), await person()];
    const id = await started(first, 3);
    await pay(first, id, 3 * WITH_BANK, BANK);
    expect(await totalWith(second, await started(second), BANK)).toBe(WITH_VISA);
    await organiser.refundSome(id, { count: 2 });
    const theirs = await started(second, 3);
    expect(await totalWith(second, theirs, BANK)).toBe(2 * WITH_BANK + TICKET_TOTAL);
    await pay(second, theirs, 2 * WITH_BANK + TICKET_TOTAL, BANK);
    // One of the four of the person, of whatever card, is still used.
    expect(await totalWith(first, await started(first, 4), { ...BANK, lastFour: '4444' })).toBe(3 * WITH_BANK + TICKET_TOTAL);
  });

  test('is kept when many accounts pay with one card at once, at two processes: no more tickets are reduced than it allows', async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, person));
    const ids: string[] = [];
    for (const buyer of buyers) ids.push(await started(buyer));
    const answers = await Promise.all(
      buyers.map((buyer, index) =>
        (index % 2 ? buyerAt(twin, { token: buyer.token }) : buyer).pay({ id: ids[index] ?? '', total: WITH_BANK }, BANK),
      ),
    );
    const outcomes = answers.map((answer) => (answer.status === 'ok' ? answer.data.outcome : (answer as { failure?: string }).failure));
    expect(outcomes.toSorted()).toEqual(['approved', 'approved', 'approved', 'total_changed', 'total_changed', 'total_changed']);
    const reduced = await Promise.all(ids.map(reducedIn));
    expect(reduced.reduce((sum, each) => sum + each, 0)).toBe(3);
    for (const [index, id] of ids.entries())
      if (outcomes[index] === 'total_changed') expect(answerOf(await (buyers[index] as Buyer).purchase(id)).stage).toBe('open');
  });

  test('counts a declined payment as long as its purchase can still be paid', async () => {
    const [first, second] = [await person(), await person()];
    const id = await started(first, 3);
    gateway.state.next.push('decline');
    expect(await first.pay({ id, total: 3 * WITH_BANK }, BANK)).toMatchObject({ data: { outcome: 'declined' } });
    // The purchase is open again, at its own price.
    expect(answerOf(await first.purchase(id)).totals?.total).toBe(3 * TICKET_TOTAL);
    const theirs = await started(second);
    expect(await totalWith(second, theirs, BANK)).toBe(WITH_VISA);
    expect(await totalWith(first, id, BANK)).toBe(3 * WITH_BANK);
    await letMinutesPass(db, id, 13);
    expect(await totalWith(second, theirs, BANK)).toBe(WITH_BANK);
  });

  test('is not taken by a ticket that another card paid: what a first try took is free once the purchase is paid', async () => {
    const [first, second] = [await person(), await person()];
    const id = await started(first, 3);
    gateway.state.next.push('decline');
    await first.pay({ id, total: 3 * WITH_BANK }, BANK);
    await pay(first, id, 3 * TICKET_TOTAL, MASTERCARD);
    expect(await totalWith(second, await started(second, 3), BANK)).toBe(3 * WITH_BANK);
  });
});

test('the card of a use is forgotten after two years, and the use stays', async () => {
  const [old, recent] = [await person(), await person()];
  const forget = () => purchaseTasks(app.sale)['forget-old-purchases']();
  const kept = async (id: string) =>
    db`select card_key is not null as card, most_tickets as tickets from promotion_use where purchase_id = ${id}`;
  const first = await started(old);
  expect(await old.pay({ id: first, total: WITH_BANK }, BANK)).toMatchObject({ data: { outcome: 'approved' } });
  await forget();
  expect(await kept(first)).toEqual([{ card: true, tickets: 1 }]);
  await letUsesAge(db, 25);
  const second = await started(recent);
  expect(await recent.pay({ id: second, total: WITH_BANK }, BANK)).toMatchObject({ data: { outcome: 'approved' } });
  await forget();
  expect([await kept(first), await kept(second)]).toEqual([[{ card: false, tickets: 1 }], [{ card: true, tickets: 1 }]]);
});
