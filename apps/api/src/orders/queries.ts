import type { PurchaseTotals } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import { randomId } from '#db/random-id';

interface SoldPlace {
  readonly purchaseId: string;
  readonly performanceId: number;
  readonly placeId: number;
}

/** A ticket for each place, in the transaction that sells it; a place that has a valid one is refused by the database. */
export const issueTickets = (tx: Tx, places: readonly SoldPlace[]) =>
  expectRows(
    places.length,
    tx`
      insert into ticket (performance_id, id, purchase_id, place_id)
      select * from unnest(${places.map(({ performanceId }) => performanceId)}::integer[], ${places.map(() => randomId())}::text[],
                           ${places.map(({ purchaseId }) => purchaseId)}::text[], ${places.map(({ placeId }) => placeId)}::integer[])`,
  );

export interface OrderRow {
  readonly id: string;
  readonly customerId: string;
  readonly channel: 'online' | 'box_office';
  readonly paidAt: Temporal.Instant;
  /** Null when the account was erased since. */
  readonly buyer: {
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly documentType: string;
    readonly documentNumber: string;
  } | null;
  /** The name on tickets of a counter, whose customer is the clerk; null when the buyer gave none. */
  readonly holder: string | null;
  readonly totals: PurchaseTotals;
  readonly delivery: { readonly kind: 'eticket' | 'box_office'; readonly name: string } | null;
  readonly payment: { readonly brand: string | null; readonly lastFour: string | null; readonly instalments: number } | null;
  readonly tickets: readonly {
    readonly id: string;
    readonly performanceId: number;
    readonly placeId: number;
    readonly state: 'valid' | 'void';
    readonly sectorName: string;
    readonly row: string | null;
    readonly seat: string | null;
    readonly priceTypeName: string;
    /** Charges and taxes included, and without national taxes; minor units. */
    readonly final: number;
    readonly net: number;
  }[];
}

/** Paid purchases with their tickets, neighbours beside each other. */
export const findOrders = (db: Db, ids: readonly string[]) => db<OrderRow[]>`
  select purchase.id, customer_id as "customerId", channel, ended_at as "paidAt",
         case when erased_at is null then
           jsonb_build_object('firstName', first_name, 'lastName', last_name, 'email', email,
                              'documentType', document_type, 'documentNumber', document_number) end as buyer,
         purchase.holder,
         priced -> 'totals' as totals,
         case when delivery_type.id is not null then jsonb_build_object('kind', delivery_type.kind, 'name', delivery_type.name) end as delivery,
         (select jsonb_build_object('brand', brand, 'lastFour', last_four, 'instalments', instalments)
            from attempt where attempt.purchase_id = purchase.id and state = 'approved') as payment,
         coalesce((
           select jsonb_agg(jsonb_build_object(
                    'id', ticket.id, 'performanceId', ticket.performance_id, 'placeId', ticket.place_id, 'state', ticket.state,
                    'sectorName', printed ->> 'sectorName', 'row', printed ->> 'row', 'seat', printed ->> 'seat',
                    'priceTypeName', printed ->> 'priceTypeName',
                    'final', printed -> 'quote' -> 'final', 'net', printed -> 'quote' -> 'net') order by ticket.performance_id, ticket.place_id)
             from jsonb_array_elements(priced -> 'tickets') as printed
             join ticket on ticket.purchase_id = purchase.id
              and ticket.performance_id = (printed ->> 'performanceId')::integer and ticket.place_id = (printed ->> 'placeId')::integer), '[]') as tickets
    from purchase
    join customer on customer.id = purchase.customer_id
    left join delivery_type on delivery_type.id = purchase.delivery_type_id
   where purchase.id = any (${[...ids]}::text[]) and stage = 'paid'`;

export interface OrderPerformanceRow {
  readonly id: number;
  readonly showName: string;
  readonly startsAt: Temporal.Instant;
  readonly timeZone: string;
  readonly venueName: string;
  readonly venueAddress: string | null;
  readonly durationMinutes: number | null;
}

/** The performances of an order, including past ones; the next one first. */
export const findPerformances = (db: Db, ids: readonly number[]) => db<OrderPerformanceRow[]>`
  select performance.id, show.name as "showName", starts_at as "startsAt", time_zone as "timeZone", venue.name as "venueName",
         nullif(concat_ws(', ', nullif(address, ''), nullif(city, '')), '') as "venueAddress",
         duration_minutes as "durationMinutes"
    from performance
    join show on show.id = performance.show_id
    join venue on venue.id = performance.venue_id
   where performance.id = any (${[...ids]}::integer[])
   order by starts_at, performance.id`;

export const findOwner = (db: Db, id: string) => db<{ customerId: string }[]>`
  select customer_id as "customerId" from purchase where id = ${id}`;
