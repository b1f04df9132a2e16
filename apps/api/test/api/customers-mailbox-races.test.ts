import { loadBrand } from '@butaca/brand/load';
import {
  addPasskey,
  addPhone,
  askForLink,
  askRecoveryCode,
  confirmEnrolment,
  getCustomer,
  giveSecondFactor,
  logInWithDevice,
  logInWithLink,
  logInWithPasskey,
  MARKETING_VERSION,
  openSecurity,
  recoverPassword,
  requestExport,
  setMarketing,
  startEnrolment,
  startPasskey,
  startPasskeyLogIn,
} from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { codeMailOf, linkMailOf } from '../../src/customers/index.ts';
import { rememberDevice } from '../../src/customers/sign-in/devices.ts';
import { freshDatabase } from '../database.ts';
import { answerOf, clientOf } from '../factories/client.ts';
import { customersApp, PASSWORD, SECRET, signUpForm, visitorAt } from '../factories/customers.ts';
import { inOrder } from '../factories/in-order.ts';
import { authenticatorAt } from '../factories/passkey.ts';
import { authenticator, proofOf, setUpApp, whileConfirmed } from '../factories/staff.ts';

// The opener of an account does something at the moment when the owner of the mailbox proves it: nothing of that opens the account afterwards.

const { db, close } = await freshDatabase();
const { brand } = await loadBrand('butaca');
const app = await customersApp(db, {
  brand: { ...brand, login: { ...brand.login, staff: { ...brand.login.staff, secondFactor: 'offered' } } },
});
afterAll(async () => {
  await app.close();
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

/** Mails a link and answers what follows it. */
async function byLink({ email, id }: Account) {
  const jar = new Map<string, string>();
  await clientOf(app, { jar }).ok(askForLink, { body: { email } });
  const [row] = await db<{ id: string }[]>`select id from log_in_link where customer_id = ${id}`;
  const link = (await linkMailOf({ db, secret: SECRET }, row?.id ?? ''))?.link ?? '';
  return () => clientOf(app, { jar }).ok(logInWithLink, { body: { link } });
}

async function byRecovery({ email }: Account) {
  const { requestId } = await clientOf(app).ok(askRecoveryCode, { body: { email } });
  const { code = '' } = (await codeMailOf({ db, secret: SECRET }, requestId)) ?? {};
  return () => clientOf(app).ok(recoverPassword, { body: { requestId, code, password: NEW } });
}

const proofs = { link: byLink, recovery: byRecovery };

/** What the opener does; it answers the token of the session that it opened, if any. */
type Act = () => Promise<string | undefined>;
const tokenOf = (outcome: { status: string; data?: unknown }) => (outcome.data as { token?: string } | undefined)?.token;

const registered = async ({ token }: Account, device = authenticatorAt()) => {
  const owner = clientOf(app, { token });
  const { passkeyOptions } = await owner.ok(startPasskey, {});
  return { device, add: () => owner.call(addPasskey, { body: { passkey: device.register(passkeyOptions), name: 'Teléfono' } }) };
};

const acts: Readonly<Record<string, (account: Account) => Promise<Act>>> = {
  'a log-in by password':
    async ({ email }) =>
    async () =>
      tokenOf(await visitorAt(app).logIn(email)),
  'a log-in by passkey': async (account) => {
    const { device, add } = await registered(account);
    answerOf(await add());
    const { passkeyOptions } = await clientOf(app).ok(startPasskeyLogIn, {});
    const passkey = device.sign(passkeyOptions);
    return async () => tokenOf(await clientOf(app).call(logInWithPasskey, { body: { passkey } }));
  },
  'a log-in by a remembered device': async ({ email }) => {
    const jar = new Map<string, string>();
    answerOf(await visitorAt(app, { jar }).logIn(email, PASSWORD, { remember: true }));
    return async () => tokenOf(await clientOf(app, { jar }).call(logInWithDevice, {}));
  },
  'adding a passkey': async (account) => {
    const { add } = await registered(account);
    return async () => {
      await add();
      return undefined;
    };
  },
  'remembering a device':
    async ({ id }) =>
    async () => {
      const [session] = await db<{ id: string }[]>`select id from session where customer_id = ${id} order by created_at limit 1`;
      await rememberDevice(db, { sessionId: session?.id ?? '', before: null });
      return undefined;
    },
  'adding a phone':
    async ({ token }) =>
    () =>
      inSession(token, (owner) => owner.call(addPhone, { body: { type: 'mobile', number: '011 4444-0199', preferred: true } })),
  'agreeing to news':
    async ({ token }) =>
    () =>
      inSession(token, (owner) => owner.call(setMarketing, { body: { given: true, textVersion: MARKETING_VERSION } })),
  'asking for a file of the data':
    async ({ token }) =>
    () =>
      inSession(token, (owner) => owner.call(requestExport, {})),
};

async function inSession(token: string, act: (owner: ReturnType<typeof clientOf>) => Promise<unknown>): Promise<undefined> {
  await act(clientOf(app, { token }));
}

const staffActs: Readonly<Record<string, (account: Account) => Promise<Act>>> = {
  'the second factor of a log-in': async ({ token, email, id }) => {
    const { proof: open } = await clientOf(app, { token }).ok(openSecurity, { body: { password: PASSWORD } });
    const { phone } = await whileConfirmed(db, id, () => setUpApp(app, open));
    const { proof } = await proofOf(app, { email, password: PASSWORD });
    return async () => {
      const outcome = await clientOf(app).call(giveSecondFactor, { body: { proof, code: phone.code(1) } });
      return outcome.status === 'ok' ? outcome.data.session?.token : undefined;
    };
  },
  'the password of a log-in that asks for a second factor': async ({ token, email, id }) => {
    const { proof } = await clientOf(app, { token }).ok(openSecurity, { body: { password: PASSWORD } });
    await whileConfirmed(db, id, () => setUpApp(app, proof));
    return async () => tokenOf(await visitorAt(app).logIn(email));
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
             (select count(*)::int from customer_phone where customer_id = ${id}) as phones,
             (select count(*)::int from marketing_consent where customer_id = ${id}) as consents,
             (select count(*)::int from data_export where customer_id = ${id}) as exports`
  )[0];
const none = { passkeys: 0, devices: 0, factors: 0, proofs: 0, phones: 0, consents: 0, exports: 0 };

const cases = [
  ...Object.entries(acts).flatMap(([name, prepare]) => [
    { name, prepare, proof: 'link', isStaff: false } as const,
    { name, prepare, proof: 'recovery', isStaff: false } as const,
  ]),
  ...Object.entries(staffActs).map(([name, prepare]) => ({ name, prepare, proof: 'recovery', isStaff: true }) as const),
];

async function prepared({ prepare, proof, isStaff }: (typeof cases)[number]) {
  const account = await anAccount();
  if (isStaff) await db`update customer set role = 'box-office' where id = ${account.id}`;
  const act = await prepare(account);
  return { account, act, prove: await proofs[proof](account) };
}

async function expectNothingLeft(account: Account, token: unknown) {
  if (typeof token === 'string') expect((await clientOf(app, { token }).call(getCustomer, {})).status).toBe('unauthorised');
  expect(await waysLeft(account)).toEqual(none);
}

test.each(cases)('$name that is under way when a $proof proves the mailbox opens nothing', async (given) => {
  const { account, act, prove } = await prepared(given);
  // Both sides need the customer's row: a session refers to it.
  const [token] = await inOrder(db, (tx) => tx`select from customer where id = ${account.id} for update`, [act, prove]);
  await expectNothingLeft(account, token);
});

test.each(cases)('$name that comes while a $proof is under way opens nothing', async (given) => {
  const { account, act, prove } = await prepared(given);
  // The phone of the sign-up goes with the proof, after the ways in.
  const [, token] = await inOrder(db, (tx) => tx`select from customer_phone where customer_id = ${account.id} for update`, [prove, act]);
  await expectNothingLeft(account, token);
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

test('a log-out on a remembered device and a proof at once both end', async () => {
  for (let time = 0; time < 5; time += 1) {
    const account = await anAccount();
    const jar = new Map<string, string>();
    const { token } = answerOf(await visitorAt(app, { jar }).logIn(account.email, PASSWORD, { remember: true }));
    const prove = await byLink(account);
    const revoke = db`update session set revoked_at = clock_timestamp() where customer_id = ${account.id} and revoked_at is null`;
    await Promise.all([prove(), revoke]);
    await expectNothingLeft(account, token);
  }
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
