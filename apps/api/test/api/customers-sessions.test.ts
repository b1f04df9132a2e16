import { endOtherSessions, endSession, getCustomer, listSessions, logIn, logInWithDevice, logOut } from '@butaca/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { revokeExternalSessions } from '../../src/customers/external/queries.ts';
import { lockSessions } from '../../src/customers/queries-ways-in.ts';
import type { Tx } from '../../src/db/connect.ts';
import { freshDatabase, waitingForLocks } from '../database.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, loggedIn, PASSWORD, visitorAt } from '../factories/customers.ts';
import { inOrder } from '../factories/in-order.ts';

const { db, close } = await freshDatabase();
const app = await customersApp(db);
afterAll(async () => {
  await app.close();
  await close();
});

const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36';
const at = (token: string) => clientOf(app, { token });
const sessionsAt = async (token: string) => (await at(token).ok(listSessions, {})).sessions;
/** Whether the token still opens calls. */
const isIn = async (token: string) => (await at(token).call(getCustomer, {})).status === 'ok';

/** One more log-in of the account, from a browser that calls itself so; its token. */
async function logInFrom(email: string, userAgent: string): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: logIn.path,
    headers: { 'user-agent': userAgent },
    payload: { cEmail: email, cClave: PASSWORD },
  });
  return answer.json().oData.token;
}

/** All rows of a table but those of one customer, to show that nothing of others changed. */
const othersOf = (email: string) => db`
  select session.* from session join customer on customer.id = customer_id where email <> ${email} order by session.id`;

test('a log-in says when it was made, by the database’s clock (EN-027)', async () => {
  const { email } = await loggedIn(app);
  const { user, expiresAt } = await clientOf(app).ok(logIn, { body: { email, password: PASSWORD } });
  const [row] = await db<{ ms: number }[]>`
    select (extract(epoch from max(session.created_at)) * 1000)::float8 as ms from session join customer on customer.id = customer_id where email = ${email}`;
  expect(user.loggedInAt).toBe(Math.trunc(row?.ms ?? 0));
  expect(expiresAt - user.loggedInAt).toBe(180 * 60_000);
});

test('the account lists its open sessions with device and time, the newest first, and says which one asks', async () => {
  const { token, email } = await loggedIn(app);
  const telephone = await logInFrom(email, ANDROID);
  const [newest, first, ...more] = await sessionsAt(telephone);
  expect(more).toEqual([]);
  expect(newest).toMatchObject({ device: 'Chrome · Android', isThis: true });
  expect(first?.isThis).toBe(false);
  expect(newest?.openedAt).toBeGreaterThanOrEqual(first?.openedAt ?? 0);
  expect((newest?.expiresAt ?? 0) - (newest?.openedAt ?? 0)).toBe(180 * 60_000);
  expect((await sessionsAt(token)).map(({ isThis }) => isThis)).toEqual([false, true]);
});

test('what is listed opens nothing, and neither network nor user agent are kept', async () => {
  const { email } = await loggedIn(app);
  const token = await logInFrom(email, ANDROID);
  const [{ id } = { id: '' }] = await sessionsAt(token);
  expect(token).not.toContain(id);
  for (const forged of [id, `v1.${id}.${id}`]) expect(await isIn(forged)).toBe(false);
  const kept = JSON.stringify(await db`select * from session join customer on customer.id = customer_id where email = ${email}`);
  expect(kept).not.toMatch(/203\.0\.113|127\.0\.0\.1|Mozilla|146\.0/);
});

test('a session that is ended from elsewhere is over at its next call, on every process; the others go on', async () => {
  const { token, email } = await loggedIn(app);
  const stranger = await loggedIn(app);
  const lost = await logInFrom(email, ANDROID);
  const third = await logInFrom(email, ANDROID);
  const before = await othersOf(email);
  const id = (await sessionsAt(lost)).find(({ isThis }) => isThis)?.id ?? '';
  const other = await customersApp(db);
  expect(resultOf(await clientOf(other, { token: lost }).call(getCustomer, {}))).toBe('ok');

  const { sessions } = await at(token).ok(endSession, { params: { id } });
  expect(sessions.map((each) => each.id)).not.toContain(id);
  expect(sessions).toHaveLength(2);
  expect(await isIn(lost)).toBe(false);
  expect(await clientOf(other, { token: lost }).call(getCustomer, {})).toEqual({ status: 'unauthorised', httpStatus: 401 });
  expect([await isIn(token), await isIn(third), await isIn(stranger.token)]).toEqual([true, true, true]);
  expect(await othersOf(email)).toEqual(before);
  await other.close();
});

test('one’s own session may be ended in the list, like any other', async () => {
  const { token } = await loggedIn(app);
  const [{ id } = { id: '' }] = await sessionsAt(token);
  await at(token).ok(endSession, { params: { id } });
  expect(await isIn(token)).toBe(false);
});

test('all others end together: those of this account, and of no other', async () => {
  const { token, email } = await loggedIn(app);
  const stranger = await loggedIn(app);
  const others = [await logInFrom(email, ANDROID), await logInFrom(email, '')];
  const before = await othersOf(email);
  const { sessions } = await at(token).ok(endOtherSessions, {});
  expect(sessions.map(({ isThis }) => isThis)).toEqual([true]);
  expect(await Promise.all([token, ...others, stranger.token].map(isIn))).toEqual([true, false, false, true]);
  expect(await othersOf(email)).toEqual(before);
});

test('another customer’s session is not found, nor one that is over; both stay as they are', async () => {
  const mine = await loggedIn(app);
  const theirs = await loggedIn(app);
  const [{ id } = { id: '' }] = await sessionsAt(theirs.token);
  expect(await at(mine.token).refused(endSession, { params: { id } })).toMatchObject({ failure: 'not_found' });
  expect(await isIn(theirs.token)).toBe(true);
  const over = await logInFrom(mine.email, ANDROID);
  const own = (await sessionsAt(over)).find(({ isThis }) => isThis)?.id ?? '';
  await at(mine.token).ok(endSession, { params: { id: own } });
  expect(await at(mine.token).refused(endSession, { params: { id: own } })).toMatchObject({ failure: 'not_found' });
});

test('a session past its time is no longer listed', async () => {
  const { token, email } = await loggedIn(app);
  await logInFrom(email, ANDROID);
  await db`
    update session set created_at = now() - interval '181 minutes', expires_at = now() - interval '1 minute'
     where device = 'Chrome · Android' and customer_id = (select id from customer where email = ${email})`;
  expect(await sessionsAt(token)).toHaveLength(1);
});

test('of two devices that end each other’s session at once the first stays inside, and the second throws nobody out', async () => {
  const { token: one, email } = await loggedIn(app);
  const two = await logInFrom(email, ANDROID);
  const hold = (tx: Tx) => tx`select from customer where email = ${email} for update`;
  const endAt = (token: string) => () => at(token).call(endOtherSessions, {});
  expect((await inOrder(db, hold, [endAt(two), endAt(one)])).map(resultOf)).toEqual(['ok', 'busy']);
  expect(await Promise.all([one, two].map(isIn))).toEqual([false, true]);
});

test('a remembered browser that logs in while the others are ended is ended with them', async () => {
  const { token, email } = await loggedIn(app);
  const jar = new Map<string, string>();
  const other = answerOf(await visitorAt(app, { jar }).logIn(email, PASSWORD, { remember: true }));
  const hold = (tx: Tx) => tx`select from known_device where customer_id = (select id from customer where email = ${email}) for update`;
  const [opened] = await inOrder(db, hold, [
    () => clientOf(app, { jar }).call(logInWithDevice, {}),
    () => at(token).call(endOtherSessions, {}),
  ]);
  expect(await Promise.all([token, other.token, answerOf(opened).token].map(isIn))).toEqual([true, false, false]);
  expect(await sessionsAt(token)).toHaveLength(1);
});

test('a remembered browser that logs out while the others are ended disturbs neither', async () => {
  const { token, email } = await loggedIn(app);
  const jar = new Map<string, string>();
  const other = answerOf(await visitorAt(app, { jar }).logIn(email, PASSWORD, { remember: true }));
  const hold = (tx: Tx) => tx`select from known_device where customer_id = (select id from customer where email = ${email}) for update`;
  const outcomes = await inOrder(db, hold, [
    () => at(token).call(endOtherSessions, {}),
    () => clientOf(app, { token: other.token, jar }).call(logOut, {}),
  ]);
  expect(outcomes.map(resultOf)).toEqual(['ok', 'ok']);
  expect(await Promise.all([token, other.token].map(isIn))).toEqual([true, false]);
});

test('a provider that logs somebody out while a new password ends their sessions disturbs neither', async () => {
  const { email } = await loggedIn(app);
  const [{ id: customerId = '' } = {}] = await db<{ id: string }[]>`select id from customer where email = ${email}`;
  // In the table in another order than that of their ids.
  const [last, first] = ['z', 'b'].map((letter) => letter.repeat(43)) as [string, string];
  for (const id of [last, first]) {
    await db`insert into session (id, customer_id, expires_at) values (${id}, ${customerId}, now() + interval '1 hour')`;
    await db`insert into external_session (session_id, issuer, subject) values (${id}, 'https://provider.example', 'ana')`;
  }
  const logOut = { issuer: 'https://provider.example', subject: 'ana', providerSession: null };
  const ended = await inOrder(db, (tx) => tx`select from session where id = ${first} for update`, [
    () => db.begin((tx) => lockSessions(tx, [customerId])),
    () => db.begin((tx) => revokeExternalSessions(tx, logOut)) as Promise<number>,
  ]);
  expect(ended[1]).toBe(2);
});

test('ending the others waits for what ends ways into the account, before it locks a session', async () => {
  const { token, email } = await loggedIn(app);
  const other = await logInFrom(email, ANDROID);
  const { ending } = await db.begin(async (tx) => {
    const [customer] = await tx<{ id: string }[]>`select id from customer where email = ${email} for no key update`;
    const ending = at(token).call(endOtherSessions, {});
    await vi.waitFor(async () => expect(await waitingForLocks(db)).toBe(1), { timeout: limit(10_000) });
    // The call has locked none.
    await tx`select from session where customer_id = ${customer?.id ?? ''} order by id for no key update nowait`;
    return { ending };
  });
  expect(resultOf(await ending)).toBe('ok');
  expect([await isIn(token), await isIn(other)]).toEqual([true, false]);
});

test('however often somebody logs in, the list stays short and all are ended at once', async () => {
  const { token, email } = await loggedIn(app);
  await db`
    insert into session (id, customer_id, expires_at)
    select rpad(number::text, 43, 'x'), (select id from customer where email = ${email}), now() + interval '3 hours'
      from generate_series(1, 2000) as number`;
  expect((await sessionsAt(token)).length).toBe(50);
  const { sessions } = await at(token).ok(endOtherSessions, {});
  expect(sessions).toHaveLength(1);
});
