import type { DrawnCounts, Lane, LaneCounts } from '@butaca/fair-queue';
import { integers, texts } from '#db/array-literal';
import type { Db, Tx } from '#db/connect';
import type { Redemption, RoomKey } from './store.ts';

const performancesOf = (rooms: readonly RoomKey[]) => integers(rooms.map(({ performanceId }) => performanceId));
const epochsOf = (rooms: readonly RoomKey[]) => integers(rooms.map(({ epoch }) => epoch));

export interface LineRow extends RoomKey, LaneCounts {
  readonly lane: Lane;
}

export const startLines = (db: Db, { performanceId, epoch }: RoomKey, lanes: readonly ({ lane: Lane } & LaneCounts)[]) => db`
  insert into queue_line as line (performance_id, epoch, lane, issued, serving, lapsed)
  select ${performanceId}, ${epoch}, lane, issued, serving, lapsed
    from unnest(${texts(lanes.map(({ lane }) => lane))}::text[], ${integers(lanes.map(({ issued }) => issued))}::integer[],
                ${integers(lanes.map(({ serving }) => serving))}::integer[], ${integers(lanes.map(({ lapsed }) => lapsed))}::integer[])
         as given (lane, issued, serving, lapsed)
   order by lane
  on conflict (performance_id, epoch, lane) do update
     set issued = greatest(line.issued, excluded.issued), serving = greatest(line.serving, excluded.serving),
         lapsed = greatest(line.lapsed, excluded.lapsed)`;

/** Locks all lanes of these rooms, in one order for everybody; the clock, in whole seconds as numbers have it, is read when each is locked. */
export const lockLines = (tx: Tx, rooms: readonly RoomKey[]) => tx<(LineRow & { nowMs: number })[]>`
  select performance_id as "performanceId", epoch, lane, issued, serving, lapsed, (floor(extract(epoch from clock_timestamp())) * 1000)::float8 as "nowMs"
    from queue_line
   where (performance_id, epoch) in (select * from unnest(${performancesOf(rooms)}::integer[], ${epochsOf(rooms)}::smallint[]))
   order by performance_id, epoch, lane for update`;

/** Locks the lanes of a room in the order of `lockLines`, for a statement that changes them: an update alone takes them in any order, which deadlocks. */
const linesInOrder = (db: Db, { performanceId, epoch }: RoomKey) => db`
  select performance_id, epoch, lane from queue_line where performance_id = ${performanceId} and epoch = ${epoch} order by lane for update`;
const isLocked = (db: Db) => db`line.performance_id = locked.performance_id and line.epoch = locked.epoch and line.lane = locked.lane`;

interface AccountRow extends RoomKey {
  readonly holder: string;
  readonly lane: Lane;
  readonly number: number;
  readonly ticket: string;
  readonly joinedAtMs: number;
  readonly accessible: boolean;
  readonly network: string;
}

export const findAccounts = (tx: Tx, accounts: readonly (RoomKey & { readonly holder: string })[]) => tx<AccountRow[]>`
  select performance_id as "performanceId", epoch, holder, lane, number, ticket, accessible, network,
         (extract(epoch from joined_at) * 1000)::float8 as "joinedAtMs"
    from queue_account
   where (performance_id, epoch, holder) in
         (select * from unnest(${performancesOf(accounts)}::integer[], ${epochsOf(accounts)}::smallint[],
                               ${texts(accounts.map(({ holder }) => holder))}::text[]))`;

/** Those that were not spent before. */
export const spendSolutions = (tx: Tx, solutions: readonly string[], seconds: number) => tx<{ solution: string }[]>`
  insert into queue_solution (solution, expires_at)
  select distinct solution, clock_timestamp() + ${seconds}::integer * interval '1 second' from unnest(${texts(solutions)}::text[]) as solution
   order by solution
  on conflict do nothing returning solution`;

export const forgetSolutions = (db: Db) => db`delete from queue_solution where expires_at < clock_timestamp()`;

export const setIssued = (tx: Tx, lines: readonly (RoomKey & { readonly lane: Lane; readonly issued: number })[]) => tx`
  update queue_line as line set issued = given.issued
    from unnest(${performancesOf(lines)}::integer[], ${epochsOf(lines)}::smallint[], ${texts(lines.map(({ lane }) => lane))}::text[],
                ${integers(lines.map(({ issued }) => issued))}::integer[]) as given (performance_id, epoch, lane, issued)
   where line.performance_id = given.performance_id and line.epoch = given.epoch and line.lane = given.lane`;

/** An account whose turn is over has another number from then on. */
export const keepAccounts = (tx: Tx, accounts: readonly AccountRow[]) => tx`
  insert into queue_account (performance_id, epoch, holder, lane, number, ticket, joined_at, accessible, network)
  select performance_id, epoch, holder, lane, number, ticket, to_timestamp(joined_ms / 1000), accessible::boolean, network
    from unnest(${performancesOf(accounts)}::integer[], ${epochsOf(accounts)}::smallint[], ${texts(accounts.map(({ holder }) => holder))}::text[],
                ${texts(accounts.map(({ lane }) => lane))}::text[], ${integers(accounts.map(({ number }) => number))}::integer[],
                ${texts(accounts.map(({ ticket }) => ticket))}::text[], ${accounts.map(({ joinedAtMs }) => joinedAtMs)}::float8[],
                ${texts(accounts.map(({ accessible }) => String(accessible)))}::text[], ${texts(accounts.map(({ network }) => network))}::text[])
         as given (performance_id, epoch, holder, lane, number, ticket, joined_ms, accessible, network)
  on conflict (performance_id, epoch, holder) do update
     set lane = excluded.lane, number = excluded.number, ticket = excluded.ticket, joined_at = excluded.joined_at,
         accessible = excluded.accessible, network = excluded.network`;

/** Ordered, so that two batches never deadlock. */
export const countNetworks = (tx: Tx, counts: readonly (RoomKey & { readonly network: string; readonly numbers: number })[]) => tx`
  insert into queue_network as known (performance_id, epoch, network, numbers)
  select * from unnest(${performancesOf(counts)}::integer[], ${epochsOf(counts)}::smallint[], ${texts(counts.map(({ network }) => network))}::text[],
                       ${integers(counts.map(({ numbers }) => numbers))}::integer[]) as given (performance_id, epoch, network, numbers)
   order by 1, 2, 3
  on conflict (performance_id, epoch, network) do update set numbers = known.numbers + excluded.numbers`;

export const findCrowdedNetworks = (db: Db, { performanceId, epoch }: RoomKey, most: number) => db<{ network: string; numbers: number }[]>`
  select network, numbers from queue_network
   where performance_id = ${performanceId} and epoch = ${epoch} and numbers > ${most} order by numbers desc, network limit 200`;

/** Fixes what the draw counts, once; `issued` grows on. Two at once get one answer, because a row is read again when it is locked. */
export const fixDrawn = (db: Db, room: RoomKey) => db<{ lane: Lane; drawn: number }[]>`
  with locked as (${linesInOrder(db, room)})
  update queue_line as line set drawn = coalesce(line.drawn, line.issued) from locked where ${isLocked(db)} returning line.lane, line.drawn`;

/** The same, as another store counted it. */
export const recordDrawn = (db: Db, room: RoomKey, counts: DrawnCounts) => db<{ lane: Lane; drawn: number }[]>`
  with locked as (${linesInOrder(db, room)})
  update queue_line as line set drawn = coalesce(line.drawn, given.drawn)
    from locked
    join unnest(${texts(Object.keys(counts))}::text[], ${integers(Object.values(counts))}::integer[]) as given (lane, drawn) using (lane)
   where ${isLocked(db)}
  returning line.lane, line.drawn`;

/** Makes the pass of a position, if it has none. */
export const insertPass = (tx: Tx, { performanceId, epoch, lane, position, ticket, holder, passSeconds }: Redemption) => tx`
  insert into queue_pass (performance_id, epoch, lane, position, ticket, holder, issued_at, expires_at)
  values (${performanceId}, ${epoch}, ${lane}, ${position}, ${ticket}, ${holder}, clock_timestamp(),
          clock_timestamp() + ${passSeconds}::integer * interval '1 second')
  on conflict do nothing`;

/** The pass of a position, locked: the first account that comes with its number has it from then on. */
export const bindPass = (tx: Tx, { performanceId, epoch, lane, position, ticket, holder }: Redemption) => tx<
  { isOwn: boolean; isOver: boolean; expiresAtMs: number }[]
>`
  update queue_pass set holder = case when ticket = ${ticket} then coalesce(holder, ${holder}) else holder end
   where performance_id = ${performanceId} and epoch = ${epoch} and lane = ${lane} and position = ${position}
  returning ticket = ${ticket} and (holder is not distinct from ${holder} or ${holder}::text is null) as "isOwn",
            left_at is not null or expires_at <= clock_timestamp() as "isOver", (floor(extract(epoch from expires_at)) * 1000)::float8 as "expiresAtMs"`;

export const endPass = (
  db: Db,
  { performanceId, epoch, lane, position, ticket }: RoomKey & { readonly lane: Lane; readonly position: number; readonly ticket: string },
) => db`
  update queue_pass set left_at = clock_timestamp()
   where performance_id = ${performanceId} and epoch = ${epoch} and lane = ${lane} and position = ${position} and ticket = ${ticket}
     and left_at is null`;

export const readLines = (db: Db, rooms: readonly RoomKey[]) => db<(LineRow & { drawn: number | null })[]>`
  select performance_id as "performanceId", epoch, lane, issued, serving, lapsed, drawn from queue_line
   where (performance_id, epoch) in (select * from unnest(${performancesOf(rooms)}::integer[], ${epochsOf(rooms)}::smallint[]))`;

/** Who is inside, who ever went in, and who went in whose turn is not over yet. */
export const countPasses = (db: Db, { performanceId, epoch }: RoomKey) => db<
  { inside: number; redeemed: number; redeemedLately: number }[]
>`
  select (count(*) filter (where left_at is null and expires_at > clock_timestamp()))::integer as inside,
         count(*)::integer as redeemed, (count(*) filter (where position >= lapsed))::integer as "redeemedLately"
    from queue_pass join queue_line using (performance_id, epoch, lane)
   where performance_id = ${performanceId} and epoch = ${epoch}`;

/** This process leads if nobody else does; a new leader begins a new term. */
export const takeLease = (db: Db, holder: string, seconds: number) => db<{ term: number }[]>`
  insert into queue_lease as lease (name, holder, term, until)
  values ('leader', ${holder}, 1, clock_timestamp() + ${seconds}::float8 * interval '1 second')
  on conflict (name) do update
     set holder = excluded.holder, until = excluded.until, term = lease.term + (lease.holder <> excluded.holder)::integer
   where lease.holder = excluded.holder or lease.until < clock_timestamp()
  returning term`;

/** Counters only ever grow, and only by the hand of the latest leader; its term is null where another store has the lease. */
export const advanceLines = (
  db: Db,
  room: RoomKey,
  term: number | null,
  lanes: readonly { readonly lane: Lane; readonly serving: number; readonly lapsed: number }[],
) => db`
  with locked as (${linesInOrder(db, room)})
  update queue_line as line
     set serving = greatest(line.serving, given.serving), lapsed = greatest(line.lapsed, least(given.lapsed, greatest(line.serving, given.serving)))
    from locked
    join unnest(${texts(lanes.map(({ lane }) => lane))}::text[], ${integers(lanes.map(({ serving }) => serving))}::integer[],
                ${integers(lanes.map(({ lapsed }) => lapsed))}::integer[]) as given (lane, serving, lapsed) using (lane)
   where ${isLocked(db)}
     and (${term}::bigint is null or exists (select from queue_lease where name = 'leader' and queue_lease.term = ${term}))`;
