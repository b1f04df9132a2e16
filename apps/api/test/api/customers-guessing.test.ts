import { afterAll, beforeEach, expect, test } from 'vitest';
import { logIn } from '../../src/customers/log-in.ts';
import { Passwords } from '../../src/customers/passwords.ts';
import { deleteOldTraces } from '../../src/customers/queries.ts';
import { logInAttemptOf } from '../../src/customers/throttle.ts';
import { freshDatabase } from '../database.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { customersApp, logInWorld, PASSWORD, SECRET, signUpForm, visitorAt } from '../factories/customers.ts';
import { letTriesAge } from '../factories/time.ts';

// The limits of log-ins as somebody meets them who guesses, and as the others meet them meanwhile.

const { db, close } = await freshDatabase();
const app = await customersApp(db);
const world = await logInWorld(db);
const DAY = 24 * 60 * 60;
const WRONG = 'Equivocada1';
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
const at = (network: number | string) => visitorAt(app, { ip: typeof network === 'number' ? `10.${network}.0.1` : network });
/** What the waits are, all of them. */
const waits = () => db`select key, attempts, last_at, blocked_until, succeeded_at from login_throttle order by key`;
/** Guesses one after another until none is looked at any more, and how many were. */
async function guessesLookedAt(email: string, network: number, most = 50) {
  for (let time = 0; time < most; time += 1) if (resultOf(await at(network).logIn(email, WRONG)) === 'too_many_attempts') return time;
  return most;
}

test('who logs in with an account of their own between guesses gets no guess more', async () => {
  const [victim, own] = [await customer(), await customer()];
  expect(await guessesLookedAt(victim, 7)).toBe(5);
  // The wait itself is over in two seconds, which ten log-ins take on a slow machine.
  const blocked = (await waits()).filter((wait) => String(wait.blocked_until) > String(wait.last_at));
  expect(blocked).toMatchObject([{ attempts: 5 }]);
  for (let time = 0; time < 10; time += 1) answerOf(await at(7).logIn(own));
  expect(await waits()).toEqual(expect.arrayContaining(blocked));
});

test('a log-in changes no other customer’s count, nor one’s own elsewhere', async () => {
  const [victim, other, own] = [await customer(), await customer(), await customer()];
  await guessesLookedAt(victim, 7);
  await guessesLookedAt(other, 8, 3);
  const before = await waits();
  answerOf(await at(7).logIn(own));
  // The network that both share counts what failed: this log-in did not.
  const { network } = logInAttemptOf(SECRET, { email: own, ip: '10.7.0.1' });
  const keys = new Set(before.map(({ key }) => key));
  const after = (await waits()).filter(({ key }) => keys.has(key));
  const countOf = (rows: readonly { readonly key?: string; readonly attempts?: number }[]) =>
    rows.find(({ key }) => key === network)?.attempts;
  expect(countOf(after)).toBe(5);
  expect(countOf(before)).toBe(5);
  expect(after.filter(({ key }) => key !== network)).toEqual(before.filter(({ key }) => key !== network));
});

test('of 180 guesses from 60 networks, three from each, 50 are looked at', async () => {
  const victim = await customer();
  let lookedAt = 0;
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, network) => at(network).logIn(victim, WRONG)));
    lookedAt += answers.filter((answer) => resultOf(answer) === 'wrong_credentials').length;
  }
  // And one for each wait that ends while they run: after 1, 3, 7, 15 and 31 seconds.
  expect(lookedAt).toBeGreaterThanOrEqual(50);
  expect(lookedAt).toBeLessThanOrEqual(55);
});

test('while one account is guessed at from 60 networks, a customer on one of them notices nothing', async () => {
  const [victim, bystander] = [await customer(), await customer()];
  for (let network = 0; network < 60; network += 1) await at(network).logIn(victim, WRONG);
  expect(resultOf(await at(61).logIn(victim, WRONG))).toBe('too_many_attempts');
  expect(await guessesLookedAt(bystander, 59)).toBe(5);
  expect(await at(58).logIn(bystander)).toMatchObject({ status: 'ok' });
});

test('who comes back every quarter of an hour is looked at once each time', async () => {
  const victim = await customer();
  await guessesLookedAt(victim, 7);
  let lookedAt = 0;
  // The longest wait is 15 minutes, and a try every 15 minutes never leaves a quiet day behind it.
  for (let quarter = 0; quarter < 40; quarter += 1) {
    await letTriesAge(db, 900);
    lookedAt += await guessesLookedAt(victim, 7);
  }
  expect(lookedAt).toBeLessThanOrEqual(45);
  expect(lookedAt).toBeGreaterThanOrEqual(40);
});

test('a network where the customer logged in is still known after months of nightly clean-ups, and forgotten after 90 days', async () => {
  const victim = await customer();
  answerOf(await at('203.0.113.7').logIn(victim));
  const guessed = async () => {
    for (let network = 0; network < 60; network += 1) await at(network).logIn(victim, WRONG);
  };
  for (let day = 0; day < 80; day += 1) {
    await letTriesAge(db, DAY);
    await deleteOldTraces(db);
  }
  await guessed();
  // On a slow machine a wait of some seconds may be over by now: one more guess begins a longer one.
  await at('198.51.100.9').logIn(victim, WRONG);
  expect(resultOf(await at('198.51.100.9').logIn(victim))).toBe('too_many_attempts');
  await letTriesAge(db, 9 * DAY);
  await deleteOldTraces(db);
  await guessed();
  expect(await at('203.0.113.7').logIn(victim)).toMatchObject({ status: 'ok' });
  await letTriesAge(db, 91 * DAY);
  await deleteOldTraces(db);
  expect(await waits()).toEqual([]);
  await guessed();
  expect(resultOf(await at('203.0.113.7').logIn(victim))).toBe('too_many_attempts');
});

test('of eight log-ins of a customer at once, those that found the server full count as none', async () => {
  const email = await customer();
  const passwords = new Passwords({ atOnce: 1, waiting: 1 });
  const attempt = { email, password: WRONG, ip: '203.0.113.7', passwords };
  const refusals = await Promise.all(
    Array.from({ length: 8 }, () => logIn(world, attempt).then(String, ({ failure }: { failure: string }) => failure)),
  );
  expect(refusals.filter((failure) => failure === 'busy')).toHaveLength(6);
  expect((await waits()).map(({ attempts }) => attempts)).toEqual([2, 2, 2]);
  expect(await logIn(world, { ...attempt, password: PASSWORD })).toMatchObject({ user: { email } });
});

test('a log-in that has to wait keeps no room that others could use', async () => {
  const passwords = new Passwords({ atOnce: 1, waiting: 0 });
  const attempt = { email: await customer(), password: WRONG, ip: '203.0.113.7', passwords };
  const failureOf = () => logIn(world, attempt).then(String, ({ failure }: { failure: string }) => failure);
  for (let time = 0; time < 5; time += 1) expect(await failureOf()).toBe('wrong_credentials');
  for (let time = 0; time < 5; time += 1) expect(await failureOf()).toBe('too_many_attempts');
  expect(await logIn(world, { ...attempt, email: await customer(), password: PASSWORD })).toMatchObject({ token: expect.any(String) });
});
