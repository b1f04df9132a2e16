import { afterAll, expect, test } from 'vitest';
import { deleteOldTraces } from '../../src/customers/queries-session.ts';
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

test('a customer reads their own data and phones with the token (CA-081)', async () => {
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

test('forged, altered and borrowed tokens are nobody’s', async () => {
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

test('a token signed with another secret is nobody’s', async () => {
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

test('housekeeping deletes what is long over and keeps what counts', async () => {
  const { token } = await loggedIn(app);
  const gone = await loggedIn(app);
  await openedAgo(gone.email, '2 days');
  await database.db`insert into used_captcha values (repeat('a', 64), now() - interval '2 hours'), (repeat('b', 64), now() + interval '5 minutes')`;
  const before = (await storedSessions()).length;
  await deleteOldTraces(database.db);
  expect((await storedSessions()).length).toBe(before - 1);
  expect((await database.db`select signature from used_captcha`).map(({ signature }) => signature[0])).toEqual(['b']);
  expect(await calls.information(token)).toMatchObject({ status: 200 });
});
