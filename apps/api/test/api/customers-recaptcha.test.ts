import { Writable } from 'node:stream';
import { loadBrand } from '@butaca/brand/load';
import { type CaptchaPurpose, getCaptcha } from '@butaca/contract';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { freePorts } from '../../../../scripts/ports.ts';
import { buildSandbox } from '../../../sandbox/src/app.ts';
import { readConfig } from '../../../sandbox/src/config.ts';
import { Gateway } from '../../../sandbox/src/gateway/gateway.ts';
import { Inbox } from '../../../sandbox/src/mail/inbox.ts';
import { Recaptcha, RecaptchaSwitches } from '../../../sandbox/src/recaptcha/recaptcha.ts';
import type { AppOptions } from '../../src/app.ts';
import { Captcha, captchaAdapter } from '../../src/customers/captcha/captcha.ts';
import { createWatch } from '../../src/watch/watch.ts';
import { freshDatabase } from '../database.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, PASSWORD, SECRET, signUpForm, visitorAt } from '../factories/customers.ts';

const database = await freshDatabase();
const { db } = database;
const { brand } = await loadBrand('butaca');
const siteKey = 'the-site-key-of-the-tests';
const asking = { ...brand, captcha: { ...brand.captcha, provider: 'recaptcha', recaptcha: recaptchaOf(0.5) } } as const;
function recaptchaOf(leastScore: number) {
  return { siteKey, leastScore, privacy: 'https://policies.google.com/privacy', terms: 'https://policies.google.com/terms' };
}

const simulated = new Recaptcha();
const sandbox = buildSandbox({ inbox: new Inbox(), gateway: new Gateway(), access: readConfig({}).gateway, recaptcha: simulated });
const [port = 0] = await freePorts(1);
await sandbox.listen({ host: '127.0.0.1', port });
const folder = `http://127.0.0.1:${port}/recaptcha`;
const settings = {
  secret: simulated.secret,
  scriptUrl: `${folder}/api.js`,
  assetsUrl: `${folder}/`,
  verifyUrl: `${folder}/api/siteverify`,
};

const log: string[] = [];
const destination = new Writable({
  write(line, _, done) {
    log.push(String(line));
    done();
  },
});
const aWatch = () => createWatch({ process: '1', level: 'info', secret: SECRET, destination });
const watch = aWatch();
const appWith = (options: Partial<AppOptions> = {}) =>
  customersApp(db, { brand: asking, captcha: { cost: 1 }, recaptcha: settings, watch: aWatch(), ...options });
const app = await appWith({ watch });
const beside = await appWith();
const visitor = visitorAt(app);
afterAll(async () => {
  await app.close();
  await beside.close();
  await sandbox.close();
  await database.close();
});
afterEach(() => {
  simulated.switches = RecaptchaSwitches.parse({});
  vi.restoreAllMocks();
});

/** As the script in the page gets it, over HTTP. */
async function tokenFor(action: string, host = 'localhost'): Promise<string> {
  const body = new URLSearchParams({ k: siteKey, action });
  const made = await fetch(`${folder}/api2/reload`, { method: 'POST', body, headers: { origin: `https://${host}` } });
  return ((await made.json()) as { token: string }).token;
}
const customer = async () => {
  const form = signUpForm({ captcha: await tokenFor('sign_up') });
  answerOf(await visitor.signUp(form));
  return form.email;
};
const logInWith = async (email: string, captcha: string | undefined, at = visitor) =>
  resultOf(await at.logIn(email, PASSWORD, captcha === undefined ? {} : { captcha }));
const usedCount = async () => (await db`select from used_captcha`).length;
const said = (event: string) => log.filter((line) => line.includes(`"event":"${event}"`));

test('a visitor is told what to ask reCAPTCHA, signs up and logs in with its tokens (FL-001, FL-003)', async () => {
  const purposes = { 'log-in': 'log_in', 'sign-up': 'sign_up', recovery: 'recovery', payment: 'payment' } as const;
  for (const [purpose, action] of Object.entries(purposes) as [CaptchaPurpose, string][])
    expect(await clientOf(app).ok(getCaptcha, { query: { purpose } })).toEqual({
      challenge: null,
      recaptcha: { siteKey, script: settings.scriptUrl, action },
    });
  const email = await customer();
  expect(await logInWith(email, await tokenFor('log_in'))).toBe('ok');
});

test('a form without a token, or with one that is made up, is refused and stores nothing (FL-001)', async () => {
  const before = await usedCount();
  for (const captcha of [undefined, '', 'made up', 'simulated-but-unknown']) {
    const form = signUpForm(captcha === undefined ? {} : { captcha });
    expect(await visitor.signUp(form)).toMatchObject({ failure: 'captcha_failed' });
    expect(await db`select from customer where email = ${form.email}`).toHaveLength(0);
  }
  expect(await usedCount()).toBe(before);
});

test('a token of another action, of another host, or with a low score is refused; a neighbour beside it logs in', async () => {
  const email = await customer();
  expect(await logInWith(email, await tokenFor('sign_up'))).toBe('captcha_failed');
  expect(await logInWith(email, await tokenFor('log_in', 'elsewhere.example'))).toBe('captcha_failed');
  const neighbours = await tokenFor('log_in');
  simulated.switches = RecaptchaSwitches.parse({ score: 0.4 });
  expect(await logInWith(email, await tokenFor('log_in'))).toBe('captcha_failed');
  expect(await logInWith(email, neighbours)).toBe('ok');
  expect(said('captcha-refused').map((line) => JSON.parse(line).outcome)).toEqual(expect.arrayContaining(['action', 'hostname', 'score']));
});

test('the least score is the brand’s', async () => {
  const email = await customer();
  const strict = await appWith({ brand: { ...asking, captcha: { ...asking.captcha, recaptcha: recaptchaOf(0.95) } } });
  expect(await logInWith(email, await tokenFor('log_in'), visitorAt(strict))).toBe('captcha_failed');
  simulated.switches = RecaptchaSwitches.parse({ score: 0.95 });
  expect(await logInWith(email, await tokenFor('log_in'), visitorAt(strict))).toBe('ok');
  await strict.close();
});

test('a token counts once, also in two processes at once', async () => {
  const email = await customer();
  const captcha = await tokenFor('log_in');
  const both = [visitor, visitorAt(beside), visitor, visitorAt(beside)].map((at) => logInWith(email, captcha, at));
  expect((await Promise.all(both)).sort()).toEqual(['captcha_failed', 'captcha_failed', 'captcha_failed', 'ok']);
  const asked = vi.spyOn(simulated, 'verify');
  expect(await logInWith(email, captcha)).toBe('captcha_failed');
  // What is known to be used is not asked about.
  expect(asked).not.toHaveBeenCalled();
});

test('a token counts once even if reCAPTCHA would take it twice, and is not stored itself', async () => {
  const email = await customer();
  const captcha = await tokenFor('log_in');
  const answer = { success: true, score: 0.9, action: 'log_in', hostname: 'localhost', challenge_ts: new Date().toISOString() };
  vi.spyOn(simulated, 'verify').mockReturnValue(answer);
  const results = await Promise.all([logInWith(email, captcha), logInWith(email, captcha, visitorAt(beside))]);
  expect(results.sort()).toEqual(['captcha_failed', 'ok']);
  const rows = await db`select row_to_json(used_captcha)::text as row from used_captcha`;
  expect(JSON.stringify(rows)).not.toContain(captcha.slice(0, 20));
});

test('of one click of a payment the token may be repeated, at once in two processes too; of another click it may not', async () => {
  const world = { brand: asking, secret: SECRET, publicOrigin: 'http://localhost:3000', recaptcha: settings, watch };
  const [one, other] = [new Captcha(SECRET, captchaAdapter(world)), new Captcha(SECRET, captchaAdapter(world))];
  const token = await tokenFor('payment');
  const use = { purpose: 'payment', click: 'a purchase and its key' } as const;
  await Promise.all([one.requireSolved(db, token, use), other.requireSolved(db, token, use)]);
  await other.requireSolved(db, token, use);
  await expect(other.requireSolved(db, token, { ...use, click: 'another' })).rejects.toMatchObject({ failure: 'captcha_failed' });
  const failed = one.requireSolved(db, 'made up', use);
  await expect(failed).rejects.toMatchObject({ failure: 'captcha_failed' });
});

test('a token that was made too long ago is refused', async () => {
  const email = await customer();
  simulated.switches = RecaptchaSwitches.parse({ olderBySeconds: 155 });
  expect(await logInWith(email, await tokenFor('log_in'))).toBe('captcha_failed');
  simulated.switches = RecaptchaSwitches.parse({ olderBySeconds: 140 });
  expect(await logInWith(email, await tokenFor('log_in'))).toBe('ok');
  simulated.switches = RecaptchaSwitches.parse({});
  const [inTime, late] = [await tokenFor('log_in'), await tokenFor('log_in')];
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 110_000);
  expect(await logInWith(email, inTime)).toBe('ok');
  clock.mockReturnValue(now + 121_000);
  expect(await logInWith(email, late)).toBe('captcha_failed');
});

test('while reCAPTCHA does not answer forms are refused for a while, nobody passes, and the same token is good afterwards', async () => {
  const email = await customer();
  const captcha = await tokenFor('log_in');
  const before = [await usedCount(), said('captcha-provider-down').length] as const;
  simulated.switches = RecaptchaSwitches.parse({ isDown: true });
  expect(await visitor.logIn(email, PASSWORD, { captcha })).toMatchObject({ failure: 'busy', data: { retryAfterSeconds: 5 } });
  expect(await usedCount()).toBe(before[0]);
  expect(said('captcha-provider-down')).toHaveLength(before[1] + 1);
  expect(await watch.scrape()).toMatch(/captcha-provider-down/);
  simulated.switches = RecaptchaSwitches.parse({});
  expect(await logInWith(email, captcha)).toBe('ok');
});

test.each([
  ['nobody listens', { verifyUrl: 'http://127.0.0.1:9/' }, 'no answer'],
  ['the secret is wrong', { secret: 'not the secret' }, 'our settings'],
  ['another page answers', { verifyUrl: `http://127.0.0.1:${port}/recaptcha/nothing` }, 'status'],
])('when %s nobody passes, and the log says it', async (_, change, reason) => {
  const broken = await appWith({ recaptcha: { ...settings, ...change } });
  const form = signUpForm({ captcha: await tokenFor('sign_up') });
  expect(await visitorAt(broken).signUp(form)).toMatchObject({ failure: 'busy' });
  expect(await db`select from customer where email = ${form.email}`).toHaveLength(0);
  expect(JSON.parse(said('captcha-provider-down').at(-1) ?? '{}')).toMatchObject({ reason });
  await broken.close();
});

test('made-up tokens of one network, many at once, keep no other network waiting', async () => {
  const email = await customer();
  const captcha = await tokenFor('log_in');
  const attacker = visitorAt(app, { ip: '198.51.100.7' });
  const attacks = Array.from({ length: 60 }, (_, index) => logInWith(email, `made up ${index}`, attacker));
  expect(await logInWith(email, captcha, visitorAt(app, { ip: '203.0.113.9' }))).toBe('ok');
  const results = await Promise.all(attacks);
  expect(new Set(results)).toEqual(new Set(['captcha_failed', 'too_many_requests']));
});
