import type { Db, Tx } from '#db/connect';

export interface Limits {
  /** Attempts that wait for nothing. */
  readonly free: number;
  /** The first wait; each further attempt doubles it. */
  readonly firstWaitSeconds: number;
  readonly longestWaitSeconds: number;
  /** A quiet time after which counting starts again. */
  readonly forgetAfterSeconds: number;
}

/**
 * Counts one attempt under this key and sets the wait before the next one, unless the wait of the last one still runs.
 * One guarded statement by the database's clock, so attempts sent at once on several processes count one after another.
 */
export async function countAttempt(tx: Tx, key: string, limits: Limits): Promise<boolean> {
  const counted = await tx`
    insert into login_throttle as throttle (key, attempts, last_at, blocked_until)
    values (${key}, 1, clock_timestamp(), clock_timestamp())
    on conflict (key) do update
      set (attempts, last_at, blocked_until) = (
        select next.attempts, clock_timestamp(),
               clock_timestamp() + make_interval(secs => case
                 when next.attempts < ${limits.free}::int then 0
                 else least(${limits.longestWaitSeconds}::float8,
                            ${limits.firstWaitSeconds}::float8 * power(2, least(next.attempts - ${limits.free}::int, 30)))
               end)
          from (select case when throttle.last_at < clock_timestamp() - make_interval(secs => ${limits.forgetAfterSeconds}::float8)
                            then 1 else throttle.attempts + 1 end as attempts) as next)
      where throttle.blocked_until <= clock_timestamp()
    returning attempts`;
  return counted.length === 1;
}

/** Whole seconds until the next attempt under this key may be made. */
export async function waitSeconds(tx: Tx, key: string): Promise<number> {
  const [row] = await tx<{ seconds: number }[]>`
    select ceil(extract(epoch from blocked_until - clock_timestamp()))::int as seconds from login_throttle where key = ${key}`;
  return Math.max(1, row?.seconds ?? 1);
}

/** Whether somebody logged in under this key in the last 90 days. */
export async function succeededBefore(tx: Tx, key: string): Promise<boolean> {
  const rows = await tx`select 1 from login_throttle where key = ${key} and succeeded_at > now() - interval '90 days'`;
  return rows.length === 1;
}

/** The account's owner came in: neither key waits any more, and this network is known from now on. */
export const forgetAttempts = (db: Db, { account, accountAndNetwork }: { account: string; accountAndNetwork: string }) =>
  db.begin(async (tx) => {
    await tx`update login_throttle set attempts = 0, blocked_until = now(), succeeded_at = now() where key = ${accountAndNetwork}`;
    await tx`update login_throttle set attempts = 0, blocked_until = now() where key = ${account}`;
  });
