import {
  addPasskey,
  askForLink,
  changeEmail,
  changePassword,
  confirmAddress,
  eraseAccount,
  getCustomer,
  listOrders,
  logInWithLink,
  sendAddressCode,
  sendEmailChangeCode,
  sendErasureCode,
  startPasskey,
  startPasskeyLogIn,
} from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import type { Tx } from '../../src/db/connect.ts';
import { freshDatabase, ownerOf, waitingForLocks } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { customersApp, loggedIn, PASSWORD, signUpForm, visitorAt } from '../factories/customers.ts';
import { aMember, externalLogin } from '../factories/external-login.ts';
import { aMailbox, anotherCode } from '../factories/mailbox.ts';
import { authenticatorAt } from '../factories/passkey.ts';
import { letCodesAge, letJobsAge } from '../factories/time.ts';

const database = await freshDatabase();
const { db } = database;
const checkout = await aCheckout(db, undefined, [{ rows: 10 }]);
const { app } = checkout;
const elsewhere = await customersApp(db);
const world = await externalLogin(db);
const mailbox = await aMailbox(database);
afterAll(async () => {
  await Promise.all([elsewhere.close(), mailbox.close(), world.close()]);
  await checkout.close();
  await database.close();
});

let count = 0;
const newAddress = () => `nueva.${++count}@correo.example`;

/** Somebody who has signed up, and has proved the address unless said otherwise. */
async function aPerson({ proved = true } = {}) {
  const { email, token } = await loggedIn(app);
  const [row] = await db<{ id: string }[]>`select id from customer where email = ${email}`;
  const client = clientOf(app, { token });
  if (proved) {
    await client.ok(sendAddressCode, {});
    await client.ok(confirmAddress, { body: { code: await mailbox.codeTo(email) } });
  }
  return {
    ...client,
    email,
    token,
    customerId: row?.id ?? '',
    ask: (address: string, given: { password?: string; passkey?: string } = { password: PASSWORD }) =>
      client.call(sendEmailChangeCode, { body: { email: address, ...given } }),
    change: (address: string, code: string) => client.call(changeEmail, { body: { email: address, code } }),
  };
}

/** All accounts but this one: a change touches no other. */
const others = (customerId: string) => db`
  select customer.id, email, email_confirmed_at, password_hash, (select count(*) from session where customer_id = customer.id and revoked_at is null)
    from customer where id <> ${customerId} order by id`;

const subjectsTo = async (address: string) => (await mailbox.mailsTo(address)).map(({ subject }) => subject);

test('the password and a code that is mailed to the new mailbox give the account that address; both addresses are told (CA-081, VA-012)', async () => {
  const me = await aPerson();
  await aPerson();
  const before = await others(me.customerId);
  const address = newAddress();
  expect(resultOf(await me.ask(` ${address.toUpperCase()} `))).toBe('ok');
  const code = await mailbox.codeTo(address);
  expect(code).toMatch(/^\d{6}$/);
  // Nothing is changed by asking.
  expect((await me.ok(getCustomer, {})).email).toBe(me.email);
  expect(resultOf(await me.change(address, anotherCode(code)))).toBe('wrong_code');
  expect(resultOf(await me.change(newAddress(), code))).toBe('wrong_code');
  expect(answerOf(await me.change(address, code))).toEqual({ email: address });
  expect(await me.ok(getCustomer, {})).toMatchObject({ email: address, isEmailConfirmed: true });
  // The answer was lost, and the click came again.
  expect(answerOf(await me.change(address, code))).toEqual({ email: address });

  expect(resultOf(await visitorAt(app).logIn(address))).toBe('ok');
  expect(resultOf(await visitorAt(app).logIn(me.email))).toBe('wrong_credentials');
  const told = 'Cambió el correo de tu cuenta de Butaca';
  expect(await subjectsTo(me.email)).toContain(told);
  expect(await subjectsTo(address)).toContain(told);
  const [mail] = await mailbox.mailsTo(me.email);
  expect(mail?.text).toContain(`${address[0]}…@correo.example`);
  expect(mail?.text).not.toContain(address);
  expect(await others(me.customerId)).toEqual(before);
});

test('a wrong password, a neighbour’s passkey and the account’s own address mail nothing', async () => {
  const me = await aPerson();
  const address = newAddress();
  expect(resultOf(await me.ask(address, { password: 'Otra2026' }))).toBe('wrong_credentials');
  expect(resultOf(await me.ask(address, {}))).toBe('wrong_credentials');
  expect(await me.ask(me.email)).toMatchObject({ data: { fields: [{ name: 'cEmail', reason: 'same' }] } });
  const neighbour = await aPerson();
  const device = authenticatorAt();
  const { passkeyOptions } = await neighbour.ok(startPasskey, {});
  await neighbour.ok(addPasskey, { body: { passkey: device.register(passkeyOptions), name: 'Teléfono' } });
  const asked = async () => (await clientOf(app).ok(startPasskeyLogIn, {})).passkeyOptions;
  expect(resultOf(await me.ask(address, { passkey: device.sign(await asked()) }))).toBe('passkey_refused');
  expect(await mailbox.mailsTo(address)).toEqual([]);
  // Its owner's it is.
  expect(resultOf(await neighbour.ask(address, { passkey: device.sign(await asked()) }))).toBe('ok');
  expect(resultOf(await neighbour.change(address, await mailbox.codeTo(address)))).toBe('ok');
});

test('the password of somebody who has the address since it was read changes nothing, and neither does one that was changed meanwhile', async () => {
  const other = 'Candilejas2027';
  const [me, heir] = [await aPerson(), await aPerson()];
  await heir.ok(changePassword, { body: { current: PASSWORD, password: other } });
  const address = newAddress();
  /** What comes of asking with this password, when `work` is done while the call waits for a lock. */
  const during = async (password: string, lock: (tx: Tx) => PromiseLike<unknown>, work: (tx: Tx) => Promise<unknown>) => {
    const { outcome } = await ownerOf(db).begin(async (tx) => {
      await lock(tx);
      const asked = me.ask(address, { password });
      await expect.poll(() => waitingForLocks(db)).toBeGreaterThan(0);
      await work(tx);
      return { outcome: asked };
    });
    return resultOf(await outcome);
  };
  const newPassword = (tx: Tx) => tx`
    update customer set password_hash = (select password_hash from customer where id = ${heir.customerId}) where id = ${me.customerId}`;
  const ofMe = (tx: Tx) => tx`select from customer where id = ${me.customerId} for update`;
  expect(await during(PASSWORD, ofMe, newPassword)).toBe('wrong_credentials');
  const tries = (tx: Tx) => tx`lock table login_throttle in exclusive mode`;
  const moved = async (tx: Tx) => {
    await tx`update customer set email = ${`lejos.${me.email}`} where id = ${me.customerId}`;
    await tx`update customer set email = ${me.email} where id = ${heir.customerId}`;
  };
  expect(await during(other, tries, moved)).toBe('wrong_credentials');
  expect(await mailbox.mailsTo(address)).toEqual([]);
});

test('an address of another account is answered like a free one, gets no mail, and no code gives it away (CA-018)', async () => {
  const [me, owner] = [await aPerson(), await aPerson()];
  const variant = owner.email.replace('@', '+otra@');
  const mails = await subjectsTo(owner.email);
  for (const address of [owner.email, variant]) {
    await letCodesAge(db, 61);
    expect(answerOf(await me.ask(address))).toEqual(answerOf(await owner.ask(newAddress())));
    expect(resultOf(await me.ask(address))).toBe('too_many_attempts');
    expect(resultOf(await me.change(address, '123456'))).toBe('wrong_code');
  }
  expect(await subjectsTo(owner.email)).toEqual(mails);
  expect(await mailbox.mailsTo(variant)).toEqual([]);
});

test('an address that somebody takes after the code was mailed is not given away', async () => {
  const me = await aPerson();
  const address = newAddress();
  await me.ask(address);
  const code = await mailbox.codeTo(address);
  answerOf(await visitorAt(app).signUp(signUpForm({ email: address })));
  expect(resultOf(await me.change(address, code))).toBe('wrong_code');
  expect((await me.ok(getCustomer, {})).email).toBe(me.email);
});

test('what was mailed to the address before opens nothing any more, and other sessions end', async () => {
  const me = await aPerson();
  const jar = new Map<string, string>();
  const thief = clientOf(app, { jar, ip: '203.0.113.77' });
  await thief.ok(askForLink, { body: { email: me.email } });
  const link = /loginLink#([\w.-]+)/.exec((await mailbox.mailsTo(me.email))[0]?.text ?? '')?.[1] ?? '';
  expect(link).not.toBe('');
  await me.ok(sendErasureCode, {});
  const erasure = await mailbox.codeTo(me.email);
  const { token } = answerOf(await visitorAt(app).logIn(me.email));
  const address = newAddress();
  await me.ask(address);
  expect(resultOf(await me.change(address, await mailbox.codeTo(address)))).toBe('ok');

  expect(resultOf(await thief.call(logInWithLink, { body: { link } }))).toBe('link_over');
  await mailbox.deliver();
  expect(resultOf(await me.call(eraseAccount, { body: { code: erasure } }))).toBe('wrong_code');
  expect((await clientOf(app, { token }).call(getCustomer, {})).status).toBe('unauthorised');
  expect((await me.ok(getCustomer, {})).email).toBe(address);
});

test('an account is not erased before its address before was told of the new one, or refuses the mail (CA-081)', async () => {
  const neighbour = await aPerson();
  const movedAway = async () => {
    const one = await aPerson();
    const address = newAddress();
    await one.ask(address);
    expect(resultOf(await one.change(address, await mailbox.codeTo(address)))).toBe('ok');
    return one;
  };
  const me = await movedAway();
  const inUse = { failure: 'account_in_use', data: { obstacles: [{ reason: 'notice' }] } };
  expect(await me.call(sendErasureCode, {})).toMatchObject(inUse);
  expect(resultOf(await neighbour.call(sendErasureCode, {}))).toBe('ok');
  await mailbox.fail();
  expect(await me.call(sendErasureCode, {})).toMatchObject(inUse);
  await letJobsAge(db, 60);
  expect((await subjectsTo(me.email))[0]).toBe('Cambió el correo de tu cuenta de Butaca');
  expect(resultOf(await me.call(sendErasureCode, {}))).toBe('ok');

  const other = await movedAway();
  mailbox.refuse([other.email]);
  expect(await other.call(sendErasureCode, {})).toMatchObject(inUse);
  await mailbox.deliver();
  mailbox.refuse([]);
  expect(resultOf(await other.call(sendErasureCode, {}))).toBe('ok');
});

test('what was mailed to a neighbour, who asked for the same, is as good as before, and so are their sessions', async () => {
  const [me, neighbour] = [await aPerson(), await aPerson()];
  const browser = clientOf(app, { jar: new Map<string, string>(), ip: '203.0.113.78' });
  await browser.ok(askForLink, { body: { email: neighbour.email } });
  const link = /loginLink#([\w.-]+)/.exec((await mailbox.mailsTo(neighbour.email))[0]?.text ?? '')?.[1] ?? '';
  const { token } = answerOf(await visitorAt(app).logIn(neighbour.email));
  const [mine, theirs] = [newAddress(), newAddress()];
  await neighbour.ask(theirs);
  const code = await mailbox.codeTo(theirs);
  await me.ask(mine);
  expect(resultOf(await me.change(mine, await mailbox.codeTo(mine)))).toBe('ok');

  for (const session of [neighbour.token, token])
    expect(resultOf(await clientOf(app, { token: session }).call(getCustomer, {}))).toBe('ok');
  expect(resultOf(await browser.call(logInWithLink, { body: { link } }))).toBe('ok');
  expect(answerOf(await neighbour.change(theirs, code))).toEqual({ email: theirs });
  expect((await me.ok(getCustomer, {})).email).toBe(mine);
});

test('a new password ends the change that was asked for with the one before', async () => {
  const me = await aPerson();
  const address = newAddress();
  await me.ask(address);
  const code = await mailbox.codeTo(address);
  await me.ok(changePassword, { body: { current: PASSWORD, password: 'Candilejas2027' } });
  expect(resultOf(await me.change(address, code))).toBe('wrong_code');
});

test('two tabs and two processes change once; five wrong codes end a code', async () => {
  const me = await aPerson();
  const address = newAddress();
  await me.ask(address);
  const code = await mailbox.codeTo(address);
  const there = clientOf(elsewhere, { token: me.token });
  const both = await Promise.all([me.change(address, code), there.call(changeEmail, { body: { email: address, code } })]);
  expect(both.map(resultOf)).toContain('ok');
  expect((await subjectsTo(address)).filter((subject) => subject.startsWith('Cambió el correo'))).toHaveLength(1);

  await letCodesAge(db, 61);
  const next = newAddress();
  await me.ask(next);
  const right = await mailbox.codeTo(next);
  for (let turn = 0; turn < 5; turn++) expect(resultOf(await me.change(next, anotherCode(right)))).toBe('wrong_code');
  expect(resultOf(await me.change(next, right))).toBe('wrong_code');
});

test('an unproved address is corrected, and a mailbox that may be a stranger’s is not written to again (CA-036)', async () => {
  const me = await aPerson({ proved: false });
  const address = newAddress();
  const mails = await subjectsTo(me.email);
  await me.ask(address);
  expect(resultOf(await me.change(address, await mailbox.codeTo(address)))).toBe('ok');
  expect(await me.ok(getCustomer, {})).toMatchObject({ email: address, isEmailConfirmed: true });
  expect(await subjectsTo(me.email)).toEqual(mails);
});

test('orders stay with their customer', async () => {
  const { buyer } = checkout;
  const { id } = await checkout.purchase({});
  const before = await buyer.ok(listOrders, { query: {} });
  const address = newAddress();
  await buyer.ok(sendEmailChangeCode, { body: { email: address, password: PASSWORD } });
  await buyer.ok(changeEmail, { body: { email: address, code: await mailbox.codeTo(address) } });
  expect(await buyer.ok(listOrders, { query: {} })).toEqual(before);
  expect(await db`select customer_id from purchase where id = ${id}`).toEqual([{ customer_id: buyer.customerId }]);
});

test('staff, and somebody who logs in at a provider alone, change it where it is theirs', async () => {
  const clerk = await aCounter(db, app);
  const body = { email: newAddress(), password: PASSWORD };
  expect(resultOf(await clientOf(app, { token: clerk.token }).call(sendEmailChangeCode, { body }))).toBe('not_for_you');
  const member = answerOf(await world.browser().logIn(aMember()));
  expect(resultOf(await clientOf(world.app, { token: member.token }).call(sendEmailChangeCode, { body }))).toBe('not_for_you');
  expect(
    resultOf(await clientOf(world.app, { token: member.token }).call(changeEmail, { body: { email: body.email, code: '123456' } })),
  ).toBe('not_for_you');
  expect(await mailbox.mailsTo(body.email)).toEqual([]);
});
