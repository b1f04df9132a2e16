import { Refusal, type SaleObstacle, type StaffAction, searchedEmail, typedIdentifier } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { type Click, useKey } from '#db/used-key';
import { mailboxOf } from '../../mailboxes/index.ts';
import { startOfTicketId } from '../../orders/index.ts';

/** Who does something by hand, why, and with which click. */
export interface StaffRequest {
  readonly staffId: string;
  readonly click: Click;
  readonly reason: string;
}

interface NewAction extends StaffRequest {
  readonly verb: StaffAction['verb'];
  /** Null: of a mail of no order. */
  readonly purchaseId: string | null;
  readonly reference?: string;
  readonly facts: Readonly<Record<string, string | number>>;
  /** Of what it wrote elsewhere, which tells the same moment; now where there is nothing. */
  readonly at?: Temporal.Instant;
}

interface LoggedClick extends Omit<NewAction, 'facts'> {
  readonly purchaseId: string;
  /** Those that were asked for; what else the line has follows from what the click found. */
  readonly facts?: NewAction['facts'];
}

/**
 * As `useKey`, for a click that writes a line of the staff's log: while a new version is rolled out, a server of the version before writes that line
 * and no `used_key`. The line that this click would write is the same click; any other line with its key is refused.
 */
export async function useKeyOnce(tx: Tx, logged: LoggedClick): Promise<'first' | 'again'> {
  if ((await useKey(tx, logged.click)) === 'again') return 'again';
  return (await wasLogged(tx, logged)) ? 'again' : 'first';
}

/** Whether the line that this click would write is in the staff's log; any other line with its key is refused. */
export async function wasLogged(
  db: Db | Tx,
  { staffId, click, verb, purchaseId, reference, reason, facts = {} }: LoggedClick,
): Promise<boolean> {
  const [line] = await db<{ isSame: boolean }[]>`
    select verb = ${verb} and purchase_id = ${purchaseId} and reference is not distinct from ${reference ?? null}
           and reason = ${reason} and facts @> ${db.json(facts)} as "isSame"
      from staff_action where staff_id = ${staffId} and idempotency_key = ${click.key}`;
  if (line && !line.isSame) throw new Refusal('key_reused');
  return line !== undefined;
}

/** Refuses a key that a server of the version before has used for a line of the staff's log, for clicks whose own lines were looked up before. */
export async function refuseLogged(tx: Tx, { staffId, click }: Pick<NewAction, 'staffId' | 'click'>): Promise<void> {
  const lines = await tx`select from staff_action where staff_id = ${staffId} and idempotency_key = ${click.key}`;
  if (lines.length > 0) throw new Refusal('key_reused');
}

/** Writes a line of the staff's log. Its key is the click's, which has been used for this: a second line with it is refused, never left out. */
export async function insertAction(tx: Tx, { staffId, click, verb, purchaseId, reference, reason, facts, at }: NewAction): Promise<void> {
  const rows = await tx`
    insert into staff_action (staff_id, idempotency_key, verb, purchase_id, reference, reason, facts, at)
    values (${staffId}, ${click.key}, ${verb}, ${purchaseId}, ${reference ?? null}, ${reason}, ${tx.json(facts)},
            coalesce(${at ?? null}::timestamptz, clock_timestamp()))
        on conflict (staff_id, idempotency_key) do nothing
    returning 1`;
  if (rows.length === 0) throw new Refusal('key_reused');
}

interface ActionRow extends Pick<StaffAction, 'verb' | 'reason'> {
  readonly orderId: string | null;
  readonly at: Temporal.Instant;
  readonly staffName: string | null;
  readonly orderNumber: number | null;
  readonly amount: number | null;
  readonly ticketCount: number | null;
  readonly mailboxBefore: string | null;
  readonly mailbox: string | null;
}

/** The newest first; of one purchase or of all. */
export const findActions = (db: Db, { purchaseId, most }: { purchaseId?: string; most: number }) => db<ActionRow[]>`
  select at, verb, purchase_id as "orderId", order_number as "orderNumber", reason, (facts -> 'amount')::bigint as amount, (facts -> 'tickets')::integer as "ticketCount",
         facts ->> 'from' as "mailboxBefore", facts ->> 'to' as mailbox,
         first_name || ' ' || last_name as "staffName"
    from staff_action
    left join purchase on purchase.id = purchase_id
    left join customer on customer.id = staff_id
   where ${purchaseId === undefined ? db`true` : db`purchase_id = ${purchaseId}`}
   order by staff_action.id desc limit ${most}`;

interface OrderSearch {
  readonly search: string;
  /** Null when what is searched for is no order's number. */
  readonly number: number | null;
  readonly most: number;
}

/** Purchases that somebody tried to pay, by their number or id, a ticket's number, a payment's reference, or the buyer's address; the newest first. */
export const searchOrders = (db: Db, { search, number, most }: OrderSearch) => db<{ id: string }[]>`
  select purchase.id from purchase
   where (purchase.id = ${typedIdentifier(search)}
          or order_number = ${number}::bigint
          or purchase.id = (select purchase_id from attempt where reference = ${typedIdentifier(search).toLowerCase()})
          or purchase.id in (select purchase_id from ticket where left(ticket.id, 10) = ${startOfTicketId(search)})
          or customer_id in (select id from customer where lower(email) = ${searchedEmail(search)})
          or purchase.id in (select purchase_id from order_mailbox where email = ${searchedEmail(search)}))
     and exists (select from attempt where purchase_id = purchase.id)
   order by purchase.started_at desc limit ${most}`;

/** Whether somebody tried to pay it. */
export const hasAttempt = async (db: Db, purchaseId: string): Promise<boolean> =>
  (await db`select from attempt where purchase_id = ${purchaseId} limit 1`).length === 1;

/** The customers of purchases that are no counter's, and where their mails go; none of an erased account. */
export const findBuyers = (db: Db, ids: readonly string[]) => db<{ purchaseId: string; name: string; email: string }[]>`
  select purchase.id as "purchaseId", first_name || ' ' || last_name as name, ${mailboxOf(db)} as email
    from purchase join customer on customer.id = customer_id and erased_at is null
   where purchase.id = any (${[...ids]}::text[]) and channel = 'online'`;

/** What decides about the places of refunded tickets, by the database's clock. */
export interface RefundedPerformance {
  readonly id: number;
  readonly isCancelled: boolean;
  /** What keeps counters from selling it. */
  readonly obstacle: SaleObstacle | null;
  /** Cancelled, or sold by no channel any more. */
  readonly isOver: boolean;
  /** What its show says of refunded places; null: as the brand does. */
  readonly soldAgain: boolean | null;
}

export const findRefundedPerformances = (db: Db | Tx, ids: readonly number[]) => db<RefundedPerformance[]>`
  select performance.id, state = 'cancelled' as "isCancelled", obstacle, is_over as "isOver",
         (select refunded_places_sold_again from show where show.id = show_id) as "soldAgain"
    from performance join sale_now on performance_id = performance.id and channel = 'box_office'
   where performance.id = any (${[...ids]}::integer[])`;

/** The numbers of purchases that have one. */
export const findOrderNumbers = (db: Db, ids: readonly string[]) => db<{ id: string; number: number }[]>`
  select id, order_number as number from purchase where id = any (${[...ids]}::text[]) and order_number is not null`;
