import type { Nomination, ReadResult } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';

export interface DoorPerformanceRow {
  readonly state: string;
}

export const findDoorPerformance = (db: Db, id: number) => db<DoorPerformanceRow[]>`select state from performance where id = ${id}`;

export interface TicketAtDoorRow {
  readonly state: 'valid' | 'void';
  /** Another ticket of its order stands for it. */
  readonly isReplaced: boolean;
  readonly sectorName: string;
  readonly row: string | null;
  readonly seat: string | null;
  readonly priceTypeName: string;
  readonly promotion: string | null;
  readonly asksDocument: boolean;
  readonly asksForName: boolean;
  readonly nomination: Nomination | null;
}

/** Locked, so that it is not given back while it is let in. */
export const lockTicket = (tx: Tx, { performanceId, id }: { performanceId: number; id: string }) => tx<TicketAtDoorRow[]>`
  select ticket.state, ticket.replaced is not null as "isReplaced", printed ->> 'sectorName' as "sectorName", printed ->> 'row' as row, printed ->> 'seat' as seat,
         printed ->> 'priceTypeName' as "priceTypeName", printed -> 'promotion' ->> 'name' as promotion,
         coalesce((printed -> 'promotion' ->> 'asksDocument')::boolean, false) as "asksDocument",
         nomination_closes_hours is not null as "asksForName",
         case when nomination.version is not null then jsonb_build_object('firstName', first_name, 'lastName', last_name,
           'documentType', document_type, 'documentNumber', document_number, 'version', version) end as nomination
    from ticket
    join purchase on purchase.id = ticket.purchase_id
    join performance on performance.id = ticket.performance_id
    join show on show.id = show_id
    left join nomination on nomination.performance_id = ticket.performance_id and nomination.ticket_id = ticket.id
   cross join lateral (
     select coalesce(ticket.replaced, (
       select each from jsonb_array_elements(priced -> 'tickets') as each
        where (each ->> 'performanceId')::integer = ticket.performance_id and (each ->> 'placeId')::integer = ticket.place_id limit 1)) as printed) as place
   where ticket.performance_id = ${performanceId} and ticket.id = ${id} and printed is not null
     for share of ticket`;

export interface Reading {
  readonly performanceId: number;
  readonly id: string;
  readonly result: ReadResult;
  readonly ticketId: string | null;
  readonly door: string | null;
  readonly readBy: string;
  readonly sessionId: string;
  readonly idempotencyKey: string;
}

/**
 * Nothing where the ticket has been let in, or where this reading is written already. A second reading of the same ticket waits until the
 * first one's transaction has ended.
 */
export const insertReading = (tx: Tx, reading: Reading) => tx<{ readAt: Temporal.Instant }[]>`
  insert into reading (performance_id, id, result, ticket_id, door, read_by, session_id, idempotency_key)
  values (${reading.performanceId}, ${reading.id}, ${reading.result}, ${reading.ticketId}, ${reading.door}, ${reading.readBy},
          ${reading.sessionId}, ${reading.idempotencyKey})
      on conflict do nothing
  returning read_at as "readAt"`;

export interface EntryRow {
  readonly readAt: Temporal.Instant;
  readonly door: string | null;
  readonly readBy: string;
  readonly idempotencyKey: string;
}

/** The reading that let a ticket in. */
export const findEntry = (tx: Tx, performanceId: number, ticketId: string) => tx<EntryRow[]>`
  select read_at as "readAt", door, read_by as "readBy", idempotency_key as "idempotencyKey"
    from reading where performance_id = ${performanceId} and ticket_id = ${ticketId} and result = 'valid'`;

/** Seconds until this session has fewer than `most` misses in the last `withinSeconds`; no row while it has fewer. */
export const missWait = (db: Db | Tx, sessionId: string, { most, withinSeconds }: { most: number; withinSeconds: number }) => db<
  { seconds: number }[]
>`
  select greatest(1, ceil(extract(epoch from read_at - clock_timestamp()) + ${withinSeconds}::integer))::integer as seconds
    from reading
   where session_id = ${sessionId} and result = 'unknown'
     and read_at > clock_timestamp() - ${withinSeconds}::integer * interval '1 second'
   order by read_at desc offset ${most - 1} limit 1`;

/** Until the transaction ends, so that misses of one session are counted one after another. */
export const lockMisses = (tx: Tx, sessionId: string) => tx`select pg_advisory_xact_lock(hashtextextended(${sessionId}, 0))`;
