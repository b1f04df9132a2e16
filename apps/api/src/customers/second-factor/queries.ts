import type { FactorKind, Role } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import type { Passkey } from './passkeys.ts';

export interface FactorRow {
  readonly id: string;
  readonly kind: FactorKind;
  readonly name: string;
  readonly createdAt: Temporal.Instant;
  readonly usedAt: Temporal.Instant | null;
}

export interface PasskeyRow extends Passkey {
  readonly id: string;
}

interface TotpRow {
  readonly id: string;
  readonly sealedSecret: string;
}

export const factorsOf = (db: Db | Tx, customerId: string) => db<FactorRow[]>`
  select id, kind, name, created_at as "createdAt", used_at as "usedAt"
    from second_factor where customer_id = ${customerId} order by created_at, id`;

export const passkeysOf = (db: Db, customerId: string) => db<PasskeyRow[]>`
  select id, credential_id as "credentialId", public_key as "publicKey", counter::float8 as counter, transports
    from second_factor where customer_id = ${customerId} and kind = 'passkey' order by created_at, id`;

export async function totpOf(db: Db | Tx, customerId: string): Promise<TotpRow | undefined> {
  const [row] = await db<TotpRow[]>`
    select id, sealed_secret as "sealedSecret" from second_factor where customer_id = ${customerId} and kind = 'totp'`;
  return row;
}

/** Locked first of all that changes or uses a person's factors, so that two changes, and a proof of the mailbox, come one after the other. */
export const lockPerson = (tx: Tx, customerId: string) => tx`select 1 from customer where id = ${customerId} for update`;

/** Takes the place of an app that was set up before. */
export async function replaceTotp(tx: Tx, factor: { id: string; customerId: string; name: string; sealedSecret: string; step: number }) {
  await tx`delete from second_factor where customer_id = ${factor.customerId} and kind = 'totp'`;
  await tx`
    insert into second_factor (id, customer_id, kind, name, sealed_secret, last_step)
    values (${factor.id}, ${factor.customerId}, 'totp', ${factor.name}, ${factor.sealedSecret}, ${factor.step})`;
}

/** False when this passkey is registered already, here or for somebody else. */
export async function insertPasskey(tx: Tx, factor: { id: string; customerId: string; name: string } & Passkey): Promise<boolean> {
  const inserted = await tx`
    insert into second_factor (id, customer_id, kind, name, credential_id, public_key, counter, transports)
    values (${factor.id}, ${factor.customerId}, 'passkey', ${factor.name}, ${factor.credentialId}, ${Buffer.from(factor.publicKey)},
            ${factor.counter}, ${[...factor.transports]}::text[])
    on conflict (credential_id) do nothing
    returning 1`;
  return inserted.length === 1;
}

/** False when the code of this step, or of a later one, was used before (RFC 6238 §5.2). */
export async function useStep(tx: Tx, factorId: string, step: number): Promise<boolean> {
  const used = await tx`
    update second_factor set last_step = ${step}, used_at = clock_timestamp() where id = ${factorId} and last_step < ${step} returning 1`;
  return used.length === 1;
}

/** False when the counter went back, as that of a copied authenticator does; one that never counts stays at 0. */
export async function usePasskey(tx: Tx, factorId: string, counter: number): Promise<boolean> {
  const used = await tx`
    update second_factor set counter = ${counter}, used_at = clock_timestamp()
     where id = ${factorId} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0)) returning 1`;
  return used.length === 1;
}

/** False when there is no such code any more. */
export async function useRecoveryCode(tx: Tx, customerId: string, hash: string): Promise<boolean> {
  const used = await tx`delete from recovery_code where customer_id = ${customerId} and hash = ${hash} returning 1`;
  return used.length === 1;
}

export async function replaceRecoveryCodes(tx: Tx, customerId: string, hashes: readonly string[]): Promise<void> {
  await tx`delete from recovery_code where customer_id = ${customerId}`;
  await tx`insert into recovery_code (customer_id, hash) select ${customerId}, unnest(${[...hashes]}::text[])`;
}

export async function countRecoveryCodes(db: Db, customerId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`select count(*)::int as count from recovery_code where customer_id = ${customerId}`;
  return row?.count ?? 0;
}

/** How many factors are left; undefined when this person has no such factor. */
export async function deleteFactor(
  tx: Tx,
  { customerId, factorId }: { customerId: string; factorId: string },
): Promise<number | undefined> {
  const deleted = await tx`delete from second_factor where customer_id = ${customerId} and id = ${factorId} returning 1`;
  if (deleted.length === 0) return undefined;
  return (await factorsOf(tx, customerId)).length;
}

interface NewProof {
  readonly id: string;
  readonly customerId: string;
  readonly sessionId: string | null;
  readonly isComplete: boolean;
  readonly challenge: string | null;
  readonly minutes: number;
}

export const insertProof = (tx: Tx, { id, customerId, sessionId, isComplete, challenge, minutes }: NewProof) => tx`
  insert into password_proof (id, customer_id, session_id, is_complete, challenge, expires_at)
  values (${id}, ${customerId}, ${sessionId}, ${isComplete}, ${challenge}, clock_timestamp() + make_interval(mins => ${minutes}))`;

export interface ProofRow {
  readonly id: string;
  readonly customerId: string;
  readonly sessionId: string | null;
  readonly isComplete: boolean;
  readonly challenge: string | null;
  readonly pendingSecret: string | null;
  readonly email: string;
  readonly firstName: string;
  readonly hasAlias: boolean;
  readonly role: Role;
  /** The database's clock. */
  readonly epochSeconds: number;
}

/** Undefined when it has expired, was used, or its session has ended. */
export async function openProof(db: Db | Tx, id: string): Promise<ProofRow | undefined> {
  const [row] = await db<ProofRow[]>`
    select proof.id, proof.customer_id as "customerId", session_id as "sessionId", is_complete as "isComplete", challenge,
           pending_secret as "pendingSecret", email, first_name as "firstName", has_alias as "hasAlias", role,
           extract(epoch from clock_timestamp())::float8 as "epochSeconds"
      from password_proof as proof join customer on customer.id = proof.customer_id
      left join session on session.id = proof.session_id
     where proof.id = ${id} and proof.expires_at > clock_timestamp()
       and (session_id is null or (session.revoked_at is null and session.expires_at > clock_timestamp()))`;
  return row;
}

/** False when another call used it first. */
export async function completeProof(tx: Tx, id: string): Promise<boolean> {
  const completed = await tx`
    update password_proof set is_complete = true, challenge = null
     where id = ${id} and not is_complete and expires_at > clock_timestamp() returning 1`;
  return completed.length === 1;
}

/** False when another call used it first, or what it was given for has ended. */
export const deleteProof = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx`delete from password_proof where id = ${id}`).count === 1;

export const setChallenge = (db: Db, id: string, challenge: string) => db`
  update password_proof set challenge = ${challenge} where id = ${id}`;

export const setPendingSecret = (db: Db, id: string, sealed: string) => db`
  update password_proof set pending_secret = ${sealed} where id = ${id}`;

export const clearPending = (tx: Tx, id: string) => tx`
  update password_proof set challenge = null, pending_secret = null where id = ${id}`;

/**
 * After the first factor: the session that it was set up in counts as proved with it; all other sessions of this person end, and so do
 * proofs that were given with the password alone.
 */
export async function keepOnlySession(tx: Tx, { id, customerId, sessionId }: ProofRow): Promise<void> {
  await tx`delete from password_proof where customer_id = ${customerId} and id <> ${id}`;
  await tx`
    update session set revoked_at = clock_timestamp()
     where customer_id = ${customerId} and revoked_at is null and expires_at > clock_timestamp() and id is distinct from ${sessionId}`;
  if (sessionId !== null) await tx`update session set second_factor = true where id = ${sessionId}`;
}
