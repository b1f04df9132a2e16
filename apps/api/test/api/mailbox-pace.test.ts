import {
  askForLink,
  askRecoveryCode,
  confirmAddress,
  correctMailbox,
  correctMailboxByStaff,
  getOrder,
  listOrders,
  listUndelivered,
  sendAddressCode,
  sendErasureCode,
  sendMailboxCode,
  sendMailboxCodeByStaff,
} from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { unpaidOrderPace } from '../../src/customers/index.ts';
import { recordUndelivered } from '../../src/mailboxes/index.ts';
import { type Mailer, MailNotSent } from '../../src/notifications/mailer.ts';
import { mailing } from '../../src/notifications/mailing.ts';
import { purchaseTasks } from '../../src/sale/index.ts';
import { freshDatabase, waitingForLocks } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { haveBuyers, loggedIn, SECRET, signUpForm, visitorAt } from '../factories/customers.ts';
import { workOnce } from '../factories/jobs.ts';
import { mailTasks } from '../factories/mail-tasks.ts';
import { aMailbox, anotherCode } from '../factories/mailbox.ts';
import { anOrganiser } from '../factories/office.ts';
import { letCodesAge, letJobsAge, letMinutesPass, letTriesAge } from '../factories/time.ts';

/** What one mailbox is sent, over all accounts, kinds of mail and orders (decision 104). */
const database = await freshDatabase();
const { db } = database;
const checkout = await aCheckout(db, undefined, [{ rows: 200, startsAt: Temporal.Instant.from('2040-05-18T23:30:00Z') }], {
  confirmAddress: 'none',
});
const { app } = checkout;
const mailbox = await aMailbox(database);
const office = await anOrganiser(db, app);
afterAll(async () => {
  await mailbox.close();
  await checkout.close();
  await database.close();
});
beforeEach(async () => {
  mailbox.refuse([]);
  await mailbox.deliver();
});

const HOUR = 60 * 60;
let victims = 0;
const aVictim = () => `vecina-${++victims}@correo.example`;
let networks = 0;
const anIp = () => `10.${++networks >> 8}.${networks & 255}.7`;

/** An order with a mail that did not arrive; nobody has paid it, unless `isPaid`. */
async function undeliveredOrder({ isPaid = false, ...of }: { isPaid?: boolean; customerId?: string; token?: string } = {}) {
  const { customerId, token } = of.customerId && of.token ? { customerId: of.customerId, token: of.token } : (await haveBuyers(db, 1))[0];
  const buyer = buyerAt(app, { token, ip: anIp() });
  const purchase = await checkout.purchase({ customerId });
  if (isPaid) answerOf(await buyer.pay(purchase));
  const { id: orderId } = purchase;
  await recordUndelivered(db, {
    ...{
      task: 'tell-of-pending',
      payload: { purchaseId: orderId, reference: 'R1', news: 'waiting' },
      about: `${orderId}.R1`,
      purchaseId: orderId,
    },
    ...{ address: `${customerId.toLowerCase()}@correo.example`, refused: true, reason: 'full', code: 552, answer: null },
  });
  const params = { orderId };
  return {
    ...{ buyer, customerId, token, params, orderId },
    ask: (email: string) => buyer.call(sendMailboxCode, { params, body: { email } }),
    correct: (email: string, code: string) => buyer.call(correctMailbox, { params, body: { email, code } }),
  };
}

const secondsOf = (outcome: { status: string; failure?: string; data?: unknown }) =>
  outcome.failure === 'too_many_attempts' ? (outcome.data as { retryAfterSeconds: number }).retryAfterSeconds : Number.NaN;
const allOf = (results: readonly string[], result: string) => results.filter((each) => each === result).length;

test('fifty accounts that ask at one moment for codes to one mailbox, however they spell it, get six; the seventh is an hour away', async () => {
  const [name, spellings] = [
    'vecina.casa',
    ['Vecina.Casa@MÜNCHEN.example', 'vecina.casa+1@münchen.example', 'vecina.casa@xn--mnchen-3ya.example'],
  ];
  const orders = await Promise.all(Array.from({ length: 50 }, () => undeliveredOrder()));
  const outcomes = await Promise.all(orders.map(({ ask }, index) => ask(spellings[index % spellings.length] ?? name)));
  expect(allOf(outcomes.map(resultOf), 'ok')).toBe(6);
  const refused = outcomes.filter((outcome) => resultOf(outcome) !== 'ok');
  for (const outcome of refused) {
    expect(resultOf(outcome)).toBe('too_many_attempts');
    expect(secondsOf(outcome)).toBeGreaterThan(HOUR - 600);
    expect(secondsOf(outcome)).toBeLessThanOrEqual(HOUR);
  }
  expect(await db`select from mail_code where mailbox like 'vecina.casa%@münchen.example'`).toHaveLength(6);
});

test('a mailbox is sent ten codes on the first day by those with unpaid orders, of whatever account and order', async () => {
  const victim = aVictim();
  let sent = 0;
  for (let hour = 0; hour < 24; hour += 1) {
    for (let each = 0; each < (hour === 0 ? 8 : 1); each += 1)
      if (resultOf(await (await undeliveredOrder()).ask(victim)) === 'ok') sent += 1;
    await letTriesAge(db, HOUR);
  }
  expect(sent).toBe(10);
});

test('codes of other kinds count with them: an account that confirmed nothing shares the room of its mailbox', async () => {
  const { token, email } = await loggedIn(app);
  for (let each = 0; each < 6; each += 1) answerOf(await (await undeliveredOrder()).ask(email));
  expect(resultOf(await clientOf(app, { token }).call(sendErasureCode, {}))).toBe('too_many_attempts');
});

test('strangers who use up the room of a mailbox keep its owner, who signs up then, from nothing: the code that a purchase asks for comes', async () => {
  const form = signUpForm();
  for (let each = 0; each < 6; each += 1) answerOf(await (await undeliveredOrder()).ask(form.email));
  expect(resultOf(await (await undeliveredOrder()).ask(form.email))).toBe('too_many_attempts');
  const { token } = answerOf(await visitorAt(app).signUp(form));
  const owner = clientOf(app, { token });
  expect(resultOf(await owner.call(sendAddressCode, {}))).toBe('ok');
  expect(resultOf(await owner.call(confirmAddress, { body: { code: await mailbox.codeTo(form.email) } }))).toBe('ok');
});

test('a mailbox is sent six codes by accounts that are opened with it one after another, and then waits', async () => {
  const form = signUpForm();
  const outcomes: string[] = [];
  for (let each = 0; each < 7; each += 1) {
    const { token } = answerOf(await visitorAt(app).signUp(form));
    outcomes.push(resultOf(await clientOf(app, { token }).call(sendAddressCode, {})));
    // The mailbox is free for another one.
    await db`update customer set email = ${`${each}.${form.email}`} where email = ${form.email}`;
  }
  expect(outcomes).toEqual([...Array(6).fill('ok'), 'too_many_attempts']);
});

test('strangers who use up the room of a mailbox keep neither its account nor a buyer who has paid from a code, nor its owner from logging in', async () => {
  const { token, email } = await loggedIn(app);
  await db`update customer set email_confirmed_at = now() where email = ${email}`;
  for (let each = 0; each < 6; each += 1) answerOf(await (await undeliveredOrder()).ask(email));
  expect(resultOf(await (await undeliveredOrder()).ask(email))).toBe('too_many_attempts');
  const paid = await undeliveredOrder({ isPaid: true });
  expect(resultOf(await paid.ask(email))).toBe('ok');
  expect(resultOf(await paid.correct(email, await mailbox.codeTo(email)))).toBe('ok');
  expect(resultOf(await clientOf(app, { token }).call(sendErasureCode, {}))).toBe('ok');
  expect(resultOf(await clientOf(app, { ip: anIp() }).call(askForLink, { body: { email } }))).toBe('ok');
  expect(resultOf(await clientOf(app, { ip: anIp() }).call(askRecoveryCode, { body: { email } }))).toBe('ok');
});

test('an answer says nothing of an account: an address with one and an address without are refused alike', async () => {
  const { email } = await loggedIn(app);
  for (const address of [email, aVictim()]) {
    for (let each = 0; each < 6; each += 1) answerOf(await (await undeliveredOrder()).ask(address));
    for (let each = 0; each < 8; each += 1) answerOf(await clientOf(app, { ip: anIp() }).call(askForLink, { body: { email: address } }));
  }
  const refused = async (address: string) => {
    const [code, link, recovery] = await Promise.all([
      (await undeliveredOrder()).ask(address),
      clientOf(app, { ip: anIp() }).call(askForLink, { body: { email: address } }),
      clientOf(app, { ip: anIp() }).call(askRecoveryCode, { body: { email: address } }),
    ]);
    return [code, link, recovery].map((outcome) => [resultOf(outcome), Math.ceil(secondsOf(outcome) / 900)]);
  };
  const answers = [
    ['too_many_attempts', 4],
    ['too_many_attempts', 1],
    ['too_many_attempts', 1],
  ];
  expect(await refused(email)).toEqual(answers);
  expect(await refused(`vecina-${victims}@correo.example`)).toEqual(answers);
});

test('fifty who ask at one moment for links to one address get eight; strangers who ask all day keep nobody out for longer than an hour', async () => {
  const { email } = await loggedIn(app);
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => clientOf(app, { ip: anIp() }).call(askForLink, { body: { email } })));
  expect(allOf(outcomes.map(resultOf), 'ok')).toBe(8);
  let sent = 8;
  for (let quarter = 0; quarter < 95; quarter += 1) {
    await letTriesAge(db, 15 * 60);
    const outcome = await clientOf(app, { ip: anIp() }).call(askForLink, { body: { email } });
    if (resultOf(outcome) === 'ok') sent += 1;
    else expect(secondsOf(outcome)).toBeLessThanOrEqual(HOUR);
  }
  expect(sent).toBe(33);
});

test('while links have used up the mails of an address, a recovery shares the code that was mailed last', async () => {
  const { email } = await loggedIn(app);
  answerOf(await clientOf(app, { ip: anIp() }).call(askRecoveryCode, { body: { email } }));
  for (let each = 0; each < 7; each += 1) answerOf(await clientOf(app, { ip: anIp() }).call(askForLink, { body: { email } }));
  await letCodesAge(db, 5 * 60);
  const { requestId } = answerOf(await clientOf(app, { ip: anIp() }).call(askRecoveryCode, { body: { email } }));
  expect(await db`select from mail_code where id = ${requestId} and shared_code_id is not null`).toHaveLength(1);
  await letCodesAge(db, 10 * 60);
  expect(resultOf(await clientOf(app, { ip: anIp() }).call(askRecoveryCode, { body: { email } }))).toBe('too_many_attempts');
});

test('the address of an unpaid order with an undelivered mail is corrected as before', async () => {
  const order = await undeliveredOrder();
  const to = aVictim();
  expect(resultOf(await order.ask(to))).toBe('ok');
  expect(resultOf(await order.correct(to, await mailbox.codeTo(to)))).toBe('ok');
  expect(await db`select email from order_mailbox where purchase_id = ${order.orderId}`).toEqual([{ email: to }]);
});

test('codes that staff ask for count in the same room, and thirty an hour of one member of staff, whatever the mailboxes', async () => {
  const victim = aVictim();
  const byStaff = (params: { orderId: string }, email: string) => office.call(sendMailboxCodeByStaff, { params, body: { email } });
  for (let each = 0; each < 5; each += 1) answerOf(await (await undeliveredOrder()).ask(victim));
  expect(resultOf(await byStaff((await undeliveredOrder()).params, victim))).toBe('ok');
  expect(resultOf(await byStaff((await undeliveredOrder()).params, victim))).toBe('too_many_attempts');
  for (let each = 1; each < 30; each += 1) answerOf(await byStaff((await undeliveredOrder()).params, aVictim()));
  const refused = await byStaff((await undeliveredOrder()).params, aVictim());
  expect(secondsOf(refused)).toBeLessThanOrEqual(30);
});

test('codes with which staff enter have the pace of any account: the address, not the role, decides', async () => {
  for (let each = 0; each < 8; each += 1) answerOf(await clientOf(app, { ip: anIp() }).call(askForLink, { body: { email: office.email } }));
  const refused = await clientOf(app, { ip: anIp() }).call(askRecoveryCode, { body: { email: office.email } });
  expect(resultOf(refused)).toBe('too_many_attempts');
  for (let each = 0; each < 6; each += 1) answerOf(await (await undeliveredOrder()).ask(office.email));
  expect(resultOf(await office.call(sendAddressCode, {}))).toBe('ok');
});

test('fifty mails of unpaid orders at one moment are ten to a mailbox that nobody has proved, in whatever spelling', async () => {
  const victim = aVictim();
  const paces = Array.from({ length: 50 }, (_, index) =>
    unpaidOrderPace({ db, secret: SECRET }, index % 2 ? victim : victim.replace('@', '+x@')),
  );
  expect((await Promise.all(paces.map(({ admit }) => admit()))).filter(Boolean)).toHaveLength(10);
  await paces[0]?.giveBack();
  expect(await paces[1]?.admit()).toBe(true);
  expect(await paces[2]?.admit()).toBe(false);
});

/** A payment that its provider reviews, which is news after two minutes. */
async function waiting({ customerId, buyer }: Pick<Awaited<ReturnType<typeof undeliveredOrder>>, 'customerId' | 'buyer'>) {
  const purchase = await checkout.purchase({ customerId });
  checkout.gateway.state.next.push('review');
  expect(answerOf(await buyer.pay(purchase)).outcome).toBe('pending');
  await letJobsAge(db, 180);
  return purchase;
}

/** An account on a mailbox that nobody has proved. */
async function anOpener(email: string) {
  const [{ customerId, token }] = await haveBuyers(db, 1);
  await db`update customer set email = ${email}, email_confirmed_at = null where id = ${customerId}`;
  return { customerId, buyer: buyerAt(app, { token, ip: anIp() }), email };
}

async function useUp(email: string) {
  for (let each = 0; each < 10; each += 1) expect(await unpaidOrderPace({ db, secret: SECRET }, email).admit()).toBe(true);
}

const tasksTo = async (email: string) => (await mailbox.mailsTo(email)).map(({ messageId }) => messageId.split('.')[0]?.slice(1));

test('a mail of an unpaid order beyond the pace is not sent, its page and the office say so, and a code typed on the page sends it', async () => {
  const opener = await anOpener(aVictim());
  await useUp(opener.email);
  const { id } = await waiting(opener);
  expect(await tasksTo(opener.email)).toEqual([]);
  const params = { orderId: id };
  const order = async () => answerOf(await opener.buyer.call(getOrder, { params, query: {} }));
  expect((await order()).undelivered).toMatchObject([{ kind: 'pending', reason: 'held', isRefused: false, address: opener.email }]);
  const { items } = answerOf(await office.call(listUndelivered, { query: { search: opener.email } }));
  expect(items).toMatchObject([{ kind: 'pending', reason: 'held', isToBuyer: true }]);

  answerOf(await opener.buyer.call(sendMailboxCode, { params, body: { email: opener.email } }));
  const code = await mailbox.codeTo(opener.email);
  const correct = (typed: string) => opener.buyer.call(correctMailbox, { params, body: { email: opener.email, code: typed } });
  expect(resultOf(await correct(anotherCode(code)))).toBe('wrong_code');
  expect((await order()).undelivered).toHaveLength(1);
  answerOf(await correct(code));
  expect(await tasksTo(opener.email)).toContain('tell-of-pending');
  expect((await order()).undelivered).toBeUndefined();
  expect(await db`select from customer where id = ${opener.customerId} and email_confirmed_at is not null`).toHaveLength(1);
});

test('tickets of an order that was paid are never held, and end what was held before', async () => {
  const opener = await anOpener(aVictim());
  await useUp(opener.email);
  const { id } = await waiting(opener);
  expect(await tasksTo(opener.email)).toEqual([]);
  Object.assign(checkout.gateway.payments.at(-1) ?? {}, { status: 'approved' });
  await letMinutesPass(db, id, 1);
  expect(answerOf(await opener.buyer.confirm(id)).outcome).toBe('approved');
  expect(await tasksTo(opener.email)).toEqual(['send-tickets']);
  expect(answerOf(await opener.buyer.call(getOrder, { params: { orderId: id }, query: {} })).undelivered).toBeUndefined();
});

test('a mailbox that its account has confirmed gets every mail of its unpaid orders', async () => {
  const opener = await anOpener(aVictim());
  await useUp(opener.email);
  await db`update customer set email_confirmed_at = now() where id = ${opener.customerId}`;
  await waiting(opener);
  expect(await tasksTo(opener.email)).toEqual(['tell-of-pending']);
});

test('a mail that the mail server puts off is counted once, however often it is tried', async () => {
  const opener = await anOpener(aVictim());
  mailbox.refuse([opener.email], 450, '4.2.0 try later');
  await waiting(opener);
  for (let each = 0; each < 3; each += 1) {
    await mailbox.deliver();
    await letJobsAge(db, 24 * HOUR);
  }
  const pace = unpaidOrderPace({ db, secret: SECRET }, opener.email);
  mailbox.refuse([]);
  expect(await tasksTo(opener.email)).toEqual(['tell-of-pending']);
  for (let each = 0; each < 9; each += 1) expect(await pace.admit()).toBe(true);
  expect(await pace.admit()).toBe(false);
});

/** Mails to an address that its server refuses for good, counted. */
function refusing(address: string) {
  const tried: string[] = [];
  const mailer: Mailer = {
    send: async ({ to, messageId }) => {
      if (!to.address.startsWith(address.split('@')[0] ?? address)) return;
      tried.push(messageId.split('.')[0]?.slice(1) ?? '');
      throw new MailNotSent(to.address, { responseCode: 550, response: '550 5.1.1 no', command: 'RCPT TO' });
    },
    close: () => {},
  };
  return { tried, work: () => workOnce(database, mailTasks({ db, mailer })) };
}

/** Opened on a stranger’s mailbox, in as many spellings as accounts; each has a paid order whose tickets that mailbox refused. */
async function paidOnVictims(victim: string, accounts: number) {
  const openers = await Promise.all(Array.from({ length: accounts }, (_, index) => anOpener(victim.replace('@', `+${index}@`))));
  return Promise.all(
    openers.map(async ({ buyer, customerId, email }) => {
      const purchase = await checkout.purchase({ customerId });
      answerOf(await buyer.pay(purchase));
      return { buyer, email, params: { orderId: purchase.id } };
    }),
  );
}

test('a thousand times back to the account’s own address are six mails to its mailbox at most, over several orders and accounts of it', async () => {
  const victim = aVictim();
  const orders = await paidOnVictims(victim, 4);
  const { tried, work } = refusing(victim);
  await work();
  expect(tried.filter((task) => task === 'send-tickets')).toHaveLength(orders.length);
  tried.length = 0;
  for (let turn = 0; turn < 1000; turn += 10) {
    for (let each = turn; each < turn + 10; each += 1) {
      const order = orders[each % orders.length];
      if (order) answerOf(await order.buyer.call(correctMailbox, { params: order.params, body: { email: order.email, code: undefined } }));
    }
    await work();
  }
  expect(tried.length).toBeLessThanOrEqual(6);
  const before = tried.length;
  // What was not sent again is still told as undelivered, and the order’s mails go to the account’s address.
  for (const { buyer, params } of orders) {
    const order = answerOf(await buyer.call(getOrder, { params, query: {} }));
    expect(order.undelivered).toMatchObject([{ kind: 'tickets', reason: 'no_mailbox' }]);
    expect(order.mailbox).toBeUndefined();
  }
  await letTriesAge(db, HOUR);
  const [order] = orders;
  if (order) answerOf(await order.buyer.call(correctMailbox, { params: order.params, body: { email: order.email, code: undefined } }));
  await work();
  expect(tried).toHaveLength(before + 1);
});

test('whoever confirmed the mailbox has a room of their own for it, which strangers cannot use up', async () => {
  const victim = aVictim();
  const orders = await paidOnVictims(victim, 2);
  const { tried, work } = refusing(victim);
  await work();
  const back = ({ buyer, email, params }: (typeof orders)[number]) =>
    buyer.call(correctMailbox, { params, body: { email, code: undefined } });
  const [stranger, owner] = orders;
  if (!stranger || !owner) throw new Error('two orders were bought');
  for (let each = 0; each < 8; each += 1) {
    answerOf(await back(stranger));
    await work();
  }
  tried.length = 0;
  await db`update customer set email_confirmed_at = now() where email = ${owner.email}`;
  answerOf(await back(owner));
  await work();
  expect(tried).toEqual(['send-tickets']);
});

test('corrections of a dozen accounts on one mailbox tell it six times; the other mails are held', async () => {
  const victim = aVictim();
  const orders = await paidOnVictims(victim, 12);
  mailbox.refuse(orders.map(({ email }) => email));
  await mailbox.deliver();
  for (const { buyer, params } of orders) {
    const to = aVictim();
    answerOf(await buyer.call(sendMailboxCode, { params, body: { email: to } }));
    answerOf(await buyer.call(correctMailbox, { params, body: { email: to, code: await mailbox.codeTo(to) } }));
  }
  await mailbox.deliver();
  const { items } = answerOf(await office.call(listUndelivered, { query: { search: '@correo.example' } }));
  const told = items.filter(({ kind, address }) => kind === 'account' && orders.some(({ email }) => email === address));
  const held = told.filter(({ reason }) => reason === 'held');
  expect([told.length, held.length]).toEqual([12, 6]);
  expect(held.every(({ freeAt = 0, at }) => freeAt > at)).toBe(true);
});

test('mails of unpaid orders that their mailbox refuses count as if it had taken them', async () => {
  const victim = aVictim();
  const openers = await Promise.all(Array.from({ length: 12 }, (_, index) => anOpener(victim.replace('@', `+${index}@`))));
  mailbox.refuse(openers.map(({ email }) => email));
  for (const opener of openers) await waiting(opener);
  await mailbox.deliver();
  const { items } = answerOf(await office.call(listUndelivered, { query: { search: '@correo.example' } }));
  const pending = items.filter(({ kind, address }) => kind === 'pending' && openers.some(({ email }) => email === address));
  expect(pending.filter(({ reason }) => reason === 'no_mailbox')).toHaveLength(10);
  expect(pending.filter(({ reason }) => reason === 'held')).toHaveLength(2);
});

test('an order that came to nothing stands in its buyer’s list while a mail of it is held', async () => {
  const opener = await anOpener(aVictim());
  await useUp(opener.email);
  const { id } = await waiting(opener);
  await mailbox.deliver();
  const listed = async () => answerOf(await opener.buyer.call(listOrders, { query: {} })).items.find((order) => order.id === id);
  expect(await listed()).toMatchObject({ state: 'pending', undelivered: [{ reason: 'held' }] });
  Object.assign(checkout.gateway.payments.at(-1) ?? {}, { status: 'rejected' });
  await letMinutesPass(db, id, 10);
  await opener.buyer.confirm(id);
  await mailbox.deliver();
  expect(await listed()).toMatchObject({ state: 'cancelled', paid: 0, undelivered: [{ reason: 'held' }, { reason: 'held' }] });
  await db`update customer set email_confirmed_at = now() where id = ${opener.customerId}`;
  await purchaseTasks(app.sale)['send-held-mails']();
  await mailbox.deliver();
  expect(await listed()).toBeUndefined();
});

/** The worker has read an order and is about to count its mail: meanwhile something else happens. */
async function whileDeciding(email: string, meanwhile: () => Promise<unknown>) {
  await db
    .begin(async (tx) => {
      await tx`select from login_throttle for update`;
      const work = workOnce(database, mailTasks({ db, mailer: recording(email) }));
      await expect.poll(() => waitingForLocks(db)).toBe(1);
      await meanwhile();
      return { work };
    })
    .then(({ work }) => work);
}

const recorded = new Map<string, string[]>();
const recording = (email: string): Mailer => ({
  send: async ({ to, messageId }) => {
    if (to.address === email) recorded.set(email, [...(recorded.get(email) ?? []), messageId.split('.')[0]?.slice(1) ?? '']);
  },
  close: () => {},
});

test('a mail that is about to be held while its order is paid is not written down after the tickets have gone', async () => {
  const opener = await anOpener(aVictim());
  await mailbox.deliver();
  await useUp(opener.email);
  const { id } = await waiting(opener);
  Object.assign(checkout.gateway.payments.at(-1) ?? {}, { status: 'approved' });
  await letMinutesPass(db, id, 1);
  await whileDeciding(opener.email, async () => expect(answerOf(await opener.buyer.confirm(id)).outcome).toBe('approved'));
  await workOnce(database, mailTasks({ db, mailer: recording(opener.email) }));
  expect(recorded.get(opener.email)).toEqual(['send-tickets']);
  expect(await db`select task from undelivered_mail where purchase_id = ${id} and ended_at is null`).toEqual([]);
  expect(answerOf(await opener.buyer.call(getOrder, { params: { orderId: id }, query: {} })).undelivered).toBeUndefined();
});

test('a mail that is about to be held, at its last try, while its mailbox is confirmed is sent once', async () => {
  const opener = await anOpener(aVictim());
  await mailbox.deliver();
  await useUp(opener.email);
  const { id } = await waiting(opener);
  await db`update graphile_worker._private_jobs set attempts = max_attempts - 1 where payload ->> 'purchaseId' = ${id}`;
  await whileDeciding(opener.email, () => db`update customer set email_confirmed_at = now() where id = ${opener.customerId}`);
  await workOnce(database, mailTasks({ db, mailer: recording(opener.email) }));
  expect(recorded.get(opener.email)).toEqual(['tell-of-pending']);
  expect(await db`select from undelivered_mail where purchase_id = ${id}`).toEqual([]);
});

test('what was held goes out by itself once its mailbox is confirmed, in whatever way, and nothing else does', async () => {
  const [mine, theirs] = [await anOpener(aVictim()), await anOpener(aVictim())];
  for (const opener of [mine, theirs]) {
    await useUp(opener.email);
    await waiting(opener);
  }
  await mailbox.deliver();
  await db`update customer set email_confirmed_at = now() where id = ${mine.customerId}`;
  const task = purchaseTasks(app.sale)['send-held-mails'];
  await Promise.all([task(), task()]);
  expect(await tasksTo(mine.email)).toEqual(['tell-of-pending']);
  expect(await tasksTo(theirs.email)).toEqual([]);
});

test('a code that its owner reads out to staff sends what is held to the account’s own address, and confirms no account', async () => {
  const opener = await anOpener(aVictim());
  await useUp(opener.email);
  const { id: orderId } = await waiting(opener);
  await mailbox.deliver();
  const params = { orderId };
  answerOf(await office.call(sendMailboxCodeByStaff, { params, body: { email: opener.email } }));
  const code = await mailbox.codeTo(opener.email);
  answerOf(await office.call(correctMailboxByStaff, { params, body: { email: opener.email, code, reason: 'Llamó' } }));
  expect(await tasksTo(opener.email)).toContain('tell-of-pending');
  const order = answerOf(await opener.buyer.call(getOrder, { params, query: {} }));
  expect([order.undelivered, order.mailbox]).toEqual([undefined, undefined]);
  expect(await tasksTo(opener.email)).not.toContain('tell-of-mailbox');
  expect(await db`select from customer where id = ${opener.customerId} and email_confirmed_at is null`).toHaveLength(1);
});

test('tickets that their mailbox refuses end what was held before, too', async () => {
  const opener = await anOpener(aVictim());
  await useUp(opener.email);
  const { id } = await waiting(opener);
  await mailbox.deliver();
  mailbox.refuse([opener.email]);
  Object.assign(checkout.gateway.payments.at(-1) ?? {}, { status: 'approved' });
  await letMinutesPass(db, id, 1);
  expect(answerOf(await opener.buyer.confirm(id)).outcome).toBe('approved');
  await mailbox.deliver();
  const { undelivered } = answerOf(await opener.buyer.call(getOrder, { params: { orderId: id }, query: {} }));
  expect(undelivered).toMatchObject([{ kind: 'tickets', reason: 'no_mailbox' }]);
});

test('a mail that is not sent is written down with its answer although its count cannot be given back, and the log says that', async () => {
  const { orderId, customerId } = await undeliveredOrder();
  const refusal = new MailNotSent('a@b.example', { responseCode: 450, response: '450 4.2.0 later', command: 'RCPT TO' });
  const said: string[] = [];
  const pace = {
    admit: async () => true,
    freeAtMs: async () => 0,
    giveBack: async () => {
      throw new Error('the database is away');
    },
  };
  const about = `${orderId}.R2`;
  const tasks = mailing(
    {
      'tell-of-pending': async (_, send) => {
        const to = { name: 'A', address: `${customerId.toLowerCase()}@correo.example` };
        await send({ to, messageId: '<x>' } as never, { about, customerId, purchaseId: orderId }, pace);
      },
    },
    {
      db,
      mailer: { send: () => Promise.reject(refusal), close: () => {} },
      watch: { say: (event: string) => void said.push(event) } as never,
    },
  );
  const job = { id: '1', attempts: 12, max_attempts: 12 };
  const worked = tasks['tell-of-pending']?.({ purchaseId: orderId, reference: 'R2', news: 'waiting' }, { job } as never);
  await expect(worked).rejects.toBe(refusal);
  expect(said).toEqual(['mail-still-counted']);
  expect(await db`select reason, code from undelivered_mail where about = ${about}`).toEqual([{ reason: 'silent', code: 450 }]);
});
