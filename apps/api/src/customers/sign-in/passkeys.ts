import type { Brand } from '@butaca/brand';
import { type AnswerOf, type listPasskeys, Refusal } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { randomId } from '#db/random-id';
import { lockCustomer } from '../queries-account.ts';
import {
  authenticationOptions,
  type PasskeySite,
  registeredPasskey,
  registrationOptions,
  signingPasskey,
} from '../second-factor/passkeys.ts';
import { type OpenedSession, openSession, type SessionCustomer } from '../session.ts';
import { type AnsweredChallenge, newChallenge, readChallenge } from './challenges.ts';
import { deletePasskey, insertPasskey, passkeyOf, passkeysOf, useChallenge, usePasskey } from './queries-passkeys.ts';

export interface PasskeyWorld {
  readonly db: Db;
  readonly secret: string;
  readonly login: Brand['login'];
  readonly site: PasskeySite;
}

/** More than anybody has devices. */
const MOST_PASSKEYS = 20;

/** A challenge is for the log-in, or for a new passkey of one customer. */
const LOG_IN = 'log-in';
const registration = (customerId: string) => `registration ${customerId}`;

/** Any passkey of this site may answer: nothing is said about who has one. */
export async function passkeyLogInOptions({ secret, site }: PasskeyWorld): Promise<string> {
  const { text } = await authenticationOptions(site, { use: 'log-in', passkeys: [], challenge: newChallenge(secret, LOG_IN) });
  return text;
}

/** Remembers the challenge that was answered, when it is one of ours for this purpose. */
function challengeReader(secret: string, purpose: string) {
  let answered: AnsweredChallenge | null = null;
  return {
    expected(challenge: string) {
      answered = readChallenge(secret, purpose, challenge);
      return answered !== null;
    },
    /** Uses the challenge up, in the transaction of what was done with it. */
    async use(tx: Tx) {
      if (answered === null || !(await useChallenge(tx, answered))) throw new Refusal('passkey_refused');
    },
  };
}

/** Checks a passkey's answer and uses challenge and counter up, then does `work` in the same transaction. */
async function withPasskey<Result extends OpenedSession | undefined>(
  { db, secret, login, site }: PasskeyWorld,
  answer: string,
  work: (tx: Tx, customer: SessionCustomer) => Promise<Result>,
): Promise<Result> {
  const named = login.mode === 'EXTERNAL_LOGIN' ? null : readAnswer(answer);
  const known = named && (await passkeyOf(db, named.credentialId));
  if (!known || (named.customerId !== undefined && named.customerId !== known.customer.id)) throw new Refusal('passkey_refused');
  const challenge = challengeReader(secret, LOG_IN);
  const signed = await signingPasskey(site, { use: 'log-in', answer, challenge: challenge.expected, passkeys: [known] });
  if (!signed) throw new Refusal('passkey_refused');
  return db.begin(async (tx) => {
    await challenge.use(tx);
    if (!(await usePasskey(tx, known.id, signed.counter))) throw new Refusal('passkey_refused');
    return work(tx, known.customer);
  }) as Promise<Result>;
}

/** Opens a session for the owner of the passkey that signed. */
export const logInWithPasskey = (world: PasskeyWorld, answer: string, userAgent: string | undefined): Promise<OpenedSession> =>
  withPasskey(world, answer, async (tx, customer) => {
    const { secret, login } = world;
    return openSession(tx, { secret, login, customer, secondFactor: false, userAgent });
  });

/** Refuses another person's passkey. */
export const requirePasskeyOf = (world: PasskeyWorld, customerId: string, answer: string): Promise<undefined> =>
  withPasskey(world, answer, async (_, { id }) => {
    if (id !== customerId) throw new Refusal('passkey_refused');
    return undefined;
  });

/** Which passkey answers, and whose it says it is; null when the answer cannot be read. */
function readAnswer(answer: string): { readonly credentialId: string; readonly customerId: string | undefined } | null {
  try {
    const { id, response } = JSON.parse(answer) as { id?: unknown; response?: { userHandle?: unknown } };
    if (typeof id !== 'string') return null;
    const handle = response?.userHandle;
    return { credentialId: id, customerId: typeof handle === 'string' ? Buffer.from(handle, 'base64url').toString() : undefined };
  } catch {
    return null;
  }
}

export async function newPasskeyOptions(
  { db, secret, site }: PasskeyWorld,
  { id, email, firstName }: { readonly id: string; readonly email: string; readonly firstName: string },
): Promise<string> {
  const passkeys = await passkeysOf(db, id);
  if (passkeys.length >= MOST_PASSKEYS) throw new Refusal('too_many_entries', { most: MOST_PASSKEYS });
  const { text } = await registrationOptions(site, {
    use: 'log-in',
    email,
    name: firstName,
    passkeys,
    challenge: newChallenge(secret, registration(id)),
    userID: Uint8Array.from(Buffer.from(id)),
  });
  return text;
}

/** Adds the passkey that answered the customer's own challenge, once. */
export async function addPasskey(
  world: PasskeyWorld,
  { customerId, name, answer }: { readonly customerId: string; readonly name: string; readonly answer: string },
): Promise<AnswerOf<typeof listPasskeys>> {
  const { db, secret, site } = world;
  const challenge = challengeReader(secret, registration(customerId));
  const passkey = await registeredPasskey(site, { use: 'log-in', answer, challenge: challenge.expected });
  if (!passkey) throw new Refusal('passkey_refused');
  await db.begin(async (tx) => {
    await lockCustomer(tx, customerId);
    await challenge.use(tx);
    if ((await passkeysOf(tx, customerId)).length >= MOST_PASSKEYS) throw new Refusal('too_many_entries', { most: MOST_PASSKEYS });
    if (!(await insertPasskey(tx, { ...passkey, id: randomId(), customerId, name }))) throw new Refusal('passkey_refused');
  });
  return presentPasskeys(db, customerId);
}

export async function removePasskey(
  db: Db,
  given: { readonly id: string; readonly customerId: string },
): Promise<AnswerOf<typeof listPasskeys>> {
  await db.begin(async (tx) => {
    if (!(await deletePasskey(tx, given))) throw new Refusal('not_found');
  });
  return presentPasskeys(db, given.customerId);
}

export async function presentPasskeys(db: Db, customerId: string): Promise<AnswerOf<typeof listPasskeys>> {
  const passkeys = (await passkeysOf(db, customerId)).map(({ id, name, createdAt, usedAt }) => ({
    id,
    name,
    createdAt: createdAt.epochMilliseconds,
    ...(usedAt && { usedAt: usedAt.epochMilliseconds }),
  }));
  return { passkeys };
}
