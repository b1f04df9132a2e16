import type { LanguageCode } from '@butaca/brand/languages';
import type { Db } from '#db/connect';
import type { Move } from '#db/enqueue';
import { isMailboxProved, mailboxOf } from '../mailboxes/index.ts';

export interface MovedPerformance {
  readonly id: number;
  readonly revision: number;
  readonly showName: string;
  readonly startsAt: Temporal.Instant;
  /** The start that its buyer knows. */
  readonly was: Temporal.Instant;
  readonly timeZone: string;
}

export interface PurchaseToTell {
  readonly id: string;
  readonly stage: 'open' | 'reserved' | 'paying' | 'offered' | 'paid';
  /** Until when it is said to keep its places; null once they are its own. */
  readonly until: Temporal.Instant | null;
  readonly language: LanguageCode | null;
  /** Its mailbox, by somebody who reads it. */
  readonly isProved: boolean;
  readonly buyer: { readonly firstName: string; readonly lastName: string; readonly email: string };
  /** Those that have another start than their buyer knows; the first to come first. */
  readonly moved: readonly MovedPerformance[];
}

type Row = Omit<PurchaseToTell, 'moved'> & {
  readonly moved: readonly (Pick<MovedPerformance, 'id' | 'revision' | 'showName' | 'timeZone'> & { startsAtMs: number; wasMs: number })[];
};

/**
 * Nothing when there is nothing to tell by now: it has the start again that its buyer knows, is cancelled or over, its places were given back, or the
 * account was erased.
 */
export async function purchaseToTell(db: Db, moves: readonly Move[], graceSeconds: number): Promise<PurchaseToTell | undefined> {
  const [first] = moves;
  if (!first) return undefined;
  // A later one of the same performance says what its buyer was not told.
  const known = new Map(moves.toReversed().map(({ performanceId, wasMs }) => [performanceId, wasMs]));
  const [row] = await db<Row[]>`
    select purchase.id, stage, coalesce(purchase.language, customer.language) as language, ${isMailboxProved(db)} as "isProved",
           jsonb_build_object('firstName', first_name, 'lastName', last_name, 'email', ${mailboxOf(db)}) as buyer,
           case stage when 'paid' then null
                      when 'reserved' then (select least(reserved_until, starts_at - make_interval(hours => coalesce(reservation_closes_hours, 0)))
                                              from reservation join performance on performance.id = performance_id join show on show.id = show_id
                                             where purchase_id = purchase.id)
                      else (select min(held_until) - make_interval(secs => ${graceSeconds}) from hold where purchase_id = purchase.id) end as until,
           moved.list as moved
      from purchase
      join customer on customer.id = purchase.customer_id and erased_at is null
      cross join lateral (
        select jsonb_agg(jsonb_build_object('id', performance.id, 'revision', revision, 'showName', show.name, 'timeZone', time_zone,
                           'startsAtMs', (extract(epoch from starts_at) * 1000)::bigint, 'wasMs', was_ms) order by starts_at, performance.id) as list
          from unnest(${[...known.keys()]}::integer[], ${[...known.values()]}::float8[]) as move (performance_id, was_ms)
          join performance on performance.id = move.performance_id
          join show on show.id = performance.show_id
          join venue on venue.id = performance.venue_id
          join hold on hold.performance_id = performance.id and hold.purchase_id = purchase.id
         where starts_at <> to_timestamp(was_ms / 1000) and starts_at > clock_timestamp() and performance.state <> 'cancelled'
           and case when stage = 'paid'
                    then exists (select from ticket where ticket.performance_id = performance.id and ticket.purchase_id = purchase.id
                                                      and ticket.state = 'valid')
                    else hold.state = 'held' and held_until > clock_timestamp() end
      ) as moved
     where purchase.id = ${first.purchaseId} and channel = 'online' and moved.list is not null`;
  if (!row) return undefined;
  const at = (epochMs: number) => Temporal.Instant.fromEpochMilliseconds(epochMs);
  const moved = row.moved.map(({ startsAtMs, wasMs, ...one }) => ({ ...one, startsAt: at(startsAtMs), was: at(wasMs) }));
  return { ...row, moved };
}
