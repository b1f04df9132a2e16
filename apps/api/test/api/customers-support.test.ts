import { type InputOf, writeToSupport, writeToSupportAsCustomer } from '@butaca/contract';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { deleteOldTraces } from '../../src/customers/queries.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, solvedCaptcha } from '../factories/customers.ts';
import { aMailbox, SUPPORT } from '../factories/mailbox.ts';
import { letSupportMessagesAge, letTriesAge } from '../factories/time.ts';

const database = await freshDatabase();
const { db } = database;
const checkout = await aCheckout(db, undefined, [{ rows: 20 }]);
const { app, buyer } = checkout;
const mailbox = await aMailbox(database);
afterAll(async () => {
  await checkout.close();
  await mailbox.close();
  await database.close();
});
beforeEach(async () => {
  await db`delete from login_throttle`;
  await db`delete from support_message`;
});

type Body = InputOf<typeof writeToSupport>['body'];
let phones = 0;
const aMessage = (given: Partial<Body> = {}): Body => ({
  kind: 'complaint',
  message: 'No me llegó el correo.\nCompré ayer.',
  name: 'Ana Núñez',
  phone: `+54 11 5555-${String(++phones).padStart(4, '0')}`,
  ...given,
});
const write = (given: Partial<Body> = {}, ip?: string) =>
  clientOf(app, ip === undefined ? {} : { ip }).call(writeToSupport, { body: aMessage(given) });
const writeAs = (customer: typeof buyer, given: Partial<InputOf<typeof writeToSupportAsCustomer>['body']> = {}) =>
  customer.call(writeToSupportAsCustomer, { body: { ...aMessage(), ...given } });
const messages = () => db<{ number: number; customerId: string | null }[]>`
  select number, kind, message, name, phone, page, customer_id as "customerId" from support_message order by sent_at`;
const toSupport = async (number: string) =>
  (await mailbox.mailsTo(SUPPORT)).filter(({ subject }) => subject.includes(number.replace(/^(....)/, '$1 ')));

test('a visitor’s kind, message, name and phone reach support with the number that the visitor is told (CA-015, RO-008, EN-136)', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/v2/Contacto',
    headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0' },
    payload: { ctMotivo: 'RECLAMO', cMensaje: 'Uno\nDos <b>', cNombre: 'Ana', cTelefono: '+54 11 5555-0100', cPagina: '/FAQ' },
  });
  const { nCode, oData } = answer.json<{ nCode: number; oData: { cNumero: string } }>();
  expect([nCode, oData]).toEqual([200, { cNumero: expect.stringMatching(/^\d{8}$/) }]);
  expect(await messages()).toMatchObject([{ kind: 'complaint', message: 'Uno\nDos <b>', name: 'Ana', phone: '+54 11 5555-0100' }]);
  const mails = await toSupport(oData.cNumero);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toMatch(/^Reclamo \d{4} \d{4} · Butaca$/);
  for (const fact of [
    'Uno\nDos <b>',
    'Nombre: Ana',
    'Teléfono: +54 11 5555-0100',
    'Cuenta: sin cuenta',
    'Página: /FAQ',
    'Chrome · Android',
  ])
    expect(mails[0]?.text).toContain(fact);
  expect(mails[0]?.html).toContain('Dos &lt;b&gt;');
});

test('a customer’s message names an order of theirs, and a copy goes to the account’s address', async () => {
  const order = await checkout.purchase({});
  answerOf(await buyer.pay(order));
  const { email } = (await db<{ email: string }[]>`select email from customer where id = ${buyer.customerId}`)[0] ?? { email: '' };
  const { number, copyTo } = answerOf(await writeAs(buyer, { orderId: order.id }));
  expect(copyTo).toBe(email);
  const [row] = await db<{ number: number }[]>`select order_number as number from purchase where id = ${order.id}`;
  const orderNumber = formatOrderNumber(row?.number ?? 0);
  const [mail] = await toSupport(number);
  expect(mail?.text).toContain(`Compra: ${orderNumber}`);
  expect(mail?.text).toContain(`Cuenta: ${email}`);
  const [copy] = (await mailbox.mailsTo(email)).filter(({ subject }) => subject.startsWith('Recibimos tu mensaje'));
  expect(copy?.text).toContain('No me llegó el correo.\nCompré ayer.');
  expect(copy?.text).toContain(`Compra: ${orderNumber}`);
});

test('a customer whose address refuses mail is promised no copy, until the address takes a mail', async () => {
  const writer = await checkout.stranger();
  const [{ email } = { email: '' }] = await db<{ email: string }[]>`select email from customer where id = ${writer.customerId}`;
  mailbox.refuse([email]);
  await mailbox.deliver();
  const refused = answerOf(await writeAs(writer));
  expect([refused.copyTo, refused.refusedBy]).toEqual([undefined, email]);
  mailbox.refuse([]);
  // The copy itself is taken.
  expect((await mailbox.mailsTo(email)).map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/^Recibimos tu mensaje/));
  const taken = answerOf(await writeAs(writer));
  expect([taken.copyTo, taken.refusedBy]).toEqual([email, undefined]);
});

test('an address that was never confirmed gets no copy, because it may be a stranger’s', async () => {
  const stranger = await checkout.stranger();
  const [row] = await db<{ email: string }[]>`
    update customer set email_confirmed_at = null where id = ${stranger.customerId} returning email`;
  const { number, copyTo } = answerOf(await writeAs(stranger));
  expect(copyTo).toBeUndefined();
  expect((await toSupport(number))[0]?.text).toContain(`${row?.email} (sin confirmar)`);
  expect((await mailbox.mailsTo(row?.email ?? '')).filter(({ subject }) => subject.startsWith('Recibimos'))).toEqual([]);
});

test('another customer’s order, one that was not paid and one that does not exist are not found, and nothing is kept', async () => {
  const stranger = await checkout.stranger();
  const paid = await checkout.purchase({});
  answerOf(await buyer.pay(paid));
  const open = await checkout.purchase({ customerId: stranger.customerId });
  for (const orderId of [paid.id, open.id, 'A'.repeat(22)]) expect(resultOf(await writeAs(stranger, { orderId }))).toBe('not_found');
  expect(await messages()).toEqual([]);
});

test('a field that is missing or wrong is named, a kind that the brand does not offer among them (EN-135, EN-137, EN-138)', async () => {
  const fields = async (payload: object, url = '/v2/Contacto') => {
    const answer = await app.inject({ method: 'POST', url, payload });
    expect(answer.statusCode).toBe(200);
    return answer.json<{ oData: { listaCampo?: { cNombre: string }[] } }>().oData;
  };
  const good = { ctMotivo: 'CONSULTA', cMensaje: 'Hola', cNombre: 'Ana', cTelefono: '+54 11 5555-0199' };
  for (const [name, wrong] of [
    ['ctMotivo', 'QUEJA'],
    ['ctMotivo', undefined],
    ['cMensaje', '  \n '],
    ['cMensaje', 'x'.repeat(4001)],
    ['cMensaje', 'a\u0000b'],
    ['cNombre', 'https://barato.example'],
    ['cNombre', ''],
    ['cTelefono', 'llamame'],
    ['cTelefono', '123'],
    ['cPagina', '//otro.example?x'],
  ] as const)
    expect(JSON.stringify(await fields({ ...good, [name]: wrong })), `${name} ${wrong}`).toContain(`"${name}"`);
  expect(await messages()).toEqual([]);
});

test('without a solved captcha of its own purpose a visitor’s message is refused; an account needs none', async () => {
  const guarded = await customersApp(db, { captcha: { cost: 50 } });
  onTestFinished(() => guarded.close());
  const visitor = clientOf(guarded);
  const send = (captcha?: string) => visitor.call(writeToSupport, { body: { ...aMessage(), captcha } });
  expect(resultOf(await send())).toBe('captcha_failed');
  expect(resultOf(await send(await solvedCaptcha(guarded, 'log-in')))).toBe('captcha_failed');
  const solved = await solvedCaptcha(guarded, 'support');
  expect(resultOf(await send(solved))).toBe('ok');
  expect(resultOf(await send(solved))).toBe('captcha_failed');
  expect(await messages()).toHaveLength(1);
  expect(resultOf(await clientOf(guarded, { token: buyer.token }).call(writeToSupportAsCustomer, { body: aMessage() }))).toBe('ok');
});

test('one phone, one account and one network are each limited for themselves, and the limit passes', async () => {
  const phone = '+54 11 4444-0001';
  const written = [];
  for (let count = 0; count < 7; count += 1)
    written.push(resultOf(await write({ phone: phone.replace('-', count % 2 ? ' ' : '-') }, `10.0.${count}.1`)));
  expect(written).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'too_many_attempts', 'too_many_attempts']);
  expect(resultOf(await write({}, '10.0.0.9'))).toBe('ok');
  await letTriesAge(db, 61);
  expect(resultOf(await write({ phone }, '10.0.0.1'))).toBe('ok');

  const ofOneNetwork = [];
  for (let count = 0; count < 22; count += 1) ofOneNetwork.push(resultOf(await write({}, `198.51.100.${count}`)));
  expect(ofOneNetwork.filter((result) => result === 'ok')).toHaveLength(20);
  expect(resultOf(await write({}, '203.0.113.200'))).toBe('ok');

  const stranger = await checkout.stranger();
  const ofOneAccount = [];
  for (let count = 0; count < 6; count += 1) ofOneAccount.push(resultOf(await writeAs(stranger)));
  expect(ofOneAccount.filter((result) => result === 'ok')).toHaveLength(5);
  expect(resultOf(await writeAs(buyer))).toBe('ok');
});

test('when strangers flood support from everywhere, visitors wait and accounts go on', async () => {
  answerOf(await write({}, '10.1.0.1'));
  // The one count that a single visitor from a new network with a new phone shares with all others.
  const keys = new Set((await db<{ key: string }[]>`select key from login_throttle`).map(({ key }) => key));
  answerOf(await write({}, '10.2.0.1'));
  await db`update login_throttle set attempts = 400 where attempts = 2 and key = any (${[...keys]}::text[])`;
  answerOf(await write({}, '10.3.0.1'));
  expect(resultOf(await write({}, '10.4.0.1'))).toBe('too_many_attempts');
  expect(resultOf(await writeAs(buyer))).toBe('ok');
});

test('messages are kept for ninety days; the rest stays', async () => {
  answerOf(await write());
  await letSupportMessagesAge(db, 89);
  await deleteOldTraces(db);
  expect(await messages()).toHaveLength(1);
  answerOf(await write());
  await letSupportMessagesAge(db, 2);
  await deleteOldTraces(db);
  expect(await messages()).toHaveLength(1);
});
