import { loadBrand } from '@butaca/brand/load';
import { askForLink, getCustomer, logInWithDevice, logInWithLink } from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { linkMailOf } from '../../src/customers/index.ts';
import { freshDatabase } from '../database.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, SECRET, signUpForm, solvedCaptcha, visitorAt } from '../factories/customers.ts';
import { inOrder } from '../factories/in-order.ts';
import { letLinksAge, letTriesAge } from '../factories/time.ts';

// A link by mail instead of a password.

const { db, close } = await freshDatabase();
const app = await customersApp(db);
afterAll(async () => {
  await app.close();
  await close();
});
beforeEach(() => db`delete from login_throttle`);

async function customer() {
  const form = signUpForm();
  answerOf(await visitorAt(app).signUp(form));
  return form.email;
}
const ask = (email: string, jar: Map<string, string>, ip = '203.0.113.7') =>
  clientOf(app, { jar, ip }).call(askForLink, { body: { email } });
const follow = (link: string, jar: Map<string, string>) => clientOf(app, { jar }).call(logInWithLink, { body: { link } });
/** What the worker mails for each job that waits, the newest first. */
async function mails() {
  const jobs = await db<{ linkId: string }[]>`
    select payload ->> 'linkId' as "linkId" from graphile_worker._private_jobs
     where payload ->> 'linkId' is not null order by id desc`;
  return Promise.all(jobs.map(({ linkId }) => linkMailOf({ db, secret: SECRET }, linkId)));
}
/** Asks for a link and reads it in the mailbox. */
async function linkFor(email: string, jar = new Map<string, string>()) {
  answerOf(await ask(email, jar));
  const [mail] = await mails();
  if (mail?.email !== email) throw new Error('no link was mailed');
  return { link: mail.link, jar };
}
const sessionsOf = async (email: string) =>
  (await db`select from session join customer on customer.id = customer_id where email = ${email}`).length;

test('the link logs in the browser that asked for it, and the address counts as confirmed', async () => {
  const email = await customer();
  const { link, jar } = await linkFor(email);
  const { token, user } = answerOf(await follow(link, jar));
  expect(user.email).toBe(email);
  expect(await clientOf(app, { token }).ok(getCustomer, {})).toMatchObject({ isEmailConfirmed: true });
});

test('it works once, also when it is followed twice at once', async () => {
  const email = await customer();
  const { link, jar } = await linkFor(email);
  const before = await sessionsOf(email);
  const results = (await Promise.all([follow(link, jar), follow(link, jar), follow(link, jar)])).map(resultOf);
  expect(results.toSorted()).toEqual(['link_over', 'link_over', 'ok']);
  expect(resultOf(await follow(link, jar))).toBe('link_over');
  expect(await sessionsOf(email)).toBe(before + 1);
});

test('another browser is told so and uses nothing up', async () => {
  const { link, jar } = await linkFor(await customer());
  expect(resultOf(await follow(link, new Map()))).toBe('link_of_another_browser');
  const { jar: other } = await linkFor(await customer());
  expect(resultOf(await follow(link, other))).toBe('link_of_another_browser');
  expect(await follow(link, jar)).toMatchObject({ status: 'ok' });
});

test('it is over after fifteen minutes', async () => {
  const { link, jar } = await linkFor(await customer());
  await letLinksAge(db, 14 * 60);
  const { link: late, jar: lateJar } = await linkFor(await customer());
  await letLinksAge(db, 61);
  expect(resultOf(await follow(link, jar))).toBe('link_over');
  await letLinksAge(db, 14 * 60);
  expect(resultOf(await follow(late, lateJar))).toBe('link_over');
});

test('of several links that one browser asked for each works, and the first that is followed ends the others', async () => {
  const email = await customer();
  const jar = new Map<string, string>();
  const [first, second] = [await linkFor(email, jar), await linkFor(email, jar)];
  const neighbour = await linkFor(await customer());
  expect(await follow(first.link, jar)).toMatchObject({ status: 'ok' });
  expect(resultOf(await follow(second.link, jar))).toBe('link_over');
  expect(await follow(neighbour.link, neighbour.jar)).toMatchObject({ status: 'ok' });
});

test('two links of one customer that are followed at once open one session', async () => {
  const email = await customer();
  const jar = new Map<string, string>();
  const [first, second] = [await linkFor(email, jar), await linkFor(email, jar)];
  const results = (await Promise.all([follow(first.link, jar), follow(second.link, jar)])).map(resultOf);
  expect(results.toSorted()).toEqual(['link_over', 'ok']);
});

test('an address without account gets the same answer, the same rows and a job, and no mail', async () => {
  const known = await customer();
  const before = (await mails()).length;
  const [one, other] = [new Map<string, string>(), new Map<string, string>()];
  const answers = [await ask(known, one), await ask('nadie@correo.example', other)];
  expect(answers[0]).toEqual(answers[1]);
  expect([...one.keys()]).toEqual([...other.keys()]);
  const [unknownMail, knownMail, ...earlier] = await mails();
  expect(earlier).toHaveLength(before);
  expect([unknownMail, knownMail?.email]).toEqual([undefined, known]);
});

test('staff get no link: it would pass their second factor by', async () => {
  const email = await customer();
  await db`update customer set role = 'box-office' where email = ${email}`;
  await ask(email, new Map());
  expect((await mails())[0]).toBeUndefined();
});

test('who becomes staff before the link is followed is not logged in by it', async () => {
  const email = await customer();
  const { link, jar } = await linkFor(email);
  await db`update customer set role = 'organiser' where email = ${email}`;
  expect(resultOf(await follow(link, jar))).toBe('link_over');
});

test('forged links are over, and the table holds nothing to follow', async () => {
  const { link, jar } = await linkFor(await customer());
  const [id = '', signature = ''] = link.split('.');
  for (const forged of ['x', id, `${id}.${'A'.repeat(43)}`, `${'A'.repeat(22)}.${signature}`, `${link}x`])
    expect(resultOf(await follow(forged, jar))).toBe('link_over');
  const text = JSON.stringify([await db`select * from log_in_link`, await db`select payload from graphile_worker._private_jobs`]);
  expect(text).not.toContain(signature);
  expect(text).not.toContain([...jar.values()][0]);
});

test('one mailbox is not flooded, whoever asks from wherever', async () => {
  const [victim, neighbour] = [await customer(), await customer()];
  let sent = 0;
  for (let hour = 0; hour < 3; hour += 1) {
    for (let network = 0; network < 30; network += 1) if (resultOf(await ask(victim, new Map(), `10.${network}.0.1`)) === 'ok') sent += 1;
    await letTriesAge(db, 20 * 60);
  }
  expect(sent).toBeLessThan(16);
  expect(await ask(neighbour, new Map())).toMatchObject({ status: 'ok' });
});

test('the wait is told, is the same for an address without account, and ends', async () => {
  const email = await customer();
  const refusals = await Promise.all(
    [email, 'nadie@correo.example'].map(async (address) => {
      for (let time = 0; time < 3; time += 1) await ask(address, new Map());
      return ask(address, new Map());
    }),
  );
  for (const refusal of refusals) expect(refusal).toMatchObject({ failure: 'too_many_attempts', data: { retryAfterSeconds: 30 } });
  await letTriesAge(db, 31);
  expect(await ask(email, new Map())).toMatchObject({ status: 'ok' });
});

test('one network asks for links to many addresses at a growing distance', async () => {
  let sent = 0;
  for (let address = 0; address < 60; address += 1) if (resultOf(await ask(`a${address}@correo.example`, new Map())) === 'ok') sent += 1;
  expect(sent).toBeLessThan(46);
  expect(await ask(await customer(), new Map(), '198.51.100.9')).toMatchObject({ status: 'ok' });
});

test('a link is asked for with a captcha, which counts once', async () => {
  const guarded = await customersApp(db, { captcha: { cost: 50 } });
  const email = await customer();
  const asking = (captcha?: string) => clientOf(guarded).call(askForLink, { body: { email, captcha } });
  expect(resultOf(await asking())).toBe('captcha_failed');
  const captcha = await solvedCaptcha(guarded);
  expect(await asking(captcha)).toMatchObject({ status: 'ok' });
  expect(resultOf(await asking(captcha))).toBe('captcha_failed');
  await guarded.close();
});

test('of one customer’s two links that are followed at once, one opens a session; other customers’ open theirs', async () => {
  const [ana, luis, bystander] = [await customer(), await customer(), await customer()];
  const first = await linkFor(ana);
  const second = await linkFor(ana, first.jar);
  const other = await linkFor(luis);
  const untouched = await linkFor(bystander);
  const before = await sessionsOf(ana);
  const [one, two, three, stranger] = await Promise.all([
    follow(first.link, first.jar),
    follow(second.link, second.jar),
    follow(other.link, other.jar),
    follow(untouched.link, new Map()),
  ]);
  expect([resultOf(one), resultOf(two)].toSorted()).toEqual(['link_over', 'ok']);
  expect(answerOf(three).user.email).toBe(luis);
  expect(resultOf(stranger)).toBe('link_of_another_browser');
  expect(await sessionsOf(ana)).toBe(before + 1);
  expect(await follow(untouched.link, untouched.jar)).toMatchObject({ status: 'ok' });
});

test('the browser that follows a link is remembered where that is asked for', async () => {
  const [ana, luis] = [await linkFor(await customer()), await linkFor(await customer())];
  answerOf(await follow(ana.link, ana.jar));
  expect(resultOf(await clientOf(app, { jar: ana.jar }).call(logInWithDevice, {}))).toBe('device_unknown');
  answerOf(await clientOf(app, { jar: luis.jar }).call(logInWithLink, { body: { link: luis.link, remember: true } }));
  expect(resultOf(await clientOf(app, { jar: luis.jar }).call(logInWithDevice, {}))).toBe('ok');
});

test('where customers log in at a provider a link of before opens nothing', async () => {
  const { brand } = await loadBrand('butaca');
  const elsewhere = await customersApp(db, { brand: { ...brand, login: { ...brand.login, mode: 'EXTERNAL_LOGIN' } } });
  const { link, jar } = await linkFor(await customer());
  expect(resultOf(await clientOf(elsewhere, { jar }).call(logInWithLink, { body: { link } }))).toBe('link_over');
  expect(resultOf(await follow(link, jar))).toBe('ok');
  await elsewhere.close();
});

test('of one customer’s two links that two servers are given at once, one opens a session', async () => {
  const second = await customersApp(db);
  const email = await customer();
  await db`update customer set email_confirmed_at = now() where email = ${email}`;
  const jar = new Map<string, string>();
  const links = [await linkFor(email, jar), await linkFor(email, jar)];
  const results = await inOrder(
    db,
    (tx) => tx`select from customer where email = ${email} for no key update`,
    [app, second].map(
      (server, index) => async () =>
        resultOf(await clientOf(server, { jar }).call(logInWithLink, { body: { link: links[index]?.link ?? '' } })),
    ),
  );
  expect(results).toEqual(['ok', 'link_over']);
  await second.close();
});

test('a link that was followed, or is too old, is mailed no more', async () => {
  const [ana, luis] = [await customer(), await customer()];
  const followed = await linkFor(ana);
  answerOf(await follow(followed.link, followed.jar));
  expect((await mails())[0]).toBeUndefined();
  await linkFor(luis);
  await letLinksAge(db, 15 * 60);
  expect((await mails())[0]).toBeUndefined();
});
