import type { Db } from '#db/connect';

interface OpenSessionRow {
  readonly id: string;
  readonly device: string | null;
  readonly openedAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
}

const isOpen = (db: Db) => db`revoked_at is null and expires_at > clock_timestamp()`;

/** A customer's open sessions, the newest first. */
export const sessionsOf = (db: Db, customerId: string, most: number) => db<OpenSessionRow[]>`
  select id, device, created_at as "openedAt", expires_at as "expiresAt" from session
   where customer_id = ${customerId} and ${isOpen(db)}
   order by created_at desc, id limit ${most}`;

/** False when this customer has no such open session. */
export async function revokeSessionOf(db: Db, { id, customerId }: { id: string; customerId: string }): Promise<boolean> {
  const revoked = await db`
    update session set revoked_at = clock_timestamp() where id = ${id} and customer_id = ${customerId} and ${isOpen(db)} returning id`;
  return revoked.length === 1;
}

export const revokeOtherSessions = (db: Db, { id, customerId }: { id: string; customerId: string }) => db`
  update session set revoked_at = clock_timestamp() where customer_id = ${customerId} and id <> ${id} and ${isOpen(db)}`;
