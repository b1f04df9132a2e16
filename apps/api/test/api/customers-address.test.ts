import { loadBrand } from '@butaca/brand/load';
import { charge, confirmAddress, getCustomer, sendAddressCode } from '@butaca/contract';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { cardForm } from '../factories/buyer.ts';
import { aCharge, aLevel } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { clientOf, resultOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { customersApp, loggedIn } from '../factories/customers.ts';
import { aMailbox, anotherCode } from '../factories/mailbox.ts';
import { stageOf, ticketsOf } from '../factories/purchase.ts';
import { letCodesAge, letTriesAge } from '../factories/time.ts';

const database = await freshDatabase();
const { db } = database;
const types = [{ name: 'Invitación', faceValue: 0, taxClass: 'exempt' }];
const checkout = await aCheckout(db, undefined, [
  { rows: 40, levels: [aLevel({ types })], charges: [aCharge(), aCharge({ kind: 'anti_fraud_qr', percent: 0, fixed: 0 })] },
]);
const { app, card } = checkout;
const elsewhere = await customersApp(db);
const mailbox = await aMailbox(database);
afterAll(async () => {
  await Promise.all([elsewhere.close(), mailbox.close()]);
  await checkout.close();
  await database.close();
});

/** Somebody who has signed up and has not confirmed anything yet. */
async function newcomer() {
  const { email, token } = await loggedIn(app);
  const [row] = await db<{ id: string }[]>`select id from customer where email = ${email}`;
  const client = clientOf(app, { token });
  return {
    ...client,
    email,
    token,
    customerId: row?.id ?? '',
    send: () => client.call(sendAddressCode, {}),
    confirm: (code: string) => client.call(confirmAddress, { body: { code } }),
    isConfirmed: async () => (await client.ok(getCustomer, {})).isEmailConfirmed,
    /** Asks for a code and reads it in the mail. */
    async code() {
      await client.ok(sendAddressCode, {});
      return mailbox.codeTo(email);
    },
  };
}

const confirmed = async () =>
  (await db<{ id: string }[]>`select id from customer where email_confirmed_at is not null order by id`).map(({ id }) => id);

test('a mailed code of six digits confirms the address, of that customer alone', async () => {
  const me = await newcomer();
  const neighbour = await newcomer();
  const before = await confirmed();
  expect(await me.isConfirmed()).toBe(false);
  const code = await me.code();
  expect(code).toMatch(/^\d{6}$/);
  // Neither the table nor the queue held anything to type.
  const stored = await db`select to_jsonb(mail_code) as row from mail_code`;
  expect(JSON.stringify(stored)).not.toContain(code);
  expect(resultOf(await neighbour.confirm(code))).toBe('wrong_code');
  expect(resultOf(await me.confirm(` ${code.slice(0, 3)} ${code.slice(3)} `))).toBe('ok');
  expect([await me.isConfirmed(), await neighbour.isConfirmed()]).toEqual([true, false]);
  expect(await confirmed()).toEqual([...before, me.customerId].sort());
});

test('a double click on two processes confirms; afterwards no more codes are sent', async () => {
  const me = await newcomer();
  const there = clientOf(elsewhere, { token: me.token });
  const code = await me.code();
  const both = await Promise.all([me.confirm(code), there.call(confirmAddress, { body: { code } })]);
  expect(both.map(resultOf)).toContain('ok');
  expect(await me.isConfirmed()).toBe(true);
  expect(resultOf(await me.confirm('anything'))).toBe('ok');
  await letCodesAge(db, 120);
  expect(resultOf(await me.send())).toBe('ok');
  expect(await db`select from mail_code where customer_id = ${me.customerId}`).toHaveLength(1);
});

test('the fifth wrong code makes the right one worthless, on however many processes it was guessed at once', async () => {
  const me = await newcomer();
  const there = clientOf(elsewhere, { token: me.token });
  const code = await me.code();
  const guesses = Array.from({ length: 8 }, (_, turn) =>
    (turn % 2 ? me : there).call(confirmAddress, { body: { code: anotherCode(code) } }),
  );
  expect((await Promise.all(guesses)).map(resultOf)).toEqual(Array(8).fill('wrong_code'));
  expect(resultOf(await me.confirm(code))).toBe('wrong_code');
  const [row] = await db<{ tries: number }[]>`select tries from mail_code where customer_id = ${me.customerId}`;
  expect(row?.tries).toBe(5);
  await letCodesAge(db, 61);
  expect(resultOf(await me.confirm(await me.code()))).toBe('ok');
});

test('four wrong codes leave the right one as it is', async () => {
  const me = await newcomer();
  const code = await me.code();
  for (const wrong of [anotherCode(code), '1', 'código', 'ａｂｃｄｅｆ']) expect(resultOf(await me.confirm(wrong))).not.toBe('ok');
  expect(resultOf(await me.confirm(code))).toBe('ok');
});

test('a code is valid for fifteen minutes, and only until a newer one is made', async () => {
  const me = await newcomer();
  const first = await me.code();
  await letCodesAge(db, 15 * 60 - 20);
  const second = await me.code();
  expect(resultOf(await me.confirm(first))).toBe(first === second ? 'ok' : 'wrong_code');
  await letCodesAge(db, 15 * 60 + 1);
  expect(resultOf(await me.confirm(second))).toBe('wrong_code');
  expect(await me.isConfirmed()).toBe(false);

  const other = await newcomer();
  const code = await other.code();
  await letCodesAge(db, 15 * 60 - 20);
  expect(resultOf(await other.confirm(code))).toBe('ok');
});

test('a code a minute, five an hour and six a day are mailed, also when many are asked for at once; a neighbour gets theirs', async () => {
  const me = await newcomer();
  const neighbour = await newcomer();
  const there = clientOf(elsewhere, { token: me.token });
  const many = await Promise.all([me.send(), there.call(sendAddressCode, {}), me.send(), there.call(sendAddressCode, {})]);
  expect(many.map(resultOf).sort()).toEqual(['ok', 'too_many_attempts', 'too_many_attempts', 'too_many_attempts']);
  expect(await me.send()).toMatchObject({ failure: 'too_many_attempts', data: { retryAfterSeconds: expect.any(Number) } });
  for (let sent = 1; sent < 5; sent += 1) {
    await letCodesAge(db, 60);
    expect(resultOf(await me.send())).toBe('ok');
  }
  await letCodesAge(db, 60);
  const refused = await me.refused(sendAddressCode, {});
  expect(refused.failure).toBe('too_many_attempts');
  // The first of the five was mailed five minutes ago.
  if (refused.failure === 'too_many_attempts') {
    expect(refused.data.retryAfterSeconds).toBeGreaterThan(50 * 60);
    expect(refused.data.retryAfterSeconds).toBeLessThanOrEqual(55 * 60);
  }
  expect(resultOf(await neighbour.send())).toBe('ok');
  await letCodesAge(db, 55 * 60);
  expect(resultOf(await me.send())).toBe('ok');
  await letCodesAge(db, 22 * 60 * 60);
  expect(await me.send()).toMatchObject({ failure: 'too_many_attempts' });
  expect(resultOf(await neighbour.send())).toBe('ok');
  // The first of the six is a day old, and so is what the mailbox was sent.
  await letCodesAge(db, 60 * 60);
  await letTriesAge(db, 24 * 60 * 60);
  expect(resultOf(await me.send())).toBe('ok');
});

test('a code that is replaced before its mail leaves is not mailed', async () => {
  const me = await newcomer();
  await me.send();
  await letCodesAge(db, 61);
  const code = await me.code();
  expect((await mailbox.mailsTo(me.email)).filter(({ subject }) => subject.includes('código'))).toHaveLength(1);
  expect(resultOf(await me.confirm(code))).toBe('ok');
});

/** Confirms a purchase that costs nothing. */
const takeForNothing = (client: Pick<Awaited<ReturnType<typeof newcomer>>, 'call'>, purchaseId: string) =>
  client.call(charge, { params: { purchaseId }, body: { paymentMethodId: 3, total: 0, acceptsTerms: true } });

test('free tickets need a confirmed address: without it nothing is sold, with it the same purchase is', async () => {
  const me = await newcomer();
  const { id, placeIds } = await checkout.purchase({ customerId: me.customerId });
  expect(resultOf(await takeForNothing(me, id))).toBe('address_unconfirmed');
  expect(await stageOf(db, id)).toBe('open');
  expect(await ticketsOf(db, id)).toEqual([]);
  await me.confirm(await me.code());
  expect(resultOf(await takeForNothing(me, id))).toBe('ok');
  expect(await ticketsOf(db, id)).toEqual(placeIds);
});

test.each(['butaca', 'mua'])('%s sells no ticket online to an unproved address, whatever pays it (CA-036)', async (name) => {
  const { brand } = await loadBrand(name);
  expect(brand.login.confirmAddress).toBe('all');
  const me = await newcomer();
  const { id } = await checkout.purchase({ customerId: me.customerId });
  const pay = (way: object) => me.call(charge, { params: { purchaseId: id }, body: { ...cardForm, instalments: 1, total: 0, ...way } });
  expect(resultOf(await pay({}))).toBe('address_unconfirmed');
  // Nothing, and the balance.
  for (const paymentMethodId of [3, 2]) expect(resultOf(await pay({ paymentMethodId }))).not.toBe('ok');
  expect(await stageOf(db, id)).toBe('open');
  expect(await ticketsOf(db, id)).toEqual([]);
});

test('a brand may ask for the code of nobody, or before the first purchase of anybody online; the counter is not asked (CA-036)', async () => {
  const { brand } = await loadBrand('butaca');
  const appOf = async (rule: 'none' | 'all') => {
    const one = await customersApp(db, { payments: [card], brand: { ...brand, login: { ...brand.login, confirmAddress: rule } } });
    onTestFinished(() => one.close());
    return one;
  };
  const me = await newcomer();
  const { id } = await checkout.purchase({ customerId: me.customerId });
  const strict = clientOf(await appOf('all'), { token: me.token });
  expect(resultOf(await takeForNothing(strict, id))).toBe('address_unconfirmed');
  const byCard = { ...cardForm, paymentMethodId: 1, instalments: 1, total: 0, acceptsTerms: true };
  expect(resultOf(await strict.call(charge, { params: { purchaseId: id }, body: byCard }))).toBe('address_unconfirmed');
  expect(resultOf(await takeForNothing(clientOf(await appOf('none'), { token: me.token }), id))).toBe('ok');

  const clerk = await aCounter(db, app);
  await db`update customer set email_confirmed_at = null where id = ${clerk.customerId}`;
  const atCounter = await checkout.purchase({ customerId: clerk.customerId });
  await db`update purchase set channel = 'box_office' where id = ${atCounter.id}`;
  expect(resultOf(await takeForNothing(clientOf(app, { token: clerk.token }), atCounter.id))).not.toBe('address_unconfirmed');
});
