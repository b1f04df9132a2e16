import {
  correctMailbox,
  getTicketsFile,
  nominate,
  reissueTickets,
  sendMailboxCode,
  setBillReceiver,
  writeToSupportAsCustomer,
} from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { appointStaff, dismissStaff, Passwords } from '../../src/customers/index.ts';
import { countOrders, deleteBelongings, useOf } from '../../src/customers/privacy/queries-erasure.ts';
import { sectionsOf } from '../../src/customers/privacy/queries-export.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { aCounter, counterAt } from '../factories/counter.ts';
import { PASSWORD, visitorAt } from '../factories/customers.ts';

const { db, close } = await freshDatabase();
const reservations = { days: 5, closesHours: 2, mostPerCustomer: 20, mostPercent: 50, partPayable: true };
const shop = await aCheckout(db, undefined, [{ rows: 40, reservations, nominations: { closesHours: 2, oncePerDocument: false } }]);
const { app, sale } = shop;
afterAll(async () => {
  await shop.close();
  await close();
});

const CONTACT = { name: 'Pedro Gómez', phone: '1144445555' };
let next = 100;
const two = () => [next++, next++] as const;

/** What a clerk's account leaves at a counter: a sale with two tickets, a reservation, and a sale that is not paid yet. */
async function aDay() {
  const counter = await aCounter(db, app);
  const [row] = await db<{ email: string }[]>`
    update customer set email_confirmed_at = now() where id = ${counter.customerId} returning email`;
  const taken = async () => answerOf(await counter.take(sale, two())).purchase.id;
  const sold = await taken();
  answerOf(await counter.sell({ id: sold, total: 2_000_000 }, { holder: 'Elena Ruiz' }));
  const reserved = await taken();
  answerOf(await counter.reserve(reserved, CONTACT));
  const open = await taken();
  const [ticket] = answerOf(await counter.order(sold)).tickets;
  return { counter, email: row?.email ?? '', sold, reserved, open, ticketId: ticket?.id ?? '' };
}
const here = async (email: string) => counterAt(app, answerOf(await visitorAt(app, { ip: '198.51.100.91' }).logIn(email)).token);
/** What was sold and held at counters, with its tickets and the names on them. */
const rows = (...ids: string[]) => db`
  select purchase.id, stage, customer_id, deadline, reserved_until, holder,
         (select count(*)::integer from hold where purchase_id = purchase.id) as holds,
         (select jsonb_agg(ticket.id || state order by ticket.id) from ticket where purchase_id = purchase.id) as tickets,
         (select count(*)::integer from nomination join ticket on ticket.id = ticket_id where purchase_id = purchase.id) as names
    from purchase where purchase.id = any (${ids}::text[]) order by purchase.id`;

test.each([
  ['removed', (email: string) => dismissStaff(db, email)],
  ['at the door now', (email: string) => appointStaff(db, new Passwords(), { email, role: 'door', country: 'ar' })],
  ['of the office now', (email: string) => appointStaff(db, new Passwords(), { email, role: 'organiser', country: 'ar' })],
] as const)('what a counter sold, reserved or holds is not its clerk’s who is %s (C-09, SC-009)', async (_, end) => {
  const { email, sold, reserved, open, ticketId } = await aDay();
  const colleague = await aDay();
  await end(email);
  const before = await rows(sold, reserved, open, colleague.sold, colleague.reserved, colleague.open);
  const was = await here(email);

  expect(answerOf(await was.orders()).items).toEqual([]);
  const aTicket = { ticketId, firstName: 'Ana', lastName: 'Paz', documentType: 'dni', documentNumber: '30123456' } as const;
  const calls: Readonly<Record<string, () => Promise<Parameters<typeof resultOf>[0]>>> = {
    file: () => was.call(getTicketsFile, { params: { orderId: sold, format: 'a4' }, query: {} }),
    roll: () => was.call(getTicketsFile, { params: { orderId: sold, format: 'receipt' }, query: {} }),
    name: () => was.call(nominate, { params: { orderId: sold }, body: { items: [aTicket] } }),
    reissue: () => was.call(reissueTickets, { params: { orderId: sold }, body: { password: PASSWORD } }),
    support: () =>
      was.call(writeToSupportAsCustomer, { body: { kind: 'question', message: 'Hola', name: 'Ana', phone: CONTACT.phone, orderId: sold } }),
    mailboxCode: () => was.call(sendMailboxCode, { params: { orderId: sold }, body: { email } }),
    mailbox: () => was.call(correctMailbox, { params: { orderId: sold }, body: { email } }),
    resume: () => was.resume(reserved, sale),
    resumePart: () => was.resumePart(reserved, sale, [1]),
    cancel: () => was.cancelReservation(reserved),
    takeMore: () => was.takeMore(open, sale, two()),
    setPlaces: () => was.setPlaces(open, sale, two()),
    release: () => was.release(open, sale),
    delivery: () => was.selectDelivery(open),
    methods: () => was.paymentMethods(open),
    method: () => was.selectMethod(open),
    pay: () => was.pay({ id: open, total: 2_000_000 }),
    reserve: () => was.reserve(open, CONTACT),
    link: () => was.makeLink(open),
    receiver: () => was.call(setBillReceiver, { params: { purchaseId: open }, body: {} }),
    ...Object.fromEntries(
      [sold, reserved, open].flatMap((id) => [
        [`order ${id}`, () => was.order(id)],
        [`purchase ${id}`, () => was.purchase(id)],
      ]),
    ),
  };
  for (const [name, call] of Object.entries(calls)) expect(resultOf(await call()), name).toBe('not_found');
  expect(await rows(sold, reserved, open, colleague.sold, colleague.reserved, colleague.open)).toEqual(before);
  expect(answerOf(await colleague.counter.orders()).items.map(({ id }) => id)).toContain(colleague.sold);
});

test('a former clerk’s own purchases stay theirs; the file of their data and its erasure leave a counter’s sales alone (C-09)', async () => {
  const { email, counter, sold, reserved, open, ticketId } = await aDay();
  const { customerId } = counter;
  const named = { ticketId, firstName: 'Elena', lastName: 'Ruiz', documentType: 'dni', documentNumber: '30123457' } as const;
  answerOf(await counter.call(nominate, { params: { orderId: sold }, body: { items: [named] } }));
  await db`insert into bill_receiver (purchase_id, condition, document_type, document_number, name) values (${sold}, 'final_consumer', 'dni', '30123457', 'Elena Ruiz')`;
  await dismissStaff(db, email);
  const was = await here(email);
  const bought = await shop.purchase({ customerId });
  answerOf(await was.pay(bought));

  expect(answerOf(await was.orders()).items.map(({ id }) => id)).toEqual([bought.id]);
  expect(await countOrders(db, customerId)).toBe(1);
  const { tickets } = answerOf(await was.order(bought.id));
  answerOf(await was.call(getTicketsFile, { params: { orderId: bought.id, format: 'a4' }, query: {} }));
  const text = JSON.stringify(await db.begin((tx) => sectionsOf(tx, customerId)));
  expect(text).toContain(bought.id);
  for (const trace of [sold, reserved, open, ticketId, 'Ruiz', '30123457']) expect(text).not.toContain(trace);

  // Of the account's use only what it bought counts.
  await db`update ticket set state = 'void' where purchase_id = ${bought.id}`;
  expect(await useOf(db, customerId)).toEqual({ ticketsUntil: null, purchaseUntil: null, isMoneyUnderWay: false, isNoticeUnderWay: false });
  expect(tickets).toHaveLength(2);
  const before = await rows(sold, reserved, open);
  const receiver = () => db`select * from bill_receiver where purchase_id = ${sold}`;
  const [kept] = await receiver();
  await db.begin((tx) => deleteBelongings(tx, customerId));
  expect(await rows(sold, reserved, open)).toEqual(before);
  expect(before.find(({ id }) => id === sold)?.names).toBe(1);
  expect(await receiver()).toEqual([kept]);
});
