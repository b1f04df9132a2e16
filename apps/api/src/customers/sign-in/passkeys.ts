import type { Brand } from '@butaca/brand';
import { type AnswerOf, type listPasskeys, MOST_PASSKEYS, Refusal } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { randomId } from '#db/random-id';
import { noteAdded } from '../notices/note.ts';
import { lockCustomerIn, type OwnSession } from '../queries-account.ts';
import { authenticationOptions, type PasskeySite, registeredPasskey, registrationOptions } from '../second-factor/passkeys.ts';
import { type AnsweredChallenge, LOG_IN, newChallenge, readChallenge } from './challenges.ts';
import { deletePasskey, insertPasskey, passkeysOf, useChallenges } from './queries-passkeys.ts';

export interface PasskeyWorld {
  readonly db: Db;
  readonly secret: string;
  readonly login: Brand['login'];
  readonly site: PasskeySite;
}

/** The other purpose of a challenge: a new passkey of one customer. */
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
      if (answered === null || !(await useChallenges(tx, [answered])).has(answered.id)) throw new Refusal('passkey_refused');
    },
  };
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

interface NewPasskey {
  /** In which it is added. */
  readonly session: OwnSession;
  readonly name: string;
  readonly answer: string;
}

/** Adds the passkey that answered the customer's own challenge, once; its owner is told by mail. */
export async function addPasskey(world: PasskeyWorld, { session, name, answer }: NewPasskey): Promise<AnswerOf<typeof listPasskeys>> {
  const { db, secret, site } = world;
  const { customerId } = session;
  const challenge = challengeReader(secret, registration(customerId));
  const passkey = await registeredPasskey(site, { use: 'log-in', answer, challenge: challenge.expected });
  if (!passkey) throw new Refusal('passkey_refused');
  await db.begin(async (tx) => {
    const { browser } = await lockCustomerIn(tx, session);
    await challenge.use(tx);
    if ((await passkeysOf(tx, customerId)).length >= MOST_PASSKEYS) throw new Refusal('too_many_entries', { most: MOST_PASSKEYS });
    const id = randomId();
    if (!(await insertPasskey(tx, { ...passkey, id, customerId, name }))) throw new Refusal('passkey_refused');
    await noteAdded(tx, { customerId, kind: 'passkey', subjectId: id, browser });
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
