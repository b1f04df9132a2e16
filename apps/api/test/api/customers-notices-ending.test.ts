import {
  endNoticed,
  getCustomer,
  listPasskeys,
  listSessions,
  logInWithDevice,
  logInWithPasskey,
  logOut,
  readNotice,
  removePasskey,
  startPasskeyLogIn,
} from '@butaca/contract';
import { notMePage } from '@butaca/contract/pages';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { linkOf } from '../../src/customers/mailed-links.ts';
import { clearCustomer, deleteBelongings } from '../../src/customers/privacy/queries-erasure.ts';
import { lockCustomerIn } from '../../src/customers/queries-account.ts';
import { rememberDevice } from '../../src/customers/sign-in/devices.ts';
import type { Tx } from '../../src/db/connect.ts';
import { freshDatabase } from '../database.ts';
import { answerOf, answerRecorder, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, SECRET, visitorAt } from '../factories/customers.ts';
import { inOrder } from '../factories/in-order.ts';
import { aMailbox } from '../factories/mailbox.ts';
import { anOwner, letNoticesAge, linksIn, noticesTo, remembered, withAddress, withPasskey } from '../factories/notices.ts';

// What the links of mails about something new in an account end, and what they do not.

const database = await freshDatabase();
const { db } = database;
const [app, elsewhere] = await Promise.all([customersApp(db), customersApp(db)]);
const mailbox = await aMailbox(database);
afterAll(async () => {
  await Promise.all([app.close(), elsewhere.close(), mailbox.close()]);
  await database.close();
});
beforeEach(() => db`delete from login_throttle`);

const anyone = clientOf(app);
const read = (link: string) => anyone.call(readNotice, { body: { link } });
const end = (link: string, server = app) => clientOf(server).call(endNoticed, { body: { link } });
const isOpen = async (token: string) => (await clientOf(app, { token }).call(getCustomer, {})).status === 'ok';
const options = async () => (await anyone.ok(startPasskeyLogIn, {})).passkeyOptions;
type Device = Awaited<ReturnType<typeof withPasskey>>['device'];
const logInBy = async (device: Device, { remember = false, jar = new Map<string, string>(), server = app } = {}) =>
  clientOf(server, { jar }).call(logInWithPasskey, { body: { passkey: device.sign(await options()), remember } });
const deviceLogIn = (jar: Map<string, string>, server = app) => clientOf(server, { jar }).call(logInWithDevice, {});

/** The link of the newest mail about something new. */
async function linkTo(email: string): Promise<string> {
  const [mail] = await noticesTo(mailbox, email);
  const [link = ''] = linksIn(mail?.text ?? '');
  await letNoticesAge(db, 3600);
  return link;
}
async function withPasskeyLink() {
  const owner = await anOwner(app);
  const passkey = await withPasskey(app, owner.token);
  return { ...owner, ...passkey, link: await linkTo(owner.email) };
}
async function withDeviceLink() {
  const owner = await anOwner(app);
  const device = await remembered(app, owner.email);
  return { ...owner, jar: device.jar, deviceToken: device.token, link: await linkTo(owner.email) };
}

test('reading a link says what it is about and ends nothing, neither does opening its page', async () => {
  const { token, link } = await withPasskeyLink();
  for (let time = 0; time < 3; time += 1) {
    expect(answerOf(await read(link))).toMatchObject({ kind: 'passkey', name: 'Teléfono', isGone: false });
  }
  for (const method of ['GET', 'HEAD'] as const) await app.inject({ method, url: `${notMePage}?enlace=${link}` });
  const wrong = await app.inject({ method: 'GET', url: `/v2/Cliente/Aviso/Terminar?cEnlace=${link}` });
  expect(wrong.json().nCode).not.toBe(200);
  expect(await isOpen(token)).toBe(true);
  expect((await clientOf(app, { token }).ok(listPasskeys, {})).passkeys).toHaveLength(1);
});

test('a passkey goes with every session, remembered browser and half-made log-in of its account, and nothing of another', async () => {
  const neighbour = await withPasskeyLink();
  const { email, token, device, link } = await withPasskeyLink();
  const jar = new Map<string, string>();
  const { token: opened } = answerOf(await logInBy(device, { remember: true, jar }));
  // Its session has ended, its browser is still remembered.
  await db`update session set expires_at = clock_timestamp() where device_id is not null`;
  await db`
    insert into password_proof (id, customer_id, is_complete, expires_at)
    select ${'p'.repeat(43)}, id, true, clock_timestamp() + interval '1 hour' from customer where email = ${email}`;

  expect(resultOf(await end(link))).toBe('ok');

  expect([await isOpen(token), await isOpen(opened)]).toEqual([false, false]);
  expect(resultOf(await logInBy(device))).toBe('passkey_refused');
  expect(resultOf(await deviceLogIn(jar))).toBe('device_unknown');
  expect(await db`select from password_proof`).toEqual([]);
  expect(answerOf(await read(link))).toMatchObject({ isGone: true });
  expect(await isOpen(neighbour.token)).toBe(true);
  expect(resultOf(await logInBy(neighbour.device))).toBe('ok');
});

test('a browser is forgotten with the sessions that it opened; the others stay', async () => {
  const neighbour = await withDeviceLink();
  const { token, jar, deviceToken, link } = await withDeviceLink();
  const other = new Map(jar);
  const { token: opened } = answerOf(await deviceLogIn(jar));
  expect(answerOf(await read(link))).toMatchObject({ kind: 'device', isGone: false });

  expect(resultOf(await end(link))).toBe('ok');

  expect([await isOpen(opened), await isOpen(deviceToken), await isOpen(token)]).toEqual([false, false, true]);
  for (const cookies of [jar, other]) expect(resultOf(await deviceLogIn(cookies))).toBe('device_unknown');
  expect(resultOf(await deviceLogIn(neighbour.jar))).toBe('ok');
});

test('a browser that was remembered anew ends by the link of its first mail, with its sessions from before', async () => {
  const { email, jar, deviceToken, link } = await withDeviceLink();
  const { token: opened } = answerOf(await deviceLogIn(jar));
  const { token } = await remembered(app, email, jar);
  expect(answerOf(await read(link))).toMatchObject({ isGone: false });
  expect(resultOf(await end(link))).toBe('ok');
  expect(await Promise.all([deviceToken, opened, token].map(isOpen))).toEqual([false, false, false]);
  expect(resultOf(await deviceLogIn(jar))).toBe('device_unknown');
});

test('an address is removed, and another takes its place as the preferred one', async () => {
  const { email, token } = await anOwner(app);
  await withAddress(app, token, { number: '1' });
  await linkTo(email);
  await withAddress(app, token, { number: '2' });
  const link = await linkTo(email);
  const { kind, name } = answerOf(await read(link));
  expect([kind, name?.startsWith('Pasaje de los Telones')]).toEqual(['address', true]);
  expect(resultOf(await end(link))).toBe('ok');
  const { addresses } = await clientOf(app, { token }).ok(getCustomer, {});
  expect(addresses).toEqual([expect.objectContaining({ preferred: true })]);
  expect(await isOpen(token)).toBe(true);
});

test('a second press changes nothing, and neither does one after the owner is back', async () => {
  const { email, link } = await withPasskeyLink();
  expect([resultOf(await end(link)), resultOf(await end(link))]).toEqual(['ok', 'ok']);
  const { token } = answerOf(await visitorAt(app).logIn(email));
  expect(resultOf(await end(link))).toBe('ok');
  expect(await isOpen(token)).toBe(true);
});

test('a passkey that the intruder has removed meanwhile still ends the sessions that it opened', async () => {
  const { token, device, id, link } = await withPasskeyLink();
  const { token: opened } = answerOf(await logInBy(device));
  await clientOf(app, { token: opened }).ok(removePasskey, { params: { id } });
  // The page still shows its button.
  expect(answerOf(await read(link))).toMatchObject({ isGone: false });
  expect(resultOf(await end(link))).toBe('ok');
  expect([await isOpen(token), await isOpen(opened)]).toEqual([false, false]);
  expect(answerOf(await read(link))).toMatchObject({ isGone: true });
});

test('forged, foreign and old links end nothing, and a link says nothing but its own thing', async () => {
  const { email, token, link } = await withPasskeyLink();
  const [id = '', signature = ''] = link.split('.');
  const other = await withPasskeyLink();
  const forged = [
    `${id}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`,
    `${other.link.split('.')[0]}.${signature}`,
    linkOf('another secret of a server, as long', 'notice end', id),
    linkOf(SECRET, 'newsletter leave', id),
    linkOf(SECRET, 'notice end', 'A'.repeat(22)),
    'x',
  ];
  for (const each of forged) expect([resultOf(await read(each)), resultOf(await end(each))]).toEqual(['link_over', 'link_over']);
  const recorder = answerRecorder();
  await clientOf(app, { record: recorder.record }).call(readNotice, { body: { link } });
  for (const secret of [email, 'Julia', id, token]) expect(recorder.text()).not.toContain(secret);

  await letNoticesAge(db, 30 * 24 * 3600);
  expect([resultOf(await read(link)), resultOf(await end(link))]).toEqual(['link_over', 'link_over']);
  expect(await isOpen(token)).toBe(true);
});

test('a notice of a second factor has no link, even to somebody who could sign one', async () => {
  const { email } = await anOwner(app);
  const id = 'F'.repeat(22);
  await db`insert into account_notice (id, customer_id, kind, subject_id) select ${id}, id, 'factor', ${id} from customer where email = ${email}`;
  expect(resultOf(await end(linkOf(SECRET, 'notice end', id)))).toBe('link_over');
});

test('an account that was erased has no links any more, and gets no mail that waited', async () => {
  const { email, token, link } = await withPasskeyLink();
  await withAddress(app, token);
  await db.begin(async (tx) => {
    const [customer] = await tx<{ id: string }[]>`select id from customer where email = ${email}`;
    await deleteBelongings(tx, customer?.id ?? '');
    await clearCustomer(tx, customer?.id ?? '');
  });
  expect([resultOf(await read(link)), resultOf(await end(link))]).toEqual(['link_over', 'link_over']);
  await letNoticesAge(db, 3600);
  expect(await noticesTo(mailbox, email)).toHaveLength(1);
});

const holdPasskey = (id: string) => (tx: Tx) => tx`select from passkey where id = ${id} for update`;
/** Sessions that are opened meanwhile pass: they share the customer's row with it. */
const holdCustomer = (email: string) => (tx: Tx) => tx`select from customer where email = ${email} for no key update`;
const holdDevice = (email: string) => (tx: Tx) =>
  tx`
  select from known_device where customer_id = (select id from customer where email = ${email}) for update`;

test('a log-in by the passkey that is under way at the press is open no longer afterwards', async () => {
  const { email, device, id, link } = await withPasskeyLink();
  const [loggedIn, ended] = await inOrder(db, holdPasskey(id), [() => logInBy(device, { server: elsewhere }), () => end(link)]);
  expect([resultOf(loggedIn), resultOf(ended)]).toEqual(['ok', 'ok']);
  expect(await isOpen(answerOf(loggedIn).token)).toBe(false);
  expect(await openSessionsOf(email)).toBe(0);
});

test('a log-in by the passkey that comes while the press ends it is refused', async () => {
  const { email, device, id, link } = await withPasskeyLink();
  const [ended, loggedIn] = await inOrder(db, holdPasskey(id), [() => end(link), () => logInBy(device, { server: elsewhere })]);
  expect([resultOf(ended), resultOf(loggedIn)]).toEqual(['ok', 'passkey_refused']);
  expect(await openSessionsOf(email)).toBe(0);
});

test.each(['the log-in', 'the press'])(
  'a browser that a log-in by the passkey has remembered is forgotten, when %s is first',
  async (first) => {
    const { email, device, link } = await withPasskeyLink();
    const jar = new Map<string, string>();
    const logIn = async () => void answerOf(await logInBy(device, { remember: true, jar, server: elsewhere }));
    const press = async () => void answerOf(await end(link));
    await inOrder(db, holdCustomer(email), first === 'the press' ? [press, logIn] : [logIn, press]);
    expect(jar.has('butaca-device')).toBe(first === 'the log-in');
    expect(resultOf(await deviceLogIn(jar))).toBe('device_unknown');
    expect(await openSessionsOf(email)).toBe(0);
  },
);

test('a log-in by the browser that is under way at the press is open no longer afterwards', async () => {
  const { email, jar, link } = await withDeviceLink();
  const [loggedIn, ended] = await inOrder(db, holdDevice(email), [() => deviceLogIn(jar, elsewhere), () => end(link)]);
  expect([resultOf(loggedIn), resultOf(ended)]).toEqual(['ok', 'ok']);
  expect(await isOpen(answerOf(loggedIn).token)).toBe(false);
  expect(resultOf(await deviceLogIn(jar))).toBe('device_unknown');
});

test('a log-in by the browser that comes while the press forgets it is refused', async () => {
  const { email, jar, link } = await withDeviceLink();
  const [ended, loggedIn] = await inOrder(db, holdDevice(email), [() => end(link), () => deviceLogIn(jar, elsewhere)]);
  expect([resultOf(ended), resultOf(loggedIn)]).toEqual(['ok', 'device_unknown']);
});

test('a browser that is being remembered anew at the press ends under its new name', async () => {
  const { email, jar, deviceToken, link } = await withDeviceLink();
  const [{ token }, ended] = await inOrder(db, holdDevice(email), [() => remembered(elsewhere, email, jar), () => end(link)]);
  expect(resultOf(ended)).toBe('ok');
  expect(await Promise.all([deviceToken, token].map(isOpen))).toEqual([false, false]);
  expect(resultOf(await deviceLogIn(jar))).toBe('device_unknown');
});

test('a browser that is remembered while the press forgets it is a new one, with a mail and a link of its own', async () => {
  const { email, jar, deviceToken, link } = await withDeviceLink();
  const [ended, { token }] = await inOrder(db, holdDevice(email), [() => end(link), () => remembered(elsewhere, email, jar)]);
  expect(resultOf(ended)).toBe('ok');
  expect(await Promise.all([deviceToken, token].map(isOpen))).toEqual([false, true]);
  const next = await linkTo(email);
  expect(next).not.toBe(link);
  expect(resultOf(await end(next))).toBe('ok');
  expect(await isOpen(token)).toBe(false);
  expect(resultOf(await deviceLogIn(jar))).toBe('device_unknown');
});

test.each(['logging out', 'the press'])(
  'logging out at the moment of the press is no failure of either, when %s is first',
  async (first) => {
    const { email, deviceToken, link } = await withDeviceLink();
    const leave = async () => resultOf(await clientOf(elsewhere, { token: deviceToken }).call(logOut, {}));
    const press = async () => resultOf(await end(link));
    expect(await inOrder(db, holdDevice(email), first === 'the press' ? [press, leave] : [leave, press])).toEqual(['ok', 'ok']);
    expect(await isOpen(deviceToken)).toBe(false);
  },
);

test('a browser is not remembered by a session that has ended, and nothing is added in one', async () => {
  const { email, token } = await anOwner(app);
  const { sessions } = await clientOf(app, { token }).ok(listSessions, {});
  const sessionId = sessions[0]?.id ?? '';
  await db`update session set revoked_at = clock_timestamp() where id = ${sessionId}`;
  expect(await rememberDevice(db, { sessionId, before: null })).toBeNull();
  const [customer] = await db<{ id: string }[]>`select id from customer where email = ${email}`;
  const adding = db.begin((tx) => lockCustomerIn(tx, { id: sessionId, customerId: customer?.id ?? '' }));
  await expect(adding).rejects.toMatchObject({ failure: 'busy' });
  expect(await db`select from known_device join customer on customer.id = customer_id where email = ${email}`).toEqual([]);
});

const openSessionsOf = async (email: string) =>
  (
    await db`
      select from session join customer on customer.id = customer_id
       where email = ${email} and revoked_at is null and expires_at > clock_timestamp()`
  ).length;
