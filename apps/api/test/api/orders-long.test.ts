import { getOrder, getTicketsFile, recordPrint } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';

const { db, close } = await freshDatabase();
const { app, buyer, gateway, purchase: aPurchase, stranger, sale, close: closeCheckout } = await aCheckout(db, undefined, [{ rows: 120 }]);
afterAll(async () => {
  await closeCheckout();
  await close();
});

async function anOrderOf(seats: number) {
  const purchase = await aPurchase({ seats });
  answerOf(await buyer.pay(purchase));
  return purchase;
}
const long = await anOrderOf(95);

const fileAt = (who: typeof buyer, path: string) => who.file(`/v2/Operacion/${long.id}/Entradas/${path}`);
const pagesOf = ({ rawPayload }: Awaited<ReturnType<typeof buyer.file>>) => rawPayload.toString('latin1').match(/\/Type \/Page\b/g)?.length;

test('a long order is answered in parts, which have each of its tickets once', async () => {
  const parts = [];
  for (const number of [1, 2, 3]) parts.push(answerOf(await buyer.order(long.id, number)));
  expect(parts.map(({ tickets, part }) => [tickets.length, part])).toEqual([
    [40, { number: 1, count: 3, ticketCount: 95, size: 40 }],
    [40, { number: 2, count: 3, ticketCount: 95, size: 40 }],
    [15, { number: 3, count: 3, ticketCount: 95, size: 40 }],
  ]);
  expect(new Set(parts.flatMap(({ tickets }) => tickets.map(({ id }) => id))).size).toBe(95);
  // Its places are those of its tickets; its counts and totals are of the whole order.
  for (const { tickets, purchase, totals } of parts) {
    expect(purchase.performances[0]).toMatchObject({ id: sale.performanceId, placeCount: 95, total: long.total });
    expect(purchase.performances[0]?.places?.map(({ seat, row }) => [row, seat])).toEqual(tickets.map(({ row, seat }) => [row, seat]));
    expect([purchase.quantity.total, totals.total]).toEqual([95, long.total]);
  }
  expect(answerOf(await buyer.order(long.id))).toMatchObject({ part: { number: 1 } });
});

test('a part that an order does not have is refused by name, and another customer’s is not found', async () => {
  const wrong = { failure: 'invalid_input', data: { fields: [{ name: 'nParte', reason: 'invalid' }] } };
  expect(await buyer.order(long.id, 4)).toMatchObject(wrong);
  const params = { orderId: long.id, format: 'a4' } as const;
  expect(await buyer.call(getTicketsFile, { params, query: { part: 4 } })).toMatchObject(wrong);
  for (const nParte of ['0', '-1', 'x', '1.5', '99999'])
    expect(await buyer.callRaw(getOrder, { params: { idOperacion: long.id }, query: { nParte } }), nParte).toMatchObject(wrong);
  const other = await stranger();
  expect(await other.order(long.id, 2)).toMatchObject({ failure: 'not_found' });
  expect(await other.call(getTicketsFile, { params, query: { part: 2 } })).toMatchObject({ failure: 'not_found' });
});

test('its documents are cut like that too, each ticket with its number in the whole order', async () => {
  const [first, third] = [await fileAt(buyer, 'a4'), await fileAt(buyer, 'a4?nParte=3')];
  expect([pagesOf(first), pagesOf(third)]).toEqual([40, 15]);
  expect(first.headers['content-disposition']).toMatch(/-parte-1\.pdf"$/);
  expect(third.headers['content-disposition']).toMatch(/-parte-3\.pdf"$/);
  await db`update ticket set state = 'void' where purchase_id = ${long.id} and place_id >= ${long.placeIds[80] as number}`;
  const query = { part: 3 };
  expect(await buyer.call(getTicketsFile, { params: { orderId: long.id, format: 'a4' }, query })).toMatchObject({
    failure: 'no_valid_tickets',
  });
  await db`update ticket set state = 'valid' where purchase_id = ${long.id}`;
});

test('an order of forty tickets is one document and has no parts', async () => {
  const { id } = await anOrderOf(40);
  const order = answerOf(await buyer.order(id));
  expect(order.tickets).toHaveLength(40);
  expect(order).not.toHaveProperty('part');
  const file = await buyer.file(`/v2/Operacion/${id}/Entradas/a4`);
  expect(pagesOf(file)).toBe(40);
  expect(file.headers['content-disposition']).not.toContain('parte');
});

test('what is read of a purchase does not grow with what it holds: places are cut, counts and totals are not', async () => {
  const huge = await aPurchase({ seats: 900 });
  const read = await buyer.file(`/v2/Proceso/${huge.id}`);
  expect(read.rawPayload.length).toBeLessThan(60_000);
  const purchase = answerOf(await buyer.purchase(huge.id));
  expect(purchase.performances[0]?.places).toHaveLength(200);
  expect(purchase).toMatchObject({ quantity: { total: 900 }, totals: { total: huge.total }, performances: [{ placeCount: 900 }] });
  answerOf(await buyer.pay(huge));
  expect((await buyer.file(`/v2/Operacion/${huge.id}`)).rawPayload.length).toBeLessThan(40_000);
  const list = await buyer.file('/v2/Historial2');
  expect(list.rawPayload.length).toBeLessThan(40_000);
  const { items } = answerOf(await buyer.orders());
  expect(items.map(({ purchase: { quantity } }) => quantity.total).sort()).toEqual([40, 900, 95]);
  for (const { tickets } of items) expect(tickets).toHaveLength(10);
});

test('a purchase that is being verified is listed with ten of its places and all of its counts', async () => {
  const other = await stranger();
  const purchase = await aPurchase({ seats: 12, customerId: other.customerId });
  gateway.state.next.push('down');
  await other.pay(purchase);
  const [listed] = answerOf(await other.orders()).items;
  expect(listed).toMatchObject({ purchase: { quantity: { total: 12 }, performances: [{ placeCount: 12 }] }, tickets: [] });
  expect(listed?.purchase.performances[0]?.places).toHaveLength(10);
});

test('while sixty connections of one customer ask for a long order, a clerk and another customer get their documents', async () => {
  const other = await stranger();
  const small = await aPurchase({ seats: 2, customerId: other.customerId });
  answerOf(await other.pay(small));
  const counter = await aCounter(db, app);
  const places = [1199, 1198];
  const { purchase } = answerOf(await counter.take(sale, places));
  answerOf(await counter.sell({ id: purchase.id, total: purchase.totals?.total ?? 0 }));
  answerOf(await counter.call(recordPrint, { params: { orderId: purchase.id }, body: {} }));

  const paths = ['a4', '80mm'].flatMap((format) => [1, 2, 3].map((part) => `${format}?nParte=${part}`));
  const crowd = Promise.all(Array.from({ length: 60 }, (_, index) => fileAt(buyer, paths[index % paths.length] as string)));
  const [clerks, theirs] = await Promise.all([
    app.inject({ url: `/v2/Operacion/${purchase.id}/Entradas/80mm`, headers: { authorization: `Bearer ${counter.token}` } }),
    other.file(`/v2/Operacion/${small.id}/Entradas/a4`),
  ]);
  for (const { headers, rawPayload } of [clerks, theirs]) {
    expect(headers['content-type']).toBe('application/pdf');
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  }
  for (const { statusCode, headers, rawPayload } of await crowd) {
    expect(statusCode).toBe(200);
    if (headers['content-type'] === 'application/pdf') continue;
    expect(JSON.parse(rawPayload.toString())).toMatchObject({ nCode: 503 });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
});

test('a counter’s roll has all tickets of its sale', async () => {
  const counter = await aCounter(db, app);
  const id = (await aPurchase({ seats: 60, customerId: counter.customerId })).id;
  await db`update purchase set channel = 'box_office' where id = ${id}`;
  const { totals } = answerOf(await counter.purchase(id));
  answerOf(await counter.sell({ id, total: totals?.total ?? 0 }));
  answerOf(await counter.call(recordPrint, { params: { orderId: id }, body: {} }));
  const file = await app.inject({ url: `/v2/Operacion/${id}/Entradas/a4`, headers: { authorization: `Bearer ${counter.token}` } });
  expect(pagesOf(file)).toBe(60);
});
