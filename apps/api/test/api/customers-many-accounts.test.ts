import { signUp } from '@butaca/contract';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { customersApp, signUpForm, visitorAt } from '../factories/customers.ts';
import { letTriesAge } from '../factories/time.ts';

// What one person gets by signing up again and again, and what others notice of it.

const { db, close } = await freshDatabase();
const [app, limited, proxied] = await Promise.all([
  customersApp(db),
  customersApp(db, { limitSignUps: true }),
  customersApp(db, { limitSignUps: true, trustedProxies: 1 }),
]);
afterAll(async () => {
  await Promise.all([app.close(), limited.close(), proxied.close()]);
  await close();
});
beforeEach(() => db`delete from login_throttle`);

const signUpAs = async (email: string) => resultOf(await visitorAt(app).signUp(signUpForm({ email })));
const accountsLike = async (pattern: string) =>
  (await db<{ email: string }[]>`select email from customer where email like ${pattern} order by email`).map(({ email }) => email);
const from = (ip: string) => async () => resultOf(await visitorAt(limited, { ip }).signUp(signUpForm()));

test('variants of an address with a label are one mailbox, which has one account', async () => {
  expect(await signUpAs('nora@correo.example')).toBe('ok');
  for (const email of ['nora+1@correo.example', 'Nora+teatro@Correo.example', 'nora+@correo.example'])
    expect(await signUpAs(email)).toBe('email_taken');
  expect(await signUpAs('nora.b@correo.example')).toBe('ok');
  expect(await signUpAs('nora@otro.example')).toBe('ok');
  expect(await accountsLike('nora%')).toEqual(['nora.b@correo.example', 'nora@correo.example', 'nora@otro.example']);
});

test('an address with a label is kept as it was typed, and opens its account', async () => {
  const email = 'ines+entradas@correo.example';
  expect(await signUpAs(email)).toBe('ok');
  expect(await signUpAs('ines@correo.example')).toBe('email_taken');
  expect(answerOf(await visitorAt(app).logIn(email)).user.email).toBe(email);
  expect(await visitorAt(app).logIn('ines@correo.example')).toMatchObject({ failure: 'wrong_credentials' });
});

test('dots mean nothing at Gmail, and something everywhere else', async () => {
  expect(await signUpAs('ana.luz@gmail.com')).toBe('ok');
  for (const email of ['analuz@gmail.com', 'a.n.a.l.u.z+x@googlemail.com']) expect(await signUpAs(email)).toBe('email_taken');
  expect(await signUpAs('ana.luz@correo.example')).toBe('ok');
  expect(await signUpAs('analuz@correo.example')).toBe('ok');
});

test('addresses that begin with a plus are not all the same person', async () => {
  expect([await signUpAs('+a@correo.example'), await signUpAs('+b@correo.example')]).toEqual(['ok', 'ok']);
});

test('of twenty variants that sign up at once one gets an account', async () => {
  const results = await Promise.all(Array.from({ length: 20 }, (_, n) => signUpAs(`carrera+${n}@correo.example`)));
  expect(results.filter((result) => result === 'ok')).toHaveLength(1);
  expect(await accountsLike('carrera%')).toHaveLength(1);
});

test('from one network thirty accounts are opened, then the waits grow; another network notices nothing', async () => {
  const school = from('203.0.113.7');
  const results: string[] = [];
  for (let time = 0; time < 36; time += 1) results.push(await school());
  expect(results.slice(0, 30)).toEqual(Array(30).fill('ok'));
  expect(results.slice(30)).toContain('too_many_attempts');
  expect(await from('198.51.100.9')()).toBe('ok');
});

/** Through a proxy that names whom it speaks for in this way. */
async function named(forwardedFor: string): Promise<string> {
  const inject = (options: InjectOptions) =>
    proxied.inject({ ...options, headers: { ...options.headers, 'x-forwarded-for': forwardedFor } });
  return resultOf(await visitorAt({ inject } as typeof proxied).signUp(signUpForm()));
}

test.each([
  ['IPv6 addresses with ports', (time: number) => `[2001:db8:1:2::${time + 1}]:${40_000 + time}`],
  ['IPv4 addresses with ports', (time: number) => `203.0.113.7:${40_000 + time}`],
  ['what is no address', (time: number) => `_hidden-${time}`],
])('behind a proxy that names %s one network is one', async (_, nameOf) => {
  const results: string[] = [];
  for (let time = 0; time < 36; time += 1) results.push(await named(nameOf(time)));
  expect(results.slice(0, 30)).toEqual(Array(30).fill('ok'));
  expect(results.slice(30)).toContain('too_many_attempts');
  expect(await named('[2001:db8:1:3::1]:40000')).toBe('ok');
});

test('a household signs up, one after another, beside somebody who opens accounts for an hour', async () => {
  const cheat = from('203.0.113.7');
  let opened = 0;
  for (let minute = 0; minute < 60; minute += 1) {
    while ((await cheat()) === 'ok') opened += 1;
    await letTriesAge(db, 60);
  }
  // Thirty at once, some while the waits are short, then about one for each wait of half a minute that has passed.
  expect(opened).toBeLessThan(130);
  const home = from('192.0.2.5');
  for (let person = 0; person < 5; person += 1) expect(await home()).toBe('ok');
});

test('after an hour without a sign-up a network begins anew', async () => {
  const school = from('203.0.113.7');
  for (let time = 0; time < 31; time += 1) await school();
  await letTriesAge(db, 3601);
  for (let time = 0; time < 30; time += 1) expect(await school()).toBe('ok');
});

test('a form with a mistake is no sign-up, and this machine’s own are not counted', async () => {
  for (let time = 0; time < 40; time += 1) await visitorAt(limited, { ip: '203.0.113.7' }).signUp(signUpForm({ password: 'corta' }));
  expect(await from('203.0.113.7')()).toBe('ok');
  const here = from('127.0.0.1');
  for (let time = 0; time < 40; time += 1) expect(await here()).toBe('ok');
});

test('a common password is refused by the field’s name, and opens no account', async () => {
  const form = signUpForm({ password: 'Argentina1' });
  expect(await visitorAt(app).call(signUp, { body: form })).toMatchObject({
    failure: 'invalid_input',
    data: { fields: [{ name: 'cClave', reason: 'common' }] },
  });
  expect(await accountsLike(form.email)).toEqual([]);
});
