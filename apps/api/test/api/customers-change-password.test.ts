import { askRecoveryCode, changePassword, getCustomer, recoverPassword } from '@butaca/contract';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import type { Tx } from '../../src/db/connect.ts';
import { freshDatabase, waitingForLocks } from '../database.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, loggedIn, PASSWORD, visitorAt } from '../factories/customers.ts';
import { aMailbox } from '../factories/mailbox.ts';
import { letJobsAge, letTriesAge } from '../factories/time.ts';

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
const change = (token: string, current = PASSWORD, password = NEW, at = app) =>
  clientOf(at, { token }).call(changePassword, { body: { current, password } });
const logIn = async (email: string, password: string) => resultOf(await visitorAt(app, { ip: '198.51.100.20' }).logIn(email, password));
const isOpen = async (token: string) => resultOf(await clientOf(app, { token }).call(getCustomer, {}));

test('with the current password one sets a new one; other devices are logged out, and a mail says so (CA-085)', async () => {
  const { email, token } = await loggedIn(app);
  const { token: onPhone } = answerOf(await visitorAt(app).logIn(email));
  const neighbour = await loggedIn(app);
  expect(resultOf(await change(token))).toBe('ok');
  expect([await isOpen(token), await isOpen(onPhone), await isOpen(neighbour.token)]).toEqual(['ok', 'unauthorised', 'ok']);
  expect([await logIn(email, PASSWORD), await logIn(email, NEW)]).toEqual(['wrong_credentials', 'ok']);
  expect(await logIn(neighbour.email, PASSWORD)).toBe('ok');
  const told = (await mailbox.mailsTo(email)).filter(({ subject }) => subject === 'Cambió tu contraseña de Butaca');
  expect(told).toHaveLength(1);
  expect(await mailbox.mailsTo(neighbour.email)).not.toContainEqual(expect.objectContaining({ subject: 'Cambió tu contraseña de Butaca' }));
});

/** How many mails about a new password went to an address. */
const told = async (email: string) =>
  (await mailbox.mailsTo(email)).filter(({ subject }) => subject === 'Cambió tu contraseña de Butaca').length;
const letMailsAge = async (seconds: number) => {
  await letTriesAge(db, seconds);
  await letJobsAge(db, seconds);
};
/** Somebody who changes their password again and again. */
async function aChanger() {
  const { email, token } = await loggedIn(app);
  let current = PASSWORD;
  const next = async () => {
    const password = current === NEW ? 'Bambalinas2027' : NEW;
    expect(resultOf(await change(token, current, password))).toBe('ok');
    current = password;
  };
  return { email, next };
}

test('of a dozen changes in a row the first two are mailed at once and the last two minutes later; another customer’s mail does not wait', async () => {
  const [{ email, next }, neighbour] = [await aChanger(), await aChanger()];
  const counts: number[] = [];
  for (let time = 0; time < 12; time += 1) {
    await next();
    counts.push(await told(email));
  }
  expect(counts).toEqual([1, ...Array(11).fill(2)]);
  await neighbour.next();
  expect(await told(neighbour.email)).toBe(1);
  await letMailsAge(60);
  expect(await told(email)).toBe(2);
  await letMailsAge(60);
  expect([await told(email), await told(neighbour.email)]).toEqual([3, 1]);
  await letMailsAge(3600);
  expect([await told(email), await told(neighbour.email)]).toEqual([3, 1]);
});

test('changes all through an hour send nine mails, and the last one is mailed within ten minutes', async () => {
  const { email, next } = await aChanger();
  const counts: number[] = [];
  for (let minute = 0; minute < 60; minute += 1) {
    if (minute % 2 === 0) await next();
    counts.push(await told(email));
    await letMailsAge(60);
  }
  await next();
  expect([counts.at(-1), await told(email)]).toEqual([9, 9]);
  await letMailsAge(600);
  expect(await told(email)).toBe(10);
  await letMailsAge(3600);
  expect(await told(email)).toBe(10);
});

test('while the mail server is away a mail about a new password waits, and does not count as sent', async () => {
  const { email, next } = await aChanger();
  for (let time = 1; time <= 2; time += 1) {
    await next();
    expect(await told(email)).toBe(time);
  }
  await letMailsAge(120);
  await next();
  await mailbox.fail();
  expect(await db`select from graphile_worker.jobs where task_identifier = 'tell-of-password' and attempts = 1`).toHaveLength(1);
  // The queue tries again after some seconds.
  await letJobsAge(db, 30);
  expect(await told(email)).toBe(3);
});

test('a wrong current password changes nothing, and counts like a wrong log-in', async () => {
  const { email, token } = await loggedIn(app);
  const { token: onPhone } = answerOf(await visitorAt(app).logIn(email));
  const results = [];
  for (let time = 0; time < 6; time += 1) results.push(resultOf(await change(token, 'Equivocada1')));
  expect(results).toEqual([...Array(5).fill('wrong_credentials'), 'too_many_attempts']);
  expect(resultOf(await change(token))).toBe('too_many_attempts');
  expect([await isOpen(token), await isOpen(onPhone)]).toEqual(['ok', 'ok']);
  expect(await logIn(email, PASSWORD)).toBe('ok');
});

test('a new password keeps the rules of a sign-up, and is another one', async () => {
  const { email, token } = await loggedIn(app);
  for (const [password, reason] of [
    ['Abc1', 'too_short'],
    ['abcdefg1', 'no_capital'],
    ['Abcdefgh', 'no_number'],
    ['Password123', 'common'],
    [PASSWORD, 'same'],
  ] as const) {
    expect(await change(token, PASSWORD, password)).toMatchObject({
      failure: 'invalid_input',
      data: { fields: [{ name: 'cClave', reason }] },
    });
  }
  expect(await logIn(email, PASSWORD)).toBe('ok');
  expect((await mailbox.mailsTo(email)).map(({ subject }) => subject)).not.toContain('Cambió tu contraseña de Butaca');
});

test('of two changes at once one is made, and its password is the one that opens', async () => {
  const { email, token } = await loggedIn(app);
  const wanted = [NEW, 'Bambalinas2027'] as const;
  const results = (await Promise.all([change(token, PASSWORD, wanted[0]), change(token, PASSWORD, wanted[1], elsewhere)])).map(resultOf);
  expect(results.sort()).toEqual(['ok', 'wrong_credentials']);
  const opened = [await logIn(email, wanted[0]), await logIn(email, wanted[1])];
  expect(opened.sort()).toEqual(['ok', 'wrong_credentials']);
});

test.each([
  ['password', (tx: Tx, email: string) => tx`update customer set password_hash = password_hash || 'x' where email = ${email}`],
  ['address', (tx: Tx, email: string) => tx`update customer set email = ${`otra.${email}`} where email = ${email}`],
] as const)('a log-in with the old %s that is under way while it changes opens no session', async (_, changing) => {
  const { email } = await loggedIn(app);
  const { attempt: loggingIn } = await db.begin(async (tx) => {
    await changing(tx, email);
    const attempt = logIn(email, PASSWORD);
    await vi.waitFor(async () => expect(await waitingForLocks(db)).toBe(1), { timeout: limit(10_000) });
    return { attempt };
  });
  expect(await loggingIn).toBe('wrong_credentials');
});

test('a change and a recovery at once end with one password, and with no session of a stranger who knew the old one', async () => {
  const { email, token } = await loggedIn(app);
  const { requestId } = await clientOf(app).ok(askRecoveryCode, { body: { email } });
  const code = await mailbox.codeTo(email);
  const recovering = clientOf(elsewhere).call(recoverPassword, { body: { requestId, code, password: 'Bambalinas2027' } });
  const [, recovered] = await Promise.all([change(token), recovering]);
  expect(resultOf(recovered)).toBe('ok');
  expect([await logIn(email, NEW), await logIn(email, 'Bambalinas2027')]).toEqual(['wrong_credentials', 'ok']);
  expect(await isOpen(token)).toBe('unauthorised');
});
