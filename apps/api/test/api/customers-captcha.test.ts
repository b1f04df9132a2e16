import { loadBrand } from '@butaca/brand/load';
import { getCaptcha, readCaptcha, writeCaptcha } from '@butaca/contract';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { freshDatabase } from '../database.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, PASSWORD, signUpForm, solvedCaptcha, visitorAt } from '../factories/customers.ts';

const database = await freshDatabase();
const app = await customersApp(database.db, { captcha: { cost: 50 } });
const visitor = visitorAt(app);
afterAll(async () => {
  await app.close();
  await database.close();
});

const customer = async () => {
  const form = signUpForm({ captcha: await solvedCaptcha(app, 'sign-up') });
  answerOf(await visitor.signUp(form));
  return form.email;
};
const challengeOf = async (of: typeof app) => (await clientOf(of).ok(getCaptcha, { query: { purpose: 'log-in' } })).challenge;
const altered = (token: string, change: (solved: NonNullable<ReturnType<typeof readCaptcha>>) => void) => {
  const solved = structuredClone(readCaptcha(token));
  if (!solved) throw new Error('not a solved challenge');
  change(solved);
  return writeCaptcha(solved.challenge, solved.solution);
};

test('with the captcha solved a visitor signs up and logs in (VA-044)', async () => {
  expect(await visitor.signUp(signUpForm({ captcha: await solvedCaptcha(app, 'sign-up') }))).toMatchObject({ status: 'ok' });
  const email = await customer();
  expect(await visitor.logIn(email, PASSWORD, { captcha: await solvedCaptcha(app) })).toMatchObject({ status: 'ok' });
});

test('without a solved captcha sign-up and log-in are refused, and nothing is stored (VA-044, FL-001)', async () => {
  const email = await customer();
  const form = signUpForm();
  expect(await visitor.signUp(form)).toMatchObject({ failure: 'captcha_failed' });
  expect(await visitor.logIn(email)).toMatchObject({ failure: 'captcha_failed' });
  expect(await database.db`select 1 from customer where email = ${form.email}`).toHaveLength(0);
});

test('a brand without a captcha at sign-up accepts sign-ups without one, and still gives challenges for paying', async () => {
  const { brand } = await loadBrand('butaca');
  const open = await customersApp(database.db, {
    captcha: { cost: 50 },
    brand: { ...brand, captcha: { ...brand.captcha, required: false, requiredForPayment: true } },
  });
  onTestFinished(() => open.close());
  const form = signUpForm();
  expect(await visitorAt(open).signUp(form)).toMatchObject({ status: 'ok' });
  expect(await visitorAt(open).logIn(form.email)).toMatchObject({ status: 'ok' });
  expect(await challengeOf(open)).not.toBeNull();
});

test('a challenge counts once, even when it is sent several times at once', async () => {
  const email = await customer();
  const captcha = await solvedCaptcha(app);
  const answers = await Promise.all(Array.from({ length: 5 }, () => visitor.logIn(email, PASSWORD, { captcha })));
  expect(answers.map(resultOf).sort()).toEqual([...Array(4).fill('captcha_failed'), 'ok']);
});

test('a challenge that is unsolved, altered, made easier or prolonged does not count', async () => {
  const email = await customer();
  const refused = async (captcha: string) =>
    expect(await visitor.logIn(email, PASSWORD, { captcha })).toMatchObject({ failure: 'captcha_failed' });
  await refused(altered(await solvedCaptcha(app), ({ solution }) => Object.assign(solution, { derivedKey: '00'.repeat(32) })));
  await refused(altered(await solvedCaptcha(app), ({ challenge }) => Object.assign(challenge.parameters, { cost: 1 })));
  await refused(altered(await solvedCaptcha(app), ({ challenge }) => Object.assign(challenge.parameters, { expiresAt: 4_000_000_000 })));
  await refused(altered(await solvedCaptcha(app), ({ challenge }) => Object.assign(challenge, { signature: 'f'.repeat(64) })));
  for (const nonsense of ['', 'abc', btoa('null'), btoa('{"challenge":{}}'), btoa('[1]')]) await refused(nonsense);
  const other = await customersApp(database.db, { captcha: { cost: 50 }, secret: 'another secret, as long as it has to be' });
  await refused(await solvedCaptcha(other));
  await other.close();
});

test('a refused form does not use up its challenge', async () => {
  const captcha = await solvedCaptcha(app, 'sign-up');
  expect(await visitor.signUp(signUpForm({ captcha, documentNumber: '5' }))).toMatchObject({ failure: 'invalid_input' });
  expect(await visitor.signUp(signUpForm({ captcha }))).toMatchObject({ status: 'ok' });
});

test('every challenge is different and never cached', async () => {
  const [first, second] = [await challengeOf(app), await challengeOf(app)];
  expect(first?.parameters.nonce).toBeTypeOf('string');
  expect(first?.parameters.nonce).not.toBe(second?.parameters.nonce);
  expect((await app.inject({ url: getCaptcha.path })).headers['cache-control']).toBe('no-store');
});

test('a challenge takes some hundreds of tries, and is good for four minutes', async () => {
  for (let time = 0; time < 8; time += 1) {
    const { solution, challenge } = readCaptcha(await solvedCaptcha(app)) ?? {};
    expect(solution?.counter).toBeGreaterThanOrEqual(150);
    expect(solution?.counter).toBeLessThan(300);
    expect(Number(challenge?.parameters.expiresAt) * 1000 - Date.now()).toBeGreaterThan(3 * 60_000);
  }
  const email = await customer();
  const captcha = await solvedCaptcha(app);
  const inTime = await solvedCaptcha(app);
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 3 * 60_000);
  expect(await visitor.logIn(email, PASSWORD, { captcha: inTime })).toMatchObject({ status: 'ok' });
  clock.mockReturnValue(now + 4 * 60_000 + 1000);
  expect(await visitor.logIn(email, PASSWORD, { captcha })).toMatchObject({ failure: 'captcha_failed' });
  clock.mockRestore();
});

test('a used challenge is stored for as long as it would be valid', async () => {
  const email = await customer();
  const before = await database.db`select signature from used_captcha`;
  await visitor.logIn(email, PASSWORD, { captcha: await solvedCaptcha(app) });
  const [used] = await database.db<{ minutes: number }[]>`
    select extract(epoch from expires_at - now())::float8 / 60 as minutes from used_captcha
     where signature <> all (${before.map(({ signature }) => signature)}::text[])`;
  expect(used?.minutes).toBeGreaterThan(3);
  expect(used?.minutes).toBeLessThanOrEqual(4);
});

test('by default a challenge costs what a phone can compute', async () => {
  const usual = await customersApp(database.db, { captcha: undefined as never });
  expect((await challengeOf(usual))?.parameters).toMatchObject({ cost: 2000 });
  await usual.close();
});

test('a server without a captcha answers no challenge', async () => {
  const without = await customersApp(database.db);
  expect(await challengeOf(without)).toBeNull();
  await without.close();
});

test('a challenge that was solved for one purpose is good for no other', async () => {
  const email = await customer();
  for (const purpose of ['sign-up', 'payment'] as const)
    expect(await visitor.logIn(email, PASSWORD, { captcha: await solvedCaptcha(app, purpose) })).toMatchObject({
      failure: 'captcha_failed',
    });
  const form = signUpForm({ captcha: await solvedCaptcha(app, 'log-in') });
  expect(await visitor.signUp(form)).toMatchObject({ failure: 'captcha_failed' });
  expect(await database.db`select 1 from customer where email = ${form.email}`).toHaveLength(0);
});

/** As many solved challenges as somebody has kept for later. */
const stockpile = (count: number) => Promise.all(Array.from({ length: count }, () => solvedCaptcha(app)));

test('a stockpile that one network sends at once passes forty times in ten seconds; others log in, and so does it later', async () => {
  const { db } = database;
  const [email, accounts] = [await customer(), await Promise.all(Array.from({ length: 10 }, customer))];
  const attacker = visitorAt(app, { ip: '198.51.100.7' });
  const solved = await stockpile(60);
  await db`delete from used_captcha`;
  const results: string[] = [];
  for (const [index, captcha] of solved.entries())
    results.push(resultOf(await attacker.logIn(accounts[index % accounts.length] as string, 'a wrong password', { captcha })));
  expect(results.filter((result) => result === 'too_many_requests')).toHaveLength(20);
  expect(results.slice(0, 40)).not.toContain('too_many_requests');
  // What was refused is not used up, and is refused without a look at a password.
  expect(await db`select from used_captcha`).toHaveLength(40);
  const neighbour = visitorAt(app, { ip: '198.51.100.200' });
  expect(await neighbour.logIn(email, PASSWORD, { captcha: await solvedCaptcha(app) })).toMatchObject({
    failure: 'too_many_requests',
    data: { retryAfterSeconds: 10 },
  });
  const elsewhere = visitorAt(app, { ip: '203.0.113.7' });
  expect(await elsewhere.logIn(email, PASSWORD, { captcha: await solvedCaptcha(app) })).toMatchObject({ status: 'ok' });
  await db`update used_captcha set used_at = used_at - interval '10 seconds'`;
  expect(await neighbour.logIn(email, PASSWORD, { captcha: solved[59] as string })).toMatchObject({ status: 'ok' });
});

test('a used captcha names no network', async () => {
  await database.db`delete from used_captcha`;
  await visitorAt(app, { ip: '198.51.100.7' }).logIn(await customer(), PASSWORD, { captcha: await solvedCaptcha(app) });
  const rows = await database.db<{ row: string }[]>`select row_to_json(used_captcha)::text as row from used_captcha`;
  expect(JSON.stringify(rows)).not.toContain('198.51.100');
});

test('a challenge is more work once its network has asked for many, and for another network as little as ever', async () => {
  const workFor = async (ip: string) => {
    const { challenge } = await clientOf(app, { ip }).ok(getCaptcha, { query: { purpose: 'log-in' } });
    const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
    return solution?.counter ?? 0;
  };
  for (let asked = 0; asked < 55; asked++) await clientOf(app, { ip: '198.51.100.7' }).ok(getCaptcha, { query: { purpose: 'sign-up' } });
  expect(await workFor('198.51.100.8')).toBeGreaterThanOrEqual(600);
  expect(await workFor('198.51.101.7')).toBeLessThanOrEqual(300);
});
