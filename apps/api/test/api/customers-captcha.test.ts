import { loadBrand } from '@butaca/brand/load';
import { readCaptcha, writeCaptcha } from '@butaca/contract';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { freshDatabase } from '../database.ts';
import { callsOf, customersApp, PASSWORD, signUpForm, solvedCaptcha } from '../factories/customers.ts';

const database = await freshDatabase();
const app = await customersApp(database.db, { captcha: { cost: 50 } });
const calls = callsOf(app);
afterAll(async () => {
  await app.close();
  await database.close();
});

const customer = async () => {
  const form = signUpForm({ cCaptcha: await solvedCaptcha(app) });
  await calls.signUp(form);
  return form.cEmail;
};
const altered = (token: string, change: (solved: NonNullable<ReturnType<typeof readCaptcha>>) => void) => {
  const solved = structuredClone(readCaptcha(token));
  if (!solved) throw new Error('not a solved challenge');
  change(solved);
  return writeCaptcha(solved.challenge, solved.solution);
};

test('with the captcha solved a visitor signs up and logs in (VA-044)', async () => {
  expect(await calls.signUp(signUpForm({ cCaptcha: await solvedCaptcha(app) }))).toMatchObject({ nCode: 200 });
  const email = await customer();
  expect(await calls.logIn(email, PASSWORD, { cCaptcha: await solvedCaptcha(app) })).toMatchObject({ nCode: 200 });
});

test('without it sign-up and log-in are refused, and nothing is stored (VA-044)', async () => {
  const email = await customer();
  const form = signUpForm();
  expect(await calls.signUp(form)).toMatchObject({ status: 200, nCode: 463, cError: 'captcha_failed' });
  expect(await calls.logIn(email)).toMatchObject({ nCode: 463, cError: 'captcha_failed' });
  expect(await database.db`select 1 from customer where email = ${form.cEmail}`).toHaveLength(0);
});

test('a brand that asks for no captcha at sign-up takes people without one, and still gives challenges for paying', async () => {
  const { brand } = await loadBrand('butaca');
  const open = await customersApp(database.db, {
    captcha: { cost: 50 },
    brand: { ...brand, captcha: { required: false, requiredForPayment: true } },
  });
  onTestFinished(() => open.close());
  const form = signUpForm();
  expect(await callsOf(open).signUp(form)).toMatchObject({ nCode: 200 });
  expect(await callsOf(open).logIn(form.cEmail)).toMatchObject({ nCode: 200 });
  expect((await callsOf(open).captcha()).oData.oDesafio).not.toBeNull();
});

test('a challenge counts once, also when it is sent several times at once', async () => {
  const email = await customer();
  const cCaptcha = await solvedCaptcha(app);
  const answers = await Promise.all(Array.from({ length: 5 }, () => calls.logIn(email, PASSWORD, { cCaptcha })));
  expect(answers.map(({ nCode }) => nCode).sort()).toEqual([200, 463, 463, 463, 463]);
});

test('a challenge that is unsolved, altered, made easier or out of date does not count', async () => {
  const email = await customer();
  const refused = async (cCaptcha: string) => expect(await calls.logIn(email, PASSWORD, { cCaptcha })).toMatchObject({ nCode: 463 });
  await refused(altered(await solvedCaptcha(app), ({ solution }) => Object.assign(solution, { derivedKey: '00'.repeat(32) })));
  await refused(altered(await solvedCaptcha(app), ({ challenge }) => Object.assign(challenge.parameters, { cost: 1 })));
  await refused(altered(await solvedCaptcha(app), ({ challenge }) => Object.assign(challenge.parameters, { expiresAt: 4_000_000_000 })));
  await refused(altered(await solvedCaptcha(app), ({ challenge }) => Object.assign(challenge, { signature: 'f'.repeat(64) })));
  for (const nonsense of ['', 'abc', btoa('null'), btoa('{"challenge":{}}'), btoa('[1]')]) await refused(nonsense);
  const other = await customersApp(database.db, { captcha: { cost: 50 }, secret: 'quite another secret, as long as it has to be' });
  await refused(await solvedCaptcha(other));
  await other.close();
});

test('a refused form does not use up its challenge', async () => {
  const cCaptcha = await solvedCaptcha(app);
  expect(await calls.signUp(signUpForm({ cCaptcha, cDocumento: '5' }))).toMatchObject({ nCode: 400 });
  expect(await calls.signUp(signUpForm({ cCaptcha }))).toMatchObject({ nCode: 200 });
});

test('every challenge is another one, and no cache keeps it', async () => {
  const first = await calls.captcha();
  const second = await calls.captcha();
  expect(first.headers['cache-control']).toBe('no-store');
  expect(first.oData.oDesafio.parameters.nonce).not.toBe(second.oData.oDesafio.parameters.nonce);
});

test('a challenge takes some hundreds of tries, and ten minutes at most', async () => {
  for (let time = 0; time < 8; time += 1) {
    const { solution, challenge } = readCaptcha(await solvedCaptcha(app)) ?? {};
    expect(solution?.counter).toBeGreaterThanOrEqual(150);
    expect(solution?.counter).toBeLessThan(300);
    expect(Number(challenge?.parameters.expiresAt) * 1000 - Date.now()).toBeGreaterThan(9 * 60_000);
  }
  const email = await customer();
  const cCaptcha = await solvedCaptcha(app);
  const inTime = await solvedCaptcha(app);
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 9 * 60_000);
  expect(await calls.logIn(email, PASSWORD, { cCaptcha: inTime })).toMatchObject({ nCode: 200 });
  clock.mockReturnValue(now + 10 * 60_000 + 1000);
  expect(await calls.logIn(email, PASSWORD, { cCaptcha })).toMatchObject({ nCode: 463 });
  clock.mockRestore();
});

test('a used challenge is remembered as long as it would count', async () => {
  const email = await customer();
  const before = await database.db`select signature from used_captcha`;
  await calls.logIn(email, PASSWORD, { cCaptcha: await solvedCaptcha(app) });
  const [used] = await database.db<{ minutes: number }[]>`
    select extract(epoch from expires_at - now())::float8 / 60 as minutes from used_captcha
     where signature <> all (${before.map(({ signature }) => signature)}::text[])`;
  expect(used?.minutes).toBeGreaterThan(9);
  expect(used?.minutes).toBeLessThanOrEqual(10);
});

test('unless told otherwise a challenge costs what a phone can pay', async () => {
  const usual = await customersApp(database.db, { captcha: undefined as never });
  expect((await callsOf(usual).captcha()).oData.oDesafio.parameters).toMatchObject({ cost: 2000 });
  await usual.close();
});

test('a server that asks for no captcha says so', async () => {
  const without = await customersApp(database.db);
  expect(await callsOf(without).captcha()).toMatchObject({ nCode: 200, oData: { oDesafio: null } });
  await without.close();
});
