import {
  changeCustomer,
  correctMailbox,
  correctMailboxByStaff,
  eraseAccount,
  getCodeDelivery,
  getCustomer,
  getOrder,
  listOfficePerformances,
  listUndelivered,
  putMailAside,
  sendAddressCode,
  sendErasureCode,
  sendMailAgain,
  sendMailboxCode,
  sendMailboxCodeByStaff,
  subscribe,
  takeMailBack,
} from '@butaca/contract';
import { maskedEmail } from '@butaca/contract/rules/email';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { admitMailbox } from '../../src/customers/index.ts';
import { sectionsOf } from '../../src/customers/privacy/queries-export.ts';
import { proveMailbox } from '../../src/customers/prove-mailbox.ts';
import type { Tx } from '../../src/db/connect.ts';
import { type Mailer, MailNotSent } from '../../src/notifications/mailer.ts';
import { endPayLinks, purchaseTasks } from '../../src/sale/index.ts';
import { freshDatabase, waitingForLocks } from '../database.ts';
import { anAuthority } from '../factories/bills.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { haveBuyers, loggedIn, SECRET, signUpForm, visitorAt } from '../factories/customers.ts';
import { workOnce } from '../factories/jobs.ts';
import { mailTasks } from '../factories/mail-tasks.ts';
import { aMailbox, anotherCode } from '../factories/mailbox.ts';
import { anOrganiser } from '../factories/office.ts';

/** Mails that a mailbox does not take (decision 099). */
const database = await freshDatabase();
const { db } = database;
const authority = await anAuthority();
const checkout = await aCheckout(db, undefined, [{ rows: 100, startsAt: Temporal.Instant.from('2040-05-18T23:30:00Z') }], {
  billing: authority.packAt(db),
});
const { app } = checkout;
const mailbox = await aMailbox(database, { billing: authority.packAt(db) });
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

/** Of tests that ask for codes beside those that use up an hour’s. */
const elsewhere = '192.0.2.42';
const [atStrangers, atHome] = ['192.0.2.43', '192.0.2.44'];

let addresses = 0;
const anAddress = () => `otro-${++addresses}@correo.example`;

/** A buyer of their own, unless it is another one’s order, with a paid order whose mails their mailbox refuses; with a bill once it is issued. */
async function refusedOrder({
  billed = false,
  code = 550,
  text = '5.1.1 no such user here',
  of = {},
  ip = '203.0.113.7',
}: RefusedOrder = {}) {
  const { customerId, token } = 'token' in of ? of : (await haveBuyers(db, 1))[0];
  if ('email' in of) await db`update customer set email = ${of.email} where id = ${customerId}`;
  const [{ email } = { email: '' }] = await db<{ email: string }[]>`select email from customer where id = ${customerId}`;
  const buyer = buyerAt(app, { token, ip });
  const purchase = await checkout.purchase({ customerId });
  answerOf(await buyer.pay(purchase));
  if (billed) await authority.issue(db);
  mailbox.refuse([email], code, text);
  await mailbox.deliver();
  const params = { orderId: purchase.id };
  return {
    ...{ buyer, customerId, token, email, params, orderId: purchase.id },
    order: async () => answerOf(await buyer.call(getOrder, { params, query: {} })),
    ask: (to: string, key?: string) => buyer.call(sendMailboxCode, { params, body: { email: to } }, { key }),
    correct: (to: string, typed: string, key?: string) => buyer.call(correctMailbox, { params, body: { email: to, code: typed } }, { key }),
    /** Everything about an undelivered mail of this order. */
    rows: () => db<Row[]>`
      select task, address, refused, reason, code, answer, times, ending from undelivered_mail where purchase_id = ${purchase.id}
       order by task, first_at`,
  };
}

interface RefusedOrder {
  readonly billed?: boolean;
  readonly code?: number;
  readonly text?: string;
  /** Whose: a buyer of the test, or a new one with this address. */
  readonly of?: Awaited<ReturnType<typeof haveBuyers<1>>>[0] | { readonly email: string } | Record<never, never>;
  readonly ip?: string;
}

interface Row {
  readonly task: string;
  readonly address: string;
  readonly refused: boolean;
  readonly reason: string;
  readonly code: number | null;
  readonly answer: string | null;
  readonly times: number;
  readonly ending: string | null;
}

/** As if the minute between two codes were over. */
const codesMayBeAsked = () => db`update mail_code set created_at = created_at - interval '2 minutes'`;
const waitIsOver = () => db`update graphile_worker._private_jobs set run_at = now()`;
/** As if all tries of these jobs but one were used up. */
const lastTryOf = (task: string) => db`
  update graphile_worker._private_jobs set run_at = now(), attempts = max_attempts - 1
   where task_id = (select id from graphile_worker._private_tasks where identifier = ${task}) and attempts < max_attempts`;
const mailsOf = async (address: string) => (await mailbox.mailsTo(address)).map(({ messageId }) => messageId.split('.')[0]?.slice(1));
const mailsOfOffice = async (search?: string) => answerOf(await office.call(listUndelivered, { query: { search } }));

test('a mail that its mailbox refuses is written down with the reason, without what the server says of the person', async () => {
  const text = '5.1.1 <julia.perez@correo.example>: Julia.Perez unknown at correo.example, call +54 11 5555 5555';
  const { email, order, rows } = await refusedOrder({ text });
  expect(await rows()).toMatchObject([
    { task: 'send-tickets', address: email, refused: true, reason: 'no_mailbox', code: 550, times: 1, ending: null },
  ]);
  expect((await rows())[0]?.answer).not.toMatch(/@|5555/);
  const { undelivered, tickets, mailbox: other } = await order();
  expect(undelivered).toMatchObject([{ kind: 'tickets', address: email, reason: 'no_mailbox', isRefused: true }]);
  expect(tickets).toHaveLength(2);
  expect(tickets.every(({ code, state }) => code !== undefined && state === 'valid')).toBe(true);
  expect(other).toBeUndefined();
});

test('what the server says stays readable when the name in the address is a letter', async () => {
  const { rows } = await refusedOrder({ of: { email: 'a@x.example' }, text: '5.1.1 mailbox a at mx.x.example is away' });
  expect((await rows())[0]?.answer).toBe('550 5.1.1 mailbox … at mx.… is away');
});

test.each([
  ['5.2.2 mailbox full', 552, 'full'],
  ['5.7.1 rejected by policy', 554, 'blocked'],
  ['5.7.26 unauthenticated', 550, 'blocked'],
  ['nobody here', 550, 'no_mailbox'],
  ['5.3.0 other trouble', 550, 'other'],
] as const)('%s with %i is a mailbox that is: %s', async (text, code, reason) => {
  expect(await (await refusedOrder({ code, text })).rows()).toMatchObject([{ reason, code, refused: true }]);
});

test('a mail that is put off until its tries are used up is undelivered too, and not before', async () => {
  const { rows, order, email, buyer } = await refusedOrder({ code: 450, text: '4.2.0 try later' });
  expect(await rows()).toEqual([]);
  await lastTryOf('send-tickets');
  await mailbox.deliver();
  expect(await rows()).toMatchObject([{ task: 'send-tickets', refused: false, reason: 'silent', code: 450, address: email }]);
  expect((await order()).undelivered).toMatchObject([{ isRefused: false, reason: 'silent' }]);
  // It may be our own mail server that was away: that says nothing of the account's address.
  expect(answerOf(await buyer.call(getCustomer, {})).undelivered).toBeUndefined();
});

test('a mail that arrives at a later try leaves nothing behind', async () => {
  const { rows, email } = await refusedOrder({ code: 450, text: '4.2.0 try later' });
  mailbox.refuse([]);
  await waitIsOver();
  expect(await mailsOf(email)).toContain('send-tickets');
  expect(await rows()).toEqual([]);
});

test('the buyer proves another mailbox by a code: tickets and bills that were refused go there at once, and so does what comes later', async () => {
  const other = await refusedOrder();
  const { rows, ask, correct, order, email, params } = await refusedOrder({ billed: true });
  expect((await order()).undelivered?.map(({ kind }) => kind).sort()).toEqual(['bill', 'tickets']);
  expect((await order()).undelivered?.find(({ kind }) => kind === 'bill')?.billId).toBe((await order()).bills?.[0]?.id);
  mailbox.refuse([email, other.email]);
  const to = anAddress();
  expect(resultOf(await ask(` ${to.toUpperCase()} `))).toBe('ok');
  // Nothing of the order goes to a mailbox before it is proved, and the code greets nobody by name.
  expect(await mailsOf(to)).toEqual(['mail-code']);
  const [code] = await mailbox.mailsTo(to);
  expect(code?.text).toMatch(/^Hola:/);
  const typed = await mailbox.codeTo(to);
  expect(resultOf(await correct(to, typed))).toBe('ok');
  // On its way: it is no longer said that it was refused, nor that it was sent.
  expect((await order()).undelivered).toBeUndefined();
  expect((await rows()).map(({ ending }) => ending)).toEqual([null, null]);
  expect((await mailsOf(to)).sort()).toEqual(['mail-code', 'send-bill', 'send-tickets']);
  expect((await rows()).map(({ ending }) => ending)).toEqual(['corrected', 'corrected']);
  expect((await order()).mailbox).toBe(to);

  const officeOrder = await office.order(params.orderId);
  expect(officeOrder).toMatchObject({ buyerEmail: to, accountEmail: email });
  expect((await office.find(to)).map(({ id }) => id)).toEqual([params.orderId]);
  answerOf((await office.refundSome(params.orderId, { count: 1 })).outcome);
  expect(await mailsOf(to)).toContain('tell-of-refund');
  // No other order's mails go anywhere else, and its refusal stays as it was.
  expect(await other.rows()).toMatchObject([{ task: 'send-tickets', address: other.email, times: 1, ending: null }]);
  expect(await db`select purchase_id from order_mailbox where purchase_id = ${other.orderId}`).toEqual([]);
  const [account] = await db<{ email: string }[]>`select email from customer where email = ${email}`;
  expect(account?.email).toBe(email);
});

test('a mail that is under way while its mailbox is corrected is tried again and goes to the new one', async () => {
  const { orderId, ask, correct, rows, email } = await refusedOrder();
  const to = anAddress();
  answerOf(await ask(to));
  const code = await mailbox.codeTo(to);
  answerOf(await office.resend(orderId));
  let isCorrected = false;
  const sent: string[] = [];
  const mailer: Mailer = {
    send: async ({ to: { address }, messageId }) => {
      if (!isCorrected) {
        isCorrected = true;
        answerOf(await correct(to, code));
      }
      // What the account is told of the correction.
      if (messageId.startsWith('<tell-of-mailbox.')) return;
      if (address === email) throw new MailNotSent(address, { responseCode: 550, response: '550 5.1.1 no', command: 'RCPT TO' });
      sent.push(address);
    },
    close: () => {},
  };
  await workOnce(database, mailTasks({ db, mailer }));
  await waitIsOver();
  await workOnce(database, mailTasks({ db, mailer }));
  expect(new Set(sent)).toEqual(new Set([to]));
  expect(await rows()).toMatchObject([{ task: 'send-tickets', times: 1, ending: 'corrected' }]);
});

test.each([
  [450, '4.2.0 try later'],
  [550, '5.1.1 no'],
])('a mail that its mailbox answers with %i at its last try, while it is corrected, goes to the new one', async (responseCode, text) => {
  const { ask, correct, rows, email } = await refusedOrder({ billed: true });
  const to = anAddress();
  answerOf(await ask(to));
  const typed = await mailbox.codeTo(to);
  // The tickets wait to be corrected; the bill is tried for the last time.
  await db`delete from undelivered_mail where task = 'send-bill' and address = ${email}`;
  const [bill] = await db<{ purchaseId: string; billId: string }[]>`
    select purchase_id as "purchaseId", bill.id as "billId" from bill join purchase on purchase.id = purchase_id
      join customer on customer.id = customer_id where email = ${email}`;
  await db`select graphile_worker.add_job('send-bill', payload => ${db.json({ ...bill })}::json, max_attempts => 12)`;
  await lastTryOf('send-bill');
  const sent: string[] = [];
  let isCorrected = false;
  const mailer: Mailer = {
    send: async ({ to: { address }, messageId }) => {
      if (isCorrected) return void sent.push(`${messageId.split('.')[0]?.slice(1)} to ${address}`);
      isCorrected = true;
      expect(address).toBe(email);
      answerOf(await correct(to, typed));
      throw new MailNotSent(address, { responseCode, response: `${responseCode} ${text}`, command: 'RCPT TO' });
    },
    close: () => {},
  };
  await workOnce(database, mailTasks({ db, mailer, billing: authority.packAt(db) }));
  expect(sent.sort()).toEqual([`send-bill to ${to}`, `send-tickets to ${to}`, `tell-of-mailbox to ${email}`]);
  expect((await rows()).map(({ task, ending }) => [task, ending])).toEqual([['send-tickets', 'corrected']]);
});

test('a mail that is refused while the correction of its mailbox is being written is not told as undelivered', async () => {
  const { orderId, rows, email } = await refusedOrder();
  const to = anAddress();
  answerOf(await office.resend(orderId));
  const { tried } = await db.begin(async (tx) => {
    await tx`select from purchase where id = ${orderId} for no key update`;
    await tx`insert into order_mailbox (purchase_id, email) values (${orderId}, ${to})`;
    const delivered = mailbox.deliver();
    await expect.poll(() => waitingForLocks(db)).toBe(1);
    return { tried: delivered };
  });
  await tried;
  expect(await rows()).toMatchObject([{ address: email, times: 1, ending: null }]);
});

test.each([
  ['ends', (tx: Tx, orderId: string) => tx`update undelivered_mail set ending = 'sent', ended_at = now() where purchase_id = ${orderId}`],
  ['is deleted', (tx: Tx, orderId: string) => tx`delete from undelivered_mail where purchase_id = ${orderId}`],
])('a mail that %s while its mailbox is corrected is not sent a second time', async (_, end) => {
  const { ask, correct, orderId } = await refusedOrder();
  const to = anAddress();
  answerOf(await ask(to));
  const code = await mailbox.codeTo(to);
  const outcome = await db.begin(async (tx) => {
    await end(tx, orderId);
    const corrected = correct(to, code);
    await expect.poll(() => waitingForLocks(db)).toBe(1);
    return { corrected };
  });
  expect(resultOf(await outcome.corrected)).toBe('nothing_undelivered');
  expect(await mailsOf(to)).toEqual(['mail-code']);
});

test('the account’s own address is proved again when it takes mail again, and no other mailbox is kept', async () => {
  const { ask, correct, email, orderId, rows } = await refusedOrder({ code: 552, text: '5.2.2 mailbox full' });
  mailbox.refuse([]);
  answerOf(await ask(email));
  answerOf(await correct(email, await mailbox.codeTo(email)));
  expect(await mailsOf(email)).toContain('send-tickets');
  expect((await rows()).map(({ ending }) => ending)).toEqual(['sent']);
  expect(await db`select from order_mailbox where purchase_id = ${orderId}`).toHaveLength(0);
});

test.each(['buyer', 'staff'] as const)(
  'the account’s address is told when its order’s mails go elsewhere, by the %s, and nothing else is',
  async (by) => {
    const { orderId, email, params, ask, correct } = await refusedOrder({ ip: elsewhere });
    const to = anAddress();
    if (by === 'buyer') {
      answerOf(await ask(to));
      answerOf(await correct(to, await mailbox.codeTo(to)));
    } else {
      answerOf(await office.call(sendMailboxCodeByStaff, { params, body: { email: to } }));
      answerOf(await office.call(correctMailboxByStaff, { params, body: { email: to, code: await mailbox.codeTo(to), reason: 'Llamó' } }));
    }
    mailbox.refuse([]);
    const [mail, ...others] = await mailbox.mailsTo(email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Los correos de una compra tuya van a otra dirección');
    expect(mail?.text).toContain('o…@correo.example');
    expect(mail?.text).toContain(`/myOrders/${orderId}`);
    expect(JSON.stringify(mail)).not.toContain(to);
    expect((await mailsOf(to)).sort()).toEqual(['mail-code', 'send-tickets']);
  },
);

test('a mailbox that is full while it is told of the correction is told some days later, once, and that opens no correction', async () => {
  const { email, ask, correct, order, buyer, params } = await refusedOrder({ ip: elsewhere, code: 552, text: '5.2.2 mailbox full' });
  const to = anAddress();
  answerOf(await ask(to));
  answerOf(await correct(to, await mailbox.codeTo(to)));
  await mailbox.deliver();
  expect((await order()).undelivered).toBeUndefined();
  expect((await mailsOfOffice(email)).items.map(({ kind, ending }) => [kind, ending])).toContainEqual(['account', undefined]);
  expect(resultOf(await buyer.call(sendMailboxCode, { params, body: { email: anAddress() } }))).toBe('nothing_undelivered');
  mailbox.refuse([]);
  expect(await mailsOf(email)).toEqual([]);
  await waitIsOver();
  expect(await mailsOf(email)).toEqual(['tell-of-mailbox']);
  expect((await mailsOfOffice(email)).items.find(({ kind }) => kind === 'account')?.ending).toBe('sent');
});

test('the buyer takes the mails of an order back to the account’s address, without a code and with nothing undelivered', async () => {
  const [mine, neighbour] = [await refusedOrder({ ip: elsewhere }), await refusedOrder({ ip: elsewhere })];
  for (const { ask, correct } of [mine, neighbour]) {
    const to = anAddress();
    answerOf(await ask(to));
    answerOf(await correct(to, await mailbox.codeTo(to)));
  }
  mailbox.refuse([]);
  await mailbox.deliver();
  const { params, email, buyer, order, orderId } = mine;
  const own = { params, body: { email, code: undefined } };
  expect(resultOf(await (await checkout.stranger()).call(correctMailbox, own))).toBe('not_found');
  expect(resultOf(await neighbour.buyer.call(correctMailbox, own))).toBe('not_found');
  // Another mailbox is proved as before.
  expect(resultOf(await buyer.call(correctMailbox, { params, body: { email: anAddress(), code: undefined } }))).toBe('nothing_undelivered');
  expect((await order()).mailbox).toBeDefined();
  answerOf(await buyer.call(correctMailbox, own, { key: 'back-to-my-address' }));
  answerOf(await buyer.call(correctMailbox, own, { key: 'back-to-my-address' }));
  expect((await order()).mailbox).toBeUndefined();
  answerOf(await office.resend(orderId));
  expect((await mailsOf(email)).filter((task) => task === 'send-tickets')).toHaveLength(1);
  expect((await neighbour.order()).mailbox).toBeDefined();
});

test('a mailbox without a code is refused while mails are undelivered', async () => {
  const { params, buyer, order } = await refusedOrder({ ip: elsewhere });
  const body = { email: anAddress(), code: undefined };
  expect(resultOf(await buyer.call(correctMailbox, { params, body }))).toBe('invalid_input');
  expect(resultOf(await office.call(correctMailboxByStaff, { params, body: { ...body, reason: 'Llamó' } }))).toBe('invalid_input');
  expect((await order()).mailbox).toBeUndefined();
});

test('mails that were undelivered go to the account’s address with those that are taken back', async () => {
  const { ask, correct, rows, email, buyer, params } = await refusedOrder({ ip: elsewhere });
  const to = anAddress();
  answerOf(await ask(to));
  const code = await mailbox.codeTo(to);
  mailbox.refuse([email, to]);
  answerOf(await correct(to, code));
  await mailbox.deliver();
  mailbox.refuse([to]);
  answerOf(await buyer.call(correctMailbox, { params, body: { email, code: undefined } }));
  expect(await mailsOf(email)).toContain('send-tickets');
  expect((await rows()).map(({ ending }) => ending)).toEqual(['corrected']);
});

test('staff take the mails back from a mailbox that they were told: the log says from where to where, the account that it happened', async () => {
  const { params, email, order } = await refusedOrder({ ip: elsewhere, code: 552, text: '5.2.2 mailbox full' });
  const mallory = 'mallory@ajeno.example';
  answerOf(await office.call(sendMailboxCodeByStaff, { params, body: { email: mallory } }));
  const code = await mailbox.codeTo(mallory);
  answerOf(await office.call(correctMailboxByStaff, { params, body: { email: mallory, code, reason: 'Llamó' } }));
  expect(await mailsOf(mallory)).toContain('send-tickets');
  const back = await office.call(correctMailboxByStaff, { params, body: { email, code: undefined, reason: 'No había llamado' } });
  const [own, foreign] = [maskedEmail(email), 'm…@ajeno.example'];
  expect(answerOf(back).actions).toMatchObject([
    { reason: 'No había llamado', mailboxBefore: foreign, mailbox: own },
    { reason: 'Llamó', mailboxBefore: own, mailbox: foreign },
  ]);
  expect((await order()).mailbox).toBeUndefined();
  mailbox.refuse([]);
  await waitIsOver();
  const [mail] = await mailbox.mailsTo(email);
  expect(mail?.text).toContain('fueron a otra dirección');
  expect(mail?.text).not.toContain('mallory');
});

test('a corrected mailbox that refuses in its turn is told of with its own address, once', async () => {
  const { ask, correct, order, rows, email } = await refusedOrder();
  const to = anAddress();
  answerOf(await ask(to));
  const code = await mailbox.codeTo(to);
  mailbox.refuse([email, to]);
  answerOf(await correct(to, code));
  await mailbox.deliver();
  expect((await order()).undelivered).toMatchObject([{ kind: 'tickets', address: to }]);
  expect(await rows()).toMatchObject([{ address: to, times: 2, ending: null }]);
});

test('another customer’s order, and one without a refused mail, take no mailbox', async () => {
  const { orderId, params, rows } = await refusedOrder();
  const stranger = await checkout.stranger();
  const body = { email: anAddress() };
  expect(resultOf(await stranger.call(sendMailboxCode, { params, body }))).toBe('not_found');
  expect(resultOf(await stranger.call(correctMailbox, { params, body: { ...body, code: '123456' } }))).toBe('not_found');
  const fine = await checkout.purchase();
  await checkout.buyer.pay(fine);
  await mailbox.deliver();
  const mine = { params: { orderId: fine.id }, body };
  expect(resultOf(await checkout.buyer.call(sendMailboxCode, mine))).toBe('nothing_undelivered');
  expect(resultOf(await checkout.buyer.call(correctMailbox, { ...mine, body: { ...body, code: '123456' } }))).toBe('nothing_undelivered');
  expect(await mailsOf(body.email)).toEqual([]);
  expect(await rows()).toMatchObject([{ ending: null }]);
  expect(await db`select from order_mailbox where purchase_id in (${orderId}, ${fine.id})`).toHaveLength(0);
});

test('a code is guessed five times at most, counts for its own mailbox and order alone, and only the newest one counts', async () => {
  const { ask, correct, customerId, buyer, orderId } = await refusedOrder();
  const [first, second] = [anAddress(), anAddress()];
  answerOf(await ask(first));
  const code = await mailbox.codeTo(first);
  // A second tab asks for another mailbox: the first one's code is void.
  await codesMayBeAsked();
  answerOf(await ask(second));
  const newest = await mailbox.codeTo(second);
  expect(resultOf(await correct(first, code))).toBe('wrong_code');
  expect(resultOf(await correct(first, newest))).toBe('wrong_code');
  // Of the same customer's other order.
  const another = await checkout.purchase({ customerId });
  answerOf(await buyer.pay(another));
  await mailbox.deliver();
  const ofAnother = { params: { orderId: another.id }, body: { email: second, code: newest } };
  expect(resultOf(await buyer.call(correctMailbox, ofAnother))).toBe('wrong_code');
  for (let turn = 0; turn < 5; turn++) expect(resultOf(await correct(second, anotherCode(newest)))).toBe('wrong_code');
  expect(resultOf(await correct(second, newest))).toBe('wrong_code');
  expect(await db`select from order_mailbox where purchase_id in (${orderId}, ${another.id})`).toHaveLength(0);
  expect(await mailsOf(second)).toEqual(['mail-code']);
});

test('a click with a wrong code may be made again with the right one, and the right one acts once', async () => {
  const { ask, correct, rows } = await refusedOrder();
  const to = anAddress();
  const key = 'one-click-of-a-page';
  answerOf(await ask(to, key));
  // The click again mails no second code, though the pace would allow it.
  await codesMayBeAsked();
  answerOf(await ask(to, key));
  const code = await mailbox.codeTo(to);
  expect(await mailsOf(to)).toEqual(['mail-code']);
  expect(resultOf(await correct(to, anotherCode(code), 'a-click-to-correct'))).toBe('wrong_code');
  expect(resultOf(await correct(to, code, 'a-click-to-correct'))).toBe('ok');
  expect(resultOf(await correct(to, code, 'a-click-to-correct'))).toBe('ok');
  expect((await mailsOf(to)).sort()).toEqual(['mail-code', 'send-tickets']);
  expect((await rows()).map(({ ending }) => ending)).toEqual(['corrected']);
});

test('codes that strangers ask for to a mailbox cost its owner none, and each account has a pace for each mailbox', async () => {
  const mine = anAddress();
  const stranger = await refusedOrder({ ip: atStrangers });
  for (let turn = 0; turn < 3; turn++) {
    await codesMayBeAsked();
    expect(resultOf(await stranger.ask(mine))).toBe('ok');
  }
  await codesMayBeAsked();
  expect(resultOf(await stranger.ask(mine))).toBe('too_many_attempts');
  // Nor does the pace of one mailbox hold back the account's codes to another.
  expect(resultOf(await stranger.ask(anAddress()))).toBe('ok');
  const owner = await refusedOrder({ ip: atHome });
  expect(resultOf(await owner.ask(mine))).toBe('ok');
  expect(resultOf(await owner.correct(mine, await mailbox.codeTo(mine)))).toBe('ok');
});

test('an account is asked to wait for one code a minute to whatever mailbox', async () => {
  const { ask } = await refusedOrder({ ip: atHome });
  expect(resultOf(await ask(anAddress()))).toBe('ok');
  expect(resultOf(await ask(anAddress()))).toBe('too_many_attempts');
});

test('the answer is the same for an address with an account and one without, and changes nothing of that account', async () => {
  const { ask } = await refusedOrder();
  const form = signUpForm();
  await visitorAt(app).signUp(form);
  const [before] = await db`select * from customer where email = ${form.email}`;
  const withAccount = await ask(form.email);
  const { ask: askAgain } = await refusedOrder();
  expect(await askAgain(anAddress())).toEqual(withAccount);
  expect((await db`select * from customer where email = ${form.email}`)[0]).toEqual(before);
});

test('one network asks for codes to thirty mailboxes an hour, whatever the accounts', async () => {
  const ip = '198.51.100.41';
  const { ask, token, params } = await refusedOrder({ ip });
  for (let turn = 0; turn < 30; turn++)
    await db.begin((tx) =>
      admitMailbox(tx, { secret: SECRET, customerId: 'somebody', purpose: 'confirm-mailbox', email: anAddress(), by: { ip } }),
    );
  const to = anAddress();
  expect(resultOf(await ask(to))).toBe('too_many_attempts');
  const atHome = buyerAt(app, { token, ip: '198.51.101.42' });
  expect(resultOf(await atHome.call(sendMailboxCode, { params, body: { email: to } }))).toBe('ok');
});

test('codes for two orders of one customer are both mailed, and both written down when they are refused', async () => {
  const first = await refusedOrder();
  const second = await refusedOrder({ of: first });
  const [one, two] = [anAddress(), anAddress()];
  answerOf(await first.ask(one));
  await codesMayBeAsked();
  answerOf(await second.ask(two));
  expect([await mailsOf(one), await mailsOf(two)]).toEqual([['mail-code'], ['mail-code']]);

  const [three, four] = [anAddress(), anAddress()];
  mailbox.refuse([first.email, three, four]);
  await codesMayBeAsked();
  answerOf(await first.ask(three));
  await codesMayBeAsked();
  answerOf(await second.ask(four));
  await mailbox.deliver();
  const ofCodes = ({ task }: Row) => task === 'mail-code';
  expect((await first.rows()).filter(ofCodes)).toMatchObject([{ address: three, times: 1, ending: null }]);
  expect((await second.rows()).filter(ofCodes)).toMatchObject([{ address: four, times: 1, ending: null }]);
});

test('of two codes for one order that wait to be mailed only the newer one is', async () => {
  const { ask } = await refusedOrder();
  const [first, second] = [anAddress(), anAddress()];
  answerOf(await ask(first));
  await codesMayBeAsked();
  answerOf(await ask(second));
  expect([await mailsOf(first), await mailsOf(second)]).toEqual([[], ['mail-code']]);
});

test('a page that waits for a code is told that its mailbox refused it, and no other session is', async () => {
  const { ask, buyer, email, order } = await refusedOrder();
  const to = anAddress();
  expect(answerOf(await buyer.call(getCodeDelivery, {}))).toEqual({});
  mailbox.refuse([email, to]);
  answerOf(await ask(to));
  await mailbox.deliver();
  expect(answerOf(await buyer.call(getCodeDelivery, {}))).toMatchObject({ undelivered: { kind: 'code', address: to, isRefused: true } });
  // It is a mail of the session, not of the order.
  expect((await order()).undelivered?.map(({ kind }) => kind)).toEqual(['tickets']);
  expect(answerOf(await (await checkout.stranger()).call(getCodeDelivery, {}))).toEqual({});
  await codesMayBeAsked();
  mailbox.refuse([email]);
  answerOf(await ask(anAddress()));
  expect(answerOf(await buyer.call(getCodeDelivery, {}))).toEqual({});
});

test('the code of one’s own account that was refused is told to its session, and ends when a later one arrives', async () => {
  const { token, email } = await loggedIn(app);
  const customer = buyerAt(app, { token });
  mailbox.refuse([email]);
  answerOf(await customer.call(sendAddressCode, {}));
  await mailbox.deliver();
  expect(answerOf(await customer.call(getCodeDelivery, {})).undelivered).toMatchObject({ address: email });
  const { items } = await mailsOfOffice(email);
  expect(items.map(({ kind }) => kind).sort()).toEqual(['code', 'welcome']);
  mailbox.refuse([]);
  await codesMayBeAsked();
  answerOf(await customer.call(sendAddressCode, {}));
  await mailbox.deliver();
  expect(answerOf(await customer.call(getCodeDelivery, {}))).toEqual({});
  expect((await mailsOfOffice(email)).items.map(({ kind, ending }) => [kind, ending])).toEqual([
    ['welcome', undefined],
    ['code', 'sent'],
  ]);
});

test('an account whose address refused its last mail is told so in its own session, whatever the mail was, until the address takes another', async () => {
  const { token, email } = await loggedIn(app);
  const told = async (session: string) => answerOf(await buyerAt(app, { token: session }).call(getCustomer, {})).undelivered;
  mailbox.refuse([email]);
  await mailbox.deliver();
  expect(await told(token)).toMatchObject({ kind: 'welcome', address: email, reason: 'no_mailbox', isRefused: true });
  expect(await told((await loggedIn(app)).token)).toBeUndefined();
  expect(answerOf(await buyerAt(app, { token }).call(changeCustomer, { body: { firstName: 'Otra' } })).undelivered).toBeDefined();
  // What staff put aside was not delivered for all that.
  const [welcome] = (await mailsOfOffice(email)).items;
  answerOf(await office.call(putMailAside, { params: { mailId: welcome?.id ?? '' }, body: { reason: 'Ya lo sabe' } }));
  expect(await told(token)).toBeDefined();

  // A mail that was never refused shows that the mailbox takes mail; the welcome was not delivered, as before.
  mailbox.refuse([]);
  answerOf(await buyerAt(app, { token }).call(sendAddressCode, {}));
  await mailbox.deliver();
  expect(await told(token)).toBeUndefined();
  mailbox.refuse([email], 552, '5.2.2 mailbox full');
  await codesMayBeAsked();
  answerOf(await buyerAt(app, { token }).call(sendAddressCode, {}));
  await mailbox.deliver();
  expect(await told(token)).toMatchObject({ kind: 'code', reason: 'full' });
});

test('mails that another mailbox of one’s orders refuses say nothing of the account’s address, and neither does one that is about to be sent again', async () => {
  const { buyer, ask, orderId, rows, email } = await refusedOrder({ ip: atHome });
  const told = async () => answerOf(await buyer.call(getCustomer, {})).undelivered;
  expect(await told()).toMatchObject({ kind: 'tickets', address: email });
  const [mail] = (await office.order(orderId)).undelivered;
  answerOf(await office.call(sendMailAgain, { params: { mailId: mail?.id ?? '' }, body: {} }));
  expect(await told()).toBeUndefined();
  await mailbox.deliver();
  expect(await told()).toMatchObject({ kind: 'tickets', address: email });

  mailbox.refuse([]);
  const to = anAddress();
  answerOf(await ask(to));
  mailbox.refuse([to]);
  await mailbox.deliver();
  expect((await rows()).find(({ address }) => address === to)).toMatchObject({ ending: null });
  answerOf(await office.resend(orderId));
  await mailbox.deliver();
  expect(await told()).toBeUndefined();
});

test('staff see what was refused in the order and in the list, send it again, and put it aside', async () => {
  const { orderId, email, rows } = await refusedOrder();
  const other = await refusedOrder();
  mailbox.refuse([email, other.email]);
  const { undelivered } = await office.order(orderId);
  expect(undelivered).toMatchObject([{ kind: 'tickets', address: email, code: 550, times: 1, isToBuyer: true }]);
  const { number = '' } = await office.order(orderId);
  expect((await mailsOfOffice(number)).items).toEqual(undelivered);
  expect((await mailsOfOffice(email.slice(0, -3))).items).toEqual(undelivered);
  expect((await mailsOfOffice('nobody@correo.example')).items).toEqual([]);
  const params = { mailId: undelivered[0]?.id ?? '' };
  expect(answerOf(await office.call(sendMailAgain, { params, body: {} }, { key: 'send-it-again' })).againAt).toBeDefined();
  answerOf(await office.call(sendMailAgain, { params, body: {} }, { key: 'send-it-again' }));
  await mailbox.deliver();
  expect(await rows()).toMatchObject([{ times: 2, ending: null }]);
  const reason = 'Llamó: las tiene';
  const aside = answerOf(await office.call(putMailAside, { params, body: { reason } }));
  expect(aside).toMatchObject({ ending: 'aside', endedBy: expect.any(String), asideReason: reason });
  expect(resultOf(await office.call(putMailAside, { params, body: { reason } }))).toBe('mail_over');
  expect(resultOf(await office.call(sendMailAgain, { params, body: {} }))).toBe('mail_over');
  // Open ones come first, however old.
  const all = (await mailsOfOffice()).items;
  const ended = all.findIndex(({ ending }) => ending !== undefined);
  expect(all.slice(ended).every(({ ending }) => ending !== undefined)).toBe(true);
  expect(await other.rows()).toMatchObject([{ times: 1, ending: null }]);
});

test('a mail in the office says whose it is, of what and when, with the order to go to', async () => {
  const { orderId, customerId } = await refusedOrder();
  await db`update customer set first_name = 'Julia', last_name = 'Paredes' where id = ${customerId}`;
  const startsAt = Temporal.Instant.from('2040-05-18T23:30:00Z').epochMilliseconds;
  const named = { orderId, buyerName: 'Julia Paredes', showNames: ['Hamlet'], startsAt };
  expect((await office.order(orderId)).undelivered).toMatchObject([named]);

  const { email } = await loggedIn(app);
  mailbox.refuse([email]);
  await mailbox.deliver();
  const [welcome] = (await mailsOfOffice(email)).items;
  expect(welcome).toMatchObject({ kind: 'welcome', buyerName: expect.stringMatching(/\S \S/), showNames: [] });
  expect(welcome).not.toHaveProperty('orderId');

  // Of a counter's sale the customer is the clerk.
  await db`update purchase set channel = 'box_office' where id = ${orderId}`;
  expect((await office.order(orderId)).undelivered[0]).not.toHaveProperty('buyerName');
});

test('a mail is put aside for a reason and comes back, both in the staff’s log; of no order, too', async () => {
  const { orderId, rows } = await refusedOrder();
  const [mail] = (await office.order(orderId)).undelivered;
  const params = { mailId: mail?.id ?? '' };
  const open = (await mailsOfOffice()).open;
  expect(resultOf(await office.call(takeMailBack, { params, body: {} }))).toBe('mail_over');
  answerOf(await office.call(putMailAside, { params, body: { reason: 'Las retira acá' } }));
  expect((await mailsOfOffice()).open).toBe(open - 1);
  const back = answerOf(await office.call(takeMailBack, { params, body: {} }));
  expect(back).not.toHaveProperty('ending');
  expect(back).not.toHaveProperty('asideReason');
  expect(await rows()).toMatchObject([{ times: 1, ending: null }]);
  expect((await mailsOfOffice()).open).toBe(open);
  expect((await office.order(orderId)).actions.map(({ verb, reason }) => [verb, reason])).toEqual([
    ['mail_back', 'Las retira acá'],
    ['mail_aside', 'Las retira acá'],
  ]);

  const { email } = await loggedIn(app);
  mailbox.refuse([email]);
  await mailbox.deliver();
  const [welcome] = (await mailsOfOffice(email)).items;
  answerOf(await office.call(putMailAside, { params: { mailId: welcome?.id ?? '' }, body: { reason: 'Cuenta de prueba' } }));
  const [line] = (await office.money()).actions;
  expect(line).toMatchObject({ verb: 'mail_aside', reason: 'Cuenta de prueba' });
  expect(line).not.toHaveProperty('orderId');
});

const putAside = async (orderId: string) => {
  for (const { id, ending } of (await office.order(orderId)).undelivered)
    if (ending === undefined) answerOf(await office.call(putMailAside, { params: { mailId: id }, body: { reason: 'Ya hablamos' } }));
};

test('staff who put a mail aside have delivered nothing: its buyer still reads that it did not arrive, until it does', async () => {
  const { orderId, order, rows, email } = await refusedOrder();
  await putAside(orderId);
  expect((await order()).undelivered).toMatchObject([{ kind: 'tickets', address: email }]);
  // Refused once more, it is one mail to its buyer.
  mailbox.refuse([email]);
  answerOf(await office.resend(orderId));
  await mailbox.deliver();
  expect((await order()).undelivered).toHaveLength(1);
  await putAside(orderId);
  expect((await order()).undelivered).toHaveLength(1);
  mailbox.refuse([]);
  answerOf(await office.resend(orderId));
  await mailbox.deliver();
  expect((await order()).undelivered).toBeUndefined();
  expect((await rows()).every(({ ending }) => ending === 'sent')).toBe(true);
});

test('a mail that staff put aside is sent to the mailbox that its buyer proves, and is no longer aside', async () => {
  const { orderId, order, ask, correct, rows } = await refusedOrder({ ip: '192.0.2.45' });
  await putAside(orderId);
  const to = anAddress();
  answerOf(await ask(to));
  answerOf(await correct(to, await mailbox.codeTo(to)));
  expect((await office.order(orderId)).undelivered).toMatchObject([{ againAt: expect.any(Number) }]);
  expect(await mailsOf(to)).toContain('send-tickets');
  expect((await rows()).map(({ ending }) => ending)).toEqual(['corrected']);
  expect((await order()).undelivered).toBeUndefined();
});

test('a mail that staff put aside and that has nothing left to say ends for its buyer, too', async () => {
  const { orderId, order, rows } = await refusedOrder({ ip: '192.0.2.46' });
  await putAside(orderId);
  await db`update purchase set channel = 'box_office' where id = ${orderId}`;
  await db`select graphile_worker.add_job('send-tickets', payload => ${db.json({ purchaseId: orderId })}::json)`;
  await mailbox.deliver();
  await db`update purchase set channel = 'online' where id = ${orderId}`;
  expect((await rows()).map(({ ending }) => ending)).toEqual(['lapsed']);
  expect((await order()).undelivered).toBeUndefined();
});

test('a mail that was refused once more after it was put aside does not come back beside itself', async () => {
  const { orderId, email, rows } = await refusedOrder();
  const [mail] = (await office.order(orderId)).undelivered;
  const params = { mailId: mail?.id ?? '' };
  answerOf(await office.call(putMailAside, { params, body: { reason: 'Después' } }));
  mailbox.refuse([email]);
  answerOf(await office.resend(orderId));
  await mailbox.deliver();
  expect(await rows()).toMatchObject([
    { times: 1, ending: 'aside' },
    { times: 1, ending: null },
  ]);
  expect(resultOf(await office.call(takeMailBack, { params, body: {} }))).toBe('mail_over');
  expect(await rows()).toMatchObject([{ ending: 'aside' }, { ending: null }]);
});

test('the office’s navigation counts what waits for somebody, up to a hundred', async () => {
  const counted = async () => answerOf(await office.call(listOfficePerformances, {})).undeliveredMails;
  await db`update undelivered_mail set ending = 'lapsed', ended_at = clock_timestamp() where ended_at is null`;
  const { orderId } = await refusedOrder();
  await expect.poll(counted).toBe(1);
  await db`
    insert into undelivered_mail (id, task, payload, about, address, refused, reason)
    select rpad(n::text, 22, 'A'), 'mail-support', '{}', 'support ' || n, 'soporte@correo.example', true, 'full' from generate_series(1, 120) as n`;
  await expect.poll(counted).toBe(100);
  expect((await mailsOfOffice()).open).toBe(121);
  await db`delete from undelivered_mail where task = 'mail-support'`;
  const [mail] = (await office.order(orderId)).undelivered;
  answerOf(await office.call(putMailAside, { params: { mailId: mail?.id ?? '' }, body: { reason: 'Listo' } }));
  await expect.poll(counted).toBe(0);
});

test('staff correct the mailbox with the code that the buyer reads out: a line in the log, no address in full in it, and the buyer’s codes are others', async () => {
  const { orderId, rows, correct, email } = await refusedOrder();
  const to = anAddress();
  const params = { orderId };
  answerOf(await office.call(sendMailboxCodeByStaff, { params, body: { email: to } }));
  const code = await mailbox.codeTo(to);
  expect(resultOf(await correct(to, code))).toBe('wrong_code');
  const body = { email: to, code: anotherCode(code), reason: 'Llamó por teléfono' };
  expect(resultOf(await office.call(correctMailboxByStaff, { params, body }))).toBe('wrong_code');
  const corrected = answerOf(await office.call(correctMailboxByStaff, { params, body: { ...body, code } }));
  expect(corrected).toMatchObject({ buyerEmail: to, accountEmail: email });
  expect(corrected.actions).toMatchObject([
    { verb: 'correct_mailbox', reason: 'Llamó por teléfono', mailboxBefore: maskedEmail(email), mailbox: 'o…@correo.example' },
  ]);
  const written = JSON.stringify(await db`select facts from staff_action where purchase_id = ${orderId}`);
  expect(written).not.toContain(to);
  expect(written).not.toContain(email);
  expect(await mailsOf(to)).toContain('send-tickets');
  expect((await rows()).find(({ task }) => task === 'send-tickets')?.ending).toBe('corrected');
});

test('a mail with nothing left to say ends, and so does one whose tickets were mailed by hand', async () => {
  const { orderId, rows, email } = await refusedOrder();
  mailbox.refuse([]);
  answerOf(await office.resend(orderId));
  expect(await mailsOf(email)).toContain('send-tickets');
  expect((await rows()).map(({ ending }) => ending)).toEqual(['sent']);

  const gone = await refusedOrder();
  const [mail] = (await office.order(gone.orderId)).undelivered;
  await db`update purchase set channel = 'box_office' where id = ${gone.orderId}`;
  answerOf(await office.call(sendMailAgain, { params: { mailId: mail?.id ?? '' }, body: {} }));
  await mailbox.deliver();
  expect((await gone.rows()).map(({ ending }) => ending)).toEqual(['lapsed']);
});

test('a chargeback that one organiser’s mailbox refuses is told to the others, and is no matter of the buyer', async () => {
  const { orderId, order, rows } = await refusedOrder();
  const other = await anOrganiser(db, app);
  answerOf((await office.refundSome(orderId, { count: 1 })).outcome);
  const [refund] = await db<{ id: string }[]>`select id from refund where purchase_id = ${orderId}`;
  mailbox.refuse([office.email]);
  await mailbox.deliver();
  await db`select graphile_worker.add_job('tell-of-chargeback', payload => ${db.json({ purchaseId: orderId, refundId: refund?.id ?? '' })}::json)`;
  expect(await mailsOf(other.email)).toContain('tell-of-chargeback');
  expect((await rows()).find(({ task }) => task === 'tell-of-chargeback')).toMatchObject({ address: office.email, ending: null });
  expect((await order()).undelivered?.map(({ kind }) => kind)).not.toContain('chargeback');
  const shown = (await office.order(orderId)).undelivered.find(({ kind }) => kind === 'chargeback');
  expect(shown).toMatchObject({ isToBuyer: false, address: office.email });
});

test('the owner of a mailbox who proves an account that was never confirmed ends where its opener had its mails sent', async () => {
  const [opened, confirmed] = [await refusedOrder(), await refusedOrder()];
  for (const { ask, correct } of [opened, confirmed]) {
    const to = anAddress();
    answerOf(await ask(to));
    answerOf(await correct(to, await mailbox.codeTo(to)));
  }
  const customerIds = [opened.customerId, confirmed.customerId];
  await db`update customer set email_confirmed_at = null where id = ${opened.customerId}`;
  await db`update customer set email_confirmed_at = now() where id = ${confirmed.customerId}`;
  await db.begin((tx) => proveMailbox(tx, { customerIds, by: 'link', endPayLinks }));
  const left = await db<
    { id: string }[]
  >`select purchase_id as id from order_mailbox where purchase_id in (${opened.orderId}, ${confirmed.orderId})`;
  expect(left.map(({ id }) => id)).toEqual([confirmed.orderId]);
});

test('whoever erases the account takes the addresses of its mails along, and nobody else’s', async () => {
  const [mine, theirs] = [await refusedOrder(), await refusedOrder()];
  for (const { ask, correct } of [mine, theirs]) {
    const to = anAddress();
    answerOf(await ask(to));
    answerOf(await correct(to, await mailbox.codeTo(to)));
  }
  const kept = async (customerId: string) => {
    const [row] = await db<{ mails: number; boxes: number }[]>`
      select (select count(*)::integer from undelivered_mail where customer_id = ${customerId}) as mails,
             (select count(*)::integer from order_mailbox join purchase on purchase.id = purchase_id where customer_id = ${customerId}) as boxes`;
    return row;
  };
  // What the accounts are told of the corrections arrives.
  mailbox.refuse([]);
  await mailbox.deliver();
  // Mails to the account's address that need no account.
  mailbox.refuse([mine.email, theirs.email]);
  for (const { email } of [mine, theirs]) answerOf(await clientOf(app).call(subscribe, { body: { name: 'Julia', email } }));
  await mailbox.deliver();
  const withoutAccount = async () =>
    (await db<{ address: string }[]>`select address from undelivered_mail where task = 'mail-newsletter'`).map(({ address }) => address);
  expect((await withoutAccount()).sort()).toEqual([mine.email, theirs.email].sort());
  mailbox.refuse([]);
  const file = await db.begin((tx) => sectionsOf(tx, mine.customerId));
  expect(file['correos sin entregar']).toMatchObject([{ correo: mine.email, motivo: 'no_mailbox' }]);
  expect(file['otros correos de compras']).toMatchObject([{ compra: mine.orderId }]);
  expect(await kept(mine.customerId)).toEqual({ mails: 1, boxes: 1 });
  await db`update performance set starts_at = starts_at - interval '40 years'`;
  answerOf(await mine.buyer.call(sendErasureCode, {}));
  answerOf(await mine.buyer.call(eraseAccount, { body: { code: await mailbox.codeTo(mine.email) } }));
  await db`update performance set starts_at = starts_at + interval '40 years'`;
  expect(await kept(mine.customerId)).toEqual({ mails: 0, boxes: 0 });
  expect(await withoutAccount()).toEqual([theirs.email]);
  expect(await kept(theirs.customerId)).toEqual({ mails: 1, boxes: 1 });
});

test('ended mails are forgotten after 90 days, open ones after a year', async () => {
  const [open, ended] = [await refusedOrder(), await refusedOrder()];
  const forget = purchaseTasks(app.sale)['forget-old-purchases'];
  await db`update undelivered_mail set last_at = now() - interval '11 months' where purchase_id = ${open.orderId}`;
  await db`update undelivered_mail set ending = 'sent', ended_at = now() - interval '89 days' where purchase_id = ${ended.orderId}`;
  await forget();
  expect([(await open.rows()).length, (await ended.rows()).length]).toEqual([1, 1]);
  await db`update undelivered_mail set last_at = last_at - interval '2 months' where purchase_id = ${open.orderId}`;
  await db`update undelivered_mail set ended_at = ended_at - interval '2 days' where purchase_id = ${ended.orderId}`;
  await forget();
  expect([(await open.rows()).length, (await ended.rows()).length]).toEqual([0, 0]);
});
