import { searchedEmail, typedIdentifier } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { startOfTicketId } from '../../orders/index.ts';

/** The calendar day that it is now, where the brand is. */
const startOfDay = (db: Db | Tx, timeZone: string) =>
  db`date_trunc('day', clock_timestamp() at time zone ${timeZone}::text) at time zone ${timeZone}::text`;

interface SaleSearch {
  readonly search: string;
  /** Null when what is searched for is no order's number. */
  readonly number: number | null;
  readonly staffId: string;
  readonly timeZone: string;
  readonly most: number;
}

/**
 * Paid purchases that a counter looks for, the newest first: nothing typed, its own of today; else by the order's number or id, a ticket's
 * number, the whole address of a customer of the shop, or part of the name that counters sold for in the last two days.
 */
export const searchCounterSales = (db: Db, { search, number, staffId, timeZone, most }: SaleSearch) =>
  search === ''
    ? db<{ id: string }[]>`
        select id from purchase
         where channel = 'box_office' and stage = 'paid' and customer_id = ${staffId} and ended_at >= ${startOfDay(db, timeZone)}
         order by ended_at desc limit ${most}`
    : db<{ id: string }[]>`
        select id from purchase
         where stage = 'paid'
           and (id = ${typedIdentifier(search)}
                or order_number = ${number}::bigint
                or id in (select purchase_id from ticket where left(ticket.id, 10) = ${startOfTicketId(search)})
                or (channel = 'online' and customer_id in (select id from customer where lower(email) = ${searchedEmail(search)}))
                or (channel = 'online' and purchase.id in (select purchase_id from order_mailbox where email = ${searchedEmail(search)}))
                or id in (select id from purchase as named
                           where named.channel = 'box_office' and named.stage = 'paid' and named.ended_at >= clock_timestamp() - interval '2 days'
                             and strpos(lower(named.holder), ${search.toLowerCase()}) > 0))
         order by ended_at desc limit ${most}`;

/** What decides whether a counter may void a sale. */
export interface CounterFacts {
  readonly channel: 'online' | 'box_office';
  readonly sellerId: string;
  readonly sellerName: string | null;
  readonly isOfToday: boolean;
  /** How often its tickets were printed. */
  readonly prints: number;
  /** Some of its valid tickets were: those that stand for others since were not. A line of before names no tickets and counts for all. */
  readonly isCopy: boolean;
}

export const readCounterFacts = async (db: Db | Tx, purchaseId: string, timeZone: string): Promise<CounterFacts | undefined> =>
  (
    await db<CounterFacts[]>`
      select channel, customer_id as "sellerId", first_name || ' ' || last_name as "sellerName",
             ended_at >= ${startOfDay(db, timeZone)} as "isOfToday",
             (select count(*)::integer from staff_action where purchase_id = purchase.id and verb = 'print') as prints,
             exists (select from ticket join staff_action as printed on printed.purchase_id = ticket.purchase_id and verb = 'print'
                      where ticket.purchase_id = purchase.id and ticket.state = 'valid'
                        and left(ticket.id, 10) = any (coalesce(string_to_array(facts ->> 'printed', ' '), array[left(ticket.id, 10)]))) as "isCopy"
        from purchase left join customer on customer.id = customer_id
       where purchase.id = ${purchaseId} and stage = 'paid'`
  )[0];

interface LoweredBy {
  readonly staffId: string;
  readonly verb: 'lower_price' | 'complimentary';
  readonly timeZone: string;
}

/** How many tickets a clerk has sold for less than they cost today, or given away. */
export const countLowered = async (db: Db | Tx, { staffId, verb, timeZone }: LoweredBy): Promise<number> =>
  (
    await db<{ count: number | null }[]>`
      select sum((facts -> 'tickets')::integer)::integer as count from staff_action
       where staff_id = ${staffId} and verb = ${verb} and at >= ${startOfDay(db, timeZone)}`
  )[0]?.count ?? 0;

/** How many sales a clerk has voided today. */
export const countVoids = async (tx: Tx, staffId: string, timeZone: string): Promise<number> =>
  (
    await tx<{ count: number }[]>`
      select count(*)::integer as count from staff_action where staff_id = ${staffId} and verb = 'void' and at >= ${startOfDay(tx, timeZone)}`
  )[0]?.count ?? 0;
