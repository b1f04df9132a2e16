import type { Refusal } from '@butaca/contract';
import { logIn, type Outcome } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { logIn as logInCustomer } from '../../src/customers/log-in.ts';
import { Passwords } from '../../src/customers/passwords.ts';
import { waitSeconds } from '../../src/customers/queries.ts';
import { admitLogIn, forgetAttempts, type LogInAttempt, logInAttemptOf } from '../../src/customers/throttle.ts';
import type { Tx } from '../../src/db/connect.ts';
import { freshDatabase } from '../database.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { customersApp, logInWorld, PASSWORD, signUpForm, visitorAt } from '../factories/customers.ts';
import { inOrder } from '../factories/in-order.ts';
import { letTriesAge } from '../factories/time.ts';

const database = await freshDatabase();
const app = await customersApp(database.db);
const visitor = visitorAt(app);
const WRONG = 'Equivocada1';
afterAll(async () => {
  await app.close();
  await database.close();
});

const customer = async () => {
  const form = signUpForm();
  answerOf(await visitor.signUp(form));
  return form.email;
};
const laterBy = (seconds: number) => letTriesAge(database.db, seconds);
const secondsToWait = (outcome: Outcome<typeof logIn>): number =>
  outcome.status === 'refusal' && outcome.failure === 'too_many_attempts' ? outcome.data.retryAfterSeconds : Number.NaN;
const HOUR = 3600;
const DAY = 24 * HOUR;
const sessions = async () => (await database.db<{ count: number }[]>`select count(*)::int as count from session`)[0]?.count;

test('a customer logs in with the address as typed and gets a token for 180 minutes (CA-016)', async () => {
  const email = await customer();
  const body = { cEmail: ` ${email.toUpperCase()} `, cClave: PASSWORD };
  const { token, user, expiresAt } = answerOf(await visitor.callRaw(logIn, { body }));
  expect(token).toMatch(/^v1\./);
  expect(user).toMatchObject({ name: 'Julia', email, hasAlias: false, role: 'customer' });
  expect(expiresAt - Date.now()).toBeGreaterThan(179 * 60_000);
  expect(expiresAt - Date.now()).toBeLessThanOrEqual(180 * 60_000);
  const { headers } = await app.inject({ method: 'POST', url: logIn.path, payload: body });
  expect(headers['cache-control']).toBe('no-store');
});

test('a log-in answers whether the customer has an alias (EN-030)', async () => {
  const email = await customer();
  expect(answerOf(await visitor.logIn(email)).user).toMatchObject({ hasAlias: false });
  await database.db`update customer set has_alias = true where email = ${email}`;
  expect(answerOf(await visitor.logIn(email)).user).toMatchObject({ hasAlias: true });
});

test('an unknown address and a wrong password get the same answer', async () => {
  const email = await customer();
  const rawAnswer = async (cEmail: string) => {
    const { statusCode, body } = await app.inject({ method: 'POST', url: logIn.path, payload: { cEmail, cClave: WRONG } });
    return { statusCode, body };
  };
  expect(await visitor.logIn(email, WRONG)).toMatchObject({ failure: 'wrong_credentials' });
  expect(await rawAnswer('nadie@correo.example')).toEqual(await rawAnswer(email));
});

test('of 20 wrong passwords 5 are checked, and then the visitor has to wait', async () => {
  const email = await customer();
  const answers = [];
  for (let time = 0; time < 20; time += 1) answers.push(await visitor.logIn(email, WRONG));
  expect(answers.map(resultOf)).toEqual([...Array(5).fill('wrong_credentials'), ...Array(15).fill('too_many_attempts')]);
  expect(answers[19]).toMatchObject({ data: { retryAfterSeconds: expect.any(Number) } });
  expect(await visitor.logIn(email)).toMatchObject({ failure: 'too_many_attempts' });
});

test('twenty wrong passwords sent at once are counted one by one', async () => {
  const email = await customer();
  const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.logIn(email, WRONG)));
  expect(answers.map(resultOf).filter((result) => result === 'wrong_credentials')).toHaveLength(5);
});

test('waits grow, end by the database’s clock, and a right password ends them', async () => {
  const email = await customer();
  const waits: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    let answer = await visitor.logIn(email, WRONG);
    while (resultOf(answer) === 'wrong_credentials') answer = await visitor.logIn(email, WRONG);
    const seconds = secondsToWait(answer);
    waits.push(seconds);
    await laterBy(seconds);
  }
  expect(waits).toEqual([2, 4, 8, 16]);
  expect(await visitor.logIn(email)).toMatchObject({ status: 'ok' });
  expect(await visitor.logIn(email, WRONG)).toMatchObject({ failure: 'wrong_credentials' });
  expect(await visitor.logIn(email)).toMatchObject({ status: 'ok' });
});

test('a stranger who guesses from another network does not lock the owner out', async () => {
  const email = await customer();
  const stranger = visitorAt(app, { ip: '198.51.100.9' });
  for (let time = 0; time < 8; time += 1) await stranger.logIn(email, WRONG);
  expect(await stranger.logIn(email)).toMatchObject({ failure: 'too_many_attempts' });
  expect(await visitor.logIn(email)).toMatchObject({ status: 'ok' });
});

test('guesses from many networks slow the account down, except on networks where its owner logged in before', async () => {
  const email = await customer();
  answerOf(await visitor.logIn(email));
  const from = (network: number) => visitorAt(app, { ip: `10.${network}.0.1` }).logIn(email, WRONG);
  const answers = await Promise.all(Array.from({ length: 60 }, (_, network) => from(network)));
  const refused = answers.filter((answer) => resultOf(answer) === 'too_many_attempts');
  expect(refused.length).toBeGreaterThanOrEqual(9);
  expect(Math.max(...refused.map(secondsToWait))).toBeLessThanOrEqual(30);
  expect(await visitor.logIn(email)).toMatchObject({ status: 'ok' });
});

/** How many attempts are admitted before one is refused, and the seconds that one has to wait. */
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

test('waits stop growing at a quarter of an hour from one network, and at half a minute from many', async () => {
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

test('a successful log-in clears all tries, of the network and of the account', async () => {
  const email = 'free.again@correo.example';
  await admitted(strangers(email));
  await forgetAttempts(database.db, from(email));
  expect(await admitted(strangers(email))).toEqual({ admitted: 50, wait: 1 });
});

test('while strangers guess, an account stays open on networks where its owner logged in within 90 days, and nowhere else', async () => {
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

test('a log-in refused as busy does not count as a failed one', async () => {
  const passwords = new Passwords({ atOnce: 1, waiting: 0 });
  const attempt = {
    email: 'no.room@correo.example',
    password: PASSWORD,
    ip: '203.0.113.7',
    passwords,
  };
  const world = await logInWorld(database.db, 'secret');
  const hashing = passwords.hash(PASSWORD);
  await expect(logInCustomer(world, attempt)).rejects.toMatchObject({ failure: 'busy' });
  await hashing;
  expect(await admitted(() => from(attempt.email))).toEqual({ admitted: 5, wait: 2 });
});

test('the password of an address that nobody has is compared as well, so that the time of an answer does not tell', async () => {
  const email = await customer();
  const compared: unknown[] = [];
  class Seen extends Passwords {
    override reserveCheck() {
      const { matches, release } = super.reserveCheck();
      const seen = (password: string, passwordHash: string | undefined) => {
        compared.push(passwordHash);
        return matches(password, passwordHash);
      };
      return { matches: seen, release };
    }
  }
  const world = await logInWorld(database.db, 'secret');
  for (const each of [email, 'nobody.has.it@correo.example'])
    await expect(logInCustomer(world, { email: each, password: WRONG, ip: '203.0.113.8', passwords: new Seen() })).rejects.toMatchObject({
      failure: 'wrong_credentials',
    });
  expect(compared).toEqual([expect.stringMatching(/^\$argon2id/), undefined]);
});

test('attempts at one process count at every other', async () => {
  const email = await customer();
  for (let time = 0; time < 5; time += 1) await visitor.logIn(email, WRONG);
  const other = await customersApp(database.db);
  expect(await visitorAt(other).logIn(email)).toMatchObject({ failure: 'too_many_attempts' });
  await other.close();
});

test('log-ins of one customer at once, in another language than the last, are all answered', async () => {
  const { email } = signUpForm();
  answerOf(await visitorAt(app).signUp(signUpForm({ email })));
  await database.db`update customer set language = 'pt' where email = ${email}`;
  const logInOnce = () => visitorAt(app, { language: 'es' }).logIn(email);
  const hold = (tx: Tx) => tx`select from customer where email = ${email} for update`;
  const outcomes = await inOrder(database.db, hold, [logInOnce, logInOnce, logInOnce, logInOnce]);
  expect(outcomes.map(resultOf)).toEqual(['ok', 'ok', 'ok', 'ok']);
});

test('fields of 10 kB are refused by the field’s name before anything is hashed or counted', async () => {
  const attempts = async () => database.db`select key, attempts from login_throttle order by key`;
  const before = await attempts();
  for (const [name, body] of [
    ['cEmail', { cEmail: `${'a'.repeat(10_240)}@correo.example`, cClave: PASSWORD }],
    ['cClave', { cEmail: 'a@correo.example', cClave: 'a'.repeat(10_240) }],
  ] as const)
    expect(await visitor.callRaw(logIn, { body })).toMatchObject({
      failure: 'invalid_input',
      data: { fields: [{ name, reason: 'too_long' }] },
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
  // Raw bodies, because no client can send these.
])('%s instead of credentials is refused and opens no session', async (_, payload) => {
  const before = await sessions();
  const headers = payload === undefined ? {} : { 'content-type': 'application/json' };
  const response = await app.inject({ method: 'POST', url: logIn.path, headers, ...(payload !== undefined && { payload }) });
  expect([response.statusCode, response.json().nCode]).toEqual([200, 400]);
  expect(await sessions()).toBe(before);
});

test('the table of attempts holds neither e-mail nor network addresses', async () => {
  const email = await customer();
  await visitor.logIn(email, WRONG);
  const rows = JSON.stringify(await database.db`select * from login_throttle`);
  expect(rows).not.toContain(email);
  expect(rows).not.toContain('203.0.113');
});

test('a wait is told in whole seconds, at least one, also when it has just ended or nothing is known of it', async () => {
  const { db } = database;
  const wait = (key: string) => db.begin((tx) => waitSeconds(tx, key));
  await db`insert into login_throttle (key, attempts, last_at, blocked_until)
           values (repeat('a', 43), 9, now(), now() - interval '5 seconds'), (repeat('b', 43), 9, now(), now() + interval '9.5 seconds')`;
  expect([await wait('a'.repeat(43)), await wait('b'.repeat(43)), await wait('c'.repeat(43))]).toEqual([1, 10, 1]);
});
