import type { Nomination, NominationRule } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';

/** A show’s rule for one performance, judged by the database’s clock. */
export type NominationRuleRow = Omit<NominationRule, 'until'> & { readonly performanceId: number; readonly until: Temporal.Instant };

/** Of performances whose shows ask for names. */
export const findNominationRules = (db: Db | Tx, performanceIds: readonly number[]) => db<NominationRuleRow[]>`
  select performance.id as "performanceId", starts_at - closes_before as until,
         performance.state <> 'cancelled' and starts_at - closes_before > clock_timestamp() as "isOpen",
         nomination_once_per_document as "oncePerDocument"
    from performance join show on show.id = show_id
   cross join lateral (select make_interval(hours => nomination_closes_hours) as closes_before) as rule
   where performance.id = any (${[...performanceIds]}::integer[]) and nomination_closes_hours is not null`;

export interface NamedTicket extends Nomination {
  readonly performanceId: number;
  readonly ticketId: string;
}

export const findNominations = (tx: Tx, purchaseId: string) => tx<NamedTicket[]>`
  select nomination.performance_id as "performanceId", ticket_id as "ticketId", first_name as "firstName", last_name as "lastName",
         document_type as "documentType", document_number as "documentNumber", version
    from ticket join nomination on nomination.performance_id = ticket.performance_id and ticket_id = ticket.id
   where ticket.purchase_id = ${purchaseId}`;

/** Locked tickets; those that names were sent for too often are left out. */
export const countNamingTries = (tx: Tx, tickets: readonly Pick<NamedTicket, 'performanceId' | 'ticketId'>[], most: number) => tx<
  { id: string }[]
>`
  update ticket set naming_tries = naming_tries + 1
    from unnest(${tickets.map(({ performanceId }) => performanceId)}::integer[], ${tickets.map(({ ticketId }) => ticketId)}::text[]) as given (performance_id, id)
   where ticket.performance_id = given.performance_id and ticket.id = given.id and naming_tries < ${most}
  returning ticket.id`;

export const deleteNominations = (tx: Tx, tickets: readonly { readonly performanceId: number; readonly id: string }[]) => tx`
  delete from nomination
   using unnest(${tickets.map(({ performanceId }) => performanceId)}::integer[], ${tickets.map(({ id }) => id)}::text[]) as given (performance_id, id)
   where nomination.performance_id = given.performance_id and ticket_id = given.id`;

/** To the tickets that stand for these. */
export const moveNominations = (
  tx: Tx,
  tickets: readonly { readonly performanceId: number; readonly id: string; readonly newId: string }[],
) => tx`
  update nomination set ticket_id = given.new_id
    from unnest(${tickets.map(({ performanceId }) => performanceId)}::integer[], ${tickets.map(({ id }) => id)}::text[],
                ${tickets.map(({ newId }) => newId)}::text[]) as given (performance_id, id, new_id)
   where nomination.performance_id = given.performance_id and ticket_id = given.id`;

/** Of locked tickets without one. In the order of the documents, so that two customers who exchange theirs never deadlock. */
export const insertNominations = (tx: Tx, named: readonly (NamedTicket & { readonly oncePerDocument: boolean })[]) =>
  expectRows(
    named.length,
    tx`
      insert into nomination (performance_id, ticket_id, first_name, last_name, document_type, document_number, version, once_per_document)
      select "performanceId", "ticketId", "firstName", "lastName", "documentType", "documentNumber", version, "oncePerDocument"
        from jsonb_to_recordset(${tx.json(named as never)}) as entry ("performanceId" integer, "ticketId" text, "firstName" text, "lastName" text,
               "documentType" text, "documentNumber" text, version integer, "oncePerDocument" boolean)
       order by "performanceId", "documentNumber"
      returning 1`,
  );

/** Where these documents stand on other tickets of their performances. */
export const findDocuments = (tx: Tx, named: readonly NamedTicket[]) => tx<Pick<NamedTicket, 'performanceId' | 'documentNumber'>[]>`
  select performance_id as "performanceId", document_number as "documentNumber"
    from nomination
    join unnest(${named.map(({ performanceId }) => performanceId)}::integer[], ${named.map(({ documentNumber }) => documentNumber)}::text[])
      as given (performance_id, document_number) using (performance_id, document_number)
   where once_per_document and ticket_id <> all (${named.map(({ ticketId }) => ticketId)}::text[])`;

/** Names on tickets of performances that were so long ago. */
export const forgetNominations = (db: Db, days: number) => db`
  delete from nomination using performance
   where performance.id = performance_id and starts_at < clock_timestamp() - make_interval(days => ${days}::int)`;

export interface DoorListRow {
  readonly id: string;
  readonly sectorName: string;
  readonly row: string | null;
  readonly seat: string | null;
  readonly isUsed: boolean;
  /** The promotion whose document the door asks for. */
  readonly asksDocumentOf: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly documentType: Nomination['documentType'] | null;
  readonly documentNumber: string | null;
}

/** The valid tickets of a performance, by last name; those without a name at the end. */
export const findDoorList = (db: Db, performanceId: number) => db<DoorListRow[]>`
  select ticket.id, printed ->> 'sectorName' as "sectorName", printed ->> 'row' as row, printed ->> 'seat' as seat,
         exists (select from reading where reading.performance_id = ticket.performance_id and reading.ticket_id = ticket.id and result = 'valid') as "isUsed",
         case when (printed -> 'promotion' ->> 'asksDocument')::boolean then printed -> 'promotion' ->> 'name' end as "asksDocumentOf",
         first_name as "firstName", last_name as "lastName", document_type as "documentType", document_number as "documentNumber"
    from ticket
    join purchase on purchase.id = ticket.purchase_id
   cross join lateral (
     select each as printed from jsonb_array_elements(priced -> 'tickets') as each
      where (each ->> 'performanceId')::integer = ticket.performance_id and (each ->> 'placeId')::integer = ticket.place_id limit 1) as place
    left join nomination on nomination.performance_id = ticket.performance_id and nomination.ticket_id = ticket.id
   where ticket.performance_id = ${performanceId} and ticket.state = 'valid'
   order by last_name collate "es-x-icu" nulls last, first_name collate "es-x-icu", ticket.id`;
