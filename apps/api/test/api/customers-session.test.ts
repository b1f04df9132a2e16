import { getCustomer, logOut } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { deleteOldTraces, openSessions } from '../../src/customers/queries.ts';
import { freshDatabase } from '../database.ts';
import { answerOf, clientOf } from '../factories/client.ts';
import { customersApp, loggedIn, visitorAt } from '../factories/customers.ts';

const database = await freshDatabase();
const app = await customersApp(database.db);
/** One's own data, which each session may read. */
const information = (token?: string, at = app) => clientOf(at, { token }).call(getCustomer, {});
const logOutWith = (token: string) => clientOf(app, { token }).call(logOut, {});
const UNAUTHORISED = { status: 'unauthorised', httpStatus: 401 };
afterAll(async () => {
  await app.close();
  await database.close();
});

/** Moves a customer's sessions, as if they had been opened this long ago. */
const openedAgo = (email: string, interval: string) => database.db`
  update session set created_at = now() - ${interval}::interval, expires_at = now() - ${interval}::interval + (session.expires_at - session.created_at)
    from customer where customer.id = session.customer_id and customer.email = ${email}`;
/** With an Authorization header that no client of ours would send. */
const bearer = (token: string) => app.inject({ url: getCustomer.path, headers: { authorization: `Bearer ${token}` } });
const storedSessions = () => database.db<{ id: string }[]>`select id from session`;

test('a customer reads their own data and phones with the token', async () => {
  const { token, email } = await loggedIn(app);
  expect(answerOf(await information(token))).toEqual({
    firstName: 'Julia',
    lastName: 'Paredes',
    gender: 'feminine',
    documentType: 'dni',
    documentNumber: '30123456',
    birthday: '1990-05-17',
    country: 'ar',
    email,
    hasAlias: false,
    isEmailConfirmed: false,
    addresses: [],
    phones: [
      { id: expect.stringMatching(/^[\w-]{22}$/), type: 'mobile', number: '541155550100', written: '+54 11 5555 0100', preferred: true },
    ],
  });
  const { headers } = await bearer(token);
  expect(headers['cache-control']).toBe('no-store');
});

test('logging out ends the session at once, on every process, and no other session', async () => {
  const { token, email } = await loggedIn(app);
  const { token: elsewhere } = answerOf(await visitorAt(app).logIn(email));
  const other = await customersApp(database.db);
  expect(await information(token, other)).toMatchObject({ status: 'ok' });
  expect(await logOutWith(token)).toMatchObject({ status: 'ok' });
  expect(await information(token, other)).toEqual(UNAUTHORISED);
  expect(await information(token)).toEqual(UNAUTHORISED);
  expect(await logOutWith(token)).toEqual(UNAUTHORISED);
  expect(await information(elsewhere)).toMatchObject({ status: 'ok' });
  await other.close();
});

test('a session holds for 179 minutes 50 seconds and is over at 180 minutes, by the database’s clock (CO-004)', async () => {
  const { token, email } = await loggedIn(app);
  await openedAgo(email, '179 minutes 50 seconds');
  expect(await information(token)).toMatchObject({ status: 'ok' });
  await openedAgo(email, '180 minutes');
  expect(await information(token)).toEqual(UNAUTHORISED);
});

test('forged and altered tokens open no session', async () => {
  const { token } = await loggedIn(app);
  const [version, random, signature] = token.split('.') as [string, string, string];
  const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
  const forged = [
    `${version}.${flipped(random)}.${signature}`,
    `${version}.${random}.${flipped(signature)}`,
    `v2.${random}.${signature}`,
    `${version}.${random}`,
    `${token}x`,
    '',
    'null',
    'A'.repeat(10_240),
    "' or 1=1 --",
  ];
  for (const attempt of forged) expect((await bearer(attempt)).statusCode).toBe(401);
  expect(await information()).toEqual(UNAUTHORISED);
  expect(await information(token)).toMatchObject({ status: 'ok' });
});

test('a token signed with another secret opens no session', async () => {
  const other = await customersApp(database.db, { secret: 'another secret, as long as it has to be' });
  const { token } = await loggedIn(other);
  expect(await information(token, other)).toMatchObject({ status: 'ok' });
  expect(await information(token)).toEqual(UNAUTHORISED);
  await other.close();
});

test('the stored id of a session does not open it', async () => {
  const { token } = await loggedIn(app);
  for (const { id } of await storedSessions()) {
    expect(token).not.toContain(id);
    expect(await information(id)).toEqual(UNAUTHORISED);
  }
});

test('a session is of its own customer alone, with that customer’s role', async () => {
  const { email } = await loggedIn(app);
  await loggedIn(app);
  await database.db`update customer set role = 'box-office' where email = ${email}`;
  const stored = await database.db<{ id: string; customerId: string; role: string; secondFactor: boolean }[]>`
    select session.id, customer_id as "customerId", role, second_factor as "secondFactor" from session, customer where customer.id = customer_id and revoked_at is null and expires_at > clock_timestamp()`;
  const ids = stored.map(({ id }) => id);
  expect(new Set(stored.map(({ role }) => role))).toEqual(new Set(['box-office', 'customer']));
  const open = await openSessions(database.db, ids);
  expect(open.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))).toEqual([...stored]);
});

test('logging out ends no other session', async () => {
  const [ana, luis] = [await loggedIn(app), await loggedIn(app)];
  answerOf(await logOutWith(ana.token));
  expect(await information(luis.token)).toMatchObject({ status: 'ok' });
});

test('the preferred phone comes first, then the others as they were added', async () => {
  const { token, email } = await loggedIn(app);
  const [{ id } = { id: '' }] = await database.db<{ id: string }[]>`select id from customer where email = ${email}`;
  await database.db`delete from customer_phone where customer_id = ${id}`;
  const add = (name: string, number: string, preferred: boolean) => database.db`
    insert into customer_phone (id, customer_id, type, number, preferred)
    values (${name.repeat(22)}, ${id}, 'mobile', ${number}, ${preferred})`;
  await add('c', '5411111111', false);
  await add('b', '5422222222', true);
  await add('a', '5433333333', false);
  await loggedIn(app);
  const { phones } = answerOf(await information(token));
  expect(phones.map(({ number }) => number)).toEqual(['5422222222', '5411111111', '5433333333']);
});

test('housekeeping deletes old sessions, captchas and throttles, and keeps those that still count', async () => {
  const { token } = await loggedIn(app);
  // A session is open for three hours.
  const [recent, gone] = [await loggedIn(app), await loggedIn(app)];
  await openedAgo(recent.email, '26 hours');
  await openedAgo(gone.email, '28 hours');
  const left = () => database.db<{ email: string }[]>`
    select email from customer where exists (select from session where customer_id = customer.id) order by email`;
  const before = (await left()).map(({ email }) => email);
  await database.db`
    insert into used_captcha
    values (repeat('a', 64), now() - interval '70 minutes'), (repeat('b', 64), now() - interval '50 minutes'), (repeat('c', 64), now())`;
  await database.db`delete from login_throttle`;
  await database.db`
    insert into login_throttle (key, attempts, last_at, blocked_until, succeeded_at)
    select rpad(name, 43, '_'), 3, now() - last, now() - last, now() - success
      from (values ('failed-lately', interval '23 hours', null), ('failed-long-ago', '25 hours', null),
                   ('came-in-this-month', '25 hours', interval '80 days'), ('came-in-last-year', '25 hours', '91 days'),
                   ('back-again', '23 hours', '91 days')) as given (name, last, success)`;
  await deleteOldTraces(database.db);
  expect((await left()).map(({ email }) => email)).toEqual(before.filter((email) => email !== gone.email));
  expect((await database.db`select signature from used_captcha order by 1`).map(({ signature }) => signature[0])).toEqual(['b', 'c']);
  expect((await database.db`select rtrim(key, '_') as name from login_throttle order by key`).map(({ name }) => name)).toEqual([
    'back-again',
    'came-in-this-month',
    'failed-lately',
  ]);
  expect(await information(token)).toMatchObject({ status: 'ok' });
});
