import type { LanguageCode } from '@butaca/brand/languages';
import type { Nomination, OrderDelivery, PurchaseTotals } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import { randomId } from '#db/random-id';
import { movedFrom } from '../catalogue/index.ts';
import { mailboxOf } from '../mailboxes/index.ts';
import type { Buyer } from './owner.ts';
import { deleteNominations, moveNominations } from './queries-nominations.ts';

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
  /** As `formatOrderNumber` writes it. */
  readonly number: number;
  readonly customerId: string;
  readonly channel: 'online' | 'box_office';
  /** Its buyer's, when they bought; null for the brand's. */
  readonly language: LanguageCode | null;
  readonly paidAt: Temporal.Instant;
  /** Null when the account was erased since. */
  readonly buyer: {
    readonly firstName: string;
    readonly lastName: string;
    /** Where the order's mails go: of the account, unless another mailbox was proved for it. */
    readonly email: string;
    readonly accountEmail: string;
    readonly documentType: string;
    readonly documentNumber: string;
  } | null;
  /** The name on tickets of a counter, whose customer is the clerk; null when the buyer gave none. */
  readonly holder: string | null;
  readonly totals: PurchaseTotals;
  readonly delivery: OrderDelivery | null;
  /** As they were sold; amounts in minor units, taxes included. */
  readonly products: readonly {
    readonly performanceId: number;
    readonly productId: number;
    readonly variantId: number;
    readonly name: string;
    readonly variantName: string | null;
    readonly handover: 'pickup' | 'with_order';
    readonly quantity: number;
    readonly quote: { readonly final: number };
  }[];
  readonly payment: {
    readonly brand: string | null;
    readonly lastFour: string | null;
    readonly instalments: number;
    /** What of it the customer's balance paid beside the card; minor units. */
    readonly fromBalance: number;
    /** What the first of two cards paid of it, the others being the second's; null where one paid all. */
    readonly firstCard: { readonly amount: number; readonly brand: string | null; readonly lastFour: string | null } | null;
  } | null;
  readonly tickets: readonly {
    readonly id: string;
    readonly performanceId: number;
    readonly placeId: number;
    readonly state: 'valid' | 'void';
    readonly sectorName: string;
    readonly row: string | null;
    readonly seat: string | null;
    readonly priceTypeName: string;
    readonly promotion: string | null;
    /** The promotion was given for a document that the door asks for. */
    readonly asksDocument: boolean;
    /** What the promotion took off it; minor units. */
    readonly discount: number;
    /** Charges and taxes included, and without national taxes; minor units. */
    readonly final: number;
    readonly net: number;
    /** Who enters with it; null where nobody was named. */
    readonly nomination: Nomination | null;
  }[];
}

/** Paid purchases with their tickets, neighbours beside each other. */
export const findOrders = (db: Db | Tx, ids: readonly string[]) => db<OrderRow[]>`
  select purchase.id, order_number as number, customer_id as "customerId", channel, coalesce(purchase.language, customer.language) as language, ended_at as "paidAt",
         case when erased_at is null then
           jsonb_build_object('firstName', first_name, 'lastName', last_name, 'accountEmail', customer.email,
                              'email', ${mailboxOf(db)},
                              'documentType', document_type, 'documentNumber', document_number) end as buyer,
         purchase.holder,
         priced -> 'totals' as totals, coalesce(priced -> 'products', '[]') as products,
         case when delivery_type.id is not null then jsonb_strip_nulls(jsonb_build_object(
           'kind', delivery_type.kind, 'name', delivery_type.name,
           'point', case when delivery_point.id is not null then jsonb_build_object('id', delivery_point.id, 'name', delivery_point.name,
             'address', delivery_point.address, 'city', delivery_point.city, 'hours', delivery_point.hours) end,
           'address', delivery_address.address, 'state', step.state, 'stateAt', floor(extract(epoch from step.at) * 1000))) end as delivery,
         (select jsonb_build_object('brand', brand, 'lastFour', last_four, 'instalments', instalments, 'fromBalance', from_balance, 'firstCard',
                   (select jsonb_build_object('amount', amount, 'brand', brand, 'lastFour', last_four)
                      from attempt as first where first.purchase_id = purchase.id and state = 'approved' and card_part = 1))
            from attempt where attempt.purchase_id = purchase.id and state = 'approved' and card_part <> 1) as payment,
         coalesce((
           select jsonb_agg(jsonb_build_object(
                    'id', ticket.id, 'performanceId', ticket.performance_id, 'placeId', ticket.place_id, 'state', ticket.state,
                    'sectorName', printed ->> 'sectorName', 'row', printed ->> 'row', 'seat', printed ->> 'seat',
                    'priceTypeName', printed ->> 'priceTypeName', 'promotion', printed -> 'promotion' ->> 'name',
                    'asksDocument', coalesce((printed -> 'promotion' ->> 'asksDocument')::boolean, false),
                    'discount', (select coalesce(-sum((component -> 'amount')::bigint), 0) from jsonb_array_elements(printed -> 'quote' -> 'components') as component
                                  where component ->> 'kind' = 'discount'),
                    'final', printed -> 'quote' -> 'final', 'net', printed -> 'quote' -> 'net',
                    'nomination', case when nomination.version is not null then jsonb_build_object(
                      'firstName', nomination.first_name, 'lastName', nomination.last_name, 'documentType', nomination.document_type,
                      'documentNumber', nomination.document_number, 'version', nomination.version) end) order by ticket.performance_id, ticket.place_id)
             from jsonb_array_elements(priced -> 'tickets') as printed
             join ticket on ticket.purchase_id = purchase.id
              and ticket.performance_id = (printed ->> 'performanceId')::integer and ticket.place_id = (printed ->> 'placeId')::integer
              and ticket.replaced is null
             left join nomination on nomination.performance_id = ticket.performance_id and nomination.ticket_id = ticket.id), '[]') as tickets
    from purchase
    join customer on customer.id = purchase.customer_id
    left join delivery_type on delivery_type.id = purchase.delivery_type_id
    left join delivery_point on delivery_point.id = purchase.delivery_point_id
    left join delivery_address on delivery_address.purchase_id = purchase.id
    left join lateral (
      select state, at from delivery_step where purchase_id = purchase.id order by position desc limit 1) as step on true
   where purchase.id = any (${[...ids]}::text[]) and stage = 'paid'`;

export interface OrderTicketRow {
  readonly id: string;
  readonly performanceId: number;
  readonly placeId: number;
  readonly state: 'valid' | 'void';
  /** Another ticket of the order stands for it. */
  readonly isReplaced: boolean;
}

/** Locked, so that none of them is let in meanwhile. */
export const lockOrderTickets = (tx: Tx, purchaseId: string) => tx<OrderTicketRow[]>`
  select id, performance_id as "performanceId", place_id as "placeId", state, replaced is not null as "isReplaced" from ticket
   where purchase_id = ${purchaseId} order by performance_id, id for update`;

export const findOrderTickets = (db: Db | Tx, purchaseId: string) => db<OrderTicketRow[]>`
  select id, performance_id as "performanceId", place_id as "placeId", state, replaced is not null as "isReplaced" from ticket
   where purchase_id = ${purchaseId} order by performance_id, id`;

/** Those of a purchase's tickets that were let in. */
export const findUsedTickets = (db: Db | Tx, purchaseId: string) => db<{ id: string }[]>`
  select ticket.id from ticket
    join reading on reading.performance_id = ticket.performance_id and ticket_id = ticket.id and result = 'valid'
   where ticket.purchase_id = ${purchaseId}`;

/** Locked and valid tickets let nobody in any more, and lose their names: the documents are free for other tickets. */
export const voidTickets = async (tx: Tx, tickets: readonly Pick<OrderTicketRow, 'id' | 'performanceId'>[]): Promise<void> => {
  await deleteNominations(tx, tickets);
  await expectRows(
    tickets.length,
    tx`
      update ticket set state = 'void'
        from unnest(${tickets.map(({ performanceId }) => performanceId)}::integer[], ${tickets.map(({ id }) => id)}::text[]) as given (performance_id, id)
       where ticket.performance_id = given.performance_id and ticket.id = given.id and ticket.state = 'valid'`,
  );
};

interface ReplacedTicket extends Pick<OrderTicketRow, 'id' | 'performanceId'> {
  readonly purchaseId: string;
  /** Where the ticket that stands for it is. */
  readonly placeId: number;
  /** As `purchase.priced` had it, for the door. */
  readonly printed: unknown;
}

/**
 * Locked and valid tickets are void, and others stand for them, of the same places or of other ones, with their names. When they were issued
 * stays: what has been sold for long is no sale of this hour.
 */
export async function replaceTickets(tx: Tx, tickets: readonly ReplacedTicket[]): Promise<void> {
  const moved = tickets.map(({ performanceId, id, purchaseId, placeId, printed }) => ({
    ...{ performanceId, id, purchaseId, placeId, printed },
    newId: randomId(),
  }));
  const given = tx`
    jsonb_to_recordset(${tx.json(moved as never)}) as given ("performanceId" integer, id text, "purchaseId" text, "placeId" integer, printed jsonb, "newId" text)`;
  await expectRows(
    tickets.length,
    tx`
      update ticket set state = 'void', replaced = given.printed, replaced_by = given."newId" from ${given}
       where ticket.performance_id = given."performanceId" and ticket.id = given.id and ticket.state = 'valid'`,
  );
  await expectRows(
    tickets.length,
    tx`
      insert into ticket (performance_id, id, purchase_id, place_id, naming_tries, issued_at)
      select "performanceId", "newId", "purchaseId", "placeId", before.naming_tries, before.issued_at
        from ${given} join ticket as before on before.performance_id = given."performanceId" and before.id = given.id`,
  );
  await moveNominations(tx, moved);
}

export interface ReplacedTicketRow {
  readonly id: string;
  /** The ticket that stood for it first; null where that is not known. */
  readonly replacedBy: string | null;
  readonly performanceId: number;
  readonly sectorName: string;
  readonly row: string | null;
  readonly seat: string | null;
}

/** Tickets of an order that others stand for, as they were printed. */
export const findReplacedTickets = (db: Db, purchaseId: string) => db<ReplacedTicketRow[]>`
  select id, replaced_by as "replacedBy", performance_id as "performanceId", replaced ->> 'sectorName' as "sectorName", replaced ->> 'row' as row, replaced ->> 'seat' as seat
    from ticket where purchase_id = ${purchaseId} and replaced is not null order by performance_id, place_id, id`;

export interface OrderPerformanceRow {
  readonly id: number;
  readonly showName: string;
  readonly startsAt: Temporal.Instant;
  readonly timeZone: string;
  readonly venueName: string;
  readonly venueAddress: string | null;
  /** As the venue's page has it; an empty line begins a paragraph. */
  readonly venueTransport: string | null;
  readonly durationMinutes: number | null;
  readonly revision: number;
  readonly changedAt: Temporal.Instant | null;
  readonly isCancelled: boolean;
  /** When it was to start before it moved for the last time. */
  readonly movedFrom: Temporal.Instant | null;
  /** Where the show asks for names. */
  readonly nominations: { readonly untilMs: number; readonly isOpen: boolean; readonly oncePerDocument: boolean } | null;
}

/** The performances of an order, including past ones; the next one first. */
export const findPerformances = (db: Db | Tx, ids: readonly number[]) => db<OrderPerformanceRow[]>`
  select performance.id, show.name as "showName", starts_at as "startsAt", time_zone as "timeZone", venue.name as "venueName",
         nullif(concat_ws(', ', nullif(address, ''), nullif(city, '')), '') as "venueAddress",
         transport as "venueTransport", duration_minutes as "durationMinutes", revision, performance.changed_at as "changedAt",
         state = 'cancelled' as "isCancelled", ${movedFrom(db)} as "movedFrom",
         case when nomination_closes_hours is not null then jsonb_build_object(
           'untilMs', floor(extract(epoch from starts_at - make_interval(hours => nomination_closes_hours)) * 1000),
           'isOpen', state <> 'cancelled' and starts_at - make_interval(hours => nomination_closes_hours) > clock_timestamp(),
           'oncePerDocument', nomination_once_per_document) end as nominations
    from performance
    join show on show.id = performance.show_id
    join venue on venue.id = performance.venue_id
   where performance.id = any (${[...ids]}::integer[])
   order by starts_at, performance.id`;

export const findOwner = (db: Db | Tx, id: string) => db<Buyer[]>`
  select customer_id as "customerId", channel from purchase where id = ${id}`;

/** That this clerk has just written down to print the order: within a quarter of an hour, for a printer that jams. */
export const findPrint = (db: Db, purchaseId: string, staffId: string) => db<{ id: number }[]>`
  select id from staff_action
   where purchase_id = ${purchaseId} and staff_id = ${staffId} and verb = 'print' and at > clock_timestamp() - interval '15 minutes' limit 1`;
