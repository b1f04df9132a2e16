import { setTimeout as sleep } from 'node:timers/promises';
import {
  addPasskey,
  getCustomer,
  giveSecondLook,
  listPasskeys,
  logInWithDevice,
  logInWithPasskey,
  removePasskey,
  startPasskey,
  startPasskeyLogIn,
} from '@butaca/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { freshDatabase, waitingForLocks } from '../database.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, loggedIn, PASSWORD, SECRET, visitorAt } from '../factories/customers.ts';
import { authenticatorAt } from '../factories/passkey.ts';
import { aWatch } from '../factories/watch.ts';

// Passkeys that customers log in with, by an authenticator in software that can also lie.

const { db, close } = await freshDatabase();
const app = await customersApp(db);
afterAll(async () => {
  await app.close();
  await close();
});

const anyone = clientOf(app);
type Told = Parameters<ReturnType<typeof authenticatorAt>['sign']>[1];

async function register(token: string, device = authenticatorAt(), told: Told = {}, name = 'Teléfono') {
  const client = clientOf(app, { token });
  const { passkeyOptions } = await client.ok(startPasskey, {});
  const outcome = await client.call(addPasskey, { body: { passkey: device.register(passkeyOptions, told), name } });
  return { device, outcome };
}
/** A customer with a passkey. */
async function withPasskey() {
  const { email, token } = await loggedIn(app);
  const { device } = await register(token);
  return { email, token, device };
}
const options = async () => (await anyone.ok(startPasskeyLogIn, {})).passkeyOptions;
const logInBy = (passkey: string, more: { remember?: boolean; jar?: Map<string, string> } = {}) =>
  clientOf(app, { ...(more.jar && { jar: more.jar }) }).call(logInWithPasskey, { body: { passkey, remember: more.remember } });
const sessions = async () => (await db`select id from session`).length;

test('a passkey logs its owner in, each time anew, and says when it was used', async () => {
  const { email, device } = await withPasskey();
  for (let visit = 0; visit < 3; visit += 1) {
    const { token, user } = answerOf(await logInBy(device.sign(await options())));
    expect(user.email).toBe(email);
    const { passkeys } = await clientOf(app, { token }).ok(listPasskeys, {});
    expect(passkeys).toEqual([expect.objectContaining({ name: 'Teléfono', usedAt: expect.any(Number) })]);
  }
});

test('the browser is asked for a passkey that it finds by itself, with a finger or a PIN', async () => {
  const { token } = await loggedIn(app);
  const { passkeyOptions } = await clientOf(app, { token }).ok(startPasskey, {});
  expect(JSON.parse(passkeyOptions)).toMatchObject({
    rp: { id: 'localhost' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  expect(JSON.parse(await options())).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
});

test('an answer that was sent before opens nothing, and twice at once opens one session', async () => {
  const { device } = await withPasskey();
  const answer = device.sign(await options());
  const before = await sessions();
  const results = (await Promise.all([logInBy(answer), logInBy(answer), logInBy(answer)])).map(resultOf);
  expect(results.toSorted()).toEqual(['ok', 'passkey_refused', 'passkey_refused']);
  expect(resultOf(await logInBy(answer))).toBe('passkey_refused');
  expect(await sessions()).toBe(before + 1);
});

test('a challenge is answered by one passkey, not by two', async () => {
  const [ana, luis] = [await withPasskey(), await withPasskey()];
  const asked = await options();
  expect(await logInBy(ana.device.sign(asked))).toMatchObject({ status: 'ok' });
  expect(resultOf(await logInBy(luis.device.sign(asked)))).toBe('passkey_refused');
});

test('a challenge is over after five minutes', async () => {
  const { device } = await withPasskey();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 5 * 60_000 - 1000 });
  const asked = await options();
  vi.useRealTimers();
  expect(resultOf(await logInBy(device.sign(asked)))).toBe('passkey_refused');
  expect(await logInBy(device.sign(await options()))).toMatchObject({ status: 'ok' });
});

test('answers for another site, without a finger, with a counter that went back, or to a challenge of one’s own are refused', async () => {
  const { device } = await withPasskey();
  answerOf(await logInBy(device.sign(await options())));
  const before = await sessions();
  const lies: Told[] = [
    { origin: 'https://butaca.evil.example' },
    { origin: 'http://localhost:3001' },
    { rpId: 'evil.example' },
    { userVerified: false },
    { counter: 1 },
    { counter: 0 },
    { challenge: Buffer.alloc(54, 7).toString('base64url') },
    { challenge: 'AAAA' },
    { userHandle: Buffer.from('A'.repeat(22)).toString('base64url') },
  ];
  for (const lie of lies) expect(resultOf(await logInBy(device.sign(await options(), lie)))).toBe('passkey_refused');
  expect(await sessions()).toBe(before);
  expect(await logInBy(device.sign(await options()))).toMatchObject({ status: 'ok' });
});

test('a challenge for a new passkey logs nobody in, and one for the log-in adds none', async () => {
  const { token, device } = await withPasskey();
  const client = clientOf(app, { token });
  const { passkeyOptions } = await client.ok(startPasskey, {});
  expect(resultOf(await logInBy(device.sign(passkeyOptions)))).toBe('passkey_refused');
  const another = authenticatorAt();
  const { user } = JSON.parse(passkeyOptions);
  const asked = JSON.stringify({ ...JSON.parse(await options()), user });
  expect(resultOf(await client.call(addPasskey, { body: { passkey: another.register(asked), name: 'x' } }))).toBe('passkey_refused');
});

test('a passkey that is not registered, and text that is no answer, are refused', async () => {
  const stranger = authenticatorAt();
  expect(resultOf(await logInBy(stranger.sign(await options())))).toBe('passkey_refused');
  for (const text of ['{', '{}', '{"id":7}', '{"id":"x"}', '{"id":"x","response":null}', `{${'ñ'.repeat(4000)}`])
    expect(resultOf(await logInBy(text))).toBe('passkey_refused');
  for (const text of ['', 'x', 'null', '[]', '7', `{${'x'.repeat(9000)}`])
    expect(resultOf(await anyone.callRaw(logInWithPasskey, { body: { cLlave: text } }))).toBe('invalid_input');
});

test('another person’s challenge adds no passkey, nor does an answer that was sent before', async () => {
  const [ana, luis] = [await loggedIn(app), await loggedIn(app)];
  const { passkeyOptions } = await clientOf(app, { token: ana.token }).ok(startPasskey, {});
  const device = authenticatorAt();
  const answer = device.register(passkeyOptions);
  const add = (token: string) => clientOf(app, { token }).call(addPasskey, { body: { passkey: answer, name: 'x' } });
  expect(resultOf(await add(luis.token))).toBe('passkey_refused');
  expect(await add(ana.token)).toMatchObject({ status: 'ok' });
  expect(resultOf(await add(ana.token))).toBe('passkey_refused');
  expect((await clientOf(app, { token: ana.token }).ok(listPasskeys, {})).passkeys).toHaveLength(1);
  expect((await clientOf(app, { token: luis.token }).ok(listPasskeys, {})).passkeys).toHaveLength(0);
});

test('a new passkey without a finger, or for another site, is refused', async () => {
  const { token } = await loggedIn(app);
  for (const told of [{ userVerified: false }, { origin: 'https://evil.example' }, { rpId: 'evil.example' }])
    expect(resultOf((await register(token, authenticatorAt(), told)).outcome)).toBe('passkey_refused');
});

test('nobody sees or removes another person’s passkeys', async () => {
  const [ana, luis] = [await withPasskey(), await withPasskey()];
  const [{ id = '' } = {}] = (await clientOf(app, { token: ana.token }).ok(listPasskeys, {})).passkeys;
  const theirs = await db`select * from passkey order by id`;
  expect(resultOf(await clientOf(app, { token: luis.token }).call(removePasskey, { params: { id } }))).toBe('not_found');
  expect(await db`select * from passkey order by id`).toEqual([...theirs]);
  expect((await clientOf(app, { token: ana.token }).ok(removePasskey, { params: { id } })).passkeys).toEqual([]);
  expect(resultOf(await logInBy(ana.device.sign(await options())))).toBe('passkey_refused');
  expect(await logInBy(luis.device.sign(await options()))).toMatchObject({ status: 'ok' });
});

test('an account has twenty passkeys at most, also when they are added at once', async () => {
  const { token } = await loggedIn(app);
  const client = clientOf(app, { token });
  const asked = await Promise.all(Array.from({ length: 24 }, () => client.ok(startPasskey, {})));
  const added = await Promise.all(
    asked.map(({ passkeyOptions }) =>
      client.call(addPasskey, { body: { passkey: authenticatorAt().register(passkeyOptions), name: 'Otra' } }),
    ),
  );
  expect(added.map(resultOf).filter((result) => result === 'ok')).toHaveLength(20);
  expect(resultOf(await client.call(startPasskey, {}))).toBe('too_many_entries');
});

test('staff log in with their second factor, not with a passkey of their time as customers', async () => {
  const { email, token, device } = await withPasskey();
  await db`update customer set role = 'organiser' where email = ${email}`;
  expect(resultOf(await logInBy(device.sign(await options())))).toBe('passkey_refused');
  expect(resultOf(await clientOf(app, { token }).call(startPasskey, {}))).toBe('not_for_you');
});

test('a passkey can ask to be remembered, and proves a session that a device opened; another person’s proves nothing', async () => {
  const [ana, luis] = [await withPasskey(), await withPasskey()];
  const jar = new Map<string, string>();
  answerOf(await logInBy(ana.device.sign(await options()), { remember: true, jar }));
  const { token } = answerOf(await clientOf(app, { jar }).call(logInWithDevice, {}));
  const here = clientOf(app, { jar, token });
  expect(resultOf(await here.call(startPasskey, {}))).toBe('second_look_needed');
  const prove = async (device: typeof ana.device) =>
    resultOf(await here.call(giveSecondLook, { body: { passkey: device.sign(await options()) } }));
  expect(await prove(luis.device)).toBe('passkey_refused');
  expect(resultOf(await here.call(startPasskey, {}))).toBe('second_look_needed');
  expect(await prove(ana.device)).toBe('ok');
  expect(await here.call(startPasskey, {})).toMatchObject({ status: 'ok' });
});

test('a passkey goes on working with another secret of the server, and challenges of the old one do not', async () => {
  const { email, device } = await withPasskey();
  const renewed = await customersApp(db, { secret: `${SECRET}, renewed` });
  const there = clientOf(renewed);
  const asked = (await there.ok(startPasskeyLogIn, {})).passkeyOptions;
  const sign = (text: string) => there.call(logInWithPasskey, { body: { passkey: device.sign(text) } });
  expect(resultOf(await sign(await options()))).toBe('passkey_refused');
  expect(answerOf(await sign(asked)).user.email).toBe(email);
  await renewed.close();
});

test('wrong passwords from everywhere keep nobody from logging in with a passkey', async () => {
  const { email, device } = await withPasskey();
  for (let network = 0; network < 60; network += 1) await visitorAt(app, { ip: `10.${network}.0.1` }).logIn(email, 'Equivocada1');
  expect(resultOf(await visitorAt(app, { ip: '198.51.100.9' }).logIn(email, PASSWORD))).toBe('too_many_attempts');
  const { token } = answerOf(await logInBy(device.sign(await options())));
  expect(await clientOf(app, { token }).call(getCustomer, {})).toMatchObject({ status: 'ok' });
});

test('an authenticator that never counts, or says not whose passkey it is, logs its owner in again and again', async () => {
  const [{ token, email }, other] = [await loggedIn(app), await withPasskey()];
  const { device } = await register(token);
  const nameless = async (signing: typeof device, told: Told = {}) => {
    const answer = JSON.parse(signing.sign(await options(), told));
    return JSON.stringify({ ...answer, response: { ...answer.response, userHandle: undefined } });
  };
  for (let visit = 0; visit < 3; visit += 1) {
    expect(answerOf(await logInBy(device.sign(await options(), { counter: 0 }))).user.email).toBe(email);
    expect(answerOf(await logInBy(await nameless(device, { counter: 0 }))).user.email).toBe(email);
    expect(answerOf(await logInBy(await nameless(other.device))).user.email).toBe(other.email);
  }
});

test('a passkey is added once, also after it was removed by who has kept the answer', async () => {
  const [ana, luis] = [await loggedIn(app), await loggedIn(app)];
  const device = authenticatorAt();
  const asked = await clientOf(app, { token: ana.token }).ok(startPasskey, {});
  const answer = device.register(asked.passkeyOptions);
  const add = (token: string, passkey: string) => clientOf(app, { token }).call(addPasskey, { body: { passkey, name: 'x' } });
  const [{ id = '' } = {}] = answerOf(await add(ana.token, answer)).passkeys;
  expect(resultOf((await register(luis.token, device)).outcome)).toBe('passkey_refused');
  answerOf(await clientOf(app, { token: ana.token }).call(removePasskey, { params: { id } }));
  expect(resultOf(await add(ana.token, answer))).toBe('passkey_refused');
  expect(resultOf((await register(luis.token, device)).outcome)).toBe('ok');
});

test('an answer that logged somebody in proves nothing afterwards, and who has become staff adds no passkey', async () => {
  const { email, token, device } = await withPasskey();
  const answer = device.sign(await options());
  const jar = new Map<string, string>();
  answerOf(await logInBy(answer, { remember: true, jar }));
  const { token: here } = answerOf(await clientOf(app, { jar }).call(logInWithDevice, {}));
  expect(resultOf(await clientOf(app, { jar, token: here }).call(giveSecondLook, { body: { passkey: answer } }))).toBe('passkey_refused');
  const proof = device.sign(await options());
  expect(resultOf(await clientOf(app, { jar, token: here }).call(giveSecondLook, { body: { passkey: proof } }))).toBe('ok');
  expect(resultOf(await logInBy(proof))).toBe('passkey_refused');

  const { passkeyOptions } = await clientOf(app, { token }).ok(startPasskey, {});
  await db`update customer set role = 'organiser' where email = ${email}`;
  const passkey = authenticatorAt().register(passkeyOptions);
  expect(resultOf(await clientOf(app, { token }).call(addPasskey, { body: { passkey, name: 'x' } }))).toBe('not_for_you');
});

test('thirty people who log in at once each get a session of their own', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => withPasskey()));
  const before = await sessions();
  const answers = await Promise.all(people.map(async ({ device }) => device.sign(await options())));
  const opened = (await Promise.all(answers.map((answer) => logInBy(answer)))).map(answerOf);
  expect(opened.map(({ user }) => user.email)).toEqual(people.map(({ email }) => email));
  for (const { token, user } of opened) expect(await clientOf(app, { token }).ok(getCustomer, {})).toMatchObject({ email: user.email });
  expect(await sessions()).toBe(before + 30);
});

test('of two people who answer one challenge at once, one logs in, and the other’s passkey goes on working', async () => {
  const people = [await withPasskey(), await withPasskey()];
  const asked = await options();
  const results = (await Promise.all(people.map(({ device }) => logInBy(device.sign(asked))))).map(resultOf);
  expect(results.toSorted()).toEqual(['ok', 'passkey_refused']);
  for (const { device } of people) expect(await logInBy(device.sign(await options()))).toMatchObject({ status: 'ok' });
});

test('of two people whose answers to one challenge are judged together, one logs in', async () => {
  const [before, ...people] = [await withPasskey(), await withPasskey(), await withPasskey()];
  const asked = await options();
  let answered: ReturnType<typeof logInBy>[] = [];
  // Whoever comes while a log-in waits is judged after it, all in one transaction.
  await db.begin(async (tx) => {
    await tx`select from passkey for update`;
    const waiting = logInBy(before.device.sign(await options()));
    await expect.poll(() => waitingForLocks(db), { interval: 10 }).toBeGreaterThan(0);
    answered = [waiting, ...people.map(({ device }) => logInBy(device.sign(asked)))];
    await sleep(300);
  });
  const [first, ...both] = (await Promise.all(answered)).map(resultOf);
  expect([first, both.toSorted()]).toEqual(['ok', ['ok', 'passkey_refused']]);
});

test('the log counts what came of each log-in without a password', async () => {
  const { watch, told } = aWatch();
  const watched = await customersApp(db, { watch });
  const { device } = await withPasskey();
  const logIn = (passkey: string) => clientOf(watched).call(logInWithPasskey, { body: { passkey } });
  const answer = device.sign(await options());
  expect([resultOf(await logIn(answer)), resultOf(await logIn(answer))]).toEqual(['ok', 'passkey_refused']);
  expect(told('quick-log-in')).toMatchObject([
    { by: 'passkey', outcome: 'ok', network: expect.any(String) },
    { by: 'passkey', outcome: 'passkey_refused', network: expect.any(String) },
  ]);
  await watched.close();
});
