import { integers, texts } from '#db/array-literal';
import type { Db, Tx } from '#db/connect';

interface OpenSessionRow {
  readonly id: string;
  readonly device: string | null;
  readonly openedAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
}

const isOpen = (db: Db | Tx) => db`revoked_at is null and expires_at > clock_timestamp()`;

/** A customer's open sessions, the newest first. */
export const sessionsOf = (db: Db, customerId: string, most: number) => db<OpenSessionRow[]>`
  select id, device, created_at as "openedAt", expires_at as "expiresAt" from session
   where customer_id = ${customerId} and ${isOpen(db)}
   order by created_at desc, id limit ${most}`;

/** False when this customer has no such open session. */
export async function revokeSessionOf(db: Db | Tx, { id, customerId }: { id: string; customerId: string }): Promise<boolean> {
  const revoked = await db`
    update session set revoked_at = clock_timestamp() where id = ${id} and customer_id = ${customerId} and ${isOpen(db)} returning id`;
  return revoked.length === 1;
}

interface LockedSession {
  readonly customerId: string;
  /** What its owner knows it by. */
  readonly browser: string | null;
}

/** Locked, so that it does not end before what is added in it; undefined when it has ended. */
export const lockSession = async (tx: Tx, id: string): Promise<LockedSession | undefined> =>
  (
    await tx<LockedSession[]>`
      select customer_id as "customerId", device as browser from session where id = ${id} and ${isOpen(tx)} for no key update`
  )[0];

/** A session and the browser that it is used in. */
export interface SessionHere {
  readonly id: string;
  readonly customerId: string;
  /** That its cookie names; null without one. The session's own device may be another or none. */
  readonly deviceId: string | null;
}

/**
 * After the customer and their sessions were locked. Older sessions of the same browser are taken off its device: ending a session with a
 * device forgets the device, by a trigger.
 */
export const revokeOtherSessions = (tx: Tx, { id, customerId, deviceId }: SessionHere) => tx`
  update session set revoked_at = clock_timestamp(),
                     device_id = case when device_id = ${deviceId} or device_id = (select here.device_id from session as here where here.id = ${id})
                                      then null else device_id end
   where customer_id = ${customerId} and id <> ${id} and ${isOpen(tx)}`;

export interface NewSessionRow {
  readonly sessionId: string;
  readonly customerId: string;
  readonly minutes: number;
  /** What its owner knows the browser by; null when it did not say. */
  readonly device: string | null;
  /** The remembered device that opens it: its cookie proves less than a password or a passkey. */
  readonly deviceId: string | null;
}

export interface SessionTimes {
  readonly openedAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
}

/** Sessions of customers that are opened together; answers when each began and ends. */
export async function insertSessions(tx: Tx, sessions: readonly NewSessionRow[]): Promise<ReadonlyMap<string, SessionTimes>> {
  const rows = await tx<(SessionTimes & { readonly id: string })[]>`
    insert into session (id, customer_id, expires_at, device_id, is_proved, device)
    select id, customer_id, now() + make_interval(mins => minutes), device_id, device_id is null, device
      from unnest(${texts(sessions.map(({ sessionId }) => sessionId))}::text[], ${texts(sessions.map(({ customerId }) => customerId))}::text[],
                  ${texts(sessions.map(({ deviceId }) => deviceId))}::text[], ${integers(sessions.map(({ minutes }) => minutes))}::integer[],
                  ${texts(sessions.map(({ device }) => device))}::text[]) as opened (id, customer_id, device_id, minutes, device)
    returning id, created_at as "openedAt", expires_at as "expiresAt"`;
  return new Map(rows.map(({ id, ...times }) => [id, times]));
}
