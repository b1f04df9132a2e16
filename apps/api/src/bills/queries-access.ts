import type { Db } from '#db/connect';

interface Lease {
  /** Which ticket, by authority and issuer. */
  readonly name: string;
  readonly by: string;
}

/** A ticket that ends during the call that it is for helps nobody. */
const isGood = (db: Db) => db`content is not null and expires_at > clock_timestamp() + interval '5 minutes'`;

export const findAccess = async <Content extends object>(db: Db, name: string): Promise<Content | undefined> =>
  (await db<{ content: Content }[]>`select content from access_ticket where name = ${name} and ${isGood(db)}`)[0]?.content;

/** The database's clock for the one process that may ask for a ticket now; undefined while another one asks, or has got one. */
export const claimAccess = async (db: Db, { name, by }: Lease, seconds: number): Promise<Temporal.Instant | undefined> =>
  (
    await db<{ now: Temporal.Instant }[]>`
      insert into access_ticket (name, asked_by, asking_until)
      values (${name}, ${by}, clock_timestamp() + make_interval(secs => ${seconds}))
      on conflict (name) do update set asked_by = excluded.asked_by, asking_until = excluded.asking_until
       where (access_ticket.asking_until is null or access_ticket.asking_until < clock_timestamp())
         and (access_ticket.content is null or access_ticket.expires_at <= clock_timestamp() + interval '5 minutes')
      returning clock_timestamp() as now`
  )[0]?.now;

export const keepAccess = (db: Db, name: string, content: object, expiresAt: Temporal.Instant) => db`
  update access_ticket set content = ${db.json(content as never)}, expires_at = ${expiresAt}, asked_by = null, asking_until = null
   where name = ${name}`;

/** Another process may ask at once. */
export const releaseAccess = (db: Db, { name, by }: Lease) => db`
  update access_ticket set asked_by = null, asking_until = null where name = ${name} and asked_by = ${by}`;

/** Another one that came meanwhile stays. */
export const dropAccess = (db: Db, name: string, content: object) => db`
  update access_ticket set content = null, expires_at = null where name = ${name} and content = ${db.json(content as never)}`;
