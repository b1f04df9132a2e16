import type { StockLevel } from '@butaca/fair-queue';
import { texts } from '#db/array-literal';
import type { Db, Tx } from '#db/connect';
import type { Sale } from '../catalogue/index.ts';
import type { PaceReason } from './pace.ts';
import type { RoomKey } from './store.ts';

/** What the organiser turns; amounts of people, seconds and minutes. */
export interface RoomKnobs {
  readonly perMinute: number;
  readonly mostInside: number;
  /** How long a turn is kept. */
  readonly graceSeconds: number;
  /** How long there is to choose places. */
  readonly passMinutes: number;
  /** Places that one pass may have; null: as many as the show allows each customer. */
  readonly mostPlaces: number | null;
  readonly onePerAccount: boolean;
  readonly accessibleLane: boolean;
  /** Whether numbers of crowded networks from before the draw go into the last lane, or are only shown to the organiser. */
  readonly demotes: boolean;
  /** How many are let in a minute while the store does not answer; 0: none. */
  readonly unreachablePerMinute: number;
  /** A room that stands by opens when so many people came within a minute; null: it is opened by hand. */
  readonly standbyArrivals: number | null;
  /** By language. */
  readonly message: Readonly<Record<string, string>>;
}

export type RoomPhase = 'standby' | 'pre' | 'active' | 'paused' | 'draining' | 'sold_out' | 'closed';

export interface RoomRow extends RoomKey, RoomKnobs {
  readonly phase: RoomPhase;
  readonly startsAtMs: number | null;
  readonly openedAtMs: number;
  readonly closedAtMs: number | null;
  readonly secret: string;
  readonly commitment: string;
  readonly seed: string | null;
  readonly drawnPriority: number | null;
  readonly drawnGeneral: number | null;
  readonly demoted: readonly string[];
  readonly suspects: readonly string[];
  /** Numbers that the suspects had at the draw. */
  readonly suspectNumbers: number;
  readonly arrivals: number;
  readonly toldSoldOut: boolean;
  /** It was draining when it sold out. */
  readonly drains: boolean;
  readonly stock: StockLevel;
  readonly takesCodes: boolean;
  readonly showName: string;
  readonly showSeo: string;
  readonly venueName: string;
  readonly performanceAtMs: number;
  readonly timeZone: string;
  /** The database's clock. */
  readonly nowMs: number;
}

const roomsWhere = (db: Db, condition: ReturnType<Db>) => db<RoomRow[]>`
  select queue_room.performance_id as "performanceId", epoch, phase, (extract(epoch from queue_room.starts_at) * 1000)::float8 as "startsAtMs",
         (extract(epoch from opened_at) * 1000)::float8 as "openedAtMs", (extract(epoch from closed_at) * 1000)::float8 as "closedAtMs",
         secret, commitment, seed, drawn_priority as "drawnPriority", drawn_general as "drawnGeneral", demoted, suspects,
         suspect_numbers as "suspectNumbers", per_minute as "perMinute", most_inside as "mostInside", grace_seconds as "graceSeconds", pass_minutes as "passMinutes",
         most_places as "mostPlaces", one_per_account as "onePerAccount", accessible_lane as "accessibleLane", demotes,
         unreachable_per_minute as "unreachablePerMinute", standby_arrivals as "standbyArrivals", arrivals, message,
         told_sold_out as "toldSoldOut", drains, stock, exists (select from queue_code where queue_code.performance_id = queue_room.performance_id) as "takesCodes",
         show.name as "showName", show.seo as "showSeo", venue.name as "venueName",
         (extract(epoch from performance.starts_at) * 1000)::float8 as "performanceAtMs", time_zone as "timeZone",
         (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"
    from queue_room
    join performance on performance.id = queue_room.performance_id
    join show on show.id = performance.show_id
    join venue on venue.id = performance.venue_id
   where ${condition}
   order by queue_room.performance_id`;

/** Rooms that are not long over, by performance. */
export const findRooms = (db: Db) => roomsWhere(db, db`phase <> 'closed' or closed_at > now() - interval '30 days'`);

export const findRoom = (db: Db, performanceId: number) => roomsWhere(db, db`queue_room.performance_id = ${performanceId}`);

interface NewRoom extends RoomKnobs {
  readonly performanceId: number;
  readonly phase: 'standby' | 'pre' | 'active';
  readonly startsAtMs: number | null;
  readonly secret: string;
  readonly commitment: string;
}

/** Opens a room for the first time, or again as another epoch; none where it is open. */
export const openRoom = (db: Tx, room: NewRoom) => db<{ epoch: number }[]>`
  insert into queue_room as room (performance_id, phase, starts_at, secret, commitment, per_minute, most_inside, grace_seconds, pass_minutes,
                          most_places, one_per_account, accessible_lane, demotes, unreachable_per_minute, standby_arrivals, message)
  values (${room.performanceId}, ${room.phase}, to_timestamp(${room.startsAtMs}::float8 / 1000), ${room.secret}, ${room.commitment},
          ${room.perMinute}, ${room.mostInside}, ${room.graceSeconds}, ${room.passMinutes}, ${room.mostPlaces}, ${room.onePerAccount},
          ${room.accessibleLane}, ${room.demotes}, ${room.unreachablePerMinute}, ${room.standbyArrivals}, ${db.json(room.message)})
  on conflict (performance_id) do update
     set epoch = room.epoch + 1, phase = excluded.phase, starts_at = excluded.starts_at, opened_at = clock_timestamp(), closed_at = null,
         secret = excluded.secret, commitment = excluded.commitment, seed = null, drawn_at = null, drawn_priority = null, drawn_general = null,
         demoted = '{}', suspects = '{}', suspect_numbers = 0, per_minute = excluded.per_minute, most_inside = excluded.most_inside,
         grace_seconds = excluded.grace_seconds, pass_minutes = excluded.pass_minutes, most_places = excluded.most_places,
         one_per_account = excluded.one_per_account, accessible_lane = excluded.accessible_lane, demotes = excluded.demotes,
         unreachable_per_minute = excluded.unreachable_per_minute, standby_arrivals = excluded.standby_arrivals, arrivals = 0,
         message = excluded.message, told_sold_out = false, drains = false, stock = 'plenty'
   where room.phase = 'closed'
  returning epoch`;

/** The draw is written before it is published; the first one stays. */
export const recordDraw = (
  db: Db,
  { performanceId, epoch }: RoomKey,
  draw: {
    readonly seed: string;
    readonly priority: number;
    readonly general: number;
    readonly demoted: readonly string[];
    readonly suspects: readonly string[];
    readonly suspectNumbers: number;
  },
) => db`
  update queue_room
     set seed = ${draw.seed}, drawn_at = clock_timestamp(), drawn_priority = ${draw.priority}, drawn_general = ${draw.general},
         demoted = ${texts(draw.demoted)}::text[], suspects = ${texts(draw.suspects)}::text[],
         suspect_numbers = ${draw.suspectNumbers}, phase = case when phase = 'pre' then 'active' else phase end
   where performance_id = ${performanceId} and epoch = ${epoch} and seed is null`;

export const changePhase = (
  db: Db | Tx,
  { performanceId, epoch }: RoomKey,
  { from, to }: { readonly from: readonly RoomPhase[]; readonly to: RoomPhase },
) => db`
  update queue_room
     set phase = ${to}, drains = (${to} = 'sold_out' and phase = 'draining'), closed_at = case when ${to} = 'closed' then clock_timestamp() end,
         opened_at = case when phase = 'standby' then clock_timestamp() else opened_at end
   where performance_id = ${performanceId} and epoch = ${epoch} and phase = any (${texts(from)}::text[])`;

export const setStock = (db: Db, { performanceId, epoch }: RoomKey, stock: StockLevel) => db`
  update queue_room set stock = ${stock} where performance_id = ${performanceId} and epoch = ${epoch} and stock <> ${stock}`;

export const countArrivals = (db: Db, performanceId: number, arrivals: number) => db`
  update queue_room set arrivals = arrivals + ${arrivals} where performance_id = ${performanceId} and phase = 'standby'`;

/** Uses a presale code once; none when it is unknown or used up. */
export const useCode = (db: Db, performanceId: number, code: string) => db`
  update queue_code set uses_left = uses_left - 1 where performance_id = ${performanceId} and code = ${code} and uses_left > 0`;

/** It has put nobody into the first lane. */
export const giveCodeBack = (db: Db, performanceId: number, code: string) => db`
  update queue_code set uses_left = uses_left + 1 where performance_id = ${performanceId} and code = ${code}`;

export interface Sample {
  readonly performanceId: number;
  readonly waiting: number;
  readonly inside: number;
  readonly called: number;
  readonly redeemed: number;
  readonly free: number | null;
  readonly held: number | null;
  /** Null while no places are taken. */
  readonly claimP95Ms: number | null;
}

export const insertSample = (db: Db, sample: Sample) => db`
  insert into queue_sample (performance_id, at, waiting, inside, called, redeemed, free, held, claim_p95_ms)
  values (${sample.performanceId}, clock_timestamp(), ${sample.waiting}, ${sample.inside}, ${sample.called}, ${sample.redeemed},
          ${sample.free}, ${sample.held}, ${sample.claimP95Ms ?? 0})
  on conflict do nothing`;

export const forgetSamples = (db: Db) => db`delete from queue_sample where at < now() - interval '2 days'`;

/** What a performance cost online at a moment. */
export interface PriceList {
  /** Face values by price type, in minor units. */
  readonly faces: Readonly<Record<string, number>>;
  readonly charges: Sale['charges']['online'];
}

/** Only when it differs from what was noted last. */
export const notePrices = (db: Db, performanceId: number, prices: PriceList) => db`
  insert into queue_price (performance_id, seen_at, prices)
  select ${performanceId}, clock_timestamp(), ${db.json(prices as never)}::jsonb
   where ${db.json(prices as never)}::jsonb is distinct from
         (select prices from queue_price where performance_id = ${performanceId} order by seen_at desc limit 1)`;

/** In the order in which they were seen. */
export const findPrices = (db: Db, performanceId: number) => db<{ seenAtMs: number; prices: PriceList }[]>`
  select (extract(epoch from seen_at) * 1000)::float8 as "seenAtMs", prices from queue_price
   where performance_id = ${performanceId} order by seen_at`;
export interface Pulse extends Sample {
  readonly epoch: number;
  readonly showRate: number;
  readonly reason: PaceReason;
  readonly places: number | null;
}

export const writePulse = (db: Db, pulse: Pulse) => db`
  insert into queue_pulse (performance_id, epoch, at, waiting, inside, called, redeemed, show_rate, reason, places, free, held, claim_p95_ms)
  values (${pulse.performanceId}, ${pulse.epoch}, clock_timestamp(), ${pulse.waiting}, ${pulse.inside}, ${pulse.called}, ${pulse.redeemed},
          ${pulse.showRate}, ${pulse.reason}, ${pulse.places}, ${pulse.free}, ${pulse.held}, ${pulse.claimP95Ms})
  on conflict (performance_id) do update
     set epoch = excluded.epoch, at = excluded.at, waiting = excluded.waiting, inside = excluded.inside, called = excluded.called,
         redeemed = excluded.redeemed, show_rate = excluded.show_rate, reason = excluded.reason, places = excluded.places,
         free = excluded.free, held = excluded.held, claim_p95_ms = excluded.claim_p95_ms`;

/** Rooms that were closed so long ago, and earlier openings of others. */
const ofOldRooms = (db: Db, days: number) => db`
  using queue_room as room
  where room.performance_id = gone.performance_id
    and (room.epoch > gone.epoch or room.closed_at < now() - make_interval(days => ${days}))`;

export const forgetAccounts = (db: Db, days: number) => db`delete from queue_account as gone ${ofOldRooms(db, days)}`;
export const forgetPasses = (db: Db, days: number) => db`delete from queue_pass as gone ${ofOldRooms(db, days)}`;
export const forgetNetworks = (db: Db, days: number) => db`delete from queue_network as gone ${ofOldRooms(db, days)}`;
