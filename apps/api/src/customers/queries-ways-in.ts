import { texts } from '#db/array-literal';
import type { Tx } from '#db/connect';

/**
 * Locks the open sessions of customers, after their rows and before their devices: a log-out holds a session and waits for its device.
 * In the order of their ids, so that two batches never wait for each other.
 */
export const lockSessions = (tx: Tx, customerIds: readonly string[]) => tx`
  select from session
   where customer_id = any (${texts(customerIds)}::text[]) and revoked_at is null and expires_at > clock_timestamp()
   order by id for no key update`;

/** Removes passkeys in the order in which log-ins lock them; ids of other people's passkeys in `kept` change nothing. */
export const deletePasskeysBut = (
  tx: Tx,
  { customerIds, kept }: { readonly customerIds: readonly string[]; readonly kept: readonly string[] },
) => tx`
  with removed as (
    select id from passkey
     where customer_id = any (${texts(customerIds)}::text[]) and id <> all (${texts(kept)}::text[]) order by id for update)
  delete from passkey using removed where passkey.id = removed.id`;

/** Forgets the remembered devices, in the order in which log-ins lock them. */
export const revokeDevicesOf = (tx: Tx, customerIds: readonly string[]) => tx`
  with forgotten as (
    select id from known_device
     where customer_id = any (${texts(customerIds)}::text[]) and revoked_at is null order by id for no key update)
  update known_device set revoked_at = clock_timestamp() from forgotten where known_device.id = forgotten.id`;

/**
 * Ends the sessions of customers, except one where it is given, and what a password alone has opened on the way to one. The last step of
 * whatever ends ways in: a log-in that was waited for has its session by then.
 */
export async function endProofsAndSessions(
  tx: Tx,
  { customerIds, except }: { readonly customerIds: readonly string[]; readonly except: string | null },
): Promise<void> {
  await tx`delete from password_proof where customer_id = any (${texts(customerIds)}::text[])`;
  await tx`
    update session set revoked_at = clock_timestamp()
     where customer_id = any (${texts(customerIds)}::text[]) and revoked_at is null and expires_at > clock_timestamp()
       and id is distinct from ${except}`;
}
