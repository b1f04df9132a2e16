import { readFile } from 'node:fs/promises';
import { askRecoveryCode, getCustomer, signUp, subscribe } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { codeMailOf } from '../../src/customers/index.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { answerOf, clientOf } from '../factories/client.ts';
import { customersApp, SECRET, signUpForm, visitorAt } from '../factories/customers.ts';
import { aMailbox } from '../factories/mailbox.ts';

const database = await freshDatabase();
const { db, owner } = database;
const app = await customersApp(db);
const visitor = visitorAt(app);
const mailbox = await aMailbox(database);
afterAll(async () => {
  await mailbox.close();
  await app.close();
  await database.close();
});

/** As a program of its own sends it, untouched by the contract. */
const signUpAs = (cEmail: string) => visitor.callRaw(signUp, { body: { ...z.encode(signUp.body, signUpForm()), cEmail } });
const emails = async (pattern: string) =>
  (await db<{ email: string }[]>`select email from customer where email like ${pattern}`).map(({ email }) => email);

test('an address with letters of its language is stored as typed, and opens its account in every form', async () => {
  for (const [typed, forms] of [
    ['ñandú@correo.example', ['ÑANDÚ@correo.example', 'n\u0303andu\u0301@correo.example', 'mailto:ñandú@correo.example']],
    [
      'jose@münchen.example',
      ['jose@xn--mnchen-3ya.example', 'JOSE@MÜNCHEN.example', 'jose@XN--MNCHEN-3YA.example', 'jose@mu\u0308nchen.example'],
    ],
  ] as const) {
    expect(await signUpAs(typed)).toMatchObject({ status: 'ok' });
    expect(await emails(typed)).toEqual([typed]);
    for (const form of [typed, ...forms]) expect((await visitor.logIn(form)).status, form).toBe('ok');
  }
});

test('no form of a mailbox opens a second account', async () => {
  expect(await signUpAs('dos@xn--mnchen-3ya.example')).toMatchObject({ status: 'ok' });
  expect(await emails('dos@%')).toEqual(['dos@münchen.example']);
  const forms = [
    'dos@münchen.example',
    'DOS@MÜNCHEN.EXAMPLE',
    'ｄｏｓ@münchen.example',
    'dos@münchen。example',
    'dos@mün\u00adchen.example',
    '<dos@mu\u0308nchen.example>',
  ];
  for (const form of forms) expect((await signUpAs(form)) as object, form).toMatchObject({ failure: 'email_taken' });
  const races = await Promise.all(['tres@münchen.example', 'tres@xn--mnchen-3ya.example'].map(signUpAs));
  expect(races.map((each) => ('failure' in each ? each.failure : each.status)).sort()).toEqual(['email_taken', 'ok']);
});

test('what is no domain in any alphabet is refused by its field', async () => {
  for (const email of ['ana@mün chen.example', 'ana@münchen', 'ana@ü..example', `ana@${'ü'.repeat(63)}.example`])
    expect(await signUpAs(email), email).toMatchObject({ failure: 'invalid_input', data: { fields: [{ name: 'cEmail' }] } });
});

test('over the wire a domain goes in punycode, and letters before the @ with SMTPUTF8 where the server offers it', async () => {
  await mailbox.deliver();
  await signUpAs('mail@münchen.example');
  expect(await mailbox.heard()).toEqual(['MAIL FROM:<entradas@butaca.example>', 'RCPT TO:<mail@xn--mnchen-3ya.example>']);
  await signUpAs('ñu@correo.example');
  expect(await mailbox.heard()).toEqual(['MAIL FROM:<entradas@butaca.example> SMTPUTF8', 'RCPT TO:<ñu@correo.example>']);
  expect((await mailbox.mailsTo('ñu@correo.example')).map(({ to }) => to)).toEqual([['ñu@correo.example']]);
});

test('letters before the @ never go to a server without SMTPUTF8: such a mail is given up at once, and its reader is told why', async () => {
  const email = 'ñoño@correo.example';
  await signUpAs(email);
  mailbox.offerUtf8(false);
  expect(await mailbox.heard()).toEqual([]);
  expect(await db`select address, refused, reason, code from undelivered_mail where address = ${email}`).toEqual([
    { address: email, refused: true, reason: 'letters', code: 553 },
  ]);
  const { token } = answerOf(await visitor.logIn(email));
  expect(answerOf(await buyerAt(app, { token }).call(getCustomer, {})).undelivered).toMatchObject({ address: email, reason: 'letters' });
  // A domain alone needs nothing of the server.
  await signUpAs('otra@münchen.example');
  expect(await mailbox.heard()).toEqual(['MAIL FROM:<entradas@butaca.example>', 'RCPT TO:<otra@xn--mnchen-3ya.example>']);
  mailbox.offerUtf8(true);
  expect(await db`select reason from undelivered_mail where address like '%münchen%'`).toEqual([]);
});

test('a recovery asked for in the other form reaches the account', async () => {
  await signUpAs('otra@münchen.example');
  const { requestId } = await clientOf(app).ok(askRecoveryCode, { body: { email: 'otra@xn--mnchen-3ya.example' } });
  expect(await codeMailOf({ db, secret: SECRET }, requestId)).toMatchObject({ email: 'otra@münchen.example' });
});

test('a newsletter has one subscription per mailbox', async () => {
  for (const email of ['boletin@münchen.example', 'boletin@xn--mnchen-3ya.example'])
    await clientOf(app).ok(subscribe, { body: { name: 'Ana', email } });
  expect(await db`select email from newsletter_subscription where email like 'boletin@%'`).toEqual([{ email: 'boletin@münchen.example' }]);
});

test('addresses that browsers stored in punycode are found after the migration', async () => {
  const own = ['uno@münchen.example', 'uno@例え.テスト', 'uno@españa-ruta.example', 'uno@бюро-1.example'];
  for (const email of own) {
    answerOf(await visitor.callRaw(signUp, { body: { ...z.encode(signUp.body, signUpForm()), cEmail: email } }));
    await db`update customer set email = ${`uno@${new URL(`http://${email.slice(4)}`).hostname}`} where email = ${email}`;
    expect(await emails(email)).toEqual([]);
  }
  expect(await signUpAs('uno@xn--i-7iq.ws')).toMatchObject({ status: 'ok' });
  await owner.unsafe(await readFile(new URL('../../migrations/0500_addresses_in_letters.sql', import.meta.url), 'utf8'));
  for (const email of [...own, 'uno@xn--i-7iq.ws']) {
    expect(await emails(email)).toEqual([email]);
    answerOf(await visitor.logIn(email));
  }
});
