import {
  changeEmail,
  confirmSubscription,
  getCustomer,
  getPrivacy,
  queryNames,
  sendEmailChangeCode,
  sendErasureCode,
} from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { clearCustomer, deleteBelongings } from '../../src/customers/privacy/queries-erasure.ts';
import { lockAccount } from '../../src/db/account-lock.ts';
import { randomId } from '../../src/db/random-id.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase, ownerOf, waitingForLocks } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { customersApp, PASSWORD, visitorAt } from '../factories/customers.ts';
import { somePeople, tablesWith } from '../factories/people.ts';
import { stageOf } from '../factories/purchase.ts';
import { letCodesAge, letMinutesPass } from '../factories/time.ts';

const database = await freshDatabase();
const { db } = database;
const checkout = await aCheckout(db, undefined, [{ rows: 40 }]);
const { app, gateway, sale } = checkout;
const people = await somePeople(database, app);
const elsewhere = await customersApp(db);
afterAll(async () => {
  await Promise.all([people.close(), elsewhere.close()]);
  await checkout.close();
  await database.close();
});

const linkIn = (text: string) => new RegExp(`\\?${queryNames.link}=([\\w.-]+)`).exec(text)?.[1] ?? '';

type Person = Awaited<ReturnType<typeof people.person>>;

/** The evening of the hall moves to so many hours from now; negative: ago. */
const evening = (hours: number) =>
  ownerOf(db)`update performance set starts_at = now() + make_interval(hours => ${hours}) where id = ${sale.performanceId}`;

/** An order of somebody, paid by card. */
async function paidBy({ customerId, pay }: Person) {
  const purchase = await checkout.purchase({ customerId });
  expect(await pay(purchase)).toMatchObject({ status: 'ok', data: { outcome: 'approved' } });
  return purchase;
}

/** Everything that stands of a customer; with which another one is compared before and after. */
const rowsOf = async (customerId: string) =>
  JSON.stringify(
    await db`
      select to_jsonb(customer) as customer, (select jsonb_agg(to_jsonb(a)) from customer_address as a where customer_id = customer.id) as addresses,
             (select jsonb_agg(to_jsonb(p)) from customer_phone as p where customer_id = customer.id) as phones,
             (select jsonb_agg(to_jsonb(s)) from session as s where customer_id = customer.id) as sessions,
             (select jsonb_agg(to_jsonb(m)) from marketing_consent as m where customer_id = customer.id) as consents,
             (select jsonb_agg(to_jsonb(n)) from newsletter_subscription as n where n.email = customer.email) as newsletter,
             (select jsonb_agg(to_jsonb(m)) from support_message as m where customer_id = customer.id) as support
        from customer where id = ${customerId}`,
  );

test('an erased account leaves nothing of the person in any table; orders keep what was paid, and nobody else’s data change', async () => {
  const me = await people.person();
  const neighbour = await people.person();
  const order = await paidBy(me);
  await paidBy(neighbour);
  await me.requestExport();
  await people.work();
  await evening(-25);
  const code = await me.erasureCode();
  expect(await tablesWith(db, me.traces)).not.toEqual([]);
  const before = await rowsOf(neighbour.customerId);
  const [subscription] = await db<{ id: string }[]>`select id from newsletter_subscription where email = ${me.email}`;
  const money = await db`select * from ledger_entry order by purchase_id, transaction_id, position`;

  answerOf(await me.erase(code));

  expect(await tablesWith(db, me.traces)).toEqual([]);
  expect(await rowsOf(neighbour.customerId)).toBe(before);
  // The service that sends the newsletter is told of hers alone.
  expect(await db`select key from graphile_worker.jobs where task_identifier = 'hand-over-subscriber'`).toEqual([
    { key: `hand-over-subscriber.${subscription?.id}` },
  ]);
  expect(await db`select * from ledger_entry order by purchase_id, transaction_id, position`).toEqual(money);
  const [left] = await db`
    select stage, total, (select count(*)::int from ticket where purchase_id = purchase.id and state = 'valid') as tickets,
           (select state from attempt where purchase_id = purchase.id) as attempt
      from purchase where id = ${order.id}`;
  expect(left).toEqual({ stage: 'paid', total: order.total, tickets: 2, attempt: 'approved' });
  await evening(72);
});

test('an account that had another address before leaves nothing of that one either', async () => {
  const me = await people.person();
  await people.work();
  const link =
    people
      .mailsTo(me.email)
      .map(({ text }) => linkIn(text))
      .find(Boolean) ?? '';
  await me.ok(confirmSubscription, { body: { link } });
  await db`
    insert into undelivered_mail (id, task, payload, about, address, refused, reason)
    values (${randomId()}, 'tell-of-show', '{}', 'an-alert', ${me.email}, true, 'full')`;
  const address = `mudada.${me.email}`;
  await me.ok(sendEmailChangeCode, { body: { email: address, password: PASSWORD } });
  await people.work();
  const code = /^(\d{6}) /.exec(people.mailsTo(address)[0]?.subject ?? '')?.[1] ?? '';
  await me.ok(changeEmail, { body: { email: address, code } });
  await people.work();
  expect(await db`select email from newsletter_subscription where email in ${db([me.email, address])}`).toEqual([{ email: address }]);
  await me.ok(sendErasureCode, {});
  await people.work();
  const erasure =
    /^(\d{6}) /.exec(people.mailsTo(address).find(({ text }) => text.includes('eliminar tu cuenta'))?.subject ?? '')?.[1] ?? '';
  answerOf(await me.erase(erasure));
  expect(await tablesWith(db, [...me.traces, address])).toEqual([]);
});

test('its sessions end on every process, its password opens nothing, and its mails that were queued are not sent', async () => {
  const me = await people.person();
  const { token: other } = answerOf(await visitorAt(elsewhere).logIn(me.email));
  const code = await me.erasureCode();
  await me.requestExport();
  const received = people.mailsTo(me.email).length;
  answerOf(await me.erase(code));
  for (const [process, token] of [
    [app, me.token],
    [elsewhere, other],
  ] as const) {
    const answer = await process.inject({ url: '/v2/Cliente/Informacion', headers: { authorization: `Bearer ${token}` } });
    expect(answer.statusCode).toBe(401);
  }
  expect(resultOf(await visitorAt(app).logIn(me.email))).toBe('wrong_credentials');
  await people.work();
  expect(people.mailsTo(me.email)).toHaveLength(received);
});

test('the address may sign up again and finds nothing of before', async () => {
  const me = await people.person();
  await paidBy(me);
  await evening(-25);
  answerOf(await me.erase(await me.erasureCode()));
  await evening(72);
  const visitor = visitorAt(app);
  answerOf(await visitor.signUp({ ...me.form, firstName: 'Otra' }));
  const { token } = answerOf(await visitor.logIn(me.email, PASSWORD));
  const again = buyerAt(app, { token });
  expect(answerOf(await again.orders()).items).toEqual([]);
  expect(await again.ok(getCustomer, {})).toMatchObject({ firstName: 'Otra', addresses: [], isEmailConfirmed: false });
  expect(await again.ok(getPrivacy, {})).toMatchObject({ consents: [], orderCount: 0, obstacles: [] });
});

test('a ticket that may still let in keeps the account until a day after its evening', async () => {
  const me = await people.person();
  await paidBy(me);
  expect(await me.ok(getPrivacy, {})).toMatchObject({ obstacles: [{ reason: 'tickets' }], orderCount: 1 });
  expect(await me.sendErasureCode()).toMatchObject({ failure: 'account_in_use', data: { obstacles: [{ reason: 'tickets' }] } });
  await evening(-23);
  expect(resultOf(await me.sendErasureCode())).toBe('account_in_use');
  await evening(-25);
  answerOf(await me.erase(await me.erasureCode()));
  await evening(72);
});

test('a running purchase keeps the account until it is given up or has expired', async () => {
  const me = await people.person();
  const code = await me.erasureCode();
  const purchase = await checkout.purchase({ customerId: me.customerId });
  expect(await me.erase(code)).toMatchObject({
    failure: 'account_in_use',
    data: { obstacles: [{ reason: 'purchase', until: expect.any(Number) }] },
  });
  // The code is not spent on it.
  answerOf(await me.cancel(purchase.id));
  answerOf(await me.erase(code));
});

test('money without an answer keeps the account; an approval that comes late makes it an order first', async () => {
  const me = await people.person();
  const code = await me.erasureCode();
  const purchase = await checkout.purchase({ customerId: me.customerId });
  gateway.state.next.push('lost');
  await me.pay(purchase);
  expect(await stageOf(db, purchase.id)).toBe('paying');
  expect(await me.erase(code)).toMatchObject({ failure: 'account_in_use', data: { obstacles: [{ reason: 'money' }] } });
  await letMinutesPass(db, purchase.id, 2);
  await reconcilePayments(app.sale);
  expect(await stageOf(db, purchase.id)).toBe('paid');
  expect(await me.erase(code)).toMatchObject({ failure: 'account_in_use', data: { obstacles: [{ reason: 'tickets' }] } });
});

test('money that has gone back keeps no account, although its provider is asked about it once more', async () => {
  const me = await people.person();
  const code = await me.erasureCode();
  const purchase = await checkout.purchase({ customerId: me.customerId });
  gateway.state.next.push('lost');
  await me.pay(purchase);
  const setState = (state: string) => ownerOf(db)`update performance set state = ${state} where id = ${sale.performanceId}`;
  await setState('cancelled');
  await letMinutesPass(db, purchase.id, 2);
  await reconcilePayments(app.sale);
  const [attempt] = await db<{ state: string; isAskedAgain: boolean }[]>`
    select state, check_at is not null as "isAskedAgain" from attempt where purchase_id = ${purchase.id}`;
  expect([attempt?.state, attempt?.isAskedAgain]).toEqual([expect.stringMatching(/^(reversed|refunded)$/), true]);
  answerOf(await me.erase(code));
  await setState('on_sale');
});

test('a charge that waited for an erasure pays nothing: the gateway never hears of it', async () => {
  const me = await people.person();
  const purchase = await checkout.purchase({ customerId: me.customerId });
  const asked = gateway.charges.length;
  const paying = await db.begin(async (tx) => {
    await lockAccount(tx, me.customerId);
    const waiting = me.pay(purchase);
    await expect.poll(() => waitingForLocks(db)).toBe(1);
    await deleteBelongings(tx, me.customerId);
    await clearCustomer(tx, me.customerId);
    return { waiting };
  });
  expect(resultOf(await paying.waiting)).toBe('not_found');
  expect(gateway.charges).toHaveLength(asked);
  expect(await stageOf(db, purchase.id)).toBe('open');
});

test('an erasure that waited for a charge sees it, and leaves the account', async () => {
  const me = await people.person();
  const code = await me.erasureCode();
  const before = await rowsOf(me.customerId);
  const erasing = await db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock_shared(hashtextextended('account ' || ${me.customerId}::text, 0))`;
    const waiting = me.erase(code);
    await expect.poll(() => waitingForLocks(db)).toBe(1);
    // On another connection, as the charge's claim would be: it is there once the lock is free.
    await checkout.purchase({ customerId: me.customerId });
    return { waiting };
  });
  expect(resultOf(await erasing.waiting)).toBe('account_in_use');
  expect(await rowsOf(me.customerId)).toBe(before);
  expect(resultOf(await me.erase(code))).toBe('account_in_use');
});

test('however a charge and an erasure meet, an account is either erased or has paid', async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    const me = await people.person();
    const code = await me.erasureCode();
    const purchase = await checkout.purchase({ customerId: me.customerId });
    const [paid, erased] = await Promise.all(
      turn % 2 === 0 ? [me.pay(purchase), me.erase(code)] : [me.erase(code), me.pay(purchase)].toReversed(),
    );
    const [{ isErased } = { isErased: false }] = await db<{ isErased: boolean }[]>`
      select erased_at is not null as "isErased" from customer where id = ${me.customerId}`;
    expect(isErased).toBe(erased?.status === 'ok');
    expect(isErased && paid?.status === 'ok').toBe(false);
    expect((await stageOf(db, purchase.id)) === 'paid' && isErased).toBe(false);
  }
});

test('only the code that was mailed for it erases an account: not a wrong one, not another’s, not twice, not after 15 minutes', async () => {
  const me = await people.person();
  const neighbour = await people.person();
  const foreign = await neighbour.erasureCode();
  const code = await me.erasureCode();
  expect(resultOf(await me.erase(foreign === code ? '000000' : foreign))).toBe('wrong_code');
  expect(resultOf(await neighbour.erase(code === foreign ? '000000' : code))).toBe('wrong_code');
  await letCodesAge(db, 16 * 60);
  expect(resultOf(await me.erase(code))).toBe('wrong_code');
  expect(await tablesWith(db, me.traces)).toContain('public.customer');
  expect(await tablesWith(db, neighbour.traces)).toContain('public.customer');
});

test('two clicks with one code erase once: the second is told that it is over', async () => {
  const me = await people.person();
  const code = await me.erasureCode();
  const outcomes = (await Promise.all([me.erase(code), me.erase(code)])).map(resultOf).sort();
  expect(outcomes[0]).toBe('ok');
  expect(['wrong_code', 'unauthorised']).toContain(outcomes[1]);
});

test('an account of staff is not erased by its owner', async () => {
  const me = await people.person();
  const code = await me.erasureCode();
  await db`update customer set role = 'box-office' where id = ${me.customerId}`;
  expect(await me.sendErasureCode()).toMatchObject({ failure: 'account_in_use', data: { obstacles: [{ reason: 'staff' }] } });
  expect(resultOf(await me.erase(code))).toBe('account_in_use');
});
