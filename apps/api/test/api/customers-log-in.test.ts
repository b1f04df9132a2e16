import type { Refusal } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { logIn } from '../../src/customers/log-in.ts';
import { Passwords } from '../../src/customers/passwords.ts';
import { admitLogIn, forgetAttempts, type LogInAttempt, logInAttemptOf } from '../../src/customers/throttle.ts';
import { freshDatabase } from '../database.ts';
import { callsOf, customersApp, PASSWORD, signUpForm } from '../factories/customers.ts';

const database = await freshDatabase();
const app = await customersApp(database.db);
const calls = callsOf(app);
afterAll(async () => {
  await app.close();
  await database.close();
});

const customer = async () => {
  const form = signUpForm();
  await calls.signUp(form);
  return form.cEmail;
};
/** As if this much time had passed, for the database is the only one that counts it. */
const laterBy = (seconds: number) => database.db`
  update login_throttle set last_at = last_at - make_interval(secs => ${seconds}), blocked_until = blocked_until - make_interval(secs => ${seconds}),
                            succeeded_at = succeeded_at - make_interval(secs => ${seconds})`;
const HOUR = 3600;
const DAY = 24 * HOUR;
const sessions = async () => (await database.db<{ count: number }[]>`select count(*)::int as count from session`)[0]?.count;

test('a customer logs in with the address as typed and gets a token for 180 minutes (CA-016)', async () => {
  const email = await customer();
  const { nCode, oData, headers } = await calls.logIn(` ${email.toUpperCase()} `);
  expect(nCode).toBe(200);
  expect(oData).toMatchObject({
    token: expect.stringMatching(/^v1\./),
    jUser: { cNombre: 'Julia', cEmail: email, lAlias: 'N', cRol: 'CLIENTE' },
  });
  expect(Date.parse(oData.dVencimiento) - Date.now()).toBeGreaterThan(179 * 60_000);
  expect(Date.parse(oData.dVencimiento) - Date.now()).toBeLessThanOrEqual(180 * 60_000);
  expect(headers['cache-control']).toBe('no-store');
});

test('a log-in tells the customer whether they have an alias (EN-030)', async () => {
  const email = await customer();
  expect((await calls.logIn(email)).oData.jUser).toMatchObject({ lAlias: 'N' });
  await database.db`update customer set has_alias = true where email = ${email}`;
  expect((await calls.logIn(email)).oData.jUser).toMatchObject({ lAlias: 'S' });
});

test('an unknown address and a wrong password get the same answer', async () => {
  const email = await customer();
  const { headers: _, ...wrong } = await calls.logIn(email, 'Equivocada1');
  const { headers: __, ...unknown } = await calls.logIn('nadie@correo.example', 'Equivocada1');
  expect(wrong).toMatchObject({ status: 200, nCode: 460, cError: 'wrong_credentials' });
  expect(unknown).toEqual(wrong);
});

test('a wrong password 20 times is answered 5 times, then asked to wait', async () => {
  const email = await customer();
  const answers = [];
  for (let time = 0; time < 20; time += 1) answers.push(await calls.logIn(email, 'Equivocada1'));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(answers.map(({ cError }) => cError)).toEqual([...Array(5).fill('wrong_credentials'), ...Array(15).fill('too_many_attempts')]);
  expect(answers[19]).toMatchObject({ nCode: 461, oData: { nSegundos: expect.any(Number) } });
  expect(await calls.logIn(email)).toMatchObject({ cError: 'too_many_attempts' });
});

test('twenty wrong passwords sent at once are counted one after another', async () => {
  const email = await customer();
  const answers = await Promise.all(Array.from({ length: 20 }, () => calls.logIn(email, 'Equivocada1')));
  expect(answers.filter(({ cError }) => cError === 'wrong_credentials')).toHaveLength(5);
});

test('waits grow, end by the database’s clock, and a right password ends them', async () => {
  const email = await customer();
  const waits: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    let answer = await calls.logIn(email, 'Equivocada1');
    while (answer.cError === 'wrong_credentials') answer = await calls.logIn(email, 'Equivocada1');
    waits.push(answer.oData.nSegundos);
    await laterBy(answer.oData.nSegundos);
  }
  expect(waits).toEqual([2, 4, 8, 16]);
  expect(await calls.logIn(email)).toMatchObject({ nCode: 200 });
  expect(await calls.logIn(email, 'Equivocada1')).toMatchObject({ cError: 'wrong_credentials' });
  expect(await calls.logIn(email)).toMatchObject({ nCode: 200 });
});

test('a stranger who guesses from elsewhere does not lock the owner out', async () => {
  const email = await customer();
  const stranger = callsOf(app, { ip: '198.51.100.9' });
  for (let time = 0; time < 8; time += 1) await stranger.logIn(email, 'Equivocada1');
  expect(await stranger.logIn(email)).toMatchObject({ cError: 'too_many_attempts' });
  expect(await calls.logIn(email)).toMatchObject({ nCode: 200 });
});

test('guesses from many networks slow the account down, but not where its owner logged in before', async () => {
  const email = await customer();
  await calls.logIn(email);
  const from = (network: number) => callsOf(app, { ip: `10.${network}.0.1` }).logIn(email, 'Equivocada1');
  const answers = await Promise.all(Array.from({ length: 60 }, (_, network) => from(network)));
  const refused = answers.filter(({ cError }) => cError === 'too_many_attempts');
  expect(refused.length).toBeGreaterThanOrEqual(9);
  expect(Math.max(...refused.map(({ oData }) => oData.nSegundos))).toBeLessThanOrEqual(30);
  expect(await calls.logIn(email)).toMatchObject({ nCode: 200 });
});

/** Attempts that are admitted before one is refused, and what that one is told to wait. */
async function admitted(attempt: (time: number) => LogInAttempt) {
  for (let time = 0; time < 200; time += 1) {
    try {
      await admitLogIn(database.db, attempt(time));
    } catch (refusal) {
      return { admitted: time, wait: (refusal as Refusal<'too_many_attempts'>).data.retryAfterSeconds };
    }
  }
  return { admitted: 200, wait: 0 };
}
const from = (email: string, ip = '203.0.113.7') => logInAttemptOf('secret', { email, ip });
const strangers = (email: string) => (time: number) => from(email, `10.${time}.0.1`);

test('from one network there are five tries, until a day without one has passed', async () => {
  const here = () => from('one.network@correo.example');
  expect(await admitted(here)).toEqual({ admitted: 5, wait: 2 });
  await laterBy(DAY - 60);
  expect(await admitted(here)).toEqual({ admitted: 1, wait: 4 });
  await laterBy(DAY + 1);
  expect(await admitted(here)).toEqual({ admitted: 5, wait: 2 });
});

test('from many networks an account has fifty tries, until an hour without one has passed', async () => {
  const everywhere = strangers('many.networks@correo.example');
  expect(await admitted(everywhere)).toEqual({ admitted: 50, wait: 1 });
  await laterBy(HOUR - 60);
  expect(await admitted((time) => everywhere(time + 100))).toEqual({ admitted: 1, wait: 2 });
  await laterBy(HOUR + 1);
  expect(await admitted(everywhere)).toEqual({ admitted: 50, wait: 1 });
});

test('waits stop growing: a quarter of an hour from one network, half a minute from many, however many tries there were', async () => {
  const [home, other] = [from('patient@correo.example'), from('patient@correo.example', '198.51.100.7')];
  await admitLogIn(database.db, home);
  await admitLogIn(database.db, other);
  const triedOften = (key: string) => database.db`update login_throttle set attempts = 5000 where key = ${key}`;
  await triedOften(home.accountAndNetwork);
  expect(await admitted(() => home)).toEqual({ admitted: 1, wait: 900 });
  await triedOften(home.account);
  expect(await admitted(() => other)).toEqual({ admitted: 1, wait: 30 });
});

test('a successful log-in ends the customer’s own waits and no others', async () => {
  const [ana, luis] = [from('ana@correo.example'), from('luis@correo.example')];
  await admitted(() => ana);
  await admitted(() => luis);
  const elsewhere = from('ana@correo.example', '198.51.100.7');
  await admitted(() => elsewhere);
  await forgetAttempts(database.db, ana);
  expect(await admitted(() => ana)).toEqual({ admitted: 5, wait: 2 });
  expect(await admitted(() => luis)).toMatchObject({ admitted: 0 });
  expect(await admitted(() => elsewhere)).toMatchObject({ admitted: 0 });
});

test('after coming in all tries are free again, of the network and of the account', async () => {
  const email = 'free.again@correo.example';
  await admitted(strangers(email));
  await forgetAttempts(database.db, from(email));
  expect(await admitted(strangers(email))).toEqual({ admitted: 50, wait: 1 });
});

test('where its owner came in within 90 days an account is open while strangers guess, and nowhere else', async () => {
  const email = 'known.here@correo.example';
  const home = from(email);
  await forgetAttempts(database.db, await admitted(() => home).then(() => home));
  await laterBy(89 * DAY);
  await admitted(strangers(email));
  await expect(admitLogIn(database.db, from(email, '192.0.2.1'))).rejects.toMatchObject({ failure: 'too_many_attempts' });
  await expect(admitLogIn(database.db, home)).resolves.toBeUndefined();
  await laterBy(2 * DAY);
  await admitted(strangers(email));
  await expect(admitLogIn(database.db, home)).rejects.toMatchObject({ failure: 'too_many_attempts' });
});

test('a log-in refused for lack of room does not count as a failed one', async () => {
  const passwords = new Passwords({ atOnce: 1, waiting: 0 });
  const hashing = passwords.hash(PASSWORD);
  const attempt = {
    email: 'no.room@correo.example',
    password: PASSWORD,
    ip: '203.0.113.7',
    secret: 'secret',
    passwords,
    sessionMinutes: 180,
  };
  await expect(logIn(database.db, attempt)).rejects.toMatchObject({ failure: 'busy' });
  await hashing;
  expect(await admitted(() => from(attempt.email))).toEqual({ admitted: 5, wait: 2 });
});

test('another process knows of the attempts made here', async () => {
  const email = await customer();
  for (let time = 0; time < 5; time += 1) await calls.logIn(email, 'Equivocada1');
  const other = await customersApp(database.db);
  expect(await callsOf(other).logIn(email)).toMatchObject({ cError: 'too_many_attempts' });
  await other.close();
});

test('fields of 10 kB are refused by name before anything is hashed or counted', async () => {
  const attempts = async () => database.db`select key, attempts from login_throttle order by key`;
  const before = await attempts();
  expect(await calls.logIn(`${'a'.repeat(10_240)}@correo.example`)).toMatchObject({
    nCode: 400,
    oData: { listaCampo: [{ cCampo: 'cEmail', cMotivo: 'too_long' }] },
  });
  expect(await calls.logIn('a@correo.example', 'a'.repeat(10_240))).toMatchObject({
    nCode: 400,
    oData: { listaCampo: [{ cCampo: 'cClave', cMotivo: 'too_long' }] },
  });
  expect(await attempts()).toEqual(before);
});

test.each([
  ['nothing', undefined],
  ['an empty text', ''],
  ['broken JSON', '{"cEmail": "a@'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a number as address', JSON.stringify({ cEmail: 7, cClave: PASSWORD })],
  ['an address with a character no keyboard has', JSON.stringify({ cEmail: 'a\u0000@correo.example', cClave: PASSWORD })],
  ['a prototype in the body', '{"__proto__": {"cEmail": "a@b.co"}}'],
])('%s instead of credentials is refused and opens no session', async (_, body) => {
  const before = await sessions();
  expect(await calls.send('POST', '/v2/Cliente/Ingreso/Token', body)).toMatchObject({ status: 200, nCode: 400 });
  expect(await sessions()).toBe(before);
});

test('the table of attempts names neither people nor addresses', async () => {
  const email = await customer();
  await calls.logIn(email, 'Equivocada1');
  const rows = JSON.stringify(await database.db`select * from login_throttle`);
  expect(rows).not.toContain(email);
  expect(rows).not.toContain('203.0.113');
});
