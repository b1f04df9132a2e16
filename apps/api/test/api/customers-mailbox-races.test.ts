import { loadBrand } from '@butaca/brand/load';
import {
  addPasskey,
  addPhone,
  askForLink,
  askRecoveryCode,
  confirmEnrolment,
  type Endpoint,
  getCustomer,
  giveSecondFactor,
  logIn,
  logInExternally,
  logInWithDevice,
  logInWithLink,
  logInWithPasskey,
  logOut,
  marketingVersions,
  openSecurity,
  recoverPassword,
  requestExport,
  setMarketing,
  signUp,
  startEnrolment,
  startPasskey,
  startPasskeyLogIn,
} from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { codeMailOf, linkMailOf } from '../../src/customers/index.ts';
import { rememberDevice } from '../../src/customers/sign-in/devices.ts';
import type { Tx } from '../../src/db/connect.ts';
import { freshDatabase } from '../database.ts';
import { callsThatOpenSessions } from '../factories/api-document.ts';
import { answerOf, clientOf } from '../factories/client.ts';
import { PASSWORD, SECRET, signUpForm, visitorAt } from '../factories/customers.ts';
import { aMember, externalLogin } from '../factories/external-login.ts';
import { inOrder } from '../factories/in-order.ts';
import { authenticatorAt } from '../factories/passkey.ts';
import { sourcesWith } from '../factories/sources.ts';
import { authenticator, proofOf, setUpApp, whileConfirmed } from '../factories/staff.ts';

// The opener of an account does something at the moment when the owner of the mailbox proves it: nothing of that opens the account afterwards.

const { db, close } = await freshDatabase();
const { brand } = await loadBrand('butaca');
const external = { name: 'Mi Club', updateData: 'https://club.example/datos' };
const login = { ...brand.login, external, staff: { ...brand.login.staff, secondFactor: 'offered' as const } };
const world = await externalLogin(db, { brand: { ...brand, login } });
const { app } = world;
afterAll(async () => {
  await world.close();
  await close();
});
beforeEach(() => db`delete from login_throttle`);

const NEW = 'Candilejas2027';

interface Account {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

async function anAccount(): Promise<Account> {
  const { email, ...form } = signUpForm();
  const { token } = answerOf(await visitorAt(app).signUp({ email, ...form }));
  const [row] = await db<{ id: string }[]>`select id from customer where email = ${email}`;
  return { id: row?.id ?? '', email, token };
}

/** A link that was mailed to this account, and the browser that asked for it. */
async function linkTo({ email, id }: Account) {
  const jar = new Map<string, string>();
  await clientOf(app, { jar }).ok(askForLink, { body: { email } });
  const [row] = await db<{ id: string }[]>`select id from log_in_link where customer_id = ${id} order by created_at desc limit 1`;
  return { jar, link: (await linkMailOf({ db, secret: SECRET }, row?.id ?? ''))?.link ?? '' };
}

async function byLink(account: Account) {
  const { jar, link } = await linkTo(account);
  return () => clientOf(app, { jar }).ok(logInWithLink, { body: { link } });
}

async function byRecovery({ email }: Account) {
  const { requestId } = await clientOf(app).ok(askRecoveryCode, { body: { email } });
  const { code = '' } = (await codeMailOf({ db, secret: SECRET }, requestId)) ?? {};
  return () => clientOf(app).ok(recoverPassword, { body: { requestId, code, password: NEW } });
}

/** Logs in as somebody for whose address the provider vouches, as far as the way back from there. */
async function byProvider({ email }: Account) {
  const browser = world.browser();
  const back = await browser.comeBack(aMember({ email }));
  return async () => answerOf(await browser.exchange(back));
}

/** By the files that call `proveMailbox`. */
const proofs = {
  'customers/sign-in/links.ts': { name: 'link', prepare: byLink },
  'customers/recover-password.ts': { name: 'recovery', prepare: byRecovery },
  'customers/external/log-in.ts': { name: 'external login', prepare: byProvider },
} as const;
type Proof = (typeof proofs)[keyof typeof proofs];

/** What the opener does; it answers the token of the session that it opened, if any. */
type Act = () => Promise<string | undefined>;
interface Way {
  /** The call that opens a session by it. */
  readonly call?: Endpoint;
  /** It is a proof itself: it opens the account when it comes first, and two in one process share a batch. */
  readonly isProof?: boolean;
  /** For which row of the account it waits when it comes first; `customer` where it is left out. */
  readonly waitsFor?: 'known_device';
  readonly prepare: (account: Account) => Promise<Act>;
}
const tokenOf = (outcome: { status: string; data?: unknown }) => (outcome.data as { token?: string } | undefined)?.token;

const registered = async ({ token }: Account, device = authenticatorAt(world.origin)) => {
  const owner = clientOf(app, { token });
  const { passkeyOptions } = await owner.ok(startPasskey, {});
  return { device, add: () => owner.call(addPasskey, { body: { passkey: device.register(passkeyOptions), name: 'Teléfono' } }) };
};

const acts: Readonly<Record<string, Way>> = {
  'a log-in by password': {
    call: logIn,
    prepare:
      async ({ email }) =>
      async () =>
        tokenOf(await visitorAt(app).logIn(email)),
  },
  'a log-in by passkey': {
    call: logInWithPasskey,
    prepare: async (account) => {
      const { device, add } = await registered(account);
      answerOf(await add());
      const { passkeyOptions } = await clientOf(app).ok(startPasskeyLogIn, {});
      const passkey = device.sign(passkeyOptions);
      return async () => tokenOf(await clientOf(app).call(logInWithPasskey, { body: { passkey } }));
    },
  },
  'a log-in by a remembered device': {
    call: logInWithDevice,
    prepare: async ({ email }) => {
      const jar = new Map<string, string>();
      answerOf(await visitorAt(app, { jar }).logIn(email, PASSWORD, { remember: true }));
      return async () => tokenOf(await clientOf(app, { jar }).call(logInWithDevice, {}));
    },
  },
  'a log-in by an older link': {
    call: logInWithLink,
    isProof: true,
    prepare: async (account) => {
      const { jar, link } = await linkTo(account);
      return async () => tokenOf(await clientOf(app, { jar }).call(logInWithLink, { body: { link } }));
    },
  },
  'an external login': {
    call: logInExternally,
    prepare: async ({ id, email }) => {
      const opener = aMember({ isEmailVerified: false });
      await db`
        insert into external_identity (issuer, subject, customer_id) values (${world.issuer}, ${world.identity.remember(opener)}, ${id})`;
      const browser = world.browser();
      const back = await browser.comeBack(opener);
      return async () => {
        const outcome = await browser.exchange(back);
        // Who has lost the account gets another one, of the address that the provider knows them by.
        return outcome.status === 'ok' && outcome.data.user.email === email ? outcome.data.token : undefined;
      };
    },
  },
  'a log-out on a remembered device': {
    waitsFor: 'known_device',
    prepare: async ({ email }) => {
      const jar = new Map<string, string>();
      const { token } = answerOf(await visitorAt(app, { jar }).logIn(email, PASSWORD, { remember: true }));
      return async () => {
        await clientOf(app, { token, jar }).ok(logOut, {});
        return token;
      };
    },
  },
  'adding a passkey': {
    prepare: async (account) => {
      const { add } = await registered(account);
      return async () => {
        await add();
        return undefined;
      };
    },
  },
  'remembering a device': {
    prepare:
      async ({ id }) =>
      async () => {
        const [session] = await db<{ id: string }[]>`select id from session where customer_id = ${id} order by created_at limit 1`;
        await rememberDevice(db, { sessionId: session?.id ?? '', before: null });
        return undefined;
      },
  },
  'adding a phone': {
    prepare:
      async ({ token }) =>
      () =>
        inSession(token, (owner) => owner.call(addPhone, { body: { type: 'mobile', number: '011 4444-0199', preferred: true } })),
  },
  'agreeing to news': {
    prepare:
      async ({ token }) =>
      () =>
        inSession(token, (owner) => owner.call(setMarketing, { body: { given: true, textVersion: marketingVersions.es } })),
  },
  'asking for a file of the data': {
    prepare:
      async ({ token }) =>
      () =>
        inSession(token, (owner) => owner.call(requestExport, {})),
  },
};

async function inSession(token: string, act: (owner: ReturnType<typeof clientOf>) => Promise<unknown>): Promise<undefined> {
  await act(clientOf(app, { token }));
}

const sessionOf = (outcome: { status: string; data?: unknown }) =>
  (outcome.data as { session?: { token: string } } | undefined)?.session?.token;

const staffActs: Readonly<Record<string, Way>> = {
  'the second factor of a log-in': {
    call: giveSecondFactor,
    prepare: async ({ token, email, id }) => {
      const { proof: open } = await clientOf(app, { token }).ok(openSecurity, { body: { password: PASSWORD } });
      const { phone } = await whileConfirmed(db, id, () => setUpApp(app, open));
      const { proof } = await proofOf(app, { email, password: PASSWORD });
      return async () => sessionOf(await clientOf(app).call(giveSecondFactor, { body: { proof, code: phone.code(1) } }));
    },
  },
  'the password of a log-in that asks for a second factor': {
    prepare: async ({ token, email, id }) => {
      const { proof } = await clientOf(app, { token }).ok(openSecurity, { body: { password: PASSWORD } });
      await whileConfirmed(db, id, () => setUpApp(app, proof));
      return async () => tokenOf(await visitorAt(app).logIn(email));
    },
  },
};

/** Everything that could open the account but the session and the password of the proof, and what the opener must not leave there. */
const waysLeft = async ({ id }: Account) =>
  (
    await db`
      select (select count(*)::int from passkey where customer_id = ${id}) as passkeys,
             (select count(*)::int from known_device where customer_id = ${id} and revoked_at is null) as devices,
             (select count(*)::int from second_factor where customer_id = ${id}) as factors,
             (select count(*)::int from password_proof where customer_id = ${id}) as proofs,
             (select count(*)::int from external_identity where customer_id = ${id}) as identities,
             (select count(*)::int from customer_phone where customer_id = ${id}) as phones,
             (select count(*)::int from marketing_consent where customer_id = ${id}) as consents,
             (select count(*)::int from data_export where customer_id = ${id}) as exports`
  )[0];
const none = { passkeys: 0, devices: 0, factors: 0, proofs: 0, identities: 0, phones: 0, consents: 0, exports: 0 };

const cases = [
  ...Object.entries(acts).flatMap(([name, way]) =>
    Object.values(proofs)
      .filter((proof) => !way.isProof || proof.name !== 'link')
      .map((proof) => ({ name, way, proof, isStaff: false })),
  ),
  // Staff get no link and do not log in at a provider.
  ...Object.entries(staffActs).map(([name, way]) => ({ name, way, proof: proofs['customers/recover-password.ts'], isStaff: true })),
].map((each) => ({ ...each, by: each.proof.name }));

async function prepared({ way, proof, isStaff }: (typeof cases)[number]) {
  const account = await anAccount();
  if (isStaff) await db`update customer set role = 'box-office' where id = ${account.id}`;
  const act = await way.prepare(account);
  return { account, act, prove: await proof.prepare(account) };
}

async function expectNothingLeft(account: Account, token: unknown, proof: Proof = proofs['customers/sign-in/links.ts']) {
  if (typeof token === 'string') expect((await clientOf(app, { token }).call(getCustomer, {})).status).toBe('unauthorised');
  expect(await waysLeft(account)).toEqual({ ...none, identities: proof.name === 'external login' ? 1 : 0 });
}

test.each(cases.filter(({ way }) => !way.isProof))('$name that is under way at a proof by $by opens nothing', async (given) => {
  const { account, act, prove } = await prepared(given);
  // Both sides need the customer's row: a session refers to it. A log-out needs its device, and has locked its session by then.
  const hold = (tx: Tx) =>
    given.way.waitsFor === 'known_device'
      ? tx`select from known_device where customer_id = ${account.id} for update`
      : tx`select from customer where id = ${account.id} for update`;
  const [token] = await inOrder(db, hold, [act, prove]);
  await expectNothingLeft(account, token, given.proof);
});

test.each(cases)('$name that comes while a proof by $by is under way opens nothing', async (given) => {
  const { account, act, prove } = await prepared(given);
  // The phone of the sign-up goes with the proof, after the ways in.
  const [, token] = await inOrder(db, (tx) => tx`select from customer_phone where customer_id = ${account.id} for update`, [prove, act]);
  await expectNothingLeft(account, token, given.proof);
});

test('every call that opens a session and every proof from outside takes part in these races', async () => {
  const calls = [...Object.values(acts), ...Object.values(staffActs)].flatMap(({ call }) => call ?? []);
  // A sign-up opens an account of its own, and a factor is set up where the address is confirmed.
  expect(new Set([...calls, signUp, confirmEnrolment])).toEqual(new Set(callsThatOpenSessions()));
  const callers = await sourcesWith(/\bproveMailbox\(/);
  expect(callers.filter((file) => file !== 'customers/prove-mailbox.ts')).toEqual(Object.keys(proofs).toSorted());
});

test('setting up a second factor that comes while a recovery is under way sets up none', async () => {
  const account = await anAccount();
  await db`update customer set role = 'box-office', email_confirmed_at = now() where id = ${account.id}`;
  const { proof } = await clientOf(app, account).ok(openSecurity, { body: { password: PASSWORD } });
  const { totp } = await clientOf(app).ok(startEnrolment, { body: { proof, kind: 'totp' } });
  const body = { proof, name: 'Teléfono', code: authenticator(totp?.secret ?? '').code() };
  const [, setUp] = await inOrder(db, (tx) => tx`select from customer where id = ${account.id} for update`, [
    await byRecovery(account),
    () => clientOf(app).call(confirmEnrolment, { body }),
  ]);
  expect(setUp).toMatchObject({ failure: 'proof_over' });
  expect(await db`select from second_factor where customer_id = ${account.id}`).toEqual([]);
});

test('proofs of many accounts that come together share their statements, and each ends what was older in its own account alone', async () => {
  const people = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const account = await anAccount();
      const { device, add } = await registered(account);
      answerOf(await add());
      return { account, device, prove: await byLink(account) };
    }),
  );
  const [bystander, ...proving] = people;
  const opened = await Promise.all(proving.map(({ prove }) => prove()));
  expect(opened.map(({ user }) => user.email)).toEqual(proving.map(({ account }) => account.email));
  for (const [index, { account }] of proving.entries()) {
    expect(await waysLeft(account)).toEqual(none);
    expect((await clientOf(app, { token: opened[index]?.token }).call(getCustomer, {})).status).toBe('ok');
    expect((await clientOf(app, { token: account.token }).call(getCustomer, {})).status).toBe('unauthorised');
  }
  expect(bystander && (await waysLeft(bystander.account))).toEqual({ ...none, passkeys: 1, phones: 1 });
});
