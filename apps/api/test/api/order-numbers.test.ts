import { readFile } from 'node:fs/promises';
import { findOfficeOrders } from '@butaca/contract';
import { readOrderNumber } from '@butaca/contract/rules/order-number';
import { afterAll, expect, test } from 'vitest';
import { ticketsMail } from '../../src/notifications/tickets-mail.ts';
import { sheetsOf } from '../../src/orders/documents/ticket-sheet.ts';
import { type AddressedOrder, type OrderRecord, readOrder } from '../../src/orders/order.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { anOrganiser } from '../factories/office.ts';
import { codes, ticketsWorld } from '../factories/orders.ts';

const database = await freshDatabase();
const { db, owner } = database;
const checkout = await aCheckout(db, undefined, [{ rows: 20 }, { rows: 4 }]);
const { app, buyer, gateway, purchase: aPurchase, sales } = checkout;
const organiser = await anOrganiser(db, app);
afterAll(async () => {
  await checkout.close();
  await database.close();
});

async function anOrder() {
  const purchase = await aPurchase();
  const { orderNumber = '' } = answerOf(await buyer.pay(purchase));
  return { id: purchase.id, number: orderNumber };
}

test('an order has one number to read out: on result, order, list, mail, paper and in the office', async () => {
  const { id, number } = await anOrder();
  expect(number).toMatch(/^[0-9A-Z]{3}-[0-9A-Z]{3}-[0-9A-Z]{3}$/);
  expect(answerOf(await buyer.confirm(id))).toMatchObject({ orderId: id, orderNumber: number });
  expect(answerOf(await buyer.order(id))).toMatchObject({ id, number });
  expect(answerOf(await buyer.orders()).items.find((order) => order.id === id)).toMatchObject({ number });
  const record = (await readOrder(db, id)) as OrderRecord;
  const sender = { brandName: 'Butaca', publicOrigin: 'https://entradas.example', locale: 'es-AR' };
  const mail = ticketsMail(record as AddressedOrder, { ...ticketsWorld, sender, pdf: null });
  for (const part of [mail.text, mail.html]) expect(part).toContain(`Número de operación: ${number}`);
  expect(sheetsOf(record, codes, 'es').map(({ orderNumber }) => orderNumber)).toEqual([number, number]);
  expect(await organiser.order(id)).toMatchObject({ id, number });
});

test('staff find an order by its number, typed in any way; a wrong character is said, and another order is never found', async () => {
  const [{ id, number }, other] = [await anOrder(), await anOrder()];
  expect(other.number).not.toBe(number);
  const quoted = [`N.º ${number}`, `#${number}`, `\u202a${number}\u202c`, number.replaceAll('-', '\u2011'), `\u2068${id}\u2069`];
  for (const typed of [number, number.replaceAll('-', ''), number.toLowerCase().replaceAll('-', ' '), ` ${number} `, ...quoted])
    expect((await organiser.find(typed)).map((order) => order.id)).toEqual([id]);
  expect((await organiser.find(id)).map((order) => order.id)).toEqual([id]);

  const [first = ''] = number;
  const mistyped = `${first === '7' ? '8' : '7'}${number.slice(1)}`;
  for (const search of [mistyped, number.slice(0, -1)])
    expect(await organiser.call(findOfficeOrders, { query: { search } })).toMatchObject({
      failure: 'invalid_input',
      data: { fields: [{ name: 'cBuscar', reason: 'check_character' }] },
    });
});

test('staff find a buyer’s orders by the address as chats, mail programs and browsers copy it', async () => {
  const { id } = await anOrder();
  const [row] = await db<{ id: string; before: string }[]>`
    select customer.id, email as before from purchase join customer on customer.id = customer_id where purchase.id = ${id}`;
  await db`update customer set email = 'jose@münchen.example' where id = ${row?.id ?? ''}`;
  const copied = [
    'mailto:jose@münchen.example',
    '<jose@münchen.example>',
    'José Paz <Jose@München.example>',
    '\u2068jose@mün\u00adchen.example\u2069',
  ];
  for (const search of ['jose@münchen.example', 'jose@xn--mnchen-3ya.example', ...copied])
    expect(
      (await organiser.find(search)).map((order) => order.id),
      search,
    ).toContain(id);
  await db`update customer set email = ${row?.before ?? ''} where id = ${row?.id ?? ''}`;
});

test('a purchase keeps its number over every card it is tried with, and a payment that is being verified has it too', async () => {
  const purchase = await aPurchase();
  gateway.state.next.push('decline', 'down');
  const declined = answerOf(await buyer.pay(purchase));
  const waiting = answerOf(await buyer.pay(purchase));
  expect(waiting).toMatchObject({ outcome: 'unknown', orderNumber: declined.orderNumber });
  expect(answerOf(await buyer.order(purchase.id))).toMatchObject({ state: 'pending', number: declined.orderNumber });
  expect((await organiser.money()).doubtfulPayments.every(({ orderNumber }) => orderNumber !== undefined)).toBe(true);
});

test('a counter’s sale has one too', async () => {
  const counter = await aCounter(db, app);
  const sale = sales[1];
  const taken = answerOf(await counter.take(sale, [0])).purchase;
  const sold = answerOf(await counter.sell({ id: taken.id, total: taken.totals?.total ?? 0 }));
  expect(sold.orderNumber).toBeDefined();
  expect((await organiser.find(sold.orderNumber ?? '')).map(({ id }) => id)).toEqual([taken.id]);
});

test('numbers say nothing of how many orders there are: they are spread over all that exist', async () => {
  const numbers: number[] = [];
  for (let order = 0; order < 12; order++) numbers.push(readOrderNumber((await anOrder()).number) as number);
  expect(new Set(numbers).size).toBe(12);
  const rising = numbers.slice(1).filter((number, index) => number > (numbers[index] ?? 0)).length;
  expect(rising).toBeLessThan(11);
  expect(Math.max(...numbers) - Math.min(...numbers)).toBeGreaterThan(2 ** 34);
});

test('the database keeps two orders from having the same number', async () => {
  const { id } = await anOrder();
  const { id: another } = await anOrder();
  await expect(
    db`update purchase set order_number = (select order_number from purchase where id = ${id}) where id = ${another}`,
  ).rejects.toMatchObject({ code: '23505', constraint_name: 'purchase_of_order_number' });
});

test('orders from before get a number each by the migration; what nobody tried to pay gets none', async () => {
  const [{ id }, open] = [await anOrder(), await aPurchase()];
  await owner`alter table purchase drop column order_number`;
  for (const file of ['0181_order_numbers', '0182_order_numbers_unique'])
    await owner.unsafe(await readFile(new URL(`../../migrations/${file}.sql`, import.meta.url), 'utf8'));
  const rows = await owner<{ id: string; number: number | null; tried: boolean }[]>`
    select id, order_number as number, exists (select from attempt where purchase_id = purchase.id) as tried from purchase`;
  expect(rows.every(({ number, tried }) => (number !== null) === tried)).toBe(true);
  expect(rows.find((row) => row.id === open.id)).toMatchObject({ number: null });
  const numbers = rows.flatMap(({ number }) => number ?? []);
  expect(new Set(numbers).size).toBe(numbers.length);
  const { number = '' } = await organiser.order(id);
  expect((await organiser.find(number)).map((order) => order.id)).toEqual([id]);
});
