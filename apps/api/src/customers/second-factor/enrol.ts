import { type AnswerOf, type confirmEnrolment, type FactorKind, Refusal, type startEnrolment } from '@butaca/contract';
import type { Tx } from '#db/connect';
import { randomId } from '#db/random-id';
import { deviceOf } from '../device.ts';
import { requireConfirmedAddress } from '../mail-codes.ts';
import { noteAdded } from '../notices/note.ts';
import { forgetTries } from '../queries.ts';
import { newRecoveryCodes, newTotpSecret, recoveryCodeHash, seal, totpAddress, totpStep, typedCode, unseal } from './codes.ts';
import { registeredPasskey, registrationOptions } from './passkeys.ts';
import { countTry, type Given, openProvedSession, presentFactors, requireProof, type SecondFactorWorld, triesKey } from './proof.ts';
import {
  clearPending,
  deleteFactor,
  factorsOf,
  insertPasskey,
  keepOnlySession,
  lockPerson,
  type ProofRow,
  passkeysOf,
  replaceRecoveryCodes,
  replaceTotp,
  setChallenge,
  setPendingSecret,
} from './queries.ts';

/** A proof that is complete: with the password, and with a factor by a person who has one. */
async function requireCompleteProof(world: Parameters<typeof requireProof>[0], proof: string): Promise<ProofRow> {
  const found = await requireProof(world, proof);
  if (!found.isComplete) throw new Refusal('proof_over');
  return found;
}

/**
 * Locks the person whose factors change, and looks at the proof again: a new password or a proof of the mailbox, which have the same lock,
 * may have ended it since the call began.
 */
async function lockWithProof(tx: Tx, { login }: SecondFactorWorld, { customerId }: ProofRow, given: string): Promise<void> {
  await lockPerson(tx, customerId);
  await requireCompleteProof({ db: tx, login }, given);
}

/** Sets up a factor of whatever kind for a person with a confirmed address: the first proof of the mailbox would remove it (decision 089). */
export async function startEnrolling(
  world: SecondFactorWorld,
  { proof: given, kind }: { proof: string; kind: FactorKind },
): Promise<AnswerOf<typeof startEnrolment>> {
  const { db, secret, site } = world;
  const proof = await requireCompleteProof(world, given);
  const { customerId, email, firstName } = proof;
  await requireConfirmedAddress(db, customerId);
  if (kind === 'totp') {
    const totpSecret = newTotpSecret();
    await setPendingSecret(db, proof.id, seal(secret, customerId, totpSecret));
    return { totp: { secret: totpSecret, address: totpAddress(totpSecret, { issuer: site.name, account: email }) } };
  }
  const { challenge, text } = await registrationOptions(site, {
    use: 'second factor',
    email,
    name: firstName,
    passkeys: await passkeysOf(db, customerId),
  });
  await setChallenge(db, proof.id, challenge);
  return { passkeyOptions: text };
}

/** Adds the factor once it has worked here; the first one brings recovery codes and ends the sessions opened without it. Its owner is told by mail. */
export async function confirmEnrolling(
  world: SecondFactorWorld,
  { name, ...given }: Given & { name: string },
): Promise<AnswerOf<typeof confirmEnrolment>> {
  const proof = await requireCompleteProof(world, given.proof);
  // Begun at a server of the version before, which asked for no confirmed address.
  await requireConfirmedAddress(world.db, proof.customerId);
  const add =
    given.passkey === undefined ? await totpAdder(world, proof, given.code ?? '') : await passkeyAdder(world, proof, given.passkey);
  const { customerId } = proof;
  const recoveryCodes = await world.db.begin(async (tx) => {
    await lockWithProof(tx, world, proof, given.proof);
    const isFirst = (await factorsOf(tx, customerId)).length === 0;
    const subjectId = await add(tx, name);
    await noteAdded(tx, { customerId, kind: 'factor', subjectId, browser: deviceOf(given.userAgent) });
    await clearPending(tx, proof.id);
    if (!isFirst) return undefined;
    await keepOnlySession(tx, proof);
    return giveRecoveryCodes(tx, customerId);
  });
  const session = proof.sessionId === null ? await openProvedSession(world, proof, given) : undefined;
  return {
    factors: await presentFactors(world.db, customerId),
    ...(session && { session }),
    ...(recoveryCodes && { recoveryCodes }),
  };
}

/** Answers the id of the new factor. */
type Adder = (tx: Tx, name: string) => Promise<string>;

async function totpAdder(world: SecondFactorWorld, { customerId, pendingSecret, epochSeconds }: ProofRow, typed: string): Promise<Adder> {
  if (pendingSecret === null) throw new Refusal('proof_over');
  await countTry(world, customerId);
  const step = totpStep(unseal(world.secret, customerId, pendingSecret), typedCode(typed), epochSeconds);
  if (step === null) throw new Refusal('wrong_code');
  return async (tx, name) => {
    await forgetTries(tx, triesKey(world.secret, customerId));
    // Its first code is used with this: it does not log in too.
    const id = randomId();
    await replaceTotp(tx, { id, customerId, name, sealedSecret: pendingSecret, step });
    return id;
  };
}

async function passkeyAdder({ site }: SecondFactorWorld, { customerId, challenge }: ProofRow, answer: string): Promise<Adder> {
  const passkey = challenge === null ? null : await registeredPasskey(site, { use: 'second factor', answer, challenge });
  if (!passkey) throw new Refusal('wrong_code');
  return async (tx, name) => {
    const id = randomId();
    if (!(await insertPasskey(tx, { id, customerId, name, ...passkey }))) throw new Refusal('wrong_code');
    return id;
  };
}

export async function removeEnrolled(world: SecondFactorWorld, { proof: given, factorId }: { proof: string; factorId: string }) {
  const proof = await requireCompleteProof(world, given);
  const { customerId } = proof;
  await world.db.begin(async (tx) => {
    await lockWithProof(tx, world, proof, given);
    const left = await deleteFactor(tx, { customerId, factorId });
    if (left === undefined) throw new Refusal('not_found');
    if (left === 0 && world.login.staff.secondFactor === 'required') throw new Refusal('last_factor');
    if (left === 0) await replaceRecoveryCodes(tx, customerId, []);
  });
  return { factors: await presentFactors(world.db, customerId) };
}

export async function renewCodes(world: SecondFactorWorld, given: string) {
  const proof = await requireCompleteProof(world, given);
  const { customerId } = proof;
  const recoveryCodes = await world.db.begin(async (tx) => {
    await lockWithProof(tx, world, proof, given);
    if ((await factorsOf(tx, customerId)).length === 0) throw new Refusal('not_found');
    return giveRecoveryCodes(tx, customerId);
  });
  return { factors: await presentFactors(world.db, customerId), recoveryCodes };
}

/** Shown once; only their hashes are kept. */
async function giveRecoveryCodes(tx: Tx, customerId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(tx, customerId, codes.map(recoveryCodeHash));
  return codes;
}
