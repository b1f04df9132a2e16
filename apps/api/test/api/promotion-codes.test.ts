import { applyPromotionCode, listPromotions, type Purchase, removePromotion } from '@butaca/contract';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aPromotion } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { customersApp } from '../factories/customers.ts';
import { anOrganiser } from '../factories/office.ts';
import { cancelOpenPurchases, TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass, letTriesAge } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const shop = await aCheckout(db, undefined, [
  {
    rows: 20,
    promotions: [
      aPromotion({ key: 'todos', name: '10 %', percent: 1000 }),
      aPromotion({
        key: 'amigos',
        name: 'Amigos',
        percent: 5000,
        codes: [
          { code: 'AMIGOS', mostUses: null },
          { code: 'ULTIMO', mostUses: 1 },
          { code: 'TRES-2027', mostUses: 1 },
        ],
      }),
      aPromotion({ key: 'dos', name: 'Dos por persona', percent: 4000, perCustomer: 2, codes: [{ code: 'PERSONA', mostUses: null }] }),
      aPromotion({ key: 'poco', name: 'Poco', percent: 500, codes: [{ code: 'POCO', mostUses: 1 }] }),
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
  await letTriesAge(db, 3 * 60 * 60);
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
const started = async (buyer: Buyer, seats = 1) => answerOf(await buyer.take(sale, some(seats))).purchase;
const enter = (buyer: Pick<Buyer, 'call'>, purchaseId: string, code: string) =>
  buyer.call(applyPromotionCode, { params: { purchaseId }, body: { code } });
const usesOf = async (code: string) =>
  (
    await db<
      { id: string }[]
    >`select purchase_id as id from promotion_use join promotion_code on promotion_code.id = code_id where code = ${code}`
  ).map(({ id }) => id);
const HALF = 600_000;
const TENTH_OFF = 1_040_000;

async function paid(buyer: Buyer, id: string, total: number) {
  await buyer.selectDelivery(id);
  expect(await buyer.pay({ id, total })).toMatchObject({ data: { outcome: 'approved' } });
}

describe('a code', () => {
  test('reduces this purchase and no other, however it is written, once, and can be taken out again', async () => {
    const [buyer, other] = [await person(), await person()];
    const [{ id }, theirs] = [await started(buyer), await started(other)];
    const reduced = answerOf(await enter(buyer, id, ' ami gos'));
    expect(reduced.totals?.total).toBe(HALF);
    expect(reduced.performances[0]).toMatchObject({ asksCode: true, promotions: [{ name: 'Amigos', code: 'AMIGOS', ticketCount: 1 }] });
    expect(answerOf(await enter(buyer, id, 'AMIGOS')).totals?.total).toBe(HALF);
    expect(await usesOf('AMIGOS')).toEqual([id]);
    expect(answerOf(await other.purchase(theirs.id)).totals?.total).toBe(TENTH_OFF);
    const listed = answerOf(await other.call(listPromotions, { params: sale, body: { purchaseId: theirs.id } }));
    // Who has no code learns no name of one.
    expect([listed.asksCode, listed.items.map(({ name }) => name)]).toEqual([true, ['10 %']]);
    const promotionId = reduced.performances[0]?.promotions?.[0]?.id ?? 0;
    expect(await other.call(removePromotion, { params: { purchaseId: id }, body: { promotionId } })).toMatchObject({
      failure: 'not_found',
    });
    expect(answerOf(await buyer.call(removePromotion, { params: { purchaseId: id }, body: { promotionId } })).totals?.total).toBe(
      TENTH_OFF,
    );
    expect(await usesOf('AMIGOS')).toEqual([]);
  });

  test('is found as chats, mails and PDFs copy it', async () => {
    const buyer = await person();
    const { id } = await started(buyer);
    const dashes = ['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212', '\ufe58', '\uff0d'];
    const around = ['\u2068TRES-2027\u2069', 'TRES\u00ad-2027', '\u200etres-2027\u200f', 'TRES -\u00a02027', '\ufeffTRES-2027\u200b'];
    for (const code of [...dashes.map((dash) => `TRES${dash}2027`), ...around]) {
      expect(answerOf(await enter(buyer, id, code)).totals?.total).toBe(HALF);
      await letTriesAge(db, 3 * 60 * 60);
    }
    expect(await usesOf('TRES-2027')).toEqual([id]);
  });

  test('that does not exist, that another promotion beats, or that is entered for somebody else’s purchase is refused with its reason', async () => {
    const [buyer, other] = [await person(), await person()];
    const { id } = await started(buyer);
    expect(await enter(buyer, id, 'NADA')).toMatchObject({ failure: 'promotion_refused', data: { reason: 'unknown' } });
    expect(await enter(buyer, id, 'POCO')).toMatchObject({ failure: 'promotion_refused', data: { reason: 'better' } });
    expect(await enter(other, id, 'AMIGOS')).toMatchObject({ failure: 'not_found' });
    expect(await buyer.callRaw(applyPromotionCode, { params: { id }, body: { cCodigo: '' } })).toMatchObject({
      failure: 'invalid_input',
      data: { fields: [{ name: 'cCodigo' }] },
    });
    expect([await usesOf('POCO'), await usesOf('AMIGOS')]).toEqual([[], []]);
  });

  test('cannot be guessed: after ten in an hour the account waits, and its purchase stays as it was', async () => {
    const buyer = await person();
    const { id } = await started(buyer);
    for (let tries = 0; tries < 10; tries++)
      expect(await enter(buyer, id, `NADA-${tries}`)).toMatchObject({ failure: 'promotion_refused' });
    await enter(buyer, id, 'NADA-10');
    expect(await enter(buyer, id, 'AMIGOS')).toMatchObject({
      failure: 'too_many_attempts',
      data: { retryAfterSeconds: expect.any(Number) },
    });
    expect(answerOf(await buyer.purchase(id)).totals?.total).toBe(TENTH_OFF);
    const other = await person();
    expect(answerOf(await enter(other, (await started(other)).id, 'AMIGOS')).totals?.total).toBe(HALF);
  });
});

describe('the uses of a code', () => {
  test('are stock: of two purchases that want the last one at two processes, one has it, and the other pays what it did before', async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, person));
    const purchases: Purchase[] = [];
    for (const buyer of buyers) purchases.push(await started(buyer));
    const answers = await Promise.all(
      buyers.map((buyer, index) => enter(index % 2 ? buyerAt(twin, { token: buyer.token }) : buyer, purchases[index]?.id ?? '', 'ULTIMO')),
    );
    const winners = answers.flatMap((answer, index) => (answer.status === 'ok' ? [index] : []));
    expect(winners).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 'ok'))
      expect(answer).toMatchObject({ failure: 'promotion_refused', data: { reason: 'in_use' } });
    const winner = winners[0] ?? 0;
    expect(await usesOf('ULTIMO')).toEqual([purchases[winner]?.id]);
    const totals = await Promise.all(
      buyers.map(async (buyer, index) => answerOf(await buyer.purchase(purchases[index]?.id ?? '')).totals?.total),
    );
    expect(totals).toEqual(buyers.map((_, index) => (index === winner ? HALF : TENTH_OFF)));
  });

  test('are back when their purchase expires, also before anybody has swept, and the expired one is not paid', async () => {
    const [buyer, other] = [await person(), await person()];
    const [{ id }, theirs] = [await started(buyer), await started(other)];
    answerOf(await enter(buyer, id, 'ULTIMO'));
    await buyer.selectDelivery(id);
    expect(await enter(other, theirs.id, 'ULTIMO')).toMatchObject({ failure: 'promotion_refused', data: { reason: 'in_use' } });
    await letMinutesPass(db, id, 13);
    expect(answerOf(await enter(other, theirs.id, 'ULTIMO')).totals?.total).toBe(HALF);
    expect(await buyer.pay({ id, total: HALF })).toMatchObject({ failure: 'purchase_over' });
  });

  test('stay with a purchase that is declined, and are used up once it is paid', async () => {
    const [buyer, other] = [await person(), await person()];
    const [{ id }, theirs] = [await started(buyer), await started(other)];
    answerOf(await enter(buyer, id, 'ULTIMO'));
    await buyer.selectDelivery(id);
    gateway.state.next.push('decline');
    expect(await buyer.pay({ id, total: HALF })).toMatchObject({ data: { outcome: 'declined' } });
    expect(await enter(other, theirs.id, 'ULTIMO')).toMatchObject({ data: { reason: 'in_use' } });
    expect(await buyer.pay({ id, total: HALF })).toMatchObject({ data: { outcome: 'approved', amount: HALF } });
    expect(await enter(other, theirs.id, 'ULTIMO')).toMatchObject({ data: { reason: 'used_up' } });
    expect(answerOf(await buyer.order(id)).tickets).toMatchObject([{ promotion: 'Amigos', final: HALF }]);
    await db`delete from promotion_use where purchase_id = ${id}`;
  });

  test('are back once the organiser has given back every ticket that they reduced, and not before', async () => {
    const [buyer, other] = [await person(), await person()];
    const two = await started(buyer, 2);
    const { totals } = answerOf(await enter(buyer, two.id, 'ULTIMO'));
    await paid(buyer, two.id, totals?.total ?? 0);
    const theirs = await started(other);
    const tried = () => enter(other, theirs.id, 'ULTIMO');
    expect(await tried()).toMatchObject({ data: { reason: 'used_up' } });
    await organiser.refundSome(two.id, { count: 1 });
    expect(await tried()).toMatchObject({ data: { reason: 'used_up' } });
    await organiser.refundSome(two.id, { count: 1 });
    expect(answerOf(await tried()).totals?.total).toBe(HALF);
    expect(await usesOf('ULTIMO')).toEqual(expect.arrayContaining([two.id, theirs.id]));
  });

  test('taken out in another tab are not paid with: the buyer sees the new total first', async () => {
    const buyer = await person();
    const { id } = await started(buyer);
    const { performances } = answerOf(await enter(buyer, id, 'AMIGOS'));
    await buyer.selectDelivery(id);
    const promotionId = performances[0]?.promotions?.[0]?.id ?? 0;
    answerOf(await buyer.call(removePromotion, { params: { purchaseId: id }, body: { promotionId } }));
    expect(await buyer.pay({ id, total: HALF })).toMatchObject({
      failure: 'total_changed',
      data: { purchase: { totals: { total: TENTH_OFF } } },
    });
  });
});

describe('a limit per person', () => {
  test('counts no ticket that was given back', async () => {
    const buyer = await person();
    const two = await started(buyer, 2);
    const { totals } = answerOf(await enter(buyer, two.id, 'PERSONA'));
    await paid(buyer, two.id, totals?.total ?? 0);
    const three = await started(buyer, 3);
    expect(await enter(buyer, three.id, 'PERSONA')).toMatchObject({ failure: 'promotion_refused', data: { reason: 'limit', most: 2 } });
    await organiser.refundSome(two.id, { count: 1 });
    expect(answerOf(await enter(buyer, three.id, 'PERSONA')).performances[0]?.promotions).toMatchObject([{ ticketCount: 1 }]);
  });

  test('counts tickets over all purchases, paid and open, and reduces no more than are left', async () => {
    const buyer = await person();
    const three = await started(buyer, 3);
    const reduced = answerOf(await enter(buyer, three.id, 'PERSONA'));
    expect(reduced.performances[0]?.promotions).toMatchObject([{ name: 'Dos por persona', ticketCount: 2 }]);
    const second = await started(buyer);
    expect(await enter(buyer, second.id, 'PERSONA')).toMatchObject({ failure: 'promotion_refused', data: { reason: 'limit', most: 2 } });
    await paid(buyer, three.id, reduced.totals?.total ?? 0);
    expect(await enter(buyer, second.id, 'PERSONA')).toMatchObject({ data: { reason: 'limit' } });
    const other = await person();
    expect(answerOf(await enter(other, (await started(other)).id, 'PERSONA')).totals?.total).toBeLessThan(TENTH_OFF);
  });

  test('counts a person and not an account: a second one with the same document has what the first one left', async () => {
    const [first, second] = [await person(), await person()];
    await db`update customer as mine set document_type = other.document_type, document_number = other.document_number
               from customer as other where mine.id = ${second.customerId} and other.id = ${first.customerId}`;
    const one = await started(first);
    const reduced = answerOf(await enter(first, one.id, 'PERSONA'));
    const two = await started(second, 2);
    expect(await enter(second, two.id, 'PERSONA')).toMatchObject({ failure: 'promotion_refused', data: { reason: 'limit' } });
    await paid(first, one.id, reduced.totals?.total ?? 0);
    // Of the two that were kept for the first one, one was not used.
    expect(answerOf(await enter(second, two.id, 'PERSONA')).performances[0]?.promotions).toMatchObject([{ ticketCount: 1 }]);
    expect(2 * TICKET_TOTAL).toBeGreaterThan(answerOf(await second.purchase(two.id)).totals?.total ?? 0);
  });
});

describe('at a counter', () => {
  test('the clerk enters the code, the customer pays less in cash, and the use is one of the code’s', async () => {
    const [clerk, buyer] = [await aCounter(db, app), await person()];
    const { purchase } = answerOf(await clerk.take(sale, some(1)));
    const theirs = await started(buyer);
    expect(purchase.performances[0]).toMatchObject({ asksCode: true });
    const reduced = answerOf(await enter(clerk, purchase.id, 'ULTIMO'));
    const total = reduced.totals?.total ?? 0;
    expect(total).toBeLessThan(purchase.totals?.total ?? 0);
    expect(await enter(buyer, theirs.id, 'ULTIMO')).toMatchObject({ data: { reason: 'in_use' } });
    expect(await clerk.sell({ id: purchase.id, total: purchase.totals?.total ?? 0 })).toMatchObject({ failure: 'total_changed' });
    expect(await clerk.sell({ id: purchase.id, total })).toMatchObject({ data: { outcome: 'approved', amount: total } });
    expect(await enter(buyer, theirs.id, 'ULTIMO')).toMatchObject({ data: { reason: 'used_up' } });
    // Nobody else's clerk or customer enters a code for it, or takes it out.
    expect(await enter(await aCounter(db, app), purchase.id, 'AMIGOS')).toMatchObject({ failure: 'not_found' });
    await db`delete from promotion_use where purchase_id = ${purchase.id}`;
  });

  test('a limit per person is one per sale: the clerk’s own document counts for nobody', async () => {
    const clerk = await aCounter(db, app);
    for (const _ of [1, 2]) {
      const { purchase } = answerOf(await clerk.take(sale, some(3)));
      const reduced = answerOf(await enter(clerk, purchase.id, 'PERSONA'));
      expect(reduced.performances[0]?.promotions).toMatchObject([{ name: 'Dos por persona', ticketCount: 2 }]);
      expect(await clerk.sell({ id: purchase.id, total: reduced.totals?.total ?? 0 })).toMatchObject({ data: { outcome: 'approved' } });
    }
    const sameDocument = await person();
    await db`update customer as mine set document_type = other.document_type, document_number = other.document_number
               from customer as other where mine.id = ${sameDocument.customerId} and other.id = ${clerk.customerId}`;
    const own = answerOf(await enter(sameDocument, (await started(sameDocument, 2)).id, 'PERSONA'));
    expect(own.performances[0]?.promotions).toMatchObject([{ ticketCount: 2 }]);
  });

  test('a clerk enters the codes of many customers, and cannot guess without end either', async () => {
    const clerk = await aCounter(db, app);
    const { id } = answerOf(await clerk.take(sale, some(1))).purchase;
    for (let tries = 0; tries < 200; tries++)
      expect(await enter(clerk, id, `NADA-${tries}`)).toMatchObject({ failure: 'promotion_refused', data: { reason: 'unknown' } });
    await enter(clerk, id, 'NADA-200');
    expect(await enter(clerk, id, 'AMIGOS')).toMatchObject({ failure: 'too_many_attempts' });
  });
});
