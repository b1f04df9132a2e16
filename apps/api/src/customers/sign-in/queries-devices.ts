import { texts } from '#db/array-literal';
import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import { isOpenedByMail } from '../queries-mailbox.ts';
import type { SessionHere } from '../queries-sessions.ts';
import type { SessionCustomer } from '../session.ts';

export interface DeviceRow {
  readonly id: string;
  readonly generation: number;
  readonly isRevoked: boolean;
  /** Since its cookie was renewed. */
  readonly seconds: number;
  readonly customer: SessionCustomer;
}

/** In the order of their ids, so that two batches never wait for each other; with their customers. */
export async function lockDevices(tx: Tx, ids: readonly string[]): Promise<DeviceRow[]> {
  const rows = await tx<(Omit<DeviceRow, 'customer'> & SessionCustomer & { readonly customerId: string })[]>`
    select device.id, generation, revoked_at is not null as "isRevoked",
           extract(epoch from clock_timestamp() - renewed_at)::float8 as seconds,
           customer.id as "customerId", first_name as "firstName", email, role, has_alias as "hasAlias",
           not ${isOpenedByMail(tx, true)} as "isExternal"
      from known_device as device join customer on customer.id = device.customer_id
     where device.id = any (${texts(ids)}::text[]) order by device.id for no key update of device`;
  return rows.map(({ id, generation, isRevoked, seconds, customerId, ...customer }) => ({
    id,
    generation,
    isRevoked,
    seconds,
    customer: { ...customer, id: customerId },
  }));
}

export const renewDevices = (tx: Tx, ids: readonly string[]) =>
  expectRows(
    ids.length,
    tx`update known_device set generation = generation + 1, renewed_at = clock_timestamp() where id = any (${texts(ids)}::text[])`,
  );

export const revokeDevices = (db: Db | Tx, ids: readonly string[]) => db`
  update known_device set revoked_at = clock_timestamp() where id = any (${texts(ids)}::text[]) and revoked_at is null`;

/**
 * Of each device all sessions but the newest ones: it has one storage for all its tabs. What another call has locked stays until the next
 * time, because it may be waiting for the device.
 */
export const trimDeviceSessions = (tx: Tx, deviceIds: readonly string[], most: number) => tx`
  delete from session
   where id in (select older.id from unnest(${texts(deviceIds)}::text[]) as device (id)
                 cross join lateral (select id from session where session.device_id = device.id
                                      order by created_at desc, id desc offset ${most} for update skip locked) as older)`;

/** After its cookie was found to be copied, or its owner has ended it. */
export const endSessionsOfDevice = (db: Db | Tx, deviceId: string) => db`
  with ended as (select id from session where device_id = ${deviceId} and revoked_at is null order by id for no key update)
  update session set revoked_at = clock_timestamp() from ended where session.id = ended.id`;

/** Locks the open sessions of a customer's device, before the device: a log-out holds a session and waits for its device. */
export const lockSessionsOfDevice = (tx: Tx, { id, customerId }: { readonly id: string; readonly customerId: string }) => tx`
  select from session where device_id = ${id} and customer_id = ${customerId} and revoked_at is null order by id for no key update`;

/** Takes the open sessions of a device along to the one that replaces it. */
export const moveSessions = (tx: Tx, { from, to }: { readonly from: string; readonly to: string }) => tx`
  update session set device_id = ${to} where device_id = ${from} and revoked_at is null`;

/** Forgets a device in whose place another is remembered; whether it was this customer's and its cookie the present one. */
export const replaceDevice = async (
  tx: Tx,
  { id, generation, customerId }: { readonly id: string; readonly generation: number; readonly customerId: string },
): Promise<boolean> =>
  (
    await tx<{ isSame: boolean }[]>`
      update known_device set revoked_at = clock_timestamp() where id = ${id} and revoked_at is null
      returning customer_id = ${customerId} and generation = ${generation} as "isSame"`
  )[0]?.isSame ?? false;

/** What ends ways into the account waits for the end of this transaction, or has ended the session before. */
export const shareOwnerOfSession = (tx: Tx, sessionId: string) => tx`
  select from customer where id = (select customer_id from session where id = ${sessionId}) for share`;

/** Remembers the device of a session that is locked and open; the customer's oldest ones beyond `most` are forgotten. */
export async function insertDevice(
  tx: Tx,
  { id, sessionId, most }: { readonly id: string; readonly sessionId: string; readonly most: number },
): Promise<void> {
  await tx`
    insert into known_device (id, customer_id) select ${id}, customer_id from session where id = ${sessionId}`;
  await tx`update session set device_id = ${id} where id = ${sessionId}`;
  await tx`
    update known_device set revoked_at = clock_timestamp()
     where id in (select id from known_device
                   where customer_id = (select customer_id from session where id = ${sessionId}) and revoked_at is null
                   order by renewed_at desc, id offset ${most} for update skip locked)`;
}

/** Whether this device is remembered for the account with this address. */
export async function isDeviceOf(db: Db, id: string, email: string): Promise<boolean> {
  const found = await db`
    select from known_device as device join customer on customer.id = device.customer_id
     where device.id = ${id} and revoked_at is null and lower(email) = ${email}`;
  return found.length === 1;
}

/** After the password or a passkey was given in it. */
export const proveSession = (db: Db, id: string) => db`update session set is_proved = true where id = ${id}`;

/** Of a customer who ends their other sessions: their other devices would open new ones. */
export const revokeOtherDevices = (tx: Tx, { id, customerId, deviceId }: SessionHere) => tx`
  update known_device set revoked_at = clock_timestamp()
   where customer_id = ${customerId} and revoked_at is null and id is distinct from ${deviceId}
     and id is distinct from (select device_id from session where session.id = ${id})`;
