import { confirmSubscription, leaveNewsletter, newsletterPages, queryNames, subscribe } from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { aSandbox } from '../../../sandbox/test/a-sandbox.ts';
import { httpMailingList, newsletterTasks } from '../../src/customers/index.ts';
import { deleteOldTraces } from '../../src/customers/queries.ts';
import { freshDatabase } from '../database.ts';
import { answerOf, answerRecorder, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, SECRET } from '../factories/customers.ts';
import { workOnce } from '../factories/jobs.ts';
import { aMailbox } from '../factories/mailbox.ts';
import { letSubscriptionsAge, letTriesAge } from '../factories/time.ts';

const database = await freshDatabase();
const { db } = database;
const app = await customersApp(db);
const mailbox = await aMailbox(database);
const outside = await aSandbox();
afterAll(async () => {
  await app.close();
  await mailbox.close();
  await database.close();
});
beforeEach(() => db`delete from login_throttle`);

const visitor = (ip?: string) => clientOf(app, ip === undefined ? {} : { ip });
const ask = (email: string, { name = 'Ana', ip }: { name?: string; ip?: string } = {}) =>
  visitor(ip).call(subscribe, { body: { name, email } });
const confirm = (link: string) => visitor().call(confirmSubscription, { body: { link } });
const leave = (link: string) => visitor().call(leaveNewsletter, { body: { link } });

let count = 0;
const anAddress = () => `lectora${++count}@correo.example`;
const rowOf = async (email: string) =>
  (
    await db<{ id: string; name: string; isConfirmed: boolean }[]>`
    select id, name, confirmed_at is not null as "isConfirmed" from newsletter_subscription where email = ${email}`
  )[0];

const linkIn = (text: string) => new RegExp(`\\?${queryNames.link}=([\\w.-]+)`).exec(text)?.[1] ?? '';
/** The newest mail to an address and the links that it brings. */
async function mailTo(email: string) {
  const [mail] = await mailbox.mailsTo(email);
  if (!mail) throw new Error(`no mail to ${email}`);
  return { ...mail, link: linkIn(mail.text), leaveLink: linkIn(mail.listUnsubscribe) };
}
async function asked(email = anAddress()) {
  answerOf(await ask(email));
  return { email, ...(await mailTo(email)) };
}
async function confirmed(email = anAddress()) {
  const mail = await asked(email);
  answerOf(await confirm(mail.link));
  return mail;
}

type List = Parameters<typeof newsletterTasks>[0]['list'];
const sandboxList = httpMailingList({ url: `${outside.origin}/newsletter`, key: 'sandbox-newsletter-key' });
const handOver = (list: List = sandboxList) =>
  workOnce(database, newsletterTasks({ db, secret: SECRET, publicOrigin: 'https://entradas.example', list }));
/** What the service knows of an address. */
async function membersOf(email: string) {
  const answer = await fetch(`${outside.origin}/newsletter/control`);
  const { members } = (await answer.json()) as { members: { id: string; email: string; name: string; unsubscribeUrl: string }[] };
  return members.filter((member) => member.email === email);
}
const switchOutside = (switches: object) =>
  fetch(`${outside.origin}/newsletter/control`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(switches),
  });

test('the call takes cNombre and cMail, and its nCode 200 brings the message in oData.oMail.oData (FT-028, EN-057, CA-014)', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/v2/NewsLetter/Suscripcion',
    payload: { cNombre: 'Ana', cMail: anAddress() },
  });
  expect(answer.json()).toEqual({ nCode: 200, oData: { oMail: { oData: expect.stringContaining('Te mandamos un correo') } } });
});

test('whether a subscription was taken or refused, the answer is an nCode and its oData (EN-055, EN-056)', async () => {
  const answerTo = async (payload: object) => (await app.inject({ method: 'POST', url: '/v2/NewsLetter/Suscripcion', payload })).json();
  const taken = await answerTo({ cNombre: 'Ana', cMail: anAddress() });
  const refused = await answerTo({ cNombre: 'Ana', cMail: 'a@b' });
  for (const answer of [taken, refused]) expect(Object.keys(answer)).toEqual(expect.arrayContaining(['nCode', 'oData']));
  expect([taken.nCode, refused.nCode]).toEqual([200, 400]);
  expect(taken.oData.oMail.oData.length).toBeGreaterThan(10);
  expect(JSON.stringify(refused.oData)).toContain('cMail');
});

test('name and address are both needed, and the refusal names what is wrong (EN-053, EN-054, VA-006)', async () => {
  const refused = async (payload: object) => {
    const { nCode, oData } = (await app.inject({ method: 'POST', url: '/v2/NewsLetter/Suscripcion', payload })).json();
    return [nCode, JSON.stringify(oData)];
  };
  expect(await refused({ cMail: 'ana@correo.example' })).toEqual([400, expect.stringContaining('cNombre')]);
  expect(await refused({ cNombre: '  ', cMail: 'ana@correo.example' })).toEqual([400, expect.stringContaining('cNombre')]);
  expect(await refused({ cNombre: 'Ana' })).toEqual([400, expect.stringContaining('cMail')]);
  for (const cMail of ['a@b', 'a b@c.d']) expect(await refused({ cNombre: 'Ana', cMail })).toEqual([400, expect.stringContaining('cMail')]);
  expect(await refused({ cNombre: 'Mirá https://barato.example', cMail: 'ana@correo.example' })).toEqual([
    400,
    expect.stringContaining('cNombre'),
  ]);
  expect(await rowOf('ana@correo.example')).toBeUndefined();
});

test('an address counts once its owner has confirmed it, and only then is it handed over', async () => {
  const neighbour = await asked();
  const mine = await asked();
  await handOver();
  expect(await membersOf(mine.email)).toEqual([]);
  expect(await rowOf(mine.email)).toMatchObject({ isConfirmed: false });
  answerOf(await confirm(mine.link));
  await handOver();
  const row = await rowOf(mine.email);
  expect(await membersOf(mine.email)).toEqual([
    {
      id: row?.id,
      email: mine.email,
      name: 'Ana',
      unsubscribeUrl: `https://entradas.example${newsletterPages.leave}?${queryNames.link}=${mine.leaveLink}`,
    },
  ]);
  expect(await membersOf(neighbour.email)).toEqual([]);
  expect(await rowOf(neighbour.email)).toMatchObject({ isConfirmed: false });
});

test('the mail calls nobody by the name that was typed', async () => {
  const email = anAddress();
  answerOf(await ask(email, { name: 'Ganaste un viaje' }));
  const { text, html, subject } = await mailTo(email);
  expect(`${subject}${text}${html}`).not.toContain('Ganaste');
});

test('who is subscribed gets a mail that says so; the answer is the same, and a stranger changes nothing', async () => {
  const { email } = await confirmed();
  const before = await rowOf(email);
  const recorder = answerRecorder();
  await clientOf(app, recorder).call(subscribe, { body: { name: 'Otra', email: email.toUpperCase() } });
  await clientOf(app, recorder).call(subscribe, { body: { name: 'Otra', email: anAddress() } });
  const [known, unknown] = JSON.parse(recorder.text());
  expect(known).toEqual(unknown);
  expect(await rowOf(email)).toEqual(before);
  const mail = await mailTo(email);
  expect(mail.subject).toContain('Ya recibís');
  answerOf(await leave(mail.link));
  expect(await rowOf(email)).toBeUndefined();
});

test('the link is over after 48 hours; asking again makes it good again, and after three days nothing is kept', async () => {
  const { email, link } = await asked();
  const kept = await confirmed();
  await letSubscriptionsAge(db, 47);
  const late = await asked();
  await letSubscriptionsAge(db, 2);
  expect(resultOf(await confirm(link))).toBe('link_over');
  expect(resultOf(await confirm(kept.link))).toBe('ok');
  await letTriesAge(db, 3600);
  expect(resultOf(await confirm((await asked(email)).link))).toBe('ok');
  await letSubscriptionsAge(db, 69);
  await deleteOldTraces(db);
  expect(await rowOf(late.email)).toMatchObject({ isConfirmed: false });
  await letSubscriptionsAge(db, 2);
  await deleteOldTraces(db);
  expect(await rowOf(late.email)).toBeUndefined();
  expect(await rowOf(kept.email)).toMatchObject({ isConfirmed: true });
});

test('confirming twice, at once or later, is one confirmation and one job', async () => {
  const { email, link } = await asked();
  await db`delete from graphile_worker._private_jobs`;
  expect((await Promise.all([confirm(link), confirm(link), confirm(link)])).map(resultOf)).toEqual(['ok', 'ok', 'ok']);
  expect(resultOf(await confirm(link))).toBe('ok');
  expect(await db`select from graphile_worker._private_jobs`).toHaveLength(1);
  expect(await rowOf(email)).toMatchObject({ isConfirmed: true });
});

test('whoever leaves while the confirmation is under way is out, here and at the service', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { email, link, leaveLink } = await asked();
    const results = await Promise.all(round % 2 === 0 ? [confirm(link), leave(leaveLink)] : [leave(leaveLink), confirm(link)]);
    expect(['ok', 'link_over']).toContain(resultOf(results[round % 2 === 0 ? 0 : 1] as { status: string }));
    expect(await rowOf(email)).toBeUndefined();
    expect(resultOf(await confirm(link))).toBe('link_over');
    await handOver();
    expect(await membersOf(email)).toEqual([]);
  }
});

test('whoever leaves while the service is being told of them is removed there as well', async () => {
  const { email, leaveLink } = await confirmed();
  const neighbour = await confirmed();
  await handOver({
    put: async (member) => {
      if (member.email === email) answerOf(await leave(leaveLink));
      await sandboxList.put(member);
    },
    remove: sandboxList.remove,
  });
  expect([await membersOf(email), await membersOf(neighbour.email)]).toMatchObject([[], [{ email: neighbour.email }]]);
  expect(await rowOf(neighbour.email)).toMatchObject({ isConfirmed: true });
});

test('what the service did not take is told again, and nothing is lost meanwhile', async () => {
  await switchOutside({ isDown: true });
  const { email, leaveLink } = await confirmed();
  await handOver();
  expect(await rowOf(email)).toMatchObject({ isConfirmed: true });
  await switchOutside({});
  expect(await membersOf(email)).toEqual([]);
  await db`update graphile_worker._private_jobs set run_at = now()`;
  await handOver();
  expect(await membersOf(email)).toMatchObject([{ email }]);
  answerOf(await leave(leaveLink));
  await handOver();
  expect(await membersOf(email)).toEqual([]);
});

test('a mail program ends the subscription by one POST to List-Unsubscribe, a second one changes nothing', async () => {
  const neighbour = await confirmed();
  const { email, listUnsubscribe } = await confirmed();
  const [, url = ''] = /^<https:\/\/entradas\.example(\/.*)>$/.exec(listUnsubscribe) ?? [];
  const post = (address: string, type = 'application/x-www-form-urlencoded') =>
    app.inject({ method: 'POST', url: address, headers: { 'content-type': type }, payload: 'List-Unsubscribe=One-Click' });
  expect((await post(url)).statusCode).toBe(200);
  expect(await rowOf(email)).toBeUndefined();
  expect((await post(url, 'multipart/form-data; boundary=x')).statusCode).toBe(200);
  expect((await post(`${newsletterPages.leave}?${queryNames.link}=x`)).statusCode).toBe(404);
  expect((await post(newsletterPages.leave)).statusCode).toBe(404);
  expect(await rowOf(neighbour.email)).toMatchObject({ isConfirmed: true });
});

test('links of one purpose or of somebody else open nothing, and the table holds nothing to follow', async () => {
  const { email, link, leaveLink } = await asked();
  const [id = '', signature = ''] = link.split('.');
  for (const forged of ['x', id, `${id}.${'A'.repeat(43)}`, `${'A'.repeat(22)}.${signature}`, leaveLink])
    expect(resultOf(await confirm(forged))).toBe('link_over');
  expect(resultOf(await leave(link))).toBe('link_over');
  expect(await rowOf(email)).toMatchObject({ isConfirmed: false });
  const text = JSON.stringify([
    await db`select * from newsletter_subscription`,
    await db`select payload from graphile_worker._private_jobs`,
  ]);
  expect(text).not.toContain(signature);
});

test('one mailbox is not flooded, from however many networks; another address is free', async () => {
  const victim = anAddress();
  const results = [];
  for (let network = 0; network < 12; network += 1) results.push(resultOf(await ask(victim, { ip: `10.${network}.0.1` })));
  expect(results.filter((result) => result === 'ok')).toHaveLength(3);
  expect(resultOf(await ask(anAddress(), { ip: '10.0.0.1' }))).toBe('ok');
  await letTriesAge(db, 601);
  expect(resultOf(await ask(victim))).toBe('ok');
  expect(resultOf(await ask(victim))).toBe('too_many_attempts');
});

test('one network asks for thirty addresses in an hour; another network goes on', async () => {
  const results = await Promise.all(Array.from({ length: 40 }, () => ask(anAddress(), { ip: '198.51.100.7' })));
  expect(results.filter(({ status }) => status === 'ok')).toHaveLength(30);
  expect(resultOf(await ask(anAddress(), { ip: '203.0.113.99' }))).toBe('ok');
});
