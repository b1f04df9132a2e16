import { loadBrand } from '@butaca/brand/load';
import {
  addPasskey,
  askForLink,
  askRecoveryCode,
  changePassword,
  confirmAddress,
  confirmEnrolment,
  correctMailbox,
  type Endpoint,
  getCustomer,
  giveSecondFactor,
  listRecoveryPasskeys,
  logIn,
  logInExternally,
  logInWithDevice,
  logInWithLink,
  logInWithPasskey,
  openSecurity,
  recoverPassword,
  sendAddressCode,
  sendMailboxCode,
  signUp,
  startEnrolment,
  startPasskey,
  startPasskeyLogIn,
} from '@butaca/contract';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { codeMailOf, linkMailOf } from '../../src/customers/index.ts';
import { randomId } from '../../src/db/random-id.ts';
import { recordUndelivered } from '../../src/mailboxes/index.ts';
import { freshDatabase } from '../database.ts';
import { callsThatOpenSessions } from '../factories/api-document.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, PASSWORD, SECRET, signUpForm, visitorAt } from '../factories/customers.ts';
import { aMember, externalLogin } from '../factories/external-login.ts';
import { authenticatorAt } from '../factories/passkey.ts';
import { sourcesWith } from '../factories/sources.ts';
import { authenticator, proofOf, setUpApp, whileConfirmed } from '../factories/staff.ts';

// Somebody opens an account on an address, and the owner of its mailbox proves it: what of the opener's still opens the account (decision 089).

const { db, close } = await freshDatabase();
const { brand } = await loadBrand('butaca');
const asking = (secondFactor: 'offered' | 'required') => ({
  ...brand,
  login: {
    ...brand.login,
    external: { name: 'Mi Club', updateData: 'https://club.example/datos' },
    staff: { ...brand.login.staff, secondFactor },
  },
});
const world = await externalLogin(db, { brand: asking('offered') });
const { app } = world;
const required = await customersApp(db, { brand: asking('required') });
afterAll(async () => {
  await world.close();
  await required.close();
  await close();
});
beforeEach(() => db`delete from login_throttle`);

const NEW = 'Candilejas2027';

interface Account {
  readonly email: string;
  readonly id: string;
  /** Of the opener's session. */
  readonly token: string;
}
type Kind = 'customer' | 'external' | 'staff';

const setConfirmed = (id: string, isConfirmed: boolean) =>
  db`update customer set email_confirmed_at = ${isConfirmed ? '2026-01-01T00:00:00Z' : null}::timestamptz where id = ${id}`;
const idOf = async (email: string) => (await db<{ id: string }[]>`select id from customer where email = ${email}`)[0]?.id ?? '';

/** Who opened an account by an external login; the provider never vouched for the address, and knows the person by another one. */
const openers = new Map<string, ReturnType<typeof aMember>>();

async function anAccount(kind: Kind, isConfirmed: boolean): Promise<Account> {
  const { email } = signUpForm();
  if (kind === 'external') {
    const opener = aMember({ isEmailVerified: false });
    const { token } = answerOf(await world.browser().logIn(opener));
    const id = await idOf(opener.email);
    await db`update customer set email = ${email} where id = ${id}`;
    await setConfirmed(id, isConfirmed);
    openers.set(id, opener);
    return { email, id, token };
  }
  const { token } = answerOf(await visitorAt(app).signUp(signUpForm({ email })));
  const id = await idOf(email);
  await setConfirmed(id, isConfirmed);
  if (kind === 'staff') await db`update customer set role = 'box-office' where id = ${id}`;
  return { email, id, token };
}

/** The code that was mailed for a request, or for the one that shares its code with it; one that is wrong where none was mailed. */
async function codeOf(requestId: string): Promise<string> {
  const [row] = await db<{ id: string }[]>`select coalesce(shared_code_id, id) as id from mail_code where id = ${requestId}`;
  return (await codeMailOf({ db, secret: SECRET }, row?.id ?? ''))?.code ?? '0'.repeat(8);
}
const newestId = async (table: 'log_in_link' | 'mail_code', id: string) =>
  (await db<{ id: string }[]>`select id from ${db(table)} where customer_id = ${id} order by created_at desc limit 1`)[0]?.id ?? '';
/** A link that was mailed to this account, and the browser that asked for it. */
async function linkTo({ email, id }: Account) {
  const jar = new Map<string, string>();
  await clientOf(app, { jar }).ok(askForLink, { body: { email } });
  const mail = await linkMailOf({ db, secret: SECRET }, await newestId('log_in_link', id));
  return { jar, link: mail?.link ?? `${'A'.repeat(22)}.${'A'.repeat(43)}` };
}
const passkeysOf = async (id: string) =>
  (await db<{ id: string }[]>`select id from passkey where customer_id = ${id}`).map((row) => row.id);

async function recover({ email, id }: Account, keptPasskeys?: 'all') {
  const { requestId } = await clientOf(app).ok(askRecoveryCode, { body: { email } });
  const kept = keptPasskeys && { keptPasskeys: await passkeysOf(id) };
  return resultOf(
    await clientOf(app).call(recoverPassword, { body: { requestId, code: await codeOf(requestId), password: NEW, ...kept } }),
  );
}
const change = async ({ token, id }: Account, keptPasskeys?: 'all') =>
  resultOf(
    await clientOf(app, { token }).call(changePassword, {
      body: { current: PASSWORD, password: NEW, ...(keptPasskeys && { keptPasskeys: await passkeysOf(id) }) },
    }),
  );

/** An order of the account whose mail did not arrive, so that a code for its mailbox can be asked for. */
async function anUndeliveredOrder(customerId: string, address: string): Promise<string> {
  const purchaseId = randomId();
  await db`
    insert into purchase (id, customer_id, channel, started_at, deadline, delivery_type_id)
    values (${purchaseId}, ${customerId}, 'online', now(), now() + interval '10 minutes', 1)`;
  await recordUndelivered(db, {
    ...{ task: 'tell-of-pending', payload: { purchaseId, reference: 'R1', news: 'waiting' }, about: `${purchaseId}.R1`, purchaseId },
    ...{ address, refused: true, reason: 'full', code: 552, answer: null },
  });
  return purchaseId;
}

/** What proves who the account belongs to; each answers how it ended. */
const proofs = {
  link: async (account: Account) => {
    const { jar, link } = await linkTo(account);
    return resultOf(await clientOf(app, { jar }).call(logInWithLink, { body: { link } }));
  },
  recovery: (account: Account) => recover(account),
  'recovery that keeps the passkeys': (account: Account) => recover(account, 'all'),
  external: async ({ email }: Account) => resultOf(await world.browser().logIn(aMember({ email }))),
  'code in an open session': async ({ token, id }: Account) => {
    const client = clientOf(app, { token });
    await client.ok(sendAddressCode, {});
    const code = await codeOf(await newestId('mail_code', id));
    return resultOf(await client.call(confirmAddress, { body: { code } }));
  },
  'code of an order in an open session': async ({ token, id, email }: Account) => {
    const client = clientOf(app, { token });
    const params = { orderId: await anUndeliveredOrder(id, email) };
    await client.ok(sendMailboxCode, { params, body: { email } });
    const code = await codeOf(await newestId('mail_code', id));
    return resultOf(await client.call(correctMailbox, { params, body: { email, code } }));
  },
  'change of password': (account: Account) => change(account),
  'change of password that keeps the passkeys': (account: Account) => change(account, 'all'),
};
type Proof = keyof typeof proofs;
const proofNames = Object.keys(proofs) as Proof[];

/** The files that confirm an address, and the proof above that each serves. */
const confirming: Readonly<Record<string, Proof>> = {
  'customers/sign-in/links.ts': 'link',
  'customers/recover-password.ts': 'recovery',
  'customers/external/log-in.ts': 'external',
  'customers/mail-codes.ts': 'code in an open session',
  // For another mailbox: what that ends is in customers-change-email.test.ts.
  'customers/email-change-routes.ts': 'code in an open session',
  'mailboxes/correct-mailbox.ts': 'code of an order in an open session',
};

interface Way {
  /** Calls that open a session by it. */
  readonly calls: readonly Endpoint[];
  readonly of?: Kind;
  /** Open to a confirmed address alone. */
  readonly needsConfirmed?: true;
  /** Makes it ready before the proof; answers whether it opens the account. */
  readonly prepare: (account: Account) => Promise<() => Promise<boolean>>;
  /** The proofs after which it still opens an account whose address was never confirmed, and one whose address was. */
  readonly outlives: { readonly never: readonly Proof[]; readonly confirmed: readonly Proof[] };
}

const CHANGES: readonly Proof[] = ['change of password', 'change of password that keeps the passkeys'];
const INSIDE = ['code in an open session', 'code of an order in an open session'] as const satisfies readonly Proof[];
const RECOVERIES: readonly Proof[] = ['recovery', 'recovery that keeps the passkeys'];
const isOk = async (outcome: PromiseLike<{ status: string; failure?: string }>) => resultOf(await outcome) === 'ok';
const isOpen = (token: string) => isOk(clientOf(app, { token }).call(getCustomer, {}));

/** A member of staff with an app, and a log-in that waits for its code. */
async function halfMade({ token, email, id }: Account) {
  const { proof } = await clientOf(app, { token }).ok(openSecurity, { body: { password: PASSWORD } });
  const { phone, recoveryCodes = [] } = await whileConfirmed(db, id, () => setUpApp(app, proof));
  return { phone, recoveryCodes, ...(await proofOf(app, { email, password: PASSWORD })) };
}
const complete = (proof: string, code: string) => isOk(clientOf(app).call(giveSecondFactor, { body: { proof, code } }));
/** Staff get no link and do not log in at a provider. */
const ofStaff = { never: ['link', 'external', ...INSIDE], confirmed: ['link', 'external', ...INSIDE] } as const;

const ways: Readonly<Record<string, Way>> = {
  'the sign-up, once more': {
    calls: [signUp],
    prepare:
      async ({ email }) =>
      async () =>
        isOk(visitorAt(app).signUp(signUpForm({ email }))),
    outlives: { never: [], confirmed: [] },
  },
  password: {
    calls: [logIn],
    prepare:
      async ({ email }) =>
      async () =>
        isOk(visitorAt(app).logIn(email)),
    outlives: { never: [...INSIDE], confirmed: ['link', 'external', ...INSIDE] },
  },
  'the session that is used': {
    calls: [],
    prepare:
      async ({ token }) =>
      () =>
        isOpen(token),
    outlives: { never: [...INSIDE, ...CHANGES], confirmed: ['link', 'external', ...INSIDE, ...CHANGES] },
  },
  'another session': {
    calls: [],
    prepare: async ({ email }) => {
      const { token } = answerOf(await visitorAt(app).logIn(email));
      return () => isOpen(token);
    },
    outlives: { never: [...INSIDE], confirmed: ['link', 'external', ...INSIDE] },
  },
  passkey: {
    calls: [logInWithPasskey],
    prepare: async ({ token }) => {
      const device = authenticatorAt(world.origin);
      const owner = clientOf(app, { token });
      const { passkeyOptions } = await owner.ok(startPasskey, {});
      await owner.ok(addPasskey, { body: { passkey: device.register(passkeyOptions), name: 'Teléfono' } });
      return async () => {
        const asked = await clientOf(app).ok(startPasskeyLogIn, {});
        return isOk(clientOf(app).call(logInWithPasskey, { body: { passkey: device.sign(asked.passkeyOptions) } }));
      };
    },
    outlives: {
      never: [...INSIDE, 'change of password that keeps the passkeys'],
      confirmed: ['link', 'external', ...INSIDE, 'recovery that keeps the passkeys', 'change of password that keeps the passkeys'],
    },
  },
  'remembered device': {
    calls: [logInWithDevice],
    prepare: async ({ email }) => {
      const jar = new Map<string, string>();
      answerOf(await visitorAt(app, { jar }).logIn(email, PASSWORD, { remember: true }));
      return () => isOk(clientOf(app, { jar }).call(logInWithDevice, {}));
    },
    outlives: { never: [...INSIDE], confirmed: ['link', 'external', ...INSIDE] },
  },
  'link that was mailed before': {
    calls: [logInWithLink],
    prepare: async (account) => {
      const { jar, link } = await linkTo(account);
      return () => isOk(clientOf(app, { jar }).call(logInWithLink, { body: { link } }));
    },
    // It lies in the mailbox; the first link that is followed uses up all.
    outlives: { never: [...INSIDE, ...CHANGES], confirmed: ['external', ...INSIDE, ...CHANGES, ...RECOVERIES] },
  },
  'code to recover that was mailed before': {
    calls: [],
    prepare: async ({ email }) => {
      const { requestId } = await clientOf(app).ok(askRecoveryCode, { body: { email } });
      const code = await codeOf(requestId);
      return () => isOk(clientOf(app).call(recoverPassword, { body: { requestId, code, password: 'Bambalinas2027' } }));
    },
    // Two recoveries within a minute share a code, which counts once.
    outlives: { never: [...INSIDE, ...CHANGES], confirmed: ['link', 'external', ...INSIDE, ...CHANGES] },
  },
  'external login': {
    calls: [logInExternally],
    of: 'external',
    prepare:
      async ({ id, email }) =>
      async () => {
        const outcome = await world.browser().logIn(openers.get(id) ?? aMember());
        return outcome.status === 'ok' && outcome.data.user.email === email;
      },
    // One that has a confirmed address belongs to the provider: mail opens it no more than another person of the provider does.
    outlives: { never: [...INSIDE, ...CHANGES], confirmed: proofNames },
  },
  'log-in that waits for a second factor': {
    calls: [giveSecondFactor],
    of: 'staff',
    prepare: async (account) => {
      const { proof, phone } = await halfMade(account);
      return () => complete(proof, phone.code(1));
    },
    outlives: ofStaff,
  },
  'log-in that waits for a second factor, with a recovery code': {
    calls: [giveSecondFactor],
    of: 'staff',
    prepare: async (account) => {
      const { proof, recoveryCodes } = await halfMade(account);
      return () => complete(proof, recoveryCodes[0] ?? '');
    },
    outlives: ofStaff,
  },
  'log-in that sets up its first factor': {
    calls: [confirmEnrolment],
    of: 'staff',
    needsConfirmed: true,
    prepare: async ({ email, id }) => {
      const { proof } = await proofOf(required, { email, password: PASSWORD });
      const { totp } = await whileConfirmed(db, id, () => clientOf(required).ok(startEnrolment, { body: { proof, kind: 'totp' } }));
      const code = authenticator(totp?.secret ?? '').code();
      return () => isOk(clientOf(required).call(confirmEnrolment, { body: { proof, name: 'Teléfono', code } }));
    },
    outlives: { ...ofStaff, never: [...INSIDE] },
  },
};

const each = Object.entries(ways);
describe.each(proofNames)('%s', (proof) => {
  test.each(each)('%s: whether it opens an account that was never confirmed (CA-019, CA-020, CA-085)', async (_, way) => {
    const account = await anAccount(way.of ?? 'customer', false);
    const opens = await way.prepare(account);
    await proofs[proof](account);
    expect(await opens()).toBe(way.outlives.never.includes(proof));
  });

  test.each(each)('%s: whether it opens an account that was confirmed before', async (_, way) => {
    const account = await anAccount(way.of ?? 'customer', true);
    const opens = await way.prepare(account);
    await proofs[proof](account);
    expect(await opens()).toBe(way.outlives.confirmed.includes(proof));
  });
});

test.each(each.filter(([name]) => name !== 'the sign-up, once more'))('%s opens the account while nothing was proved', async (_, way) => {
  for (const isConfirmed of [false, true]) {
    const opens = await way.prepare(await anAccount(way.of ?? 'customer', isConfirmed));
    expect(await opens()).toBe(isConfirmed || !way.needsConfirmed);
  }
});

test.each(proofNames)('%s is accepted, and confirms the address unless only a password is changed', async (proof) => {
  for (const isConfirmed of [false, true]) {
    const account = await anAccount('customer', isConfirmed);
    expect(await proofs[proof](account)).toBe('ok');
    const [row] = await db`select email_confirmed_at is not null as confirmed from customer where id = ${account.id}`;
    expect(row).toEqual({ confirmed: isConfirmed || !CHANGES.includes(proof) });
  }
});

test('every call whose answer opens a session is a way in of this table', () => {
  const listed = each.flatMap(([, { calls }]) => calls);
  const opening = callsThatOpenSessions();
  expect(new Set(listed)).toEqual(new Set(opening));
  expect(opening).toHaveLength(8);
});

test('an address is confirmed by one function, and whatever calls it is a proof of this table', async () => {
  const callers = await sourcesWith(/\b(?:proveMailbox|confirmInside)\(/);
  expect(callers.filter((file) => file !== 'customers/prove-mailbox.ts')).toEqual(Object.keys(confirming).toSorted());
  expect(Object.values(confirming).every((proof) => proofNames.includes(proof))).toBe(true);
  // The first and the last write an account that did not exist before; that of the last is made by who runs the installation.
  const writers = await sourcesWith(/email_confirmed_at = (?!null)/, /insert into customer \([^)]*email_confirmed_at/);
  expect(writers).toEqual(['customers/external/queries.ts', 'customers/queries-mailbox.ts', 'customers/queries-staff-accounts.ts']);
});

test('the owner of a mailbox sets a password by recovery after a link took the opener’s, and logs in', async () => {
  const account = await anAccount('customer', false);
  expect(await proofs.link(account)).toBe('ok');
  expect(resultOf(await visitorAt(app).logIn(account.email))).toBe('wrong_credentials');
  expect(await recover(account)).toBe('ok');
  expect(resultOf(await visitorAt(app).logIn(account.email, NEW))).toBe('ok');
});

test('an account without a password is logged in by further links, keeps its sessions, reads its data and changes no password', async () => {
  const account = await anAccount('customer', false);
  await proofs.link(account);
  const { jar, link } = await linkTo(account);
  const { token } = answerOf(await clientOf(app, { jar }).call(logInWithLink, { body: { link } }));
  const own = clientOf(app, { token });
  expect(await own.ok(getCustomer, {})).toMatchObject({ email: account.email, isEmailConfirmed: true });
  expect(resultOf(await own.call(changePassword, { body: { current: PASSWORD, password: NEW } }))).toBe('wrong_credentials');
  expect(resultOf(await visitorAt(app).signUp(signUpForm({ email: account.email })))).toBe('email_taken');
  expect(await isOpen(token)).toBe(true);
});

test('a second factor ends with the first recovery of an address that was never confirmed, and outlives every later one', async () => {
  const count = async ({ id }: Account) =>
    (
      await db`
        select (select count(*)::int from second_factor where customer_id = ${id}) as factors,
               (select count(*)::int from recovery_code where customer_id = ${id}) as codes`
    )[0];
  const [never, before] = [await anAccount('staff', false), await anAccount('staff', true)];
  for (const account of [never, before]) {
    await halfMade(account);
    expect(await recover(account)).toBe('ok');
  }
  expect(await count(never)).toEqual({ factors: 0, codes: 0 });
  expect(await count(before)).toEqual({ factors: 1, codes: 10 });
});

/** An account with two passkeys, and a request to recover it. */
async function recovering(isConfirmed: boolean) {
  const account = await anAccount('customer', isConfirmed);
  const prepare = (ways.passkey as Way).prepare;
  const opens = [await prepare(account), await prepare(account)] as const;
  const { requestId } = await clientOf(app).ok(askRecoveryCode, { body: { email: account.email } });
  return { account, opens, requestId, code: await codeOf(requestId) };
}
const list = (requestId: string, code: string) => clientOf(app).call(listRecoveryPasskeys, { body: { requestId, code } });

test('who recovers an account sees its passkeys by name, creation and last use, and keeps the ones that they choose (CA-020)', async () => {
  const { account, opens, requestId, code } = await recovering(true);
  expect(await opens[0]()).toBe(true);
  const { passkeys } = answerOf(await list(requestId, code));
  expect(passkeys).toEqual([
    { id: expect.any(String), name: 'Teléfono', createdAt: expect.any(Number), usedAt: expect.any(Number) },
    { id: expect.any(String), name: 'Teléfono', createdAt: expect.any(Number) },
  ]);
  const keptPasskeys = [passkeys[1]?.id ?? ''];
  answerOf(await clientOf(app).call(recoverPassword, { body: { requestId, code, password: NEW, keptPasskeys } }));
  expect([await opens[0](), await opens[1]()]).toEqual([false, true]);
  expect(await passkeysOf(account.id)).toEqual(keptPasskeys);
});

test('no passkey of an account that was never confirmed is listed', async () => {
  const { requestId, code } = await recovering(false);
  expect(answerOf(await list(requestId, code)).passkeys).toEqual([]);
});

test('a wrong code lists nothing and costs a try; the right one costs none, and is still good for the recovery', async () => {
  const { requestId, code } = await recovering(true);
  const wrong = code === '00000000' ? '00000001' : '00000000';
  for (let time = 0; time < 4; time += 1) expect(resultOf(await list(requestId, wrong))).toBe('wrong_code');
  for (let time = 0; time < 3; time += 1) expect(resultOf(await list(requestId, code))).toBe('ok');
  expect(resultOf(await clientOf(app).call(recoverPassword, { body: { requestId, code, password: NEW } }))).toBe('ok');
  expect(resultOf(await list(requestId, code))).toBe('wrong_code');

  const guessed = await recovering(true);
  const guesses = await Promise.all(Array.from({ length: 8 }, () => list(guessed.requestId, wrong)));
  expect(guesses.map(resultOf)).toEqual(Array(8).fill('wrong_code'));
  expect(resultOf(await list(guessed.requestId, guessed.code))).toBe('wrong_code');
  expect(resultOf(await list('A'.repeat(22), code))).toBe('wrong_code');
});

test('ids of another person’s passkeys keep none and remove none', async () => {
  const [mine, theirs] = [await recovering(true), await recovering(true)];
  const keptPasskeys = await passkeysOf(theirs.account.id);
  const { requestId, code } = mine;
  answerOf(await clientOf(app).call(recoverPassword, { body: { requestId, code, password: NEW, keptPasskeys } }));
  expect(await passkeysOf(mine.account.id)).toEqual([]);
  expect(await passkeysOf(theirs.account.id)).toEqual(keptPasskeys);
});

test('a recovery and a link prove one account each; a neighbour keeps every way in', async () => {
  const neighbour = await anAccount('customer', false);
  const opens = await Promise.all(
    ['password', 'passkey', 'remembered device', 'another session'].map((name) => (ways[name] as Way).prepare(neighbour)),
  );
  await proofs.link(await anAccount('customer', false));
  await proofs.recovery(await anAccount('customer', false));
  expect(await Promise.all(opens.map((open) => open()))).toEqual([true, true, true, true]);
});
