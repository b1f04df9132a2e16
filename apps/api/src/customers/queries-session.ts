import type { Db } from '#db/connect';
import type { Session } from '#http/session';

export interface NewSession {
  readonly id: string;
  readonly customerId: string;
  readonly minutes: number;
}

/** The session starts and ends by the database's clock, the same for all processes. */
export async function insertSession(db: Db, { id, customerId, minutes }: NewSession): Promise<Temporal.Instant> {
  const [row] = await db<{ expiresAt: Temporal.Instant }[]>`
    insert into session (id, customer_id, expires_at) values (${id}, ${customerId}, now() + make_interval(mins => ${minutes}))
    returning expires_at as "expiresAt"`;
  if (!row) throw new Error('session insert returned no row');
  return row.expiresAt;
}

/** The sessions that are open; at exactly 180 minutes one is over (C-05). */
export const openSessions = (db: Db, ids: readonly string[]) =>
  db<Session[]>`
    select session.id, session.customer_id as "customerId", customer.role
      from session join customer on customer.id = session.customer_id
     where session.id = any (${[...ids]}::text[]) and session.revoked_at is null and session.expires_at > clock_timestamp()`;

export const revokeSession = (db: Db, id: string) => db`
  update session set revoked_at = clock_timestamp() where id = ${id} and revoked_at is null`;

/** Expired rows. Networks from which a customer logged in are remembered for 90 days. */
export const deleteOldTraces = (db: Db) =>
  db.begin(async (tx) => {
    await tx`delete from session where expires_at < now() - interval '1 day'`;
    await tx`delete from used_captcha where expires_at < now() - interval '1 hour'`;
    await tx`
    delete from login_throttle
     where last_at < now() - interval '1 day' and (succeeded_at is null or succeeded_at < now() - interval '90 days')`;
  });
