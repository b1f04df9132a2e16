import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Brand } from '@butaca/brand';
import type { LanguageCode } from '@butaca/brand/languages';
import { type AnswerOf, type giveSecondFactor, Refusal } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { type Credentials, countAttempt, forgetTries, type Limits, waitSeconds } from '../queries.ts';
import { keepCredentials } from '../queries-password.ts';
import { isStaff, openSession } from '../session.ts';
import { recoveryCodeHash, totpStep, typedCode, unseal } from './codes.ts';
import { authenticationOptions, type PasskeySite, signingPasskey } from './passkeys.ts';
import {
  completeProof,
  countRecoveryCodes,
  deleteProof,
  factorsOf,
  insertProof,
  lockPerson,
  openProof,
  type ProofRow,
  passkeysOf,
  totpOf,
  usePasskey,
  useRecoveryCode,
  useStep,
} from './queries.ts';

export interface SecondFactorWorld {
  readonly db: Db;
  readonly secret: string;
  readonly login: Brand['login'];
  readonly site: PasskeySite;
}

/** To log in, and to change factors. */
const PROOF_MINUTES = 10;
/** Tries of one person's codes, from all networks together: an attacker who gets here knows the password. About a hundred a day. */
const codeLimits: Limits = { free: 5, firstWaitSeconds: 5, longestWaitSeconds: 900, forgetAfterSeconds: 24 * 60 * 60 };

const proofId = (proof: string) => createHash('sha256').update(proof).digest('base64url');
export const triesKey = (secret: string, customerId: string) =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['second factor', customerId]))
    .digest('base64url');

/**
 * Notes that the password was given, unless the password changed, or the first factor was set up, since both were read. A person with factors
 * still has to give one, and is told so by `second_factor_needed`.
 */
export async function startProof(
  { db, site }: SecondFactorWorld,
  { customer, sessionId }: { customer: Pick<Credentials, 'email' | 'hasFactors' | 'id' | 'passwordHash'>; sessionId: string | null },
): Promise<string> {
  const { id: customerId, hasFactors } = customer;
  const proof = randomBytes(32).toString('base64url');
  const passkeys = hasFactors ? await passkeysOf(db, customerId) : [];
  const options = passkeys.length > 0 ? await authenticationOptions(site, { use: 'second factor', passkeys }) : null;
  await db.begin(async (tx) => {
    await keepCredentials(tx, customer);
    await insertProof(tx, {
      id: proofId(proof),
      customerId,
      sessionId,
      isComplete: !hasFactors,
      challenge: options?.challenge ?? null,
      minutes: PROOF_MINUTES,
    });
  });
  if (hasFactors) throw new Refusal('second_factor_needed', { proof, ...(options && { passkeyOptions: options.text }) });
  return proof;
}

type ProofWorld = Pick<SecondFactorWorld, 'login'> & { readonly db: Db | Tx };

/** The proof while it is valid, else the refusal `proof_over`; a person who is no longer staff has none. */
export async function requireProof({ db, login }: ProofWorld, proof: string): Promise<ProofRow> {
  const found = await openProof(db, proofId(proof));
  if (!found || !isStaff(found.role) || login.staff.secondFactor === 'off') throw new Refusal('proof_over');
  return found;
}

export interface Given {
  readonly proof: string;
  readonly code?: string | undefined;
  readonly passkey?: string | undefined;
  /** Of the browser that logs in. */
  readonly userAgent?: string | undefined;
  readonly language: LanguageCode;
}

/** Checks the factor and opens the session that the log-in was about, once. */
export async function giveFactor(world: SecondFactorWorld, given: Given): Promise<AnswerOf<typeof giveSecondFactor>> {
  const { db } = world;
  const proof = await requireProof(world, given.proof);
  // It was given already: a log-in that was repeated starts again.
  if (proof.isComplete) throw new Refusal('proof_over');
  if (given.passkey !== undefined) await completeWithPasskey(world, proof, given.passkey);
  else await completeWithCode(world, proof, given.code ?? '');
  const session = proof.sessionId === null ? await openProvedSession(world, proof, given) : undefined;
  return { factors: await presentFactors(db, proof.customerId), ...(session && { session }) };
}

/** Ends the proof of a log-in: the session takes its place. A proof that a new password or the owner of the mailbox ended opens none. */
export const openProvedSession = (
  { db, secret, login }: SecondFactorWorld,
  { id, customerId, ...user }: ProofRow,
  { userAgent, language }: Pick<Given, 'language' | 'userAgent'>,
) =>
  db.begin(async (tx) => {
    await lockPerson(tx, customerId);
    if (!(await deleteProof(tx, id))) throw new Refusal('proof_over');
    return openSession(tx, { secret, login, customer: { ...user, id: customerId }, secondFactor: true, userAgent, language });
  });

async function completeWithPasskey({ db, site }: SecondFactorWorld, proof: ProofRow, answer: string) {
  const passkeys = await passkeysOf(db, proof.customerId);
  const passkey =
    proof.challenge === null ? null : await signingPasskey(site, { use: 'second factor', answer, challenge: proof.challenge, passkeys });
  if (!passkey) throw new Refusal('wrong_code');
  await db.begin(async (tx) => {
    await lockPerson(tx, proof.customerId);
    if (!(await completeProof(tx, proof.id))) throw new Refusal('proof_over');
    if (!(await usePasskey(tx, passkey.id, passkey.counter))) throw new Refusal('wrong_code');
  });
}

async function completeWithCode(world: SecondFactorWorld, proof: ProofRow, typed: string) {
  await countTry(world, proof.customerId);
  await world.db.begin(async (tx) => {
    await lockPerson(tx, proof.customerId);
    if (!(await completeProof(tx, proof.id))) throw new Refusal('proof_over');
    if (!(await useCode(tx, world, proof, typed))) throw new Refusal('wrong_code');
    await forgetTries(tx, triesKey(world.secret, proof.customerId));
  });
}

/** Counts a try before its code is looked at; it counts in a transaction of its own, so that a wrong one stays counted. */
export async function countTry({ db, secret }: SecondFactorWorld, customerId: string): Promise<void> {
  const key = triesKey(secret, customerId);
  await db.begin(async (tx) => {
    if (!(await countAttempt(tx, key, codeLimits))) {
      throw new Refusal('too_many_attempts', { retryAfterSeconds: await waitSeconds(tx, key) });
    }
  });
}

async function useCode(tx: Tx, { secret }: SecondFactorWorld, { customerId, epochSeconds }: ProofRow, typed: string): Promise<boolean> {
  const code = typedCode(typed);
  if (!/^\d{6}$/.test(code)) return useRecoveryCode(tx, customerId, recoveryCodeHash(code));
  const app = await totpOf(tx, customerId);
  const step = app ? totpStep(unseal(secret, customerId, app.sealedSecret), code, epochSeconds) : null;
  return app !== undefined && step !== null && useStep(tx, app.id, step);
}

/** The factors as their person sees them. */
export async function presentFactors(db: Db, customerId: string): Promise<AnswerOf<typeof giveSecondFactor>['factors']> {
  const [factors, recoveryCodesLeft] = await Promise.all([factorsOf(db, customerId), countRecoveryCodes(db, customerId)]);
  const items = factors.map(({ createdAt, usedAt, ...factor }) => ({
    ...factor,
    createdAt: createdAt.epochMilliseconds,
    ...(usedAt && { usedAt: usedAt.epochMilliseconds }),
  }));
  return { items, recoveryCodesLeft };
}
