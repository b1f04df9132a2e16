import type { Db, Tx } from '#db/connect';
import type { Passkey } from '../second-factor/passkeys.ts';
import type { SessionCustomer } from '../session.ts';
import type { AnsweredChallenge } from './challenges.ts';

export interface PasskeyRow extends Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Temporal.Instant;
  readonly usedAt: Temporal.Instant | null;
}

export const passkeysOf = (db: Db | Tx, customerId: string) => db<PasskeyRow[]>`
  select id, credential_id as "credentialId", public_key as "publicKey", counter::float8 as counter, transports, name,
         created_at as "createdAt", used_at as "usedAt"
    from passkey where customer_id = ${customerId} order by created_at, id`;

interface KnownPasskey extends Passkey {
  readonly id: string;
  readonly customer: SessionCustomer;
}

/** The passkey with its customer; those of people who are staff by now log nobody in. */
export async function passkeyOf(db: Db, credentialId: string): Promise<KnownPasskey | undefined> {
  const [row] = await db<(Passkey & SessionCustomer & { readonly passkeyId: string })[]>`
    select passkey.id as "passkeyId", credential_id as "credentialId", public_key as "publicKey", counter::float8 as counter, transports,
           customer.id, first_name as "firstName", email, role, has_alias as "hasAlias"
      from passkey join customer on customer.id = passkey.customer_id
     where credential_id = ${credentialId} and role = 'customer'`;
  if (!row) return undefined;
  const { passkeyId, publicKey, counter, transports, ...customer } = row;
  return { id: passkeyId, credentialId, publicKey, counter, transports, customer };
}

/** False when this passkey is registered already, here or for somebody else. */
export async function insertPasskey(
  tx: Tx,
  passkey: Passkey & { readonly id: string; readonly customerId: string; readonly name: string },
): Promise<boolean> {
  const inserted = await tx`
    insert into passkey (id, customer_id, name, credential_id, public_key, counter, transports)
    values (${passkey.id}, ${passkey.customerId}, ${passkey.name}, ${passkey.credentialId}, ${Buffer.from(passkey.publicKey)},
            ${passkey.counter}, ${[...passkey.transports]}::text[])
    on conflict (credential_id) do nothing
    returning 1`;
  return inserted.length === 1;
}

export async function deletePasskey(tx: Tx, { id, customerId }: { readonly id: string; readonly customerId: string }): Promise<boolean> {
  const deleted = await tx`delete from passkey where id = ${id} and customer_id = ${customerId} returning 1`;
  return deleted.length === 1;
}

/** False when it has expired, or another call has used it. */
export async function useChallenge(tx: Tx, { id, expiresAt }: AnsweredChallenge): Promise<boolean> {
  const used = await tx`
    insert into used_challenge (id, expires_at)
    select ${id}, ${expiresAt}::timestamptz where ${expiresAt}::timestamptz > clock_timestamp()
    on conflict (id) do nothing returning 1`;
  return used.length === 1;
}

/** False when the counter went back, as that of a copied authenticator does; one that never counts stays at 0. */
export async function usePasskey(tx: Tx, id: string, counter: number): Promise<boolean> {
  const used = await tx`
    update passkey set counter = ${counter}, used_at = clock_timestamp()
     where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0)) returning 1`;
  return used.length === 1;
}
