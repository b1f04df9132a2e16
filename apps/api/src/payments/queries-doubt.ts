import type { Db } from '#db/connect';

export interface DoubtfulAttempt {
  readonly reference: string;
  readonly startedAt: Temporal.Instant;
  /** Minor units. */
  readonly amount: number;
  /** The provider spoke of something else than it was asked for. */
  readonly differs: boolean;
}

/**
 * Attempts that no asking is going to settle: their provider speaks of another amount, or nobody has known of them for longer
 * than a purchase may last. Found among those that are still to be asked about, which are few.
 */
export const findDoubtfulAttempts = (db: Db, most: number) => db<DoubtfulAttempt[]>`
  select reference, started_at as "startedAt", amount, differs
    from attempt
   cross join lateral (
     select exists (select from attempt_event as event
                     where event.purchase_id = attempt.purchase_id and event.reference = attempt.reference
                       and event.kind = 'answered' and event.facts ? 'mismatch') as differs
   ) as told
   where check_at is not null and state = 'unknown' and (differs or started_at < now() - interval '20 minutes')
   order by started_at limit ${most}`;
