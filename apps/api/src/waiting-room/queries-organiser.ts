import type { RoomChange } from '@butaca/contract';
import { texts } from '#db/array-literal';
import type { Db, Tx } from '#db/connect';
import type { PaceReason } from './pace.ts';
import type { RoomKnobs, RoomPhase } from './queries.ts';
import type { RoomKey } from './store.ts';

export interface QueuePerformanceRow {
  readonly id: number;
  readonly showName: string;
  readonly venueName: string;
  readonly startsAtMs: number;
  readonly timeZone: string;
  readonly onSaleAtMs: number | null;
  readonly isOver: boolean;
}

const performancesWhere = (db: Db, condition: ReturnType<Db>) => db<QueuePerformanceRow[]>`
  select performance.id, show.name as "showName", venue.name as "venueName", venue.time_zone as "timeZone",
         (extract(epoch from performance.starts_at) * 1000)::float8 as "startsAtMs",
         (extract(epoch from performance.on_sale_at) * 1000)::float8 as "onSaleAtMs",
         is_over as "isOver"
    from performance
    join sale_now on sale_now.performance_id = performance.id and channel = 'online'
    join show on show.id = performance.show_id
    join venue on venue.id = performance.venue_id
    left join queue_room on queue_room.performance_id = performance.id
   where ${condition}
   order by queue_room.phase is null or queue_room.phase = 'closed', performance.starts_at, performance.id
   limit 1000`;

/** Performances to come, and those whose room is not long over; open rooms first. */
export const findQueuePerformances = (db: Db) =>
  performancesWhere(
    db,
    db`not is_over
       or (queue_room.phase is not null and (queue_room.phase <> 'closed' or queue_room.closed_at > now() - interval '30 days'))`,
  );

export const findQueuePerformance = (db: Db, performanceId: number) => performancesWhere(db, db`performance.id = ${performanceId}`);

interface LockedRoom extends RoomKey, RoomKnobs {
  readonly phase: RoomPhase;
  readonly startsAtMs: number | null;
  readonly isDrawn: boolean;
  readonly performanceAtMs: number;
  readonly nowMs: number;
}

/** None where the performance never had a room. */
export const lockRoom = (tx: Tx, performanceId: number) => tx<LockedRoom[]>`
  select performance_id as "performanceId", epoch, phase, (extract(epoch from queue_room.starts_at) * 1000)::float8 as "startsAtMs",
         seed is not null as "isDrawn", per_minute as "perMinute", most_inside as "mostInside", grace_seconds as "graceSeconds",
         pass_minutes as "passMinutes", most_places as "mostPlaces", one_per_account as "onePerAccount", accessible_lane as "accessibleLane",
         demotes, unreachable_per_minute as "unreachablePerMinute", standby_arrivals as "standbyArrivals", message,
         (extract(epoch from performance.starts_at) * 1000)::float8 as "performanceAtMs",
         (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"
    from queue_room join performance on performance.id = performance_id
   where performance_id = ${performanceId} for update of queue_room`;

export const setKnobs = (
  tx: Tx,
  { performanceId, ...knobs }: RoomKnobs & { readonly performanceId: number; readonly startsAtMs: number | null },
) => tx`
  update queue_room
     set starts_at = to_timestamp(${knobs.startsAtMs}::float8 / 1000), per_minute = ${knobs.perMinute}, most_inside = ${knobs.mostInside},
         grace_seconds = ${knobs.graceSeconds}, pass_minutes = ${knobs.passMinutes}, most_places = ${knobs.mostPlaces},
         one_per_account = ${knobs.onePerAccount}, accessible_lane = ${knobs.accessibleLane}, demotes = ${knobs.demotes},
         unreachable_per_minute = ${knobs.unreachablePerMinute}, standby_arrivals = ${knobs.standbyArrivals}, message = ${tx.json(knobs.message)}
   where performance_id = ${performanceId}`;

/** Whether the organiser says that it is sold out, whatever the stock says. */
export const setToldSoldOut = (tx: Tx, performanceId: number, told: boolean) => tx`
  update queue_room set told_sold_out = ${told} where performance_id = ${performanceId}`;

/** As it is kept in the log. */
export interface KeptChange extends Pick<RoomChange, 'verb' | 'before' | 'after' | 'codes'> {}

/** `staffId`: null for what the room does by itself. */
export const insertChange = (
  tx: Tx,
  { performanceId, staffId, change }: { readonly performanceId: number; readonly staffId: string | null; readonly change: KeptChange },
) => tx`
  insert into queue_change (performance_id, customer_id, change) values (${performanceId}, ${staffId}, ${tx.json(change as never)})`;

interface ChangeRow {
  readonly atMs: number;
  readonly staffName: string | null;
  readonly change: KeptChange;
}

/** The newest first. */
export const findChanges = (db: Db, performanceId: number, most: number) => db<ChangeRow[]>`
  select (extract(epoch from at) * 1000)::float8 as "atMs", change,
         first_name || ' ' || last_name as "staffName"
    from queue_change left join customer on customer.id = customer_id
   where performance_id = ${performanceId} order by queue_change.id desc limit ${most}`;

interface PulseRow {
  readonly atMs: number;
  readonly inside: number;
  readonly called: number;
  readonly redeemed: number;
  readonly showRate: number;
  readonly reason: PaceReason;
  readonly places: number | null;
  readonly free: number | null;
  readonly held: number | null;
  readonly claimP95Ms: number | null;
}

/** None of this opening until its first people are let in. */
export const findPulse = (db: Db, { performanceId, epoch }: RoomKey) => db<PulseRow[]>`
  select (extract(epoch from at) * 1000)::float8 as "atMs", inside, called, redeemed, show_rate as "showRate", reason, places, free, held,
         claim_p95_ms as "claimP95Ms"
    from queue_pulse where performance_id = ${performanceId} and epoch = ${epoch}`;

interface SampleRow {
  readonly atMs: number;
  readonly waiting: number;
  readonly inside: number;
  readonly called: number;
  readonly redeemed: number;
  readonly free: number | null;
  readonly held: number | null;
}

/** The last one of each half minute of the last hour since this moment, the oldest first. */
export const findSamples = (db: Db, performanceId: number, sinceMs: number) => db<SampleRow[]>`
  select distinct on (floor(extract(epoch from at) / 30)) (extract(epoch from at) * 1000)::float8 as "atMs", waiting, inside, called, redeemed, free, held
    from queue_sample
   where performance_id = ${performanceId} and at >= greatest(to_timestamp(${sinceMs}::float8 / 1000), now() - interval '1 hour')
   order by floor(extract(epoch from at) / 30), at desc`;

export const countCodes = (db: Db, performanceId: number) => db<{ count: number; usesLeft: number }[]>`
  select count(*)::integer as count, coalesce(sum(uses_left), 0)::bigint as "usesLeft" from queue_code where performance_id = ${performanceId}`;

/** One that is there has these uses from now on. */
export const setCodes = (tx: Tx, performanceId: number, codes: readonly string[], uses: number) => tx`
  insert into queue_code (performance_id, code, uses_left)
  select ${performanceId}, code, ${uses} from unnest(${texts(codes)}::text[]) as code order by code
  on conflict (performance_id, code) do update set uses_left = excluded.uses_left`;

/** One of them, or all. */
export const deleteCodes = (tx: Tx, performanceId: number, code: string | null) => tx`
  delete from queue_code where performance_id = ${performanceId} and (${code}::text is null or code = ${code})`;
