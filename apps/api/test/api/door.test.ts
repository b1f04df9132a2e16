import { randomBytes } from 'node:crypto';
import { getOrder, type InputOf, listCounterPerformances, readCode } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { connect } from '../../src/db/connect.ts';
import { ticketCodes } from '../../src/orders/index.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, loggedIn, visitorAt } from '../factories/customers.ts';
import { codes } from '../factories/orders.ts';
import { letReadingsAge } from '../factories/time.ts';

const database = await freshDatabase();
const { db } = database;
const checkout = await aCheckout(db, undefined, [{ rows: 20 }, {}, { state: 'cancelled' }]);
const { app, buyer, sales } = checkout;
const [tonight, tomorrow, cancelled] = sales;
/** Another process: connections and memory of its own. */
const otherConnections = connect(database.url);
const beside = await customersApp(otherConnections);
afterAll(async () => {
  await beside.close();
  await otherConnections.end();
  await checkout.close();
  await database.close();
});

async function staff(role: string) {
  const { token, email } = await loggedIn(app);
  await db`update customer set role = ${role} where email = ${email}`;
  return { token, logInAgain: async () => answerOf(await visitorAt(app).logIn(email)).token };
}

type Given = Partial<InputOf<typeof readCode>['body']> & { key?: string | null };
const doorAt =
  (process: typeof app, token: string) =>
  (code: string, { key, ...given }: Given = {}) =>
    clientOf(process, { token }).call(
      readCode,
      { body: { performanceId: tonight.performanceId, door: undefined, code, ...given } },
      { key },
    );
const ofTheDoor = await staff('door');
const north = doorAt(app, ofTheDoor.token);
const south = doorAt(beside, (await staff('door')).token);

/** The codes of a new order for tonight, as its buyer sees them. */
async function bought(seats = 1) {
  const purchase = await checkout.purchase({ seats });
  await buyer.pay(purchase);
  const order = answerOf(await buyer.call(getOrder, { params: { orderId: purchase.id }, query: {} }));
  return { ...purchase, codes: order.tickets.map(({ code }) => code ?? '') };
}

async function one() {
  const {
    id,
    codes: [code = ''],
  } = await bought();
  return { id, code };
}

const readings = () => db<{ result: string; door: string | null; ticketId: string | null }[]>`
  select result, door, ticket_id as "ticketId" from reading order by read_at`;
const entriesOf = async (code: string) =>
  (await db`select from reading where ticket_id = ${codes.read(code)?.id ?? ''} and result = 'valid'`).length;

test('only a door reads codes: a customer, the box office and an organiser are refused, and the ticket stays unread', async () => {
  const { code } = await one();
  for (const role of ['customer', 'box-office', 'organiser']) {
    expect(await doorAt(app, (await staff(role)).token)(code)).toMatchObject({ failure: 'not_for_you', data: {} });
  }
  expect(await clientOf(app, {}).call(readCode, { body: { performanceId: tonight.performanceId, door: undefined, code } })).toMatchObject({
    status: 'unauthorised',
  });
  expect(await entriesOf(code)).toBe(0);
  expect(await clientOf(app, { token: ofTheDoor.token }).call(listCounterPerformances, {})).toMatchObject({ failure: 'not_for_you' });
});

test('a ticket is let in once: afterwards it was used, with the time and the door', async () => {
  const {
    codes: [first = '', second = ''],
  } = await bought(2);
  const entered = answerOf(await north(first, { door: 'Norte' }));
  expect(entered).toMatchObject({ result: 'valid', ticket: { sectorName: 'Platea', priceTypeName: 'General' }, usedDoor: 'Norte' });
  const again = answerOf(await south(first, { door: 'Sur' }));
  expect(again).toMatchObject({ result: 'used', usedAt: entered.usedAt, usedDoor: 'Norte', ticket: entered.ticket });
  expect(answerOf(await north(first))).toMatchObject({ result: 'used', usedAt: entered.usedAt });
  expect(answerOf(await south(second))).toMatchObject({ result: 'valid' });
});

test('a ticket that two doors of two processes read at once is let in by one of them', async () => {
  const { codes: all } = await bought(6);
  for (const code of all) {
    const read = await Promise.all([north, south, north, south, south, north].map((door) => door(code)));
    const results = read.map((each) => answerOf(each).result);
    expect(results.filter((result) => result === 'valid')).toHaveLength(1);
    expect(results.filter((result) => result === 'used')).toHaveLength(5);
    expect(await entriesOf(code)).toBe(1);
  }
});

test('a reading whose answer was lost is sent again and still lets in; with another key, or at another door, the ticket is used', async () => {
  const {
    codes: [code = '', neighbour = ''],
  } = await bought(2);
  const first = answerOf(await north(code, { key: 'reading-0001' }));
  expect(answerOf(await north(code, { key: 'reading-0001' }))).toEqual(first);
  expect(answerOf(await north(code, { key: 'reading-0002' }))).toMatchObject({ result: 'used' });
  expect(answerOf(await south(code, { key: 'reading-0001' }))).toMatchObject({ result: 'used' });
  expect(answerOf(await north(code, { key: null }))).toMatchObject({ result: 'used' });
  // A door that repeats its key for the next guest lets nobody in with it.
  expect(await north(neighbour, { key: 'reading-0001' })).toMatchObject({ failure: 'key_reused' });
  expect(answerOf(await north(neighbour, { key: 'reading-0009' }))).toMatchObject({ result: 'valid' });
  expect(answerOf(await south(neighbour))).toMatchObject({ result: 'used' });
  expect(await entriesOf(code)).toBe(1);
});

test('the same reading sent twice at once is one entry, and both are told so', async () => {
  const { code } = await one();
  const [here, there] = await Promise.all([
    north(code, { key: 'reading-0003' }),
    doorAt(beside, ofTheDoor.token)(code, { key: 'reading-0003' }),
  ]);
  expect(answerOf(here)).toEqual(answerOf(there));
  expect(answerOf(here).result).toBe('valid');
  expect(await entriesOf(code)).toBe(1);
});

test('a ticket of another date is not let in and not used: the door learns which date it is for', async () => {
  const { code } = await one();
  const elsewhere = answerOf(await north(code, { performanceId: tomorrow.performanceId }));
  expect(elsewhere).toMatchObject({
    result: 'other_performance',
    performance: { id: tonight.performanceId, showName: 'Hamlet', venueName: 'Teatro' },
  });
  expect(elsewhere.usedAt).toBeUndefined();
  expect(answerOf(await north(code))).toMatchObject({ result: 'valid' });
});

test('a ticket that went back is not let in', async () => {
  const { id, code } = await one();
  await db`update ticket set state = 'void' where purchase_id = ${id}`;
  for (const { performanceId } of [tonight, tomorrow])
    expect(answerOf(await north(code, { performanceId }))).toMatchObject({ result: 'void' });
  expect(await entriesOf(code)).toBe(0);
});

test('a code that is signed but was never sold, and one that is not ours, are unknown', async () => {
  const never = { id: randomBytes(16).toString('base64url'), performanceId: tonight.performanceId, placeId: 3 };
  const forged = ticketCodes([randomBytes(32).toString('base64url')]).sign(never);
  for (const code of [codes.sign(never), forged, 'https://butaca.example', 'ñ'.repeat(300)])
    expect(answerOf(await north(code))).toEqual({ result: 'unknown' });
});

test('a performance that does not exist is not found, and a cancelled one lets nobody in', async () => {
  const { code } = await one();
  expect(resultOf(await north(code, { performanceId: 999_999 }))).toBe('not_found');
  expect(resultOf(await north(code, { performanceId: cancelled.performanceId }))).toBe('event_not_available');
  expect(await entriesOf(code)).toBe(0);
});

test('what was read, where and with which result stays as it was, and names no code', async () => {
  const { code } = await one();
  const before = (await readings()).length;
  await north(code, { door: 'Norte' });
  await north(code, { door: 'Norte' });
  await north('no code of ours', { door: 'Norte' });
  const id = codes.read(code)?.id;
  expect((await readings()).slice(before)).toEqual([
    { result: 'valid', door: 'Norte', ticketId: id },
    { result: 'used', door: 'Norte', ticketId: id },
    { result: 'unknown', door: 'Norte', ticketId: null },
  ]);
  const { owner } = database;
  for (const change of [() => owner`update reading set result = 'used'`, () => owner`delete from reading`, () => owner`truncate reading`])
    await expect(change()).rejects.toThrow('append-only');
});

test('twenty misses within a minute close a session for the rest of it, and no other', async () => {
  const thief = await staff('door');
  const guess = doorAt(app, thief.token);
  const { code } = await one();
  const guesses = await Promise.all(
    Array.from({ length: 45 }, (_, turn) => guess(randomBytes(91).toString('base64url'), { key: `guess-${turn}-of-45` })),
  );
  expect(guesses.map(resultOf).filter((result) => result === 'ok')).toHaveLength(20);
  const refused = await guess(code);
  expect(refused).toMatchObject({ failure: 'too_many_attempts', data: { retryAfterSeconds: expect.any(Number) } });
  expect(answerOf(await south(code))).toMatchObject({ result: 'valid' });
  expect(answerOf(await doorAt(app, await thief.logInAgain())(code))).toMatchObject({ result: 'used' });
  await letReadingsAge(db, 30);
  expect(resultOf(await guess(code))).toBe('too_many_attempts');
  await letReadingsAge(db, 60);
  expect(answerOf(await guess(code))).toMatchObject({ result: 'used' });
});
