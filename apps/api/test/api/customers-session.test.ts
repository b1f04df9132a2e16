import { afterAll, expect, test } from 'vitest';
import { deleteOldTraces } from '../../src/customers/queries.ts';
import { freshDatabase } from '../database.ts';
import { callsOf, customersApp, loggedIn } from '../factories/customers.ts';

const database = await freshDatabase();
const app = await customersApp(database.db);
const calls = callsOf(app);
afterAll(async () => {
  await app.close();
  await database.close();
});

/** Moves a customer's sessions, as if they had been opened this long ago. */
const openedAgo = (email: string, interval: string) => database.db`
  update session set created_at = now() - ${interval}::interval, expires_at = now() - ${interval}::interval + (session.expires_at - session.created_at)
    from customer where customer.id = session.customer_id and customer.email = ${email}`;
const storedSessions = () => database.db<{ id: string }[]>`select id from session`;

test('a customer reads their own data and phones with the token', async () => {
  const { token, email } = await loggedIn(app);
  const { nCode, oData, headers } = await calls.information(token);
  expect(nCode).toBe(200);
  expect(oData).toEqual({
    cNombre: 'Julia',
    cApellido: 'Paredes',
    cGenero: 'FEMENINO',
    cTipoDeDocumento: 'DNI',
    cDocumento: '30123456',
    dNacimiento: '1990-05-17',
    cPais: 'AR',
    cEmail: email,
    listaTelefono: [{ cTipo: 'CELULAR', cNumero: '541155550100', lPorDefecto: 'S' }],
  });
  expect(headers['cache-control']).toBe('no-store');
});

test('logging out ends the session at once, on every process, and no other session', async () => {
  const { token, email } = await loggedIn(app);
  const elsewhere = (await calls.logIn(email)).oData.token as string;
  const other = await customersApp(database.db);
  expect(await callsOf(other).information(token)).toMatchObject({ status: 200 });
  expect(await calls.logOut(token)).toMatchObject({ status: 200, nCode: 200 });
  expect(await callsOf(other).information(token)).toMatchObject({ status: 401 });
  expect(await calls.information(token)).toMatchObject({ status: 401 });
  expect(await calls.logOut(token)).toMatchObject({ status: 401 });
  expect(await calls.information(elsewhere)).toMatchObject({ status: 200, nCode: 200 });
  await other.close();
});

test('a session holds for 179 minutes 50 seconds and is over at 180 minutes, by the database’s clock (CO-004)', async () => {
  const { token, email } = await loggedIn(app);
  await openedAgo(email, '179 minutes 50 seconds');
  expect(await calls.information(token)).toMatchObject({ status: 200, nCode: 200 });
  await openedAgo(email, '180 minutes');
  expect(await calls.information(token)).toMatchObject({ status: 401 });
});

test('forged, altered and borrowed tokens open no session', async () => {
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
  for (const attempt of forged) expect(await calls.information(attempt)).toMatchObject({ status: 401 });
  expect(await calls.information()).toMatchObject({ status: 401 });
  expect(await calls.information(token)).toMatchObject({ status: 200 });
});

test('a token signed with another secret opens no session', async () => {
  const other = await customersApp(database.db, { secret: 'quite another secret, as long as it has to be' });
  const { token } = await loggedIn(other);
  expect(await callsOf(other).information(token)).toMatchObject({ status: 200 });
  expect(await calls.information(token)).toMatchObject({ status: 401 });
  await other.close();
});

test('what is stored of a session opens none', async () => {
  const { token } = await loggedIn(app);
  for (const { id } of await storedSessions()) {
    expect(token).not.toContain(id);
    expect(await calls.information(id)).toMatchObject({ status: 401 });
  }
});

test('logging out ends no other session', async () => {
  const [ana, luis] = [await loggedIn(app), await loggedIn(app)];
  await calls.logOut(ana.token);
  expect(await calls.information(luis.token)).toMatchObject({ status: 200 });
});

test('the phone that a customer prefers comes first, then the others as they were given', async () => {
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
  const { oData } = await calls.information(token);
  expect(oData.listaTelefono.map(({ cNumero }: { cNumero: string }) => cNumero)).toEqual(['5422222222', '5433333333', '5411111111']);
});

test('housekeeping deletes what is long over and keeps what counts', async () => {
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
  expect(await calls.information(token)).toMatchObject({ status: 200 });
});
