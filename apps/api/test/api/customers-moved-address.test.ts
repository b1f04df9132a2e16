import {
  askForAlert,
  askForOwnAlert,
  changeEmail,
  confirmAddress,
  confirmAlert,
  confirmSubscription,
  getExport,
  leaveAlert,
  leaveNewsletter,
  listShows,
  queryNames,
  requestExport,
  sendAddressCode,
  sendEmailChangeCode,
  subscribe,
} from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { customerTasks } from '../../src/customers/index.ts';
import { freshDatabase } from '../database.ts';
import { aPerformance, aShow, haveCatalogue, inDays } from '../factories/catalogue.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, loggedIn, PASSWORD } from '../factories/customers.ts';
import { aMember, externalLogin } from '../factories/external-login.ts';
import { workOnce } from '../factories/jobs.ts';
import { aMailbox } from '../factories/mailbox.ts';

const database = await freshDatabase();
const { db } = database;
const app = await customersApp(db);
const world = await externalLogin(db);
const mailbox = await aMailbox(database);
await haveCatalogue(db, {
  shows: ['hamlet', 'otelo'].map((seo) => aShow({ seo, name: seo, performances: [aPerformance({ startsAt: inDays(7) })] })),
});
afterAll(async () => {
  await Promise.all([app.close(), world.close(), mailbox.close()]);
  await database.close();
});
beforeEach(() => db`delete from login_throttle`);

const visitor = clientOf(app);
const shows = answerOf(await visitor.call(listShows, {})).items;
const showCalled = (seo: string) => {
  const show = shows.find((each) => each.seo === seo);
  if (!show) throw new Error(`${seo} is not listed`);
  return { params: { showId: show.id }, query: { hash: show.hash } };
};

let count = 0;
const newAddress = () => `mudada.${++count}@correo.example`;
const linkTo = async (email: string) =>
  new RegExp(`\\?${queryNames.link}=([\\w.-]+)`).exec((await mailbox.mailsTo(email))[0]?.text ?? '')?.[1] ?? '';

/** An address subscribes, and follows the link in the mail. */
async function subscribed(email: string, { confirmed = true, name = 'Ana' } = {}) {
  await visitor.ok(subscribe, { body: { name, email } });
  const link = await linkTo(email);
  if (confirmed) await visitor.ok(confirmSubscription, { body: { link } });
  return link;
}
async function alerted(email: string, seo: string, { confirmed = true } = {}) {
  await visitor.ok(askForAlert, { ...showCalled(seo), body: { email } });
  const link = await linkTo(email);
  if (confirmed) await visitor.ok(confirmAlert, { body: { link } });
  return link;
}

/** Somebody with an account, whose address is proved unless said otherwise. */
async function aPerson({ proved = true } = {}) {
  const { email, token } = await loggedIn(app);
  const client = clientOf(app, { token });
  if (proved) {
    await client.ok(sendAddressCode, {});
    await client.ok(confirmAddress, { body: { code: await mailbox.codeTo(email) } });
  }
  return {
    ...client,
    email,
    async move(address = newAddress()) {
      await client.ok(sendEmailChangeCode, { body: { email: address, password: PASSWORD } });
      await client.ok(changeEmail, { body: { email: address, code: await mailbox.codeTo(address) } });
      return address;
    },
  };
}

interface Held {
  readonly id: string;
  readonly what: string;
  readonly askedAt: Temporal.Instant;
  readonly confirmedAt: Temporal.Instant | null;
}
/** What an address is sent: the newsletter, and news of shows. */
const heldBy = (email: string) => db<Held[]>`
  select id, 'newsletter' as what, asked_at as "askedAt", confirmed_at as "confirmedAt" from newsletter_subscription where email = ${email}
  union all
  select show_alert.id, show.seo, asked_at, confirmed_at from show_alert join show on show.id = show_id where email = ${email} order by what`;
const withoutIds = (held: readonly Held[]) => held.map(({ id: _, ...rest }) => JSON.stringify(rest));
const handedOver = async () =>
  (await db<{ key: string }[]>`select key from graphile_worker.jobs where task_identifier = 'hand-over-subscriber'`).map(({ key }) =>
    key.replace('hand-over-subscriber.', ''),
  );

test('the newsletter and alerts follow an account to its new address with the date of their consent, and nobody confirms them again', async () => {
  const [me, neighbour] = [await aPerson(), await aPerson()];
  for (const { email } of [me, neighbour]) await subscribed(email);
  await me.ok(askForOwnAlert, showCalled('hamlet'));
  await alerted(me.email, 'otelo');
  await neighbour.ok(askForOwnAlert, showCalled('hamlet'));
  const [before, theirs] = [await heldBy(me.email), await heldBy(neighbour.email)];
  expect(before.map(({ what }) => what)).toEqual(['hamlet', 'newsletter', 'otelo']);
  await db`delete from graphile_worker._private_jobs`;

  const address = await me.move();

  expect(await heldBy(me.email)).toEqual([]);
  const after = await heldBy(address);
  expect(withoutIds(after)).toEqual(withoutIds(before));
  expect(await heldBy(neighbour.email)).toEqual(theirs);
  const idOf = (held: readonly Held[]) => held.find(({ what }) => what === 'newsletter')?.id;
  // Another member of the service: a call that hands the first one over may be under way.
  expect(idOf(after)).not.toBe(idOf(before));
  expect((await handedOver()).sort()).toEqual([idOf(before), idOf(after)].sort());
  expect((await mailbox.mailsTo(address)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Cambió el correo'),
    expect.stringContaining('es tu código'),
  ]);
});

test('what the new address has confirmed by itself stays, and the account’s ends; what it had not confirmed is confirmed by the account’s consent', async () => {
  const me = await aPerson();
  await subscribed(me.email);
  await alerted(me.email, 'hamlet');
  await alerted(me.email, 'otelo');
  const before = await heldBy(me.email);
  const address = newAddress();
  await subscribed(address, { name: 'Otra' });
  await alerted(address, 'hamlet');
  await alerted(address, 'otelo', { confirmed: false });
  const own = await heldBy(address);

  await me.move(address);

  expect(await heldBy(me.email)).toEqual([]);
  const after = await heldBy(address);
  const [hamlet, newsletter, otelo] = [own[0], own[1], before[2]];
  expect(withoutIds(after)).toEqual(withoutIds([hamlet, newsletter, otelo].flatMap((each) => each ?? [])));
  expect(after.map(({ id }) => id)).toEqual(own.map(({ id }) => id));
  expect(await handedOver()).toContain(before.find(({ what }) => what === 'newsletter')?.id);
});

test('what the address before had not confirmed ends with it, and its link confirms nothing', async () => {
  const me = await aPerson();
  const newsletter = await subscribed(me.email, { confirmed: false });
  const alert = await alerted(me.email, 'hamlet', { confirmed: false });
  const address = await me.move();
  expect([await heldBy(me.email), await heldBy(address)]).toEqual([[], []]);
  expect(resultOf(await visitor.call(confirmSubscription, { body: { link: newsletter } }))).toBe('link_over');
  expect(resultOf(await visitor.call(confirmAlert, { body: { link: alert } }))).toBe('link_over');
});

test('an address that the account never proved may be a stranger’s, and keeps what it has', async () => {
  const me = await aPerson({ proved: false });
  await subscribed(me.email);
  await alerted(me.email, 'hamlet');
  const before = await heldBy(me.email);
  const address = await me.move();
  expect(await heldBy(me.email)).toEqual(before);
  expect(await heldBy(address)).toEqual([]);
});

test('two tabs that change the address at once move each thing once', async () => {
  const me = await aPerson();
  await subscribed(me.email);
  await alerted(me.email, 'hamlet');
  const before = await heldBy(me.email);
  const address = newAddress();
  await me.ok(sendEmailChangeCode, { body: { email: address, password: PASSWORD } });
  const code = await mailbox.codeTo(address);
  const change = () => me.call(changeEmail, { body: { email: address, code } });
  const outcomes = await Promise.all([change(), change(), visitor.call(subscribe, { body: { name: 'Otra', email: address } })]);
  expect(outcomes.map(resultOf)).toContain('ok');
  expect(outcomes.some(({ status }) => status === 'ERROR')).toBe(false);
  expect(withoutIds(await heldBy(address)).sort()).toHaveLength(before.length);
  expect((await heldBy(address)).map(({ confirmedAt }) => String(confirmedAt))).toEqual(
    before.map(({ confirmedAt }) => String(confirmedAt)),
  );
  expect(await heldBy(me.email)).toEqual([]);
});

test('the file with everything about a person names what followed them, and not what somebody else has at the address before', async () => {
  const me = await aPerson();
  await subscribed(me.email, { name: 'La de antes' });
  const address = await me.move();
  await subscribed(me.email, { name: 'Quien llegó después' });
  const { id } = await me.ok(requestExport, {});
  await workOnce(database, customerTasks({ db, readKeptCards: async () => ({ cards: [], isPartial: false }), language: 'es' }));
  const file = await (await me.ok(getExport, { params: { id } })).text();
  expect(file).toContain('La de antes');
  expect(file).toContain(address);
  expect(file).not.toContain('Quien llegó después');
});

test('somebody whose provider brings a new address keeps the newsletter there', async () => {
  const member = aMember();
  const browser = world.browser();
  answerOf(await browser.logIn(member));
  await subscribed(member.email);
  const before = await heldBy(member.email);
  const address = newAddress();
  world.identity.change(world.identity.remember(member), { ...member, email: address });
  expect(answerOf(await browser.logIn(member)).user.email).toBe(address);
  expect(await heldBy(member.email)).toEqual([]);
  expect(withoutIds(await heldBy(address))).toEqual(withoutIds(before));
});

test('links of earlier mails no longer end the newsletter or an alert at the new address', async () => {
  const me = await aPerson();
  const wayOut = async () =>
    new RegExp(`\\?${queryNames.link}=([\\w.-]+)`).exec((await mailbox.mailsTo(me.email))[0]?.listUnsubscribe ?? '')?.[1] ?? '';
  await alerted(me.email, 'otelo');
  const alert = await wayOut();
  await subscribed(me.email);
  const link = await wayOut();
  for (const each of [alert, link]) expect(each).not.toBe('');
  const address = await me.move();
  await visitor.ok(leaveNewsletter, { body: { link } });
  await visitor.ok(leaveAlert, { body: { link: alert } });
  expect((await heldBy(address)).map(({ what }) => what)).toEqual(['newsletter', 'otelo']);
});
