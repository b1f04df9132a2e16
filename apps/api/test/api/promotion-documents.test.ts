import {
  changePlaces,
  getNominationsFile,
  givePromotionDocuments,
  type InputOf,
  listPromotions,
  type Purchase,
  readCode,
  removePromotion,
} from '@butaca/contract';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { purchaseTasks } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aPromotion } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { customersApp, loggedIn } from '../factories/customers.ts';
import { anOrganiser } from '../factories/office.ts';
import { cancelOpenPurchases, TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass, letTriesAge } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const shop = await aCheckout(db, undefined, [
  {
    rows: 20,
    nominations: { closesHours: 24, oncePerDocument: false },
    promotions: [
      aPromotion({ key: 'jubilados', name: 'Jubilados', note: 'Con tu DNI en la puerta', percent: 5000, perDocument: 2 }),
      aPromotion({ key: 'palco', name: 'Palco', percent: 6000, priceTypes: ['Palco'], perDocument: 1 }),
    ],
  },
  { rows: 10 },
]);
const { app, sale, card, stranger } = shop;
const [, secondNight] = shop.sales;
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

const HALF = 600_000;

type Buyer = Awaited<ReturnType<typeof stranger>>;
type Given = InputOf<typeof givePromotionDocuments>['body']['documents'][number];
let next = 0;
const some = (count: number) => Array.from({ length: count }, () => next++);
let numbers = 5_000_000;
const aDocument = (): Given => ({ documentType: 'dni', documentNumber: String(++numbers) });
const started = async (buyer: Pick<Buyer, 'take'>, seats = 1) => answerOf(await buyer.take(sale, some(seats))).purchase;
const promotionIdOf = async (key: string) => (await db<{ id: number }[]>`select id from promotion where key = ${key}`)[0]?.id ?? 0;
const [pensioners, box] = [await promotionIdOf('jubilados'), await promotionIdOf('palco')];
const give = (buyer: Pick<Buyer, 'call'>, purchaseId: string, documents: readonly Given[], promotionId = pensioners) =>
  buyer.call(givePromotionDocuments, { params: { purchaseId }, body: { promotionId, documents: [...documents] } });
const totalOf = async (buyer: Buyer, id: string) => answerOf(await buyer.purchase(id)).totals?.total;
async function paid(buyer: Buyer, id: string, total: number) {
  await buyer.selectDelivery(id);
  expect(await buyer.pay({ id, total })).toMatchObject({ data: { outcome: 'approved', amount: total } });
}
/** Every document but those of this purchase. */
const others = (id: string) => db`select * from promotion_document where purchase_id <> ${id} order by purchase_id, position`;
const refused = (reason: string, index = 0) => ({
  failure: 'document_refused',
  data: { reason, field: `listaDocumento.${index}.cDocumento`, most: 2 },
});

describe('a promotion for a document', () => {
  test('reduces as many tickets as documents are given, says so on the purchase, and can be taken out again', async () => {
    const [buyer, other] = [await stranger(), await stranger()];
    const [mine, theirs] = [await started(buyer, 2), await started(other)];
    expect(mine.totals?.total).toBe(2 * TICKET_TOTAL);
    expect(mine.documentPromotions).toMatchObject([{ id: pensioners, name: 'Jubilados', ticketCount: 2, documentCount: 0 }]);
    const listed = answerOf(await buyer.call(listPromotions, { params: sale, body: { purchaseId: mine.id } }));
    expect(listed).toMatchObject({ asksCode: false, items: [{ name: 'Jubilados', obstacle: 'document' }, { obstacle: 'price_type' }] });
    const reduced = answerOf(await give(buyer, mine.id, [aDocument()]));
    expect(reduced.totals?.total).toBe(HALF + TICKET_TOTAL);
    expect(reduced.documentPromotions).toMatchObject([{ ticketCount: 2, documentCount: 1 }]);
    expect(answerOf(await give(buyer, mine.id, [aDocument(), aDocument()])).totals?.total).toBe(2 * HALF);
    expect(await totalOf(other, theirs.id)).toBe(TICKET_TOTAL);
    expect(await others(mine.id)).toEqual([]);
    const removed = answerOf(await buyer.call(removePromotion, { params: { purchaseId: mine.id }, body: { promotionId: pensioners } }));
    expect([removed.totals?.total, removed.documentPromotions?.[0]?.documentCount]).toEqual([2 * TICKET_TOTAL, 0]);
    expect(await db`select from promotion_document`).toHaveLength(0);
  });

  test('keeps no number, and refuses what is no document by its field, with nothing changed', async () => {
    const [buyer, other] = [await stranger(), await stranger()];
    const { id } = await started(buyer, 2);
    answerOf(await give(buyer, id, [aDocument(), aDocument()]));
    const before = await db`select * from promotion_document where purchase_id = ${id} order by position`;
    expect(JSON.stringify(before)).not.toContain(String(numbers));
    const wrong = [aDocument(), { documentType: 'dni' as const, documentNumber: '12' }];
    expect(await give(buyer, id, wrong)).toMatchObject({
      failure: 'invalid_input',
      data: { fields: [{ name: 'listaDocumento.1.cDocumento', reason: 'too_low' }] },
    });
    expect(await give(buyer, id, [{ documentType: 'unidentified', documentNumber: '1234567' }])).toMatchObject({
      data: { fields: [{ name: 'listaDocumento.0.cTipoDeDocumento', reason: 'not_offered' }] },
    });
    expect(await give(buyer, id, [aDocument(), aDocument(), aDocument()])).toMatchObject(refused('surplus', 2));
    expect(await give(buyer, id, [aDocument()], box)).toMatchObject({ failure: 'promotion_refused', data: { reason: 'price_type' } });
    expect(await give(buyer, id, [aDocument()], 999_999)).toMatchObject({ failure: 'promotion_refused', data: { reason: 'unknown' } });
    expect(await give(other, id, [aDocument()])).toMatchObject({ failure: 'not_found' });
    expect(
      await buyer.callRaw(givePromotionDocuments, { params: { id }, body: { idPromocion: pensioners, listaDocumento: [] } }),
    ).toMatchObject({ failure: 'invalid_input', data: { fields: [{ name: 'listaDocumento' }] } });
    expect(await db`select * from promotion_document where purchase_id = ${id} order by position`).toEqual(before);
    expect(await totalOf(buyer, id)).toBe(2 * HALF);
  });

  test('cannot be used to find out who goes to a show: after ten tries in an hour the account waits', async () => {
    const buyer = await stranger();
    const { id } = await started(buyer);
    for (let tries = 0; tries < 10; tries++) answerOf(await give(buyer, id, [aDocument()]));
    await give(buyer, id, [aDocument()]);
    expect(await give(buyer, id, [aDocument()])).toMatchObject({ failure: 'too_many_attempts' });
  });
});

describe('tickets of one document', () => {
  test('are no more than its limit in all purchases and performances, however it is written, and another document has its own', async () => {
    const [buyer, other] = [await stranger(), await stranger()];
    const { id } = answerOf(await buyer.take(secondNight, [0])).purchase;
    answerOf(await give(buyer, id, [{ documentType: 'dni', documentNumber: '08.123.456' }]));
    await paid(buyer, id, HALF);
    const theirs = await started(other, 3);
    const again: Given[] = [
      { documentType: 'dni', documentNumber: '8123456' },
      { documentType: 'cuil', documentNumber: '20-08123456-3' },
    ];
    const before = await others(theirs.id);
    expect(await give(other, theirs.id, again)).toMatchObject(refused('used_up', 1));
    expect(answerOf(await give(other, theirs.id, again.slice(0, 1))).totals?.total).toBe(HALF + 2 * TICKET_TOTAL);
    const own = aDocument();
    expect(await give(other, theirs.id, [own, own, own])).toMatchObject(refused('used_up', 2));
    expect(answerOf(await give(other, theirs.id, [own, own, aDocument()])).totals?.total).toBe(3 * HALF);
    expect(await others(theirs.id)).toEqual(before);
  });

  test('are stock: of six accounts that give the same document at two processes at once, two have it', async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, () => stranger()));
    const purchases: Purchase[] = [];
    for (const buyer of buyers) purchases.push(await started(buyer));
    const shared = aDocument();
    const answers = await Promise.all(
      buyers.map((buyer, index) => give(index % 2 ? buyerAt(twin, { token: buyer.token }) : buyer, purchases[index]?.id ?? '', [shared])),
    );
    const winners = answers.flatMap((answer, index) => (answer.status === 'ok' ? [index] : []));
    expect(winners).toHaveLength(2);
    for (const answer of answers.filter(({ status }) => status !== 'ok')) expect(answer).toMatchObject(refused('in_use'));
    const totals = await Promise.all(buyers.map((buyer, index) => totalOf(buyer, purchases[index]?.id ?? '')));
    expect(totals).toEqual(buyers.map((_, index) => (winners.includes(index) ? HALF : TICKET_TOTAL)));
  });

  test('are free again when their purchase expires, also before anybody has swept, and when a ticket is given back', async () => {
    const [buyer, other] = [await stranger(), await stranger()];
    const document = aDocument();
    const [mine, theirs] = [await started(buyer, 2), await started(other, 2)];
    answerOf(await give(buyer, mine.id, [document, document]));
    expect(await give(other, theirs.id, [document])).toMatchObject(refused('in_use'));
    await letMinutesPass(db, mine.id, 13);
    expect(answerOf(await give(other, theirs.id, [document, document])).totals?.total).toBe(2 * HALF);
    await paid(other, theirs.id, 2 * HALF);
    const third = await started(buyer);
    expect(await give(buyer, third.id, [document])).toMatchObject(refused('used_up'));
    const [returned] = answerOf(await other.order(theirs.id)).tickets;
    await db`update ticket set state = 'void' where id = ${returned?.id ?? ''}`;
    expect(answerOf(await give(buyer, third.id, [document])).totals?.total).toBe(HALF);
    const fourth = await started(await stranger());
    expect(fourth.totals?.total).toBe(TICKET_TOTAL);
  });

  test('that turned out fewer when places were given back keep only the documents of those that were sold', async () => {
    const buyer = await stranger();
    const [first, second] = [aDocument(), aDocument()];
    const places = some(2);
    const { purchase } = answerOf(await buyer.take(sale, places));
    answerOf(await give(buyer, purchase.id, [first, second]));
    await db`update hold set place_ids = place_ids[1:1], price_type_ids = price_type_ids[1:1] where purchase_id = ${purchase.id}`;
    await paid(buyer, purchase.id, HALF);
    expect(await db`select position, place_id as "placeId" from promotion_document where purchase_id = ${purchase.id}`).toMatchObject([
      { position: 0, placeId: places[0] },
    ]);
  });
});

test('the ticket, the door and the organiser’s list say which document to show; a ticket without the promotion says nothing', async () => {
  const buyer = await stranger();
  const { id } = await started(buyer, 2);
  answerOf(await give(buyer, id, [aDocument()]));
  await paid(buyer, id, HALF + TICKET_TOTAL);
  const { tickets } = answerOf(await buyer.order(id));
  const [reduced, full] = [...tickets].sort((a, b) => a.final - b.final);
  expect(reduced).toMatchObject({ promotion: 'Jubilados', asksDocument: true });
  expect(full?.asksDocument).toBeUndefined();
  const { token, email } = await loggedIn(app);
  await db`update customer set role = 'door' where email = ${email}`;
  const read = async (code = '') =>
    answerOf(await clientOf(app, { token }).call(readCode, { body: { performanceId: sale.performanceId, code, door: undefined } })).ticket
      ?.priceTypeName;
  expect(await read(reduced?.code)).toBe('General · presentar documento: Jubilados');
  expect(await read(full?.code)).toBe('General');
  const list = await app.inject({
    url: getNominationsFile.path.replace(':id', String(sale.performanceId)),
    headers: { authorization: `Bearer ${organiser.token}` },
  });
  const line = (number = '') => list.body.split('\r\n').find((each) => each.includes(number));
  expect([line(reduced?.number), line(full?.number)]).toEqual([
    expect.stringContaining(',Jubilados,'),
    expect.not.stringContaining('Jubilados'),
  ]);
});

test('at a counter the clerk gives the documents, and the tickets are sold for that price', async () => {
  const clerk = await aCounter(db, app);
  const document = aDocument();
  const { purchase } = answerOf(await clerk.take(sale, some(2)));
  const reduced = answerOf(await give(clerk, purchase.id, [document, document]));
  const total = reduced.totals?.total ?? 0;
  expect(total).toBeLessThan(purchase.totals?.total ?? 0);
  expect(await clerk.sell({ id: purchase.id, total })).toMatchObject({ data: { outcome: 'approved', amount: total } });
  const buyer = await stranger();
  expect(await give(buyer, (await started(buyer)).id, [document])).toMatchObject(refused('used_up'));
});

test('a document whose ticket is moved to another place is still used, and the other documents stay where they are', async () => {
  const buyer = await stranger();
  const [first, second] = [aDocument(), aDocument()];
  const { id } = await started(buyer, 4);
  answerOf(await give(buyer, id, [first, first, second, second]));
  await paid(buyer, id, 4 * HALF);
  const clerk = await aCounter(db, app);
  const tickets = await db<{ id: string; placeId: number }[]>`
    select id, place_id as "placeId" from ticket where purchase_id = ${id} order by place_id`;
  const [from] = tickets;
  const [to = 0] = some(1);
  const body = { changes: [{ ticketId: from?.id ?? '', placeId: to }], reason: 'Se sientan con una amiga' };
  const before = await others(id);
  answerOf(await clerk.call(changePlaces, { params: { orderId: id }, body }));
  for (const document of [first, second])
    expect(await give(buyer, (await started(buyer)).id, [document])).toMatchObject(refused('used_up'));
  expect(await db`select place_id as "placeId" from promotion_document where purchase_id = ${id} order by position`).toEqual(
    tickets.map(({ placeId }) => ({ placeId: placeId === from?.placeId ? to : placeId })),
  );
  expect((await others(id)).filter(({ purchase_id: other }) => before.some(({ purchase_id: known }) => known === other))).toEqual(before);
});

test('documents are forgotten two years after they were given', async () => {
  const keys = () => db<{ key: string | null }[]>`select document_key as key from promotion_document`;
  const known = async () => (await keys()).filter(({ key }) => key !== null).length;
  await db`update promotion_document set given_at = given_at - interval '23 months'`;
  const before = await known();
  expect(before).toBeGreaterThan(0);
  await purchaseTasks(app.sale)['forget-old-purchases']();
  expect(await known()).toBe(before);
  await db`update promotion_document set given_at = given_at - interval '2 months'`;
  await purchaseTasks(app.sale)['forget-old-purchases']();
  expect(await known()).toBe(0);
});
