import { askRecoveryCode, getCustomer, recoverPassword } from '@butaca/contract';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../src/db/connect.ts';
import { freshDatabase } from '../database.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, loggedIn, PASSWORD, signUpForm, solvedCaptcha, visitorAt } from '../factories/customers.ts';
import { aMailbox, anotherCode } from '../factories/mailbox.ts';
import { letCodesAge, letTriesAge } from '../factories/time.ts';

const database = await freshDatabase();
const { db } = database;
const [app, elsewhere] = await Promise.all([customersApp(db), customersApp(db)]);
const mailbox = await aMailbox(database);
afterAll(async () => {
  await Promise.all([app.close(), elsewhere.close(), mailbox.close()]);
  await database.close();
});
beforeEach(() => db`delete from login_throttle`);

const NEW = 'Candilejas2027';
const NOBODY = 'nadie@correo.example';
const HOUR = 60 * 60;
const stranger = visitorAt(app);

const askAs = (email: string, ip = '203.0.113.7') => clientOf(app, { ip }).call(askRecoveryCode, { body: { email } });
const requestFor = async (email: string, ip?: string) => answerOf(await askAs(email, ip)).requestId;
const give = (requestId: string, code: string, password = NEW, at = app) =>
  clientOf(at).call(recoverPassword, { body: { requestId, code, password } });
const isOpen = async (token: string) => resultOf(await clientOf(app, { token }).call(getCustomer, {}));
/** Everything about customers but one of them. */
const others = (email: string) =>
  db`select customer.email, password_hash, email_confirmed_at, session.id, revoked_at
       from customer left join session on session.customer_id = customer.id where customer.email <> ${email} order by 1, 4`;
const codeMails = async (email: string) => (await mailbox.mailsTo(email)).filter(({ subject }) => subject.includes('es tu código'));
/** Lets time pass for codes and for what counts who asked for them. */
const letPass = (seconds: number) => Promise.all([letCodesAge(db, seconds), letTriesAge(db, seconds)]);

test('a mailed code sets a new password: the old one and all sessions end, and a mail says so (CA-019, CA-020, SC-012)', async () => {
  const { email, token } = await loggedIn(app);
  await loggedIn(app);
  const { token: onPhone } = answerOf(await stranger.logIn(email));
  const before = await others(email);
  const requestId = await requestFor(` ${email.toUpperCase()} `);
  const code = await mailbox.codeTo(email);
  expect(code).toMatch(/^\d{8}$/);
  expect(JSON.stringify(await db`select to_jsonb(mail_code) as row from mail_code`)).not.toContain(code);
  expect(resultOf(await give(requestId, ` ${code.slice(0, 4)}-${code.slice(4)} `))).toBe('ok');

  expect(resultOf(await stranger.logIn(email))).toBe('wrong_credentials');
  expect([await isOpen(token), await isOpen(onPhone)]).toEqual(['unauthorised', 'unauthorised']);
  const { token: afterwards } = answerOf(await stranger.logIn(email, NEW));
  expect(await isOpen(afterwards)).toBe('ok');
  expect(await others(email)).toEqual(before);

  const [mail] = await mailbox.mailsTo(email);
  expect(mail).toMatchObject({ subject: 'Cambió tu contraseña de Butaca' });
  expect(mail?.text).toContain('https://entradas.example/recoverPassword');
  expect(mail?.text).not.toContain(NEW);
});

test('whoever got the code at an address has confirmed the address', async () => {
  const { email } = await loggedIn(app);
  await give(await requestFor(email), await mailbox.codeTo(email));
  const { token } = answerOf(await stranger.logIn(email, NEW));
  expect((await clientOf(app, { token }).ok(getCustomer, {})).isEmailConfirmed).toBe(true);
});

test('a code is used once, also when it is sent twice at once to two processes', async () => {
  const { email } = await loggedIn(app);
  const requestId = await requestFor(email);
  const code = await mailbox.codeTo(email);
  const both = await Promise.all([give(requestId, code), give(requestId, code, 'Bambalinas2027', elsewhere)]);
  expect(both.map(resultOf).sort()).toEqual(['ok', 'wrong_code']);
  expect(resultOf(await give(requestId, code))).toBe('wrong_code');
  const passwords = await Promise.all([NEW, 'Bambalinas2027', PASSWORD].map((password) => stranger.logIn(email, password)));
  expect(passwords.map(resultOf).filter((result) => result === 'ok')).toHaveLength(1);
  expect((await mailbox.mailsTo(email)).filter(({ subject }) => subject.startsWith('Cambió'))).toHaveLength(1);
});

test('a code is valid for fifteen minutes', async () => {
  const { email } = await loggedIn(app);
  const [late, inTime] = [await requestFor(email), email];
  const code = await mailbox.codeTo(email);
  await letCodesAge(db, 15 * 60 + 1);
  expect(resultOf(await give(late, code))).toBe('wrong_code');
  const requestId = await requestFor(inTime);
  const second = await mailbox.codeTo(email);
  await letCodesAge(db, 15 * 60 - 20);
  expect(resultOf(await give(requestId, second))).toBe('ok');
});

test('after five wrong codes the right one is worth nothing, however many processes they were sent to at once', async () => {
  const { email, token } = await loggedIn(app);
  const requestId = await requestFor(email);
  const code = await mailbox.codeTo(email);
  const guesses = Array.from({ length: 8 }, (_, turn) => give(requestId, anotherCode(code), NEW, turn % 2 ? app : elsewhere));
  expect((await Promise.all(guesses)).map(resultOf)).toEqual(Array(8).fill('wrong_code'));
  expect(resultOf(await give(requestId, code))).toBe('wrong_code');
  expect(await isOpen(token)).toBe('ok');
  expect(resultOf(await stranger.logIn(email))).toBe('ok');
});

test('four wrong codes leave the right one as it is, and a password that breaks the rules is no try', async () => {
  const { email } = await loggedIn(app);
  const requestId = await requestFor(email);
  const code = await mailbox.codeTo(email);
  for (const [password, reason] of [
    ['Abc1', 'too_short'],
    ['abcdefg1', 'no_capital'],
    ['Abcdefgh', 'no_number'],
    ['Password123', 'common'],
  ] as const) {
    expect(await give(requestId, code, password)).toMatchObject({ data: { fields: [{ name: 'cClave', reason }] } });
  }
  for (const wrong of [anotherCode(code), '1', 'código', '１２３４５６７８'])
    expect(resultOf(await give(requestId, wrong))).toBe('wrong_code');
  expect(resultOf(await give(requestId, code))).toBe('ok');
});

test('a code is required, and counts with the request that it was asked for alone (VA-016)', async () => {
  const [me, neighbour] = [await loggedIn(app), await loggedIn(app)];
  const mine = await requestFor(me.email);
  const theirs = await requestFor(neighbour.email);
  const code = await mailbox.codeTo(me.email);
  const blank = await clientOf(app).callRaw(recoverPassword, { body: { idRecupero: mine, cCodigo: '  ', cClave: NEW } });
  expect(blank).toMatchObject({ failure: 'invalid_input', data: { fields: [{ name: 'cCodigo', reason: 'missing' }] } });
  expect(resultOf(await give(theirs, code))).toBe('wrong_code');
  expect(resultOf(await give('A'.repeat(22), code))).toBe('wrong_code');
  expect(resultOf(await stranger.logIn(neighbour.email))).toBe('ok');
  expect(resultOf(await give(mine, code))).toBe('ok');
});

test('an address without an account gets the same answers, by the same statements, and no mail', async () => {
  const { email } = await loggedIn(app);
  const said: string[] = [];
  const one = connect(database.url, { connections: 1, onStatement: () => (text) => void said.push(text.replace(/\s+/g, ' ').trim()) });
  const watched = await customersApp(one);
  onTestFinished(async () => {
    await watched.close();
    await one.end();
  });
  const ask = async (address: string) => {
    said.length = 0;
    const { requestId } = await clientOf(watched).ok(askRecoveryCode, { body: { email: address } });
    return { requestId, statements: [...said] };
  };
  await ask('antes@correo.example');
  const known = await ask(email);
  const unknown = await ask(NOBODY);
  expect(known.statements.length).toBeGreaterThan(4);
  expect(unknown.statements).toEqual(known.statements);
  const answers = async (requestId: string) => {
    said.length = 0;
    const outcomes = [];
    for (let time = 0; time < 7; time += 1) outcomes.push(resultOf(await give(requestId, '00000000', NEW, watched)));
    return { outcomes, statements: [...said] };
  };
  expect(await answers(unknown.requestId)).toEqual(await answers(known.requestId));
  expect(await mailbox.mailsTo(NOBODY)).toEqual([]);
  expect(await codeMails(email)).toHaveLength(1);
  expect(await db`select key from graphile_worker.jobs where task_identifier = 'mail-code'`).toEqual([]);
});

test('an account that was opened after the code was asked for is not opened by it', async () => {
  const form = signUpForm();
  const requestId = await requestFor(form.email);
  answerOf(await stranger.signUp(form));
  expect(await codeMails(form.email)).toEqual([]);
  expect(resultOf(await give(requestId, '12345678'))).toBe('wrong_code');
});

test('a mailbox gets nine mails an hour at most, from however many networks they are asked for; a neighbour gets theirs', async () => {
  const { email } = await loggedIn(app);
  for (let minute = 0; minute < 60; minute += 1) {
    await Promise.all([1, 2, 3].map((host) => askAs(email, `10.${minute}.${host}.1`)));
    // Every code leaves while it is valid.
    if (minute % 10 === 9) await mailbox.deliver();
    await letPass(60);
  }
  const { length } = await codeMails(email);
  expect(length).toBeGreaterThan(3);
  expect(length).toBeLessThanOrEqual(9);
  const neighbour = await loggedIn(app);
  await askAs(neighbour.email);
  expect(await codeMails(neighbour.email)).toHaveLength(1);
});

test('while strangers ask for codes and guess, the owner gets in by the code that is in the mailbox', async () => {
  const { email } = await loggedIn(app);
  for (let minute = 0; minute < 30; minute += 1) {
    const requestId = await requestFor(email, `10.9.${minute}.1`);
    for (let time = 0; time < 5; time += 1) await give(requestId, '00000000');
    await letPass(60);
  }
  const requestId = await requestFor(email, '198.51.100.20');
  expect(resultOf(await give(requestId, await mailbox.codeTo(email)))).toBe('ok');
});

test('when a code that two requests share is used, it is used for both', async () => {
  const { email } = await loggedIn(app);
  const [first, second] = [await requestFor(email), await requestFor(email, '198.51.100.20')];
  expect(await codeMails(email)).toHaveLength(1);
  const code = await mailbox.codeTo(email);
  const both = await Promise.all([give(first, code), give(second, code, 'Bambalinas2027', elsewhere)]);
  expect(both.map(resultOf).sort()).toEqual(['ok', 'wrong_code']);
});

test('one network asks five times for an address, then the waits grow; another network asks at once', async () => {
  const { email } = await loggedIn(app);
  const results = [];
  for (let time = 0; time < 7; time += 1) results.push(resultOf(await askAs(email)));
  expect(results).toEqual([...Array(5).fill('ok'), 'too_many_attempts', 'too_many_attempts']);
  expect(await askAs(email)).toMatchObject({ data: { retryAfterSeconds: 30 } });
  expect(resultOf(await askAs(email, '198.51.100.20'))).toBe('ok');
  await letPass(HOUR + 1);
  expect(resultOf(await askAs(email))).toBe('ok');
});

test('one network asks for thirty addresses in an hour, then the waits grow; others notice nothing', async () => {
  const results = [];
  for (let each = 0; each < 34; each += 1) results.push(resultOf(await askAs(`persona.${each}@correo.example`)));
  expect(results.slice(0, 30)).toEqual(Array(30).fill('ok'));
  expect(results.slice(30)).toContain('too_many_attempts');
  expect(resultOf(await askAs('persona.99@correo.example', '198.51.100.20'))).toBe('ok');
});

test('after a recovery the owner does not wait for the wrong passwords that were tried before', async () => {
  const { email } = await loggedIn(app);
  for (let time = 0; time < 6; time += 1) await stranger.logIn(email, 'Equivocada1');
  expect(resultOf(await stranger.logIn(email))).toBe('too_many_attempts');
  await give(await requestFor(email), await mailbox.codeTo(email));
  expect(resultOf(await stranger.logIn(email, NEW))).toBe('ok');
});

test('both steps ask for a captcha of their own purpose (VA-044)', async () => {
  const guarded = await customersApp(db, { captcha: { cost: 50 } });
  onTestFinished(() => guarded.close());
  const { email } = await loggedIn(app);
  const client = clientOf(guarded);
  expect(resultOf(await client.call(askRecoveryCode, { body: { email } }))).toBe('captcha_failed');
  const ofLogIn = await solvedCaptcha(guarded, 'log-in');
  expect(resultOf(await client.call(askRecoveryCode, { body: { email, captcha: ofLogIn } }))).toBe('captcha_failed');
  const captcha = await solvedCaptcha(guarded, 'recovery');
  const { requestId } = await client.ok(askRecoveryCode, { body: { email, captcha } });
  const body = { requestId, code: await mailbox.codeTo(email), password: NEW };
  expect(resultOf(await client.call(recoverPassword, { body: { ...body, captcha } }))).toBe('captcha_failed');
  expect(resultOf(await client.call(recoverPassword, { body: { ...body, captcha: await solvedCaptcha(guarded, 'recovery') } }))).toBe('ok');
});
