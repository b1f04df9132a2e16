import { createHmac } from 'node:crypto';
import { Refusal } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { networkOf } from '#http/network';
import { countAttempt, forgetAttempts, type Limits, succeededBefore, waitSeconds } from './queries.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Guesses from one network: five tries, then 2 s, 4 s, 8 s … up to a quarter of an hour. */
const fromOneNetwork: Limits = { free: 5, firstWaitSeconds: 2, longestWaitSeconds: 900, forgetAfterSeconds: DAY_SECONDS };
/** Guesses from many networks: short waits only, so that strangers cannot lock the owner out. */
const onOneAccount: Limits = { free: 50, firstWaitSeconds: 1, longestWaitSeconds: 30, forgetAfterSeconds: 60 * 60 };

/**
 * Sign-ups from one network, which may be a household, a school or all telephones of a carrier in a town: thirty in an hour, then
 * 1 s, 2 s, 4 s … up to half a minute between two. Fifty accounts take minutes, and nobody is locked out.
 */
const signUps: Limits = { free: 30, firstWaitSeconds: 1, longestWaitSeconds: 30, forgetAfterSeconds: 60 * 60 };

/** Codes for one address that one network asks for: five in an hour, then 30 s, 60 s, 2 min … up to a quarter of an hour. */
const codesForOneAddress: Limits = { free: 5, firstWaitSeconds: 30, longestWaitSeconds: 900, forgetAfterSeconds: 60 * 60 };

/** Mails about sign-ups with an address that has an account: one or two, then one a day. */
const mailsAboutSignUps: Limits = {
  free: 1,
  firstWaitSeconds: DAY_SECONDS,
  longestWaitSeconds: DAY_SECONDS,
  forgetAfterSeconds: DAY_SECONDS,
};

export interface LogInAttempt {
  readonly account: string;
  readonly accountAndNetwork: string;
}

/** What an attempt counts under; hashed with the secret, so the table names neither people nor addresses. */
export function logInAttemptOf(secret: string, { email, ip }: { email: string; ip: string }): LogInAttempt {
  return {
    account: keyOf(secret, 'login attempts', email),
    accountAndNetwork: keyOf(secret, 'login attempts', email, networkOf(ip)),
  };
}

/**
 * Counts an attempt before its password is looked at, or refuses it with the seconds to wait. A refused attempt counts
 * nowhere. From a network where the account's owner logged in before, attempts made elsewhere cost no wait.
 */
export async function admitLogIn(db: Db, { account, accountAndNetwork }: LogInAttempt): Promise<void> {
  await db.begin(async (tx) => {
    const isKnown = await succeededBefore(tx, accountAndNetwork);
    if (!(await countAttempt(tx, accountAndNetwork, fromOneNetwork))) throw await tooMany(tx, accountAndNetwork);
    if (!(await countAttempt(tx, account, onOneAccount)) && !isKnown) throw await tooMany(tx, account);
  });
}

/** Counts a sign-up from this network, or refuses it with the seconds to wait. This machine's own are not counted. */
export async function admitSignUp(db: Db, { secret, ip }: { secret: string; ip: string }): Promise<void> {
  if (LOOPBACK.test(ip)) return;
  const key = keyOf(secret, 'sign-ups', networkOf(ip));
  await db.begin((tx) => requireRoom(tx, key, signUps));
}

/**
 * Counts a request for a recovery code, or refuses it with the seconds to wait. What one network asks for keeps nobody else waiting,
 * and a network asks for as many addresses as it may sign up.
 */
export async function admitRecovery(db: Db, { secret, email, ip }: { secret: string; email: string; ip: string }): Promise<void> {
  const network = networkOf(ip);
  await db.begin(async (tx) => {
    await requireRoom(tx, keyOf(secret, 'recovery codes', email, network), codesForOneAddress);
    if (!LOOPBACK.test(ip)) await requireRoom(tx, keyOf(secret, 'recovery codes of', network), signUps);
  });
}

/** Whether the owner of an account may get one more mail about somebody who tried to sign up with their address. */
export const mayTellOwner = (tx: Tx, secret: string, customerId: string): Promise<boolean> =>
  countAttempt(tx, keyOf(secret, 'mails about sign-ups', customerId), mailsAboutSignUps);

async function requireRoom(tx: Tx, key: string, limits: Limits): Promise<void> {
  if (!(await countAttempt(tx, key, limits))) throw await tooMany(tx, key);
}

const keyOf = (secret: string, ...parts: string[]) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');

/** Tests and tools beside the server; a proxy of ours is no such address once TRUST_PROXY is set. */
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

const tooMany = async (tx: Tx, key: string) => new Refusal('too_many_attempts', { retryAfterSeconds: await waitSeconds(tx, key) });

export { forgetAttempts };
