import { externalLoginPaths, logIn, signUp } from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startLogIn } from '../../src/customers/external/state.ts';
import { deleteOldTraces, lockMailbox } from '../../src/customers/queries.ts';
import { freshDatabase } from '../database.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { loggedIn, PASSWORD, SECRET, signUpForm } from '../factories/customers.ts';
import { aMember, externalLogin } from '../factories/external-login.ts';
import { whileLocked } from '../factories/locks.ts';
import { aWatch } from '../factories/watch.ts';

const database = await freshDatabase();
const { db } = database;
const world = await externalLogin(db);
const both = await externalLogin(db, { mode: 'OWN_SELF_LOGIN' });
afterAll(async () => {
  await world.close();
  await both.close();
  await database.close();
});
beforeEach(() => {
  world.identity.isDown = false;
});

const customerCount = async () => (await db<{ count: number }[]>`select count(*)::int as count from customer`)[0]?.count;
const idOf = async (email: string) => (await db<{ id: string }[]>`select id from customer where email = ${email}`)[0]?.id;

test('somebody logs in at the provider and has a session here; the next time it is the same account (GE-020, CA-082, R-008)', async () => {
  const browser = world.browser();
  const member = aMember({ firstName: 'Ana María', lastName: 'Suárez' });
  const { token, user } = answerOf(await browser.logIn(member));
  expect(user).toMatchObject({ name: 'Ana María', email: member.email, hasAlias: false, role: 'customer' });
  expect(answerOf(await browser.customer(token))).toEqual({
    firstName: 'Ana María',
    lastName: 'Suárez',
    email: member.email,
    isEmailConfirmed: true,
    hasAlias: false,
  });
  const accounts = await customerCount();
  expect(resultOf(await world.browser().logIn(member))).toBe('ok');
  expect(await customerCount()).toBe(accounts);
});

test('a nickname at the provider is an alias here, and lAlias says so (EN-084, TB-028)', async () => {
  const browser = world.browser();
  const { token, user } = answerOf(await browser.logIn(aMember({ alias: 'La Negra' })));
  expect(user.hasAlias).toBe(true);
  expect(answerOf(await browser.customer(token))).toMatchObject({ hasAlias: true, alias: 'La Negra' });
});

test('the account follows its person’s name and address at the provider, but not to the address of somebody else here', async () => {
  const [browser, neighbour] = [world.browser(), aMember()];
  answerOf(await world.browser().logIn(neighbour));
  const member = aMember();
  answerOf(await browser.logIn(member));
  const id = await idOf(member.email);
  const subject = world.identity.remember(member);
  const change = async (given: Partial<typeof member>) => {
    world.identity.change(subject, { ...member, ...given });
    return answerOf(await browser.logIn(member)).user;
  };

  const email = `nueva.${member.email}`;
  expect(await change({ firstName: 'Giulia', email })).toMatchObject({ name: 'Giulia', email });
  expect(await idOf(email)).toBe(id);
  expect(await change({ email: `otra.${member.email}`, isEmailVerified: false })).toMatchObject({ email });
  expect(await change({ email: neighbour.email })).toMatchObject({ email });
  expect(await idOf(neighbour.email)).not.toBe(id);
});

/** All that is kept of people, with the version of each row. */
const rowsWithout = (id: string | undefined) => db`
  select 'customer' as kind, id, xmin::text as version from customer where id <> ${id ?? ''}
   union all select 'identity', customer_id, xmin::text from external_identity where customer_id <> ${id ?? ''}
   union all select 'session', session.id, session.xmin::text from session where customer_id <> ${id ?? ''}
   order by 1, 2`;

test('a log-in writes what is new at the provider into its own account alone, and nothing where nothing is new', async () => {
  const twin = { firstName: 'Ana', lastName: 'Suárez' };
  const [named, nameless, member] = [aMember({ ...twin, alias: 'La Negra' }), aMember(twin), aMember({ ...twin, alias: 'Anita' })];
  for (const neighbour of [named, nameless]) answerOf(await world.browser().logIn(neighbour));
  const browser = world.browser();
  answerOf(await browser.logIn(member));
  const id = await idOf(member.email);
  const subject = world.identity.remember(member);
  const others = await rowsWithout(id);
  const mine = async () =>
    (
      await db`select xmin::text as version, first_name, last_name, birthday::text, alias, has_alias from customer where id = ${id ?? ''}`
    )[0];
  const change = async (given: Partial<typeof member>) => {
    const now = { ...member, ...given };
    world.identity.change(subject, now);
    answerOf(await browser.logIn(member));
    return mine();
  };
  const first = await mine();
  expect(first).toMatchObject({ first_name: 'Ana', last_name: 'Suárez', alias: 'Anita', has_alias: true });
  expect(await change({})).toEqual(first);
  expect(await change({ lastName: 'Suárez Paz' })).toMatchObject({ first_name: 'Ana', last_name: 'Suárez Paz' });
  expect(await change({ firstName: 'Anahí' })).toMatchObject({ first_name: 'Anahí', last_name: 'Suárez' });
  // An alias that was chosen here stays as long as there is one at the provider.
  await db`update customer set alias = 'La Chiqui' where id = ${id ?? ''}`;
  expect(await change({ alias: 'Otra' })).toMatchObject({ alias: 'La Chiqui', has_alias: true });
  expect(await change({ alias: '' })).toMatchObject({ alias: null, has_alias: false });
  const without = await mine();
  expect(await change({ alias: '' })).toEqual(without);
  expect(await change({ alias: 'Anita' })).toMatchObject({ alias: 'Anita', has_alias: true });
  expect(await rowsWithout(id)).toEqual(others);
});

test('what came back to one browser opens nothing in another', async () => {
  const [victim, attacker] = [world.browser(), world.browser()];
  const theirs = await attacker.comeBack(aMember());
  await victim.start();
  expect(resultOf(await victim.exchange(theirs))).toBe('external_login_over');
  // Nor in one that was never on its way.
  expect(resultOf(await world.browser().exchange(theirs))).toBe('external_login_over');
  expect(resultOf(await attacker.exchange(theirs))).toBe('ok');
});

test('an answer of the provider counts once, in two tabs too', async () => {
  const browser = world.browser();
  const back = await browser.comeBack(aMember());
  const results = (await Promise.all([browser.exchange(back), browser.exchange(back)])).map(resultOf);
  expect(results.sort()).toEqual(['external_login_over', 'ok']);
  expect(resultOf(await browser.exchange(back))).toBe('external_login_over');
});

test('two log-ins that one browser started both end', async () => {
  const browser = world.browser();
  const member = aMember();
  const [first, second] = [await browser.entrance(), await browser.entrance()];
  const one = browser.returned(await browser.visitProvider(first, member));
  const two = browser.returned(await browser.visitProvider(second, member));
  expect(resultOf(await browser.exchange(two))).toBe('ok');
  expect(resultOf(await browser.exchange(one))).toBe('ok');
});

test('a code of somebody else does not fit a log-in that was started here', async () => {
  const [victim, attacker] = [world.browser(), world.browser()];
  const theirs = await attacker.comeBack(aMember());
  const own = await victim.comeBack(aMember());
  expect(resultOf(await victim.exchange({ ...own, code: theirs.code }))).toBe('external_login_refused');
});

test('a nonce that was changed on the way is noticed', async () => {
  const browser = world.browser();
  const address = await browser.entrance();
  address.searchParams.set('nonce', 'of-somebody-else');
  const back = browser.returned(await browser.visitProvider(address, aMember()));
  expect(resultOf(await browser.exchange(back))).toBe('external_login_refused');
});

test('an answer that names another provider, or none, is refused', async () => {
  const browser = world.browser();
  const back = await browser.comeBack(aMember());
  expect(resultOf(await browser.exchange({ ...back, issuer: 'https://elsewhere.example' }))).toBe('external_login_refused');
  const { issuer: _, ...unnamed } = await browser.comeBack(aMember());
  expect(resultOf(await browser.exchange(unnamed))).toBe('external_login_refused');
});

test('a log-in that took longer than ten minutes is over by the database’s clock', async () => {
  const browserKey = 'k'.repeat(43);
  const now = Temporal.Now.instant();
  const stateOf = (minutesAgo: number) => startLogIn({ secret: SECRET, browserKey }, now.subtract({ minutes: minutesAgo })).state;
  const exchange = (state: string) =>
    fetch(`${world.origin}/v2/Cliente/Externo/Ingreso`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `butaca-external=${browserKey}` },
      body: JSON.stringify({ cCodigo: 'made-up', cEstado: state, cEmisor: world.issuer }),
    }).then(async (response) => ((await response.json()) as { nCode: number }).nCode);
  expect(await exchange(stateOf(11))).toBe(455);
  // A younger one reaches the provider, which does not know the code.
  expect(await exchange(stateOf(9))).toBe(456);
});

test.each(['https://evil.example/loginRedirect', '/loginRedirect', ''])('browsers are never sent back to %o', async (redirectUri) => {
  const response = await world.browser().start(redirectUri);
  expect(response.status).toBe(400);
  expect(response.headers.get('location')).toBeNull();
  expect(response.headers.getSetCookie()).toEqual([]);
});

test('the address of the provider has a challenge, a state and a nonce, and no secret; the cookie is for the server alone', async () => {
  const browser = world.browser();
  const response = await browser.start();
  const { searchParams } = new URL(response.headers.get('location') ?? '');
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: world.redirectUri,
    client_id: 'butaca',
  });
  for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toMatch(/^[\w.-]{43,}$/);
  expect(response.headers.getSetCookie().join()).toMatch(/HttpOnly; SameSite=Strict/i);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('while the provider gives no answer a browser is told so and may try again', async () => {
  const down = await externalLogin(db);
  down.identity.isDown = true;
  const browser = down.browser();
  const response = await browser.start();
  expect(response.headers.get('location')).toBe(`${down.redirectUri}?error=temporarily_unavailable`);

  // Down only once somebody is on the way back.
  const late = world.browser();
  const back = await late.comeBack(aMember());
  world.identity.isDown = true;
  expect(resultOf(await late.exchange(back))).toBe('external_login_down');
  world.identity.isDown = false;
  expect(resultOf(await late.logIn(aMember()))).toBe('ok');
  await down.close();
});

test('an account with a password is joined by an address that the provider vouches for, and by no other (decisions 033, 089)', async () => {
  const owner = await loggedIn(both.app);
  const browser = both.browser();
  expect(resultOf(await browser.logIn(aMember({ email: owner.email, isEmailVerified: false })))).toBe('email_taken');

  await db`update customer set email_confirmed_at = now() where email = ${owner.email}`;
  const unproved = both.browser();
  expect(resultOf(await unproved.logIn(aMember({ email: owner.email, isEmailVerified: false })))).toBe('email_taken');
  // A variant of the address is another address.
  expect(resultOf(await both.browser().logIn(aMember({ email: owner.email.replace('@', '+otra@') })))).toBe('email_taken');

  const { user } = answerOf(await both.browser().logIn(aMember({ email: owner.email })));
  expect(user.email).toBe(owner.email);
  // The password is still theirs.
  expect(resultOf(await clientOf(both.app).call(logIn, { body: { email: owner.email, password: PASSWORD } }))).toBe('ok');
});

test('another person of the provider with the same address does not get the account', async () => {
  const first = aMember();
  answerOf(await world.browser().logIn(first));
  const id = await idOf(first.email);
  await db`update external_identity set subject = 'somebody-before' where customer_id = ${id ?? ''}`;
  expect(resultOf(await world.browser().logIn(first))).toBe('email_taken');
});

test('a log-in that brings an address waits for whoever is just taking that address', async () => {
  const newcomer = aMember();
  const locked = (email: string) => (tx: Parameters<typeof lockMailbox>[0]) => lockMailbox(tx, email);
  answerOf(await whileLocked(db, locked(newcomer.email), () => world.browser().logIn(newcomer)));
  const [browser, member] = [world.browser(), aMember()];
  answerOf(await browser.logIn(member));
  const email = `nueva.${member.email}`;
  world.identity.change(world.identity.remember(member), { ...member, email });
  expect(answerOf(await whileLocked(db, locked(email), () => browser.logIn(member))).user.email).toBe(email);
});

test('staff are nobody’s at a provider', async () => {
  const clerk = await loggedIn(both.app);
  await db`update customer set role = 'box-office', email_confirmed_at = now() where email = ${clerk.email}`;
  expect(resultOf(await both.browser().logIn(aMember({ email: clerk.email })))).toBe('not_for_you');

  const promoted = aMember();
  answerOf(await both.browser().logIn(promoted));
  await db`update customer set role = 'organiser' where email = ${promoted.email}`;
  expect(resultOf(await both.browser().logIn(promoted))).toBe('not_for_you');
});

test('a provider that gives no address is told so by its field, and no account is made', async () => {
  const before = await customerCount();
  const outcome = await world.browser().logIn(aMember({ email: 'no address' }));
  expect(outcome).toMatchObject({ failure: 'invalid_input', data: { fields: [{ name: 'cEmail', reason: 'missing' }] } });
  expect(await customerCount()).toBe(before);
});

test('who logs out at the provider is logged out here, on every device of that log-in and no other (SE-010)', async () => {
  const member = aMember();
  const [phone, laptop, neighbour] = [world.browser(), world.browser(), world.browser()];
  const [onPhone, onLaptop, other] = await Promise.all([phone.logIn(member), laptop.logIn(member), neighbour.logIn(aMember())]);
  const [phoneToken, laptopToken, otherToken] = [onPhone, onLaptop, other].map((outcome) => answerOf(outcome).token) as [
    string,
    string,
    string,
  ];
  await phone.logOutAtProvider(world.issuer);
  expect((await phone.customer(phoneToken)).status).toBe('unauthorised');
  expect(resultOf(await laptop.customer(laptopToken))).toBe('ok');
  expect(resultOf(await neighbour.customer(otherToken))).toBe('ok');
  // A new log-in there is a new session.
  expect(resultOf(await phone.logIn(member))).toBe('ok');
});

test('a log-out that names only its person ends all that they opened at this provider, one that names a session of it ends that alone', async () => {
  const member = aMember();
  const [phone, laptop, neighbour, elsewhere] = [world.browser(), world.browser(), world.browser(), both.browser()];
  const visits = [
    [phone, member],
    [laptop, member],
    [neighbour, aMember()],
    // Known by the same name at another provider.
    [elsewhere, member],
  ] as const;
  const tokens: string[] = [];
  for (const [browser, who] of visits) tokens.push(answerOf(await browser.logIn(who)).token);
  const [first, second] = await db<{ subject: string; session: string }[]>`
    select subject, provider_session as session from external_session join session on id = session_id
     where issuer = ${world.issuer} and customer_id in (select id from customer where email = ${member.email}) order by created_at`;
  expect(first?.session).not.toBe(second?.session);
  /** The provider’s server tells ours, in a token that it signs. */
  const told = async (subject: string | undefined, session: string | undefined) => {
    const client = (await world.identity.provider.Client.find('butaca')) as unknown as {
      backchannelLogout(subject?: string, session?: string): Promise<void>;
    };
    await client.backchannelLogout(subject, session);
  };
  const open = () => Promise.all(visits.map(async ([browser], index) => resultOf(await browser.customer(tokens[index] ?? '')) === 'ok'));
  await told(undefined, first?.session);
  expect(await open()).toEqual([false, true, true, true]);
  await told(first?.subject, undefined);
  expect(await open()).toEqual([false, false, true, true]);
});

test('a log-out at the provider while its log-in is still under way leaves nothing open', async () => {
  const browser = world.browser();
  const member = aMember();
  const back = await browser.comeBack(member);
  const [{ sessions = 0 } = {}] = await db<{ sessions: number }[]>`select count(*)::int as sessions from session`;
  // The provider’s session ends before the code is exchanged; it does not know any more whose it was.
  await browser.logOutAtProvider(world.issuer);
  expect(resultOf(await browser.exchange(back))).not.toBe('ok');
  const [after] = await db<{ sessions: number }[]>`select count(*)::int as sessions from session`;
  expect(after?.sessions).toBe(sessions);
});

test('the log counts what came of each log-in there, and how many sessions a log-out ended', async () => {
  const { watch, told } = aWatch();
  const watched = await externalLogin(db, { watch });
  const [browser, member] = [watched.browser(), aMember()];
  const back = await browser.comeBack(member);
  expect([resultOf(await browser.exchange(back)), resultOf(await browser.exchange(back))]).toEqual(['ok', 'external_login_over']);
  await browser.logOutAtProvider(watched.issuer);
  expect(told('external-log-in').map(({ outcome }) => outcome)).toEqual(['ok', 'external_login_over']);
  expect(told('external-log-in').every(({ network }) => typeof network === 'string')).toBe(true);
  expect(told('external-log-out')).toMatchObject([{ sessions: 1 }]);
  const unsigned = await browser.open(`${watched.origin}${externalLoginPaths.logOut}`, { method: 'POST', body: new URLSearchParams({}) });
  expect([unsigned.status, told('external-log-out').length]).toEqual([400, 1]);
  await watched.close();
});

test('a log-out that the provider did not sign ends nothing', async () => {
  const browser = world.browser();
  const { token } = answerOf(await browser.logIn(aMember()));
  const tell = (body: string, type = 'application/x-www-form-urlencoded') =>
    fetch(`${world.origin}/externalLogin/logout`, { method: 'POST', headers: { 'content-type': type }, body });
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: world.issuer, aud: 'butaca', iat: 1, exp: 99_999_999_999, jti: 'x', sid: 'x', events: {} };
  for (const body of ['', 'logout_token=', 'logout_token=x.y.z', `logout_token=${encoded({ alg: 'none' })}.${encoded(claims)}.`]) {
    expect((await tell(body)).status).toBe(400);
  }
  expect((await tell('{}', 'application/json')).status).toBe(400);
  expect(resultOf(await browser.customer(token))).toBe('ok');
});

test('logging out here leads the hidden frame to the provider’s own log-out, without a token (TB-046)', async () => {
  const response = await world.browser().open(`${world.origin}/externalLogin/logout`);
  const address = new URL(response.headers.get('location') ?? '');
  expect(`${address.origin}${address.pathname}`).toBe(`${world.issuer}/session/end`);
  expect([...address.searchParams.keys()]).toEqual(['client_id']);
});

test('a session of one’s own log-in is not the external login’s', async () => {
  const { token } = await loggedIn(both.app);
  expect(resultOf(await both.browser().customer(token))).toBe('not_found');
});

test('with the external login alone customers neither sign up nor log in with a password, and staff do', async () => {
  const { email } = await loggedIn(both.app);
  const visitor = clientOf(world.app);
  const enter = () => visitor.call(logIn, { body: { email, password: PASSWORD } });
  expect(resultOf(await enter())).toBe('not_for_you');
  expect(resultOf(await visitor.call(signUp, { body: signUpForm() }))).toBe('not_for_you');
  await db`update customer set role = 'box-office' where email = ${email}`;
  expect(resultOf(await enter())).toBe('ok');
});

test('what was remembered of log-ins and log-outs goes with time, and what is still needed stays', async () => {
  await db`insert into used_external_state (id, expires_at) values (${'o'.repeat(43)}, now() - interval '2 hours'), (${'n'.repeat(43)}, now())`;
  await db`insert into external_log_out values (${world.issuer}, 'old', now() - interval '2 days'), (${world.issuer}, 'new', now())`;
  await deleteOldTraces(db);
  expect(await db`select id from used_external_state where id in (${'o'.repeat(43)}, ${'n'.repeat(43)})`).toEqual([{ id: 'n'.repeat(43) }]);
  expect(await db`select provider_session as name from external_log_out where provider_session in ('old', 'new')`).toEqual([
    { name: 'new' },
  ]);
});
