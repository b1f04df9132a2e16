import type { Brand } from '@butaca/brand';
import { loadBrand } from '@butaca/brand/load';
import { externalLoginPaths, getExternalCustomer, listSessions, logInExternally as logInCall, Refusal } from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type ExternalWorld, logInExternally } from '../../src/customers/external/log-in.ts';
import type { ExternalProvider } from '../../src/customers/external/provider.ts';
import { lockProviderSession, rememberLogOut, revokeExternalSessions, updateFromProvider } from '../../src/customers/external/queries.ts';
import { newBrowserKey, startLogIn } from '../../src/customers/external/state.ts';
import { lockMailbox } from '../../src/customers/queries.ts';
import type { Tx } from '../../src/db/connect.ts';
import { freshDatabase, waitingForLocks } from '../database.ts';
import { clientOf, resultOf } from '../factories/client.ts';
import { customersApp, haveBuyers, SECRET } from '../factories/customers.ts';
import { aMember, externalLogin } from '../factories/external-login.ts';
import { inOrder } from '../factories/in-order.ts';
import { whileLocked } from '../factories/locks.ts';
import { aWatch } from '../factories/watch.ts';

// What an external log-in makes of what a provider says, which says here whatever a test wants it to.

const { db, close } = await freshDatabase();
const { brand } = await loadBrand('butaca');
const [ISSUER, OTHER] = ['https://club.example/id', 'https://liga.example/id'];
const REDIRECT = 'http://localhost:3000/loginRedirect';
const app = await customersApp(db, {
  brand: { ...brand, login: { ...brand.login, staff: { ...brand.login.staff, secondFactor: 'required' } } },
});
afterAll(async () => {
  await app.close();
  await close();
});
beforeEach(() => db`delete from login_throttle`);

interface Said {
  readonly subject?: string;
  readonly session?: string | null;
  readonly claims?: object;
  readonly issuer?: string;
  readonly mode?: Brand['login']['mode'];
  readonly limitSignUps?: boolean;
  readonly ip?: string;
}
let people = 0;
/** Somebody whom nobody has seen before. */
const somebody = (claims: object = {}) => {
  people += 1;
  const email = `socia.${people}@club.example`;
  return {
    subject: `persona-${people}`,
    claims: { email, email_verified: true, given_name: 'Julia', family_name: 'Paredes', ...claims },
    email,
  };
};
/** What comes of a log-in for which the provider says this. */
async function logIn({
  subject = 'x',
  session = null,
  claims = {},
  issuer = ISSUER,
  mode = 'EXTERNAL_LOGIN',
  limitSignUps = false,
  ip = '203.0.113.7',
}: Said) {
  const browserKey = newBrowserKey();
  const provider = { issuer, exchange: async () => ({ subject, providerSession: session, claims }) } as unknown as ExternalProvider;
  const world: ExternalWorld = {
    ...{ db, secret: SECRET, provider, redirectUri: REDIRECT, limitSignUps, endPayLinks: async () => {} },
    brand: { ...brand, login: { ...brand.login, mode } },
  };
  const { state } = startLogIn({ secret: SECRET, browserKey }, Temporal.Now.instant());
  return logInExternally(world, { code: 'c', state, issuer, browserKey, ip, userAgent: undefined, language: 'es' });
}
const outcome = (opening: ReturnType<typeof logIn>) =>
  opening.then(
    () => 'ok',
    (error) => (error instanceof Refusal ? error.failure : String(error)),
  );
const account = async (email: string) =>
  (
    await db<{ id: string; name: string; birthday: string | null; alias: string | null; hasAlias: boolean; isConfirmed: boolean }[]>`
      select id, first_name || ' ' || last_name as name, birthday::text, alias, has_alias as "hasAlias", email_confirmed_at is not null as "isConfirmed"
        from customer where email = ${email}`
  )[0];
const identities = async (customerId = '') =>
  (
    await db<
      { name: string }[]
    >`select issuer || ' ' || subject as name from external_identity where customer_id = ${customerId} order by 1`
  ).map(({ name }) => name);

test('a new account is what the provider says of its person, and nothing was taken from anybody', async () => {
  const [ana, luis] = [somebody({ birthdate: '1990-05-17', nickname: 'La Negra' }), somebody({ email_verified: false })];
  const opened = await logIn(ana);
  expect(opened).toEqual({
    ...{ token: expect.any(String), expiresAt: expect.anything() },
    user: expect.objectContaining({ name: 'Julia', email: ana.email, hasAlias: true, role: 'customer', isExternal: true }),
  });
  expect((await logIn(luis)).user).toMatchObject({ email: luis.email, hasAlias: false });
  expect(await account(ana.email)).toMatchObject({
    name: 'Julia Paredes',
    birthday: '1990-05-17',
    alias: 'La Negra',
    hasAlias: true,
    isConfirmed: true,
  });
  expect(await account(luis.email)).toMatchObject({ birthday: null, alias: null, hasAlias: false, isConfirmed: false });
  expect(await identities((await account(ana.email))?.id)).toEqual([`${ISSUER} ${ana.subject}`]);
  // The next time nothing was taken either, and each has their own.
  expect(await logIn(ana)).not.toHaveProperty('hasClaimed');
  expect((await logIn(luis)).user.email).toBe(luis.email);
  const told = (token: string) => clientOf(app, { token }).ok(getExternalCustomer, {});
  expect(await told((await logIn(ana)).token)).toMatchObject({
    email: ana.email,
    isEmailConfirmed: true,
    hasAlias: true,
    alias: 'La Negra',
  });
  const { alias, ...luisAs } = { alias: undefined, ...(await told((await logIn(luis)).token)) };
  expect([luisAs, alias]).toEqual([
    { firstName: 'Julia', lastName: 'Paredes', email: luis.email, isEmailConfirmed: false, hasAlias: false },
    undefined,
  ]);
});

test('an address that the provider vouches for later is confirmed then, the same one and a new one', async () => {
  const [same, moved] = [somebody({ email_verified: false }), somebody({ email_verified: false })];
  await logIn(same);
  await logIn(moved);
  await logIn({ ...same, claims: { ...same.claims, email_verified: true } });
  expect(await account(same.email)).toMatchObject({ isConfirmed: true });
  const email = `nueva.${moved.email}`;
  await logIn({ ...moved, claims: { ...moved.claims, email, email_verified: true } });
  expect(await account(email)).toMatchObject({ isConfirmed: true });
  expect(await account(moved.email)).toBeUndefined();
  // Whoever names no address keeps theirs.
  expect((await logIn({ ...same, claims: { ...same.claims, email: undefined } })).user.email).toBe(same.email);
});

test('who can log in here without the provider keeps the names that they have here, where the brand has a log-in of its own', async () => {
  const [person, other] = [somebody(), somebody()];
  for (const each of [person, other]) await logIn(each);
  await db`update customer set password_hash = '$argon2id$x' where email = ${person.email}`;
  const renamed = (each: typeof person, mode: Brand['login']['mode'], given_name: string) =>
    logIn({ ...each, mode, claims: { ...each.claims, given_name } });
  expect((await renamed(person, 'OWN_SELF_LOGIN', 'Otra')).user.name).toBe('Julia');
  expect((await renamed(other, 'OWN_SELF_LOGIN', 'Otra')).user.name).toBe('Otra');
  expect((await renamed(person, 'EXTERNAL_LOGIN', 'Otra')).user.name).toBe('Otra');
});

test('an account with a confirmed address is joined from a second provider, and by nobody else of the first', async () => {
  const { subject, claims, email } = somebody();
  await logIn({ subject, claims });
  expect(await outcome(logIn({ subject: 'somebody-else', claims }))).toBe('email_taken');
  expect(await outcome(logIn({ subject: 'there', claims, issuer: OTHER }))).toBe('ok');
  // The same name there is another person.
  const stranger = somebody();
  expect((await logIn({ ...stranger, subject, issuer: OTHER })).user.email).toBe(stranger.email);
  expect(await identities((await account(email))?.id)).toEqual([`${ISSUER} ${subject}`, `${OTHER} there`]);
});

test('an address of which somebody has a variant, and another account the address, is nobody’s who comes', async () => {
  const { subject, claims, email } = somebody();
  await logIn(somebody({ email: email.replace('@', '+uno@') }));
  const id = (await account(email.replace('@', '+uno@')))?.id ?? '';
  expect(await outcome(logIn({ subject, claims }))).toBe('email_taken');
  const [{ customerId }] = await haveBuyers(db, 1);
  await db`update customer set email = ${email} where id = ${customerId}`;
  expect(await outcome(logIn({ subject, claims }))).toBe('email_taken');
  expect([await identities(id), await identities(customerId)]).toEqual([[expect.any(String)], []]);
  await db`update customer set email = 'de.otra.casa@club.example' where id = ${id}`;
  expect(await outcome(logIn({ subject, claims }))).toBe('ok');
});

test('an account that was opened with an address nobody proved is that of who proves it', async () => {
  const { subject, claims, email } = somebody();
  await logIn({ subject: 'a-stranger', claims: { ...claims, email_verified: false } });
  const id = (await account(email))?.id;
  expect(await outcome(logIn({ subject, claims: { ...claims, email_verified: false } }))).toBe('email_taken');
  expect(await outcome(logIn({ subject, claims }))).toBe('ok');
  expect(await account(email)).toMatchObject({ id, isConfirmed: true });
  expect(await identities(id)).toEqual([`${ISSUER} ${subject}`]);
});

test('two log-ins of one new person that come at once open one account', async () => {
  const person = somebody();
  const [one, two] = await inOrder(db, (tx) => lockMailbox(tx, person.email), [() => outcome(logIn(person)), () => outcome(logIn(person))]);
  expect([one, two]).toEqual(['ok', 'ok']);
  expect(await identities((await account(person.email))?.id)).toEqual([`${ISSUER} ${person.subject}`]);
});

test('an identity that a proof of the mailbox takes away meanwhile opens the account as a new one does', async () => {
  const person = somebody();
  await logIn(person);
  const id = (await account(person.email))?.id ?? '';
  const takeAway = async (tx: Tx) => {
    await tx`select from customer where id = ${id} for update`;
    await tx`delete from external_identity where customer_id = ${id}`;
  };
  expect(await whileLocked(db, takeAway, () => outcome(logIn(person)))).toBe('ok');
  expect(await identities(id)).toEqual([`${ISSUER} ${person.subject}`]);
});

test('a log-in with a session of the provider that has ended there opens nothing, also when it ends just now', async () => {
  const person = somebody();
  expect(await outcome(logIn({ ...person, session: 's1' }))).toBe('ok');
  await db.begin((tx) => rememberLogOut(tx, { issuer: ISSUER, providerSession: 's1' }));
  expect(await outcome(logIn({ ...person, session: 's1' }))).toBe('external_login_over');
  expect(await outcome(logIn({ ...person, session: 's2' }))).toBe('ok');
  expect(await outcome(logIn(person))).toBe('ok');
  expect(await outcome(logIn({ ...somebody(), session: 's1', issuer: OTHER }))).toBe('ok');
  const ending = async (tx: Tx) => {
    await lockProviderSession(tx, { issuer: ISSUER, providerSession: 's3' });
    await rememberLogOut(tx, { issuer: ISSUER, providerSession: 's3' });
  };
  expect(await whileLocked(db, ending, () => outcome(logIn({ ...person, session: 's3' })))).toBe('external_login_over');
});

test('a session that a provider opened is none once its person is staff, whom the shop asks for a second factor', async () => {
  const person = somebody();
  const { token } = await logIn(person);
  const client = clientOf(app, { token });
  expect(resultOf(await client.call(listSessions, {}))).toBe('ok');
  await db`update customer set role = 'organiser' where email = ${person.email}`;
  expect((await client.call(listSessions, {})).status).toBe('unauthorised');
  expect(await outcome(logIn(person))).toBe('not_for_you');
});

test('new people of one network come at a growing distance, and who has an account here is not kept waiting', async () => {
  const known = somebody();
  await logIn(known);
  const ip = '198.51.100.9';
  const come = (who = somebody()) => outcome(logIn({ ...who, ip, limitSignUps: true }));
  const results: string[] = [];
  for (let time = 0; time < 60; time += 1) results.push(await come());
  expect(new Set(results.slice(0, 30))).toEqual(new Set(['ok']));
  // On a slow machine some of the others have waited long enough.
  expect(results.filter((result) => result === 'ok').length).toBeLessThan(46);
  expect(new Set(results)).toEqual(new Set(['ok', 'too_many_attempts']));
  expect(await come(known)).toBe('ok');
  expect(await outcome(logIn({ ...somebody(), ip }))).toBe('ok');
});

test('a provider changes names, and a birthday and an alias that were not known, of one account alone', async () => {
  const people = await haveBuyers(db, 3);
  const ids = people.map(({ customerId }) => customerId);
  const [known = '', unknown = '', other = ''] = ids;
  await db`update customer set birthday = null where id in (${unknown}, ${other})`;
  const rows = () =>
    db`select id, first_name as first, last_name as last, birthday::text, has_alias as "hasAlias", alias, xmin::text as version from customer where id = any (${ids}::text[]) order by id`;
  const rowOf = async (id: string) => (await rows()).find((row) => row.id === id);
  const theirs = await rowOf(other);
  const said = { firstName: 'Ana', lastName: 'Suárez', birthday: '1980-01-02', alias: null };
  const update = (id: string, given: object = {}) => db.begin((tx) => updateFromProvider(tx, { ...said, ...given, id }));
  await update(known);
  await update(unknown);
  expect(await rowOf(known)).toMatchObject({ first: 'Ana', last: 'Suárez', birthday: '1990-05-17' });
  expect(await rowOf(unknown)).toMatchObject({ first: 'Ana', last: 'Suárez', birthday: '1980-01-02' });
  expect(await rowOf(other)).toEqual(theirs);
  const before = await rows();
  await update(known);
  await update(unknown, { birthday: null });
  expect(await rows()).toEqual(before);
  await db`update customer set birthday = null where id = ${unknown}`;
  await update(unknown, { birthday: '1981-01-02' });
  expect(await rowOf(unknown)).toMatchObject({ birthday: '1981-01-02' });
});

test('of the sessions that a provider opened those end that it names, and are counted once', async () => {
  const people = await haveBuyers(db, 2);
  await db`delete from session`;
  const long = (name: string) => name.padEnd(43, '_');
  const have = async (
    id: string,
    external: { issuer?: string; subject?: string; session?: string | null } | null,
    given: { isOver?: boolean; hours?: number } = {},
  ) => {
    const { isOver = false, hours = 3 } = given;
    await db`
      insert into session (id, customer_id, created_at, expires_at, revoked_at)
      values (${long(id)}, ${people[0].customerId}, now() - interval '5 hours', now() + make_interval(hours => ${hours}), case when ${isOver} then now() end)`;
    const { issuer = ISSUER, subject = 'ana', session = 's1' } = external ?? {};
    if (external)
      await db`insert into external_session (session_id, issuer, subject, provider_session) values (${long(id)}, ${issuer}, ${subject}, ${session})`;
  };
  const world = async () => {
    await db`delete from session`;
    await have('own', null);
    await have('2', {});
    await have('1', {});
    await have('ended', {}, { isOver: true });
    await have('expired', {}, { hours: -1 });
    await have('luis', { subject: 'luis', session: 's2' });
    await have('later', { session: 's3' });
    await have('unnamed', { session: null });
    await have('elsewhere', { issuer: OTHER });
  };
  const end = async (subject: string | null, providerSession: string | null) => {
    await world();
    const versions = () => db<{ id: string; version: string }[]>`select id, xmin::text as version from session order by id`;
    const before = new Map((await versions()).map(({ id, version }) => [id, version]));
    const count = await db.begin((tx) => revokeExternalSessions(tx, { issuer: ISSUER, subject, providerSession }));
    return [count, (await versions()).filter(({ id, version }) => before.get(id) !== version).map(({ id }) => id.replace(/_+$/, ''))];
  };
  expect(await end(null, 's1')).toEqual([2, ['1', '2']]);
  expect(await end('ana', null)).toEqual([4, ['1', '2', 'later', 'unnamed']]);
  expect(await end('ana', 's3')).toEqual([1, ['later']]);
  expect(await end('luis', 's1')).toEqual([0, []]);
  // In the order of their ids.
  await world();
  let ending: Promise<unknown> | undefined;
  await db.begin(async (tx) => {
    await tx`select from session where id = ${long('1')} for update`;
    ending = db.begin((other) => revokeExternalSessions(other, { issuer: ISSUER, subject: null, providerSession: 's1' }));
    await expect.poll(() => waitingForLocks(db), { interval: 10 }).toBe(1);
    await tx`select from session where id = ${long('2')} for update nowait`;
  });
  expect(await ending).toBe(2);
});

test('without a provider nobody logs in through one', async () => {
  const body = { code: 'c', state: 's', issuer: ISSUER };
  expect(resultOf(await clientOf(app).call(logInCall, { body }))).toBe('not_for_you');
  expect((await app.inject({ url: externalLoginPaths.logOut })).statusCode).toBe(404);
});

test('the browser keeps its key for an hour, where only this host can have set it, and gets another for one that is none', async () => {
  const world = await externalLogin(db);
  const cookieOf = (response: Response) => response.headers.getSetCookie().join();
  const first = await world.browser().start();
  expect([first.status, first.headers.get('cache-control')]).toEqual([303, 'no-store']);
  expect(cookieOf(first)).toMatch(/^butaca-external=[\w-]{43}; Max-Age=3600; Path=\//);
  expect(cookieOf(first)).not.toMatch(/Secure/i);
  const start = `${world.origin}${externalLoginPaths.start}?redirect_uri=${encodeURIComponent(world.redirectUri)}`;
  const again = async (cookie: string) =>
    cookieOf(await fetch(start, { headers: { cookie: `butaca-external=${cookie}` }, redirect: 'manual' }));
  expect(await again('k'.repeat(43))).toContain(`butaca-external=${'k'.repeat(43)};`);
  expect(await again('k')).toMatch(/butaca-external=[\w-]{43};/);

  const publicOrigin = 'https://entradas.example';
  const settings = { issuer: world.issuer, clientId: 'butaca', clientSecret: 'sandbox-login-secret' };
  const external = { name: 'Mi Club', updateData: 'https://club.example/datos' };
  const login = { ...brand.login, mode: 'EXTERNAL_LOGIN', external } as const;
  const secure = await customersApp(db, { publicOrigin, brand: { ...brand, login }, externalLogin: settings });
  const address = `${externalLoginPaths.start}?redirect_uri=${encodeURIComponent(`${publicOrigin}/loginRedirect`)}`;
  const { headers } = await secure.inject({ url: address, headers: { host: 'entradas.example' } });
  expect(String(headers['set-cookie'])).toMatch(/^__Host-butaca-external=[\w-]{43}; Max-Age=3600; Path=\/; .*Secure/);
  await secure.close();
  await world.close();
});

test('a provider that gives no answer is told of in the log, and leads a browser back, or nowhere when it logs out', async () => {
  const { watch, told } = aWatch();
  const down = await externalLogin(db, { watch });
  down.identity.isDown = true;
  const browser = down.browser();
  const response = await browser.start();
  expect([response.status, response.headers.get('cache-control')]).toEqual([303, 'no-store']);
  expect(told('external-log-in')).toMatchObject([{ outcome: 'external_login_down', network: expect.any(String) }]);
  const left = await browser.open(`${down.origin}${externalLoginPaths.logOut}`);
  expect([left.status, left.headers.get('location'), left.headers.get('cache-control')]).toEqual([204, null, 'no-store']);
  await down.close();
});

test('a log-out at the provider is remembered by the session that it names, and waits for a log-in of that session', async () => {
  const world = await externalLogin(db);
  const browser = world.browser();
  await browser.logIn(aMember());
  const [opened] = await db<{ subject: string; session: string }[]>`
    select subject, provider_session as session from external_session where issuer = ${world.issuer}`;
  const client = (await world.identity.provider.Client.find('butaca')) as unknown as {
    backchannelLogout(subject?: string, session?: string): Promise<void>;
  };
  const remembered = () => db`select provider_session as session from external_log_out where issuer = ${world.issuer}`;
  await client.backchannelLogout(opened?.subject, undefined);
  expect(await remembered()).toEqual([]);
  await whileLocked(
    db,
    (tx) => lockProviderSession(tx, { issuer: world.issuer, providerSession: opened?.session ?? '' }),
    () => client.backchannelLogout(undefined, opened?.session),
  );
  expect(await remembered()).toEqual([{ session: opened?.session }]);
  const left = await browser.open(`${world.origin}${externalLoginPaths.logOut}`);
  expect([left.status, left.headers.get('cache-control')]).toEqual([303, 'no-store']);
  const refused = await browser.open(`${world.origin}${externalLoginPaths.logOut}`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: 'x' }),
  });
  expect([refused.status, refused.headers.get('cache-control'), await refused.json()]).toEqual([
    400,
    'no-store',
    { error: 'invalid_request' },
  ]);
  await world.close();
});
