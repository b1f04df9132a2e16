import { changeCustomer, charge, getCustomer, getPrivacy, listKeptCards, listRunningPurchases } from '@butaca/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aSandbox } from '../../../sandbox/test/a-sandbox.ts';
import { freshDatabase, ownerOf } from '../database.ts';
import { haveBalance } from '../factories/balance.ts';
import { buyerAt, cardForm } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { workOnce } from '../factories/jobs.ts';
import { aPayway, paywayCards } from '../factories/payway.ts';
import { somePeople } from '../factories/people.ts';
import { stageOf } from '../factories/purchase.ts';

// What becomes of what the opener left in an account that was never confirmed, once the owner of its mailbox proves it: the table of decision 089.

const outside = await aSandbox();
const bank = aPayway(outside, 3000);
const database = await freshDatabase();
const { db, close } = database;
const checkout = await aCheckout(db, bank.provider, [{ rows: 40 }]);
const { app, sale } = checkout;
const people = await somePeople(database, app);
afterAll(async () => {
  await people.close();
  await checkout.close();
  await close();
});

type Person = Awaited<ReturnType<typeof people.person>>;

async function payAndKeepCard({ customerId, call }: Person) {
  const { id, total } = await checkout.purchase({ customerId });
  const body = { ...cardForm, ...(await bank.card(paywayCards.plain)), keepCard: true, total };
  expect(answerOf(await call(charge, { params: { purchaseId: id }, body }))).toMatchObject({ outcome: 'approved' });
  return id;
}

/** An account with everything that one may have, whose address nobody has confirmed. */
async function opened() {
  const person = await people.person();
  const { customerId } = person;
  const orderId = await payAndKeepCard(person);
  await haveBalance(db, { customerId, amount: 50_000, currency: 'ARS', performanceId: sale.performanceId });
  answerOf(await person.requestExport());
  await people.work();
  const { id: openId, total } = await checkout.purchase({ customerId });
  await db`update customer set email_confirmed_at = null where id = ${customerId}`;
  return { ...person, orderId, openId, total };
}
type Opened = Awaited<ReturnType<typeof opened>>;

/** The rows of the account, by what the decision calls them. */
const rows = {
  'name, gender, document, birthday, country and alias': (id: string) => db`
    select first_name, last_name, gender, document_type, document_number, birthday, country, has_alias, alias, email from customer where id = ${id}`,
  'orders and purchases': (id: string) => db`select to_jsonb(purchase) as row from purchase where customer_id = ${id} order by id`,
  tickets: (id: string) =>
    db`select to_jsonb(ticket) as row from ticket join purchase on purchase.id = purchase_id where customer_id = ${id} order by ticket.id`,
  'payments and the ledger': (id: string) => db`
    select to_jsonb(entry) as row from ledger_entry as entry join purchase on purchase.id = purchase_id
     where customer_id = ${id} order by transaction_id, position`,
  balance: (id: string) => db`select to_jsonb(balance) as row from balance where customer_id = ${id}`,
  'where orders are delivered': (id: string) => db`
    select to_jsonb(delivery_address) as row from delivery_address join purchase on purchase.id = purchase_id where customer_id = ${id}`,
  'the subscription to the newsletter': (id: string) => db`
    select to_jsonb(subscription) as row from newsletter_subscription as subscription join customer on customer.email = subscription.email
     where customer.id = ${id}`,
  'news of a show': (id: string) => db`
    select to_jsonb(alert) as row from show_alert as alert join customer on customer.email = alert.email where customer.id = ${id}`,
  addresses: (id: string) => db`select to_jsonb(a) as row from customer_address as a where customer_id = ${id}`,
  phones: (id: string) => db`select to_jsonb(p) as row from customer_phone as p where customer_id = ${id}`,
  'the agreement to news by mail': (id: string) => db`select to_jsonb(m) as row from marketing_consent as m where customer_id = ${id}`,
  'files with the account’s data': (id: string) => db`select id from data_export where customer_id = ${id}`,
  'messages to support': (id: string) => db`select to_jsonb(m) as row from support_message as m where customer_id = ${id}`,
};
type Kept = keyof typeof rows;
const names = Object.keys(rows) as Kept[];
const gone: readonly Kept[] = [
  'addresses',
  'phones',
  'the agreement to news by mail',
  'files with the account’s data',
  'messages to support',
];

describe('after the owner of the mailbox has proved it', () => {
  let account: Opened;
  let neighbour: Opened;
  let owner: Awaited<ReturnType<typeof people.claim>>;
  const before = new Map<string, string>();
  const textOf = async (name: Kept, id: string) => JSON.stringify(await rows[name](id));

  beforeAll(async () => {
    [account, neighbour] = [await opened(), await opened()];
    for (const { orderId, customerId, email } of [account, neighbour]) {
      await db`
        insert into delivery_address (purchase_id, address)
        select ${orderId}, street || ' ' || number from customer_address where customer_id = ${customerId} limit 1`;
      await db`
        insert into show_alert (id, show_id, email, language, asked_at, confirmed_at)
        select substr(md5(random()::text), 1, 22), show_id, ${email}, 'es', now(), now() from performance where id = ${sale.performanceId}`;
    }
    for (const name of names)
      for (const { customerId } of [account, neighbour]) before.set(`${name} ${customerId}`, await textOf(name, customerId));
    owner = await people.claim(account);
  });

  test.each(names)('%s: whether it stays; a neighbour’s stays in any case', async (name) => {
    const was = before.get(`${name} ${account.customerId}`);
    expect(was).not.toBe('[]');
    expect(await textOf(name, account.customerId)).toBe(gone.includes(name) ? '[]' : was);
    expect(await textOf(name, neighbour.customerId)).toBe(before.get(`${name} ${neighbour.customerId}`));
  });

  test('a message to support is answered all the same: it stays, and belongs to no account', async () => {
    const [message] = await db`select customer_id from support_message where name = ${account.form.firstName}`;
    expect(message).toEqual({ customer_id: null });
  });

  test('the owner finds the orders with their tickets, the balance, and no phone or address', async () => {
    expect(resultOf(await owner.order(account.orderId))).toBe('ok');
    expect(answerOf(await owner.call(getPrivacy, {}))).toMatchObject({ orderCount: 1, balance: 50_000, consents: [] });
    expect(await owner.ok(getCustomer, {})).toMatchObject({ addresses: [], phones: [], isEmailConfirmed: true });
  });

  test('the owner corrects the name and the document of the opener', async () => {
    const body = { firstName: 'Dueña', lastName: 'Verdadera', documentType: 'dni' as const, documentNumber: '28111222' };
    expect(await owner.ok(changeCustomer, { body })).toMatchObject(body);
  });

  test('an open purchase is not payable by the opener’s session; it is the owner’s to pay or give up, and expires by itself', async () => {
    const purchase = { id: account.openId, total: account.total };
    expect((await buyerAt(app, { token: account.token }).pay(purchase)).status).toBe('unauthorised');
    expect(JSON.stringify(answerOf(await owner.call(listRunningPurchases, {})))).toContain(account.openId);
    expect(await stageOf(db, account.openId)).toBe('open');
    answerOf(await owner.cancel(account.openId));
    expect(await stageOf(db, account.openId)).toBe('cancelled');
  });
});

const keptByBank = async (customerId: string) => (await bank.provider.savedCards?.list(customerId)) ?? [];
const cardJobs = (customerId: string) => db<{ inMinutes: number }[]>`
  select round(extract(epoch from run_at - now()) / 60)::int as "inMinutes"
    from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
   where payload ->> 'customerId' = ${customerId} and task.identifier = 'delete-claimed-cards' order by run_at`;

test('the opener’s saved cards are deleted at their provider, and an hour later what an open form has saved meanwhile; a neighbour keeps theirs', async () => {
  const [account, neighbour] = [await opened(), await opened()];
  const owner = await people.claim(account);
  expect(await cardJobs(account.customerId)).toEqual([{ inMinutes: expect.any(Number) }, { inMinutes: 60 }]);
  await people.work();
  expect(await keptByBank(account.customerId)).toEqual([]);
  expect(answerOf(await owner.call(listKeptCards, {}))).toEqual({ cards: [], isPartial: false });
  expect(await keptByBank(neighbour.customerId)).toHaveLength(1);

  // A form of the opener that was still open.
  await payAndKeepCard({ ...account, ...owner });
  expect(await keptByBank(account.customerId)).toHaveLength(1);
  await ownerOf(db)`update graphile_worker._private_jobs set run_at = now()`;
  await people.work();
  expect(await keptByBank(account.customerId)).toEqual([]);
  expect(await keptByBank(neighbour.customerId)).toHaveLength(1);
});

test('a worker of the version before, which would complete the job for an erased account, leaves the opener’s cards to a newer one', async () => {
  const account = await opened();
  await people.claim(account);
  await workOnce(database, { 'delete-kept-cards': async () => {} });
  expect(await cardJobs(account.customerId)).toHaveLength(2);
  await people.work();
  expect(await keptByBank(account.customerId)).toEqual([]);
});

test('a job of the version before deletes the cards if the account was claimed, and those of no other account that is there', async () => {
  const [claimed, other] = [await opened(), await opened()];
  const add = (payload: { readonly customerId: string; readonly isClaimed?: boolean }) =>
    db`select graphile_worker.add_job('delete-kept-cards', payload => ${db.json(payload)}::json)`;
  await add({ customerId: claimed.customerId, isClaimed: true });
  await add({ customerId: other.customerId });
  await people.work();
  expect(await keptByBank(claimed.customerId)).toEqual([]);
  expect(await keptByBank(other.customerId)).toHaveLength(1);
});

test('while the provider is silent the cards wait to be deleted', async () => {
  const account = await opened();
  await people.claim(account);
  await outside.control({ silent: true, silentMs: 100 });
  await people.work();
  await outside.control({});
  expect(await keptByBank(account.customerId)).toHaveLength(1);
  await ownerOf(db)`update graphile_worker._private_jobs set run_at = now()`;
  await people.work();
  expect(await keptByBank(account.customerId)).toEqual([]);
});

test('a confirmed account keeps everything through a recovery', async () => {
  const account = await opened();
  await db`update customer set email_confirmed_at = now() where id = ${account.customerId}`;
  const everything = () => Promise.all(gone.map((name) => rows[name](account.customerId)));
  const before = JSON.stringify(await everything());
  await people.claim(account);
  expect(JSON.stringify(await everything())).toBe(before);
  expect(await cardJobs(account.customerId)).toEqual([]);
  await people.work();
  expect(await keptByBank(account.customerId)).toHaveLength(1);
});
