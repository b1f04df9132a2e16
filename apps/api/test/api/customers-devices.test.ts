import { loadBrand } from '@butaca/brand/load';
import {
  addPhone,
  type Endpoint,
  endOtherSessions,
  endpoints,
  endSession,
  forgetDevice,
  getCustomer,
  giveSecondLook,
  listSessions,
  logInWithDevice,
  logOut,
} from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { deleteOldTraces } from '../../src/customers/queries.ts';
import { freshDatabase } from '../database.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, PASSWORD, signUpForm, visitorAt } from '../factories/customers.ts';
import { letDevicesAge, letTriesAge } from '../factories/time.ts';

// A device that a customer asked to be remembered on, as its owner meets it, and somebody who has copied its cookie.

const { db, close } = await freshDatabase();
const app = await customersApp(db);
afterAll(async () => {
  await app.close();
  await close();
});
beforeEach(() => db`delete from login_throttle`);

const DAY = 24 * 60 * 60;
/** Longer than a cookie that was renewed is taken again. */
const LATER = 200;
const NAME = 'butaca-device';
const WRONG = 'Equivocada1';
const phone = { type: 'mobile' as const, number: '1155550100', preferred: false };

/** A customer whose browser is remembered, and the session of the log-in. */
async function remembered() {
  const form = signUpForm();
  answerOf(await visitorAt(app).signUp(form));
  const jar = new Map<string, string>();
  const { token } = answerOf(await visitorAt(app, { jar }).logIn(form.email, PASSWORD, { remember: true }));
  return { email: form.email, jar, token };
}
const logInOn = (jar: Map<string, string>) => clientOf(app, { jar }).call(logInWithDevice, {});
const isOpen = async (token: string) => (await clientOf(app, { token }).call(getCustomer, {})).status === 'ok';
const devices = () => db`select * from known_device order by id`;

test('a remembered device logs its owner in without the password, again and again', async () => {
  const { email, jar } = await remembered();
  for (let visit = 0; visit < 5; visit += 1) {
    const { token, user } = answerOf(await logInOn(jar));
    expect(user).toMatchObject({ email, name: 'Julia' });
    expect(await isOpen(token)).toBe(true);
    await letDevicesAge(db, DAY);
  }
});

test('without asking for it no device is remembered', async () => {
  const { email } = await remembered();
  const jar = new Map<string, string>();
  answerOf(await visitorAt(app, { jar }).logIn(email));
  expect(jar.has(NAME)).toBe(false);
  expect(resultOf(await logInOn(jar))).toBe('device_unknown');
});

test('the cookie is out of reach of scripts and other sites, and pages never get it', async () => {
  const { email } = await remembered();
  const response = await app.inject({
    method: 'POST',
    url: '/v2/Cliente/Ingreso/Token',
    payload: { cEmail: email, cClave: PASSWORD, lRecordar: 'S' },
  });
  expect(response.cookies).toEqual([
    expect.objectContaining({ name: NAME, httpOnly: true, sameSite: 'Strict', path: '/v2/Cliente', maxAge: 90 * DAY }),
  ]);
});

test('what the table holds opens nothing', async () => {
  const { jar } = await remembered();
  const cookie = jar.get(NAME) ?? '';
  const text = JSON.stringify(await devices());
  for (const part of cookie.split('.').filter((each) => each.length > 10)) expect(text).not.toContain(part);
});

test('forged and altered cookies are refused', async () => {
  const { jar } = await remembered();
  const [, random = '', , signature = ''] = (jar.get(NAME) ?? '').split('.');
  const before = await devices();
  for (const cookie of ['', 'x', `v1.${random}.1.${signature}`, `v1.${random}.0.${'A'.repeat(43)}`, `v1.${'A'.repeat(43)}.0.${signature}`])
    expect(resultOf(await logInOn(new Map([[NAME, cookie]])))).toBe('device_unknown');
  expect(await devices()).toEqual(before);
});

test('each log-in renews the cookie, and an earlier one is taken again for a moment only', async () => {
  const { jar, email } = await remembered();
  const first = new Map(jar);
  answerOf(await logInOn(jar));
  expect(jar.get(NAME)).not.toBe(first.get(NAME));
  // Its answer was lost: the browser still has the one before.
  const again = new Map(first);
  expect(answerOf(await logInOn(again)).user.email).toBe(email);
  expect(again.get(NAME)).toBe(jar.get(NAME));
  expect(await logInOn(jar)).toMatchObject({ status: 'ok' });
});

test('two tabs that log in at once are both logged in, and the device stays', async () => {
  const { jar } = await remembered();
  const tabs = await Promise.all(Array.from({ length: 3 }, () => logInOn(jar)));
  expect(tabs.map(resultOf)).toEqual(['ok', 'ok', 'ok']);
  await letDevicesAge(db, LATER);
  expect(await logInOn(jar)).toMatchObject({ status: 'ok' });
});

test('a copied cookie that is used after its owner ends the device and what it had open; the owner’s other devices stay', async () => {
  const owner = await remembered();
  const other = new Map<string, string>();
  const { token: elsewhere } = answerOf(await visitorAt(app, { jar: other }).logIn(owner.email, PASSWORD, { remember: true }));
  const copy = new Map(owner.jar);
  const { token } = answerOf(await logInOn(owner.jar));
  await letDevicesAge(db, LATER);
  expect(resultOf(await logInOn(copy))).toBe('device_unknown');
  expect(copy.has(NAME)).toBe(false);
  expect(await isOpen(token)).toBe(false);
  expect(resultOf(await logInOn(owner.jar))).toBe('device_unknown');
  expect(await isOpen(elsewhere)).toBe(true);
  expect(await logInOn(other)).toMatchObject({ status: 'ok' });
});

test('a copied cookie ends the device also when none of its sessions is left', async () => {
  const owner = await remembered();
  const copy = new Map(owner.jar);
  answerOf(await logInOn(owner.jar));
  await letDevicesAge(db, LATER);
  await db`
    update session set created_at = created_at - interval '3 days', expires_at = expires_at - interval '3 days'
     where customer_id = (select id from customer where email = ${owner.email})`;
  await deleteOldTraces(db);
  expect(resultOf(await logInOn(copy))).toBe('device_unknown');
  expect(resultOf(await logInOn(owner.jar))).toBe('device_unknown');
});

test('a copied cookie that is used before its owner is found out by the owner’s next visit', async () => {
  const owner = await remembered();
  const thief = new Map(owner.jar);
  const { token: stolen } = answerOf(await logInOn(thief));
  await letDevicesAge(db, LATER);
  expect(resultOf(await logInOn(owner.jar))).toBe('device_unknown');
  expect(await isOpen(stolen)).toBe(false);
  expect(resultOf(await logInOn(thief))).toBe('device_unknown');
  expect(await visitorAt(app, { jar: owner.jar }).logIn(owner.email)).toMatchObject({ status: 'ok' });
});

test('a stolen device changes nothing of another customer', async () => {
  const [owner, neighbour] = [await remembered(), await remembered()];
  const copy = new Map(owner.jar);
  answerOf(await logInOn(owner.jar));
  await letDevicesAge(db, LATER);
  const rowsOf = (email: string) => db`
    select to_jsonb(known_device) as device, to_jsonb(session) as session from known_device
      join customer on customer.id = known_device.customer_id join session on session.device_id = known_device.id where email = ${email}`;
  const before = await rowsOf(neighbour.email);
  expect(resultOf(await logInOn(copy))).toBe('device_unknown');
  expect(await rowsOf(neighbour.email)).toEqual(before);
  expect(await isOpen(neighbour.token)).toBe(true);
});

test('logging out forgets the device, even with a copy of its cookie', async () => {
  const { jar, token } = await remembered();
  const copy = new Map(jar);
  answerOf(await clientOf(app, { jar, token }).call(logOut, {}));
  expect(jar.has(NAME)).toBe(false);
  expect(resultOf(await logInOn(copy))).toBe('device_unknown');
});

test('logging out without the cookie forgets the device too', async () => {
  const { jar } = await remembered();
  const { token } = answerOf(await logInOn(jar));
  answerOf(await clientOf(app, { token }).call(logOut, {}));
  expect(resultOf(await logInOn(jar))).toBe('device_unknown');
});

test('“it is not me” forgets the device and nobody else’s', async () => {
  const [one, other] = [await remembered(), await remembered()];
  const copy = new Map(one.jar);
  answerOf(await clientOf(app, { jar: one.jar }).call(forgetDevice, {}));
  expect(one.jar.has(NAME)).toBe(false);
  expect(resultOf(await logInOn(copy))).toBe('device_unknown');
  expect(await logInOn(other.jar)).toMatchObject({ status: 'ok' });
});

test('ending all other sessions forgets the other devices, also those without an open session, and nobody else’s', async () => {
  const [{ email, jar, token }, neighbour] = [await remembered(), await remembered()];
  const other = new Map<string, string>();
  answerOf(await visitorAt(app, { jar: other }).logIn(email, PASSWORD, { remember: true }));
  // Its session is over, and only the device is left of it.
  await db`delete from session where device_id in (select id from known_device order by created_at desc limit 1)`;
  answerOf(await clientOf(app, { token }).call(endOtherSessions, {}));
  expect(resultOf(await logInOn(other))).toBe('device_unknown');
  expect(await logInOn(jar)).toMatchObject({ status: 'ok' });
  expect(await logInOn(neighbour.jar)).toMatchObject({ status: 'ok' });
});

test('ending all other sessions ends the older ones of this browser, which stays remembered', async () => {
  const { email, jar, token: older } = await remembered();
  const { token: newer } = answerOf(await logInOn(jar));
  const other = new Map<string, string>();
  const { token: elsewhere } = answerOf(await visitorAt(app, { jar: other }).logIn(email, PASSWORD, { remember: true }));
  answerOf(await clientOf(app, { jar, token: newer }).call(endOtherSessions, {}));
  expect(await Promise.all([older, newer, elsewhere].map(isOpen))).toEqual([false, true, false]);
  expect(resultOf(await logInOn(other))).toBe('device_unknown');
  const { token } = answerOf(await logInOn(jar));
  // In a tab that has kept its token, and sends no cookie with the call.
  answerOf(await clientOf(app, { token }).call(endOtherSessions, {}));
  expect(await logInOn(jar)).toMatchObject({ status: 'ok' });
});

test('a browser that was remembered before stays so when a log-in without the box ends all other sessions; nobody else’s does by it', async () => {
  const [{ email, jar }, neighbour] = [await remembered(), await remembered()];
  const { token } = answerOf(await visitorAt(app, { jar }).logIn(email));
  answerOf(await clientOf(app, { jar, token }).call(endOtherSessions, {}));
  expect(await logInOn(jar)).toMatchObject({ status: 'ok' });
  // The cookie of another account keeps none of this one.
  answerOf(await clientOf(app, { jar: neighbour.jar, token }).call(endOtherSessions, {}));
  expect(resultOf(await logInOn(jar))).toBe('device_unknown');
  expect(await logInOn(neighbour.jar)).toMatchObject({ status: 'ok' });
});

test('a log-in on a remembered device is no news to its owner; on one that was ended it is a new device', async () => {
  const { email, jar } = await remembered();
  const newest = async () =>
    (
      await db<{ id: string; at: string }[]>`
        select account_notice.id, added_at::text as at from account_notice join customer on customer.id = customer_id
         where email = ${email} and account_notice.kind = 'device' order by added_at desc limit 1`
    )[0];
  const before = await newest();
  const logInAgain = async () => answerOf(await visitorAt(app, { jar }).logIn(email, PASSWORD, { remember: true }));
  await logInAgain();
  expect(await newest()).toEqual(before);
  // Ended from elsewhere, so that its browser still has the cookie.
  const { token } = answerOf(await visitorAt(app).logIn(email));
  answerOf(await clientOf(app, { token }).call(endOtherSessions, {}));
  await logInAgain();
  expect((await newest())?.id).not.toBe(before?.id);
});

test('ending the session of a device in the list forgets the device', async () => {
  const { jar, token } = await remembered();
  const { token: here } = answerOf(await logInOn(jar));
  const own = clientOf(app, { token });
  const { sessions } = await own.ok(listSessions, {});
  for (const { id, isThis } of sessions) if (!isThis) answerOf(await own.call(endSession, { params: { id } }));
  expect(await isOpen(here)).toBe(false);
  expect(resultOf(await logInOn(jar))).toBe('device_unknown');
});

test('a new password forgets all devices of the customer', async () => {
  const [one, other] = [await remembered(), await remembered()];
  await db`update customer set password_hash = password_hash || 'x' where email = ${one.email}`;
  expect(resultOf(await logInOn(one.jar))).toBe('device_unknown');
  expect(await logInOn(other.jar)).toMatchObject({ status: 'ok' });
});

test('a device that is not used for 90 days is forgotten, and one that is used goes on', async () => {
  const [idle, used] = [await remembered(), await remembered()];
  await letDevicesAge(db, 89 * DAY);
  expect(await logInOn(used.jar)).toMatchObject({ status: 'ok' });
  await letDevicesAge(db, 2 * DAY);
  await deleteOldTraces(db);
  expect(await logInOn(used.jar)).toMatchObject({ status: 'ok' });
  expect(resultOf(await logInOn(idle.jar))).toBe('device_unknown');
});

test('staff are remembered nowhere, and who becomes staff gives a password', async () => {
  const { email, jar } = await remembered();
  await db`update customer set role = 'box-office' where email = ${email}`;
  expect(resultOf(await logInOn(jar))).toBe('device_unknown');
  const clerk = new Map<string, string>();
  answerOf(await visitorAt(app, { jar: clerk }).logIn(email, PASSWORD, { remember: true }));
  expect(clerk.has(NAME)).toBe(false);
});

test('where the brand remembers no device, none is', async () => {
  const { brand } = await loadBrand('butaca');
  const forgetful = await customersApp(db, { brand: { ...brand, login: { ...brand.login, rememberDays: 0 } } });
  const { email, jar } = await remembered();
  const fresh = new Map<string, string>();
  const before = await devices();
  answerOf(await visitorAt(forgetful, { jar: fresh }).logIn(email, PASSWORD, { remember: true }));
  expect(fresh.has(NAME)).toBe(false);
  expect(await devices()).toEqual(before);
  expect(resultOf(await clientOf(forgetful, { jar }).call(logInWithDevice, {}))).toBe('device_unknown');
  await forgetful.close();
});

test('a brand may remember for a day, and one whose customers log in at a provider forgets those of before', async () => {
  const { brand } = await loadBrand('butaca');
  const appOf = (login: Partial<typeof brand.login>) => customersApp(db, { brand: { ...brand, login: { ...brand.login, ...login } } });
  const daily = await appOf({ rememberDays: 1 });
  const { email, jar: before } = await remembered();
  const jar = new Map<string, string>();
  answerOf(await visitorAt(daily, { jar }).logIn(email, PASSWORD, { remember: true }));
  const logInDaily = async () => resultOf(await clientOf(daily, { jar }).call(logInWithDevice, {}));
  await letDevicesAge(db, DAY - 60);
  expect(await logInDaily()).toBe('ok');
  await letDevicesAge(db, DAY + 60);
  expect(await logInDaily()).toBe('device_unknown');
  await daily.close();

  answerOf(await logInOn(before));
  const elsewhere = await appOf({ mode: 'EXTERNAL_LOGIN' });
  expect(resultOf(await clientOf(elsewhere, { jar: before }).call(logInWithDevice, {}))).toBe('device_unknown');
  await elsewhere.close();
});

test('somebody who logs in with a device a hundred times has a handful of sessions', async () => {
  const { email, jar } = await remembered();
  for (let time = 0; time < 100; time += 1) answerOf(await logInOn(jar));
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from session join customer on customer.id = customer_id where email = ${email}`;
  expect(row?.count).toBeLessThanOrEqual(5);
});

test('somebody who asks to be remembered 25 times has twenty devices, the newest', async () => {
  const { email, jar: first } = await remembered();
  let last = first;
  for (let time = 0; time < 25; time += 1) {
    last = new Map();
    answerOf(await visitorAt(app, { jar: last }).logIn(email, PASSWORD, { remember: true }));
  }
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from known_device join customer on customer.id = customer_id where email = ${email} and revoked_at is null`;
  expect(row?.count).toBe(20);
  expect(resultOf(await logInOn(first))).toBe('device_unknown');
  expect(await logInOn(last)).toMatchObject({ status: 'ok' });
});

test('what changes data asks a remembered device for the password first, once', async () => {
  const { jar, token: withPassword } = await remembered();
  const { token } = answerOf(await logInOn(jar));
  const here = clientOf(app, { jar, token });
  expect(await here.call(getCustomer, {})).toMatchObject({ status: 'ok' });
  expect(resultOf(await here.call(addPhone, { body: phone }))).toBe('second_look_needed');
  for (const endpoint of Object.values(endpoints as Readonly<Record<string, Endpoint>>))
    if (endpoint.secondLook)
      expect(resultOf(await here.callRaw(endpoint, { params: { id: 'A'.repeat(22) }, body: {} }))).toBe('second_look_needed');
  expect((await here.ok(getCustomer, {})).phones).toHaveLength(1);
  expect(resultOf(await here.call(giveSecondLook, { body: { password: WRONG } }))).toBe('wrong_credentials');
  expect(resultOf(await here.call(addPhone, { body: phone }))).toBe('second_look_needed');
  answerOf(await here.call(giveSecondLook, { body: { password: PASSWORD } }));
  expect((await here.ok(addPhone, { body: phone })).phones).toHaveLength(2);
  expect(await clientOf(app, { token: withPassword }).call(addPhone, { body: phone })).toMatchObject({ status: 'ok' });
});

test('the password given in one session proves no other', async () => {
  const { jar } = await remembered();
  const [one, other] = [answerOf(await logInOn(jar)).token, answerOf(await logInOn(jar)).token];
  answerOf(await clientOf(app, { jar, token: one }).call(giveSecondLook, { body: { password: PASSWORD } }));
  expect(resultOf(await clientOf(app, { jar, token: other }).call(addPhone, { body: phone }))).toBe('second_look_needed');
});

test('while strangers guess, from everywhere and from the owner’s own network, the owner’s device takes the password', async () => {
  const { email, jar } = await remembered();
  for (let network = 0; network < 60; network += 1) await visitorAt(app, { ip: `10.${network}.0.1` }).logIn(email, WRONG);
  for (let time = 0; time < 8; time += 1) await visitorAt(app, { ip: '198.51.100.9' }).logIn(email, WRONG);
  expect(resultOf(await visitorAt(app, { ip: '198.51.100.9' }).logIn(email))).toBe('too_many_attempts');
  expect(await visitorAt(app, { ip: '198.51.100.9', jar }).logIn(email)).toMatchObject({ status: 'ok' });
});

test('a remembered device guesses no more than any other, and not at other accounts', async () => {
  const [{ email, jar }, other] = [await remembered(), await remembered()];
  const here = visitorAt(app, { ip: '198.51.100.9', jar });
  const results: string[] = [];
  for (let time = 0; time < 8; time += 1) results.push(resultOf(await here.logIn(email, WRONG)));
  expect(results).toEqual([...Array(5).fill('wrong_credentials'), ...Array(3).fill('too_many_attempts')]);
  await db`delete from login_throttle`;
  for (let network = 0; network < 60; network += 1) await visitorAt(app, { ip: `10.${network}.0.1` }).logIn(other.email, WRONG);
  expect(resultOf(await here.logIn(other.email))).toBe('too_many_attempts');
});

test('one password tried on many accounts from one network is slowed down; people who logged in from there before notice nothing', async () => {
  const [regular, elsewhere] = [await remembered(), await remembered()];
  const school = '192.0.2.5';
  answerOf(await visitorAt(app, { ip: school }).logIn(regular.email));
  const sprayed = async (accounts: number) => {
    let lookedAt = 0;
    for (let account = 0; account < accounts; account += 1)
      if (resultOf(await visitorAt(app, { ip: school }).logIn(`nadie.${account}@correo.example`, WRONG)) === 'wrong_credentials')
        lookedAt += 1;
    return lookedAt;
  };
  expect(await sprayed(100)).toBeLessThan(66);
  expect(resultOf(await visitorAt(app, { ip: school }).logIn(elsewhere.email))).toBe('too_many_attempts');
  expect(await visitorAt(app, { ip: school }).logIn(regular.email)).toMatchObject({ status: 'ok' });
  expect(await visitorAt(app, { ip: school, jar: elsewhere.jar }).logIn(elsewhere.email)).toMatchObject({ status: 'ok' });
  expect(await visitorAt(app, { ip: '198.51.100.9' }).logIn(elsewhere.email)).toMatchObject({ status: 'ok' });
  // Nobody waits longer than half a minute once the guessing stops.
  await letTriesAge(db, 31);
  expect(await visitorAt(app, { ip: school }).logIn(elsewhere.email)).toMatchObject({ status: 'ok' });
});

test('a network of seventy people who log in with their own passwords is no spray', async () => {
  const { email } = await remembered();
  const results: string[] = [];
  for (let person = 0; person < 70; person += 1) {
    // Each for the first time from here.
    await db`delete from login_throttle where succeeded_at is not null`;
    results.push(resultOf(await visitorAt(app, { ip: '192.0.2.77' }).logIn(email)));
  }
  expect(new Set(results)).toEqual(new Set(['ok']));
});
