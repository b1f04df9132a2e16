import { integers, texts } from '#db/array-literal';
import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import { isOpenedByMail } from '../queries-mailbox.ts';
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

/** Passkeys with their customers; those of people who have become staff are left out, because staff log in with a password. */
export async function knownPasskeys(db: Db, credentialIds: readonly string[]): Promise<KnownPasskey[]> {
  const rows = await db<(Passkey & SessionCustomer & { readonly passkeyId: string })[]>`
    select passkey.id as "passkeyId", credential_id as "credentialId", public_key as "publicKey", counter::float8 as counter, transports,
           customer.id, first_name as "firstName", email, role, has_alias as "hasAlias", not ${isOpenedByMail(db, true)} as "isExternal"
      from passkey join customer on customer.id = passkey.customer_id
     where credential_id = any (${texts(credentialIds)}::text[]) and role = 'customer'`;
  return rows.map(({ passkeyId, credentialId, publicKey, counter, transports, ...customer }) => ({
    id: passkeyId,
    credentialId,
    publicKey,
    counter,
    transports,
    customer,
  }));
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

/** Those of them that have not expired and that no other call has used, by their ids; they are used now. In the order of their ids. */
export async function useChallenges(tx: Tx, challenges: readonly AnsweredChallenge[]): Promise<ReadonlySet<string>> {
  const rows = await tx<{ id: string }[]>`
    insert into used_challenge (id, expires_at)
    select id, expires_at
      from unnest(${texts(challenges.map(({ id }) => id))}::text[],
                  ${texts(challenges.map(({ expiresAt }) => String(expiresAt)))}::timestamptz[]) as answered (id, expires_at)
     where expires_at > clock_timestamp()
     order by id
    on conflict (id) do nothing returning id`;
  return new Set(rows.map(({ id }) => id));
}

/** The counters by the ids of their passkeys, locked in the order of these. */
export async function lockCounters(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx<{ id: string; counter: number }[]>`
    select id, counter::float8 as counter from passkey where id = any (${texts(ids)}::text[]) order by id for no key update`;
  return new Map(rows.map(({ id, counter }) => [id, counter]));
}

export const usePasskeys = (tx: Tx, used: readonly { readonly passkeyId: string; readonly counter: number }[]) =>
  expectRows(
    used.length,
    tx`
    update passkey set counter = used.counter, used_at = clock_timestamp()
      from unnest(${texts(used.map(({ passkeyId }) => passkeyId))}::text[], ${integers(used.map(({ counter }) => counter))}::bigint[])
           as used (id, counter)
     where passkey.id = used.id`,
  );
