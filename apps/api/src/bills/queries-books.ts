import type { Db } from '#db/connect';
import type { BillRow } from './queries.ts';

/** One thing that does not add up, by the purchase that it is about; minor units. */
export interface BookFault {
  readonly what:
    | 'paid and not billed'
    | 'billed and not sold'
    | 'the bill is not what was booked'
    | 'refunded and not credited'
    | 'the credit note is not what was refunded'
    | 'more was credited than billed'
    | 'the lines of a document are not its amount'
    | 'refused and not corrected for a day'
    | 'not authorised for a day';
  readonly purchaseId: string;
  readonly amount: number;
}

/** The accounts that a sale is booked on, by reason: what is billed. */
const isSold = (db: Db) =>
  db`(account in ('tickets', 'service_charge', 'anti_fraud_qr', 'delivery', 'products', 'discounts', 'financing'))`;

/**
 * What sound books never have; the first of each kind, by purchase. Bills are made since the first one was asked for: sales of before are
 * somebody else's to bill.
 */
export const findBookFaults = (db: Db, most: number) => db<BookFault[]>`
  with since as (select min(requested_at) as at from bill),
  booked as (
    select moved.purchase_id, -sum(amount) filter (where moved.kind in ('sale', 'late_sale')) as sold
      from ledger_entry as entry
      join ledger_transaction as moved on moved.purchase_id = entry.purchase_id and moved.id = entry.transaction_id
     where ${isSold(db)} group by 1
  ), lined as (
    select purchase_id, amount, (select coalesce(sum((line ->> 'amount')::bigint), 0) from jsonb_array_elements(document -> 'lines') as line) as lines
      from bill where document is not null
  ), faults as (
    select 'paid and not billed' as what, purchase.id as purchase_id, purchase.total as amount
      from purchase, since
     where stage = 'paid' and total > 0 and ended_at >= since.at
       and not exists (select from bill where bill.purchase_id = purchase.id and bill.kind = 'bill')
    union all
    select 'billed and not sold', bill.purchase_id, bill.amount from bill join purchase on purchase.id = bill.purchase_id
     where bill.kind = 'bill' and stage <> 'paid'
    union all
    select 'the bill is not what was booked', bill.purchase_id, bill.amount - coalesce(sold, 0)
      from bill left join booked using (purchase_id) where bill.kind = 'bill' and bill.amount <> coalesce(sold, 0)
    union all
    select 'refunded and not credited', refund.purchase_id, refund.amount from refund
     where refund.amount > 0
       and exists (select from bill where bill.purchase_id = refund.purchase_id and bill.kind = 'bill')
       and not exists (select from bill where bill.purchase_id = refund.purchase_id and bill.refund_id = refund.id)
    union all
    select 'the credit note is not what was refunded', bill.purchase_id, bill.amount - coalesce(refund.amount, 0)
      from bill left join refund on refund.purchase_id = bill.purchase_id and refund.id = bill.refund_id
     where bill.kind = 'credit_note' and bill.amount <> coalesce(refund.amount, 0)
    union all
    select 'more was credited than billed', purchase_id, sum(amount) filter (where kind = 'credit_note') - sum(amount) filter (where kind = 'bill')
      from bill group by 2 having sum(amount) filter (where kind = 'credit_note') > sum(amount) filter (where kind = 'bill')
    union all
    select 'the lines of a document are not its amount', purchase_id, amount - lines from lined where amount <> lines
    union all
    select 'refused and not corrected for a day', purchase_id, amount from bill
     where state = 'refused' and requested_at < clock_timestamp() - interval '1 day'
    union all
    select 'not authorised for a day', purchase_id, amount from bill
     where state in ('waiting', 'sent') and requested_at < clock_timestamp() - interval '1 day'
  )
  select what, purchase_id as "purchaseId", amount::bigint as amount from faults order by what, purchase_id limit ${most}`;

/** Numbers between the first and the last of ours in a series; those that are missing are somebody else's, or lost. */
export interface SeriesBooks {
  readonly issuer: string;
  readonly pointOfSale: number;
  readonly typeCode: number;
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly amount: number;
}

export const readSeriesBooks = (db: Db) => db<SeriesBooks[]>`
  select issuer, point_of_sale as "pointOfSale", type_code as "typeCode", min(number)::bigint as first, max(number)::bigint as last,
         count(*)::integer as count, sum(amount)::bigint as amount
    from bill where state = 'authorised' group by 1, 2, 3 order by 1, 2, 3`;

export type BookedBill = BillRow & { readonly orderNumber: number | null };

/** Authorised documents of one month, by the day on which they were issued: in the order of their numbers. */
export const billsOfMonth = (db: Db, month: { readonly from: string; readonly before: string }) => db<BookedBill[]>`
  select bill.purchase_id as "purchaseId", bill.id, kind, refund_id as "refundId", amount, currency, state, requested_at as "requestedAt",
         document, number, issued_on::text as "issuedOn", sends, authorisation, authorisation_expires::text as "authorisationExpires", problems,
         tries, check_at as "checkAt", order_number as "orderNumber"
    from bill join purchase on purchase.id = purchase_id
   where state = 'authorised' and issued_on >= ${month.from}::date and issued_on < ${month.before}::date
   order by issuer, point_of_sale, type_code, number`;
