import type { LanguageCode } from '@butaca/brand/languages';
import type { BillKind, BillProblem, BillReceiver } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import { randomId } from '#db/random-id';
import { mailboxOf } from '../mailboxes/index.ts';
import type { ReturnedPart, SoldGoods } from './billed-lines.ts';
import type { Authorised, FiscalDocument, NumberedDocument, Series } from './fiscal-pack.ts';

export interface BillKey {
  readonly purchaseId: string;
  readonly id: string;
}

export interface BillRow extends BillKey {
  readonly kind: BillKind;
  readonly refundId: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly state: 'waiting' | 'sent' | 'authorised' | 'refused';
  readonly requestedAt: Temporal.Instant;
  /** Null until it was drafted. */
  readonly document: FiscalDocument | null;
  readonly number: number | null;
  /** `YYYY-MM-DD`. */
  readonly issuedOn: string | null;
  readonly sends: number;
  readonly authorisation: string | null;
  readonly authorisationExpires: string | null;
  readonly problems: readonly BillProblem[];
  readonly tries: number;
  readonly checkAt: Temporal.Instant | null;
}

/** The database has all of this of an authorised bill (`bill_has_a_number`, `bill_is_authorised`), and its document never changes. */
export interface AuthorisedRow extends BillRow {
  readonly document: FiscalDocument;
  readonly number: number;
  readonly issuedOn: string;
  readonly authorisation: string;
  readonly authorisationExpires: string;
}

export const isAuthorised = (bill: BillRow): bill is AuthorisedRow => bill.state === 'authorised';

const columns = (db: Db | Tx) => db`
  purchase_id as "purchaseId", id, kind, refund_id as "refundId", amount, currency, state, requested_at as "requestedAt", document, number,
  issued_on::text as "issuedOn", sends, authorisation, authorisation_expires::text as "authorisationExpires", problems, tries,
  check_at as "checkAt"`;

/** Asks for the bills of purchases, in the transaction that sells them; what costs nothing has none. */
export const requestBills = (tx: Tx, purchaseIds: readonly string[]) => tx`
  insert into bill (purchase_id, id, kind, amount, currency, check_at)
  select purchase.id, given.id, 'bill', total, (select currency from attempt where attempt.purchase_id = purchase.id limit 1), clock_timestamp()
    from unnest(${[...purchaseIds]}::text[], ${purchaseIds.map(() => randomId())}::text[]) as given (purchase_id, id)
    join purchase on purchase.id = given.purchase_id
   where total > 0`;

interface Returned {
  readonly purchaseId: string;
  readonly refundId: string;
  readonly amount: number;
}

/** Asks for the credit note of money that goes back, in the transaction that books it: where its purchase has a bill. It waits for that. */
export const requestCreditNote = (tx: Tx, { purchaseId, refundId, amount }: Returned) => tx`
  insert into bill (purchase_id, id, kind, refund_id, amount, currency, check_at)
  select purchase_id, ${randomId()}, 'credit_note', ${refundId}, ${amount}, currency, clock_timestamp()
    from bill where purchase_id = ${purchaseId} and kind = 'bill' and ${amount}::bigint > 0`;

/** The oldest first. */
export const billsOf = (db: Db | Tx, purchaseIds: readonly string[]) => db<BillRow[]>`
  select ${columns(db)} from bill where purchase_id = any (${[...purchaseIds]}::text[]) order by requested_at, kind, id`;

export const findBill = async (db: Db | Tx, { purchaseId, id }: BillKey): Promise<BillRow | undefined> =>
  (await db<BillRow[]>`select ${columns(db)} from bill where purchase_id = ${purchaseId} and id = ${id}`)[0];

export const lockBillOf = (tx: Tx, purchaseId: string) => tx`
  select id from bill where purchase_id = ${purchaseId} and kind = 'bill' for update`;

/** Locks the next bill without a draft; a credit note only once its bill is authorised. */
export const lockUndrafted = async (tx: Tx): Promise<BillRow | undefined> =>
  (
    await tx<BillRow[]>`
      select ${columns(tx)} from bill
       where document is null and check_at <= clock_timestamp()
         and (kind = 'bill' or exists (
           select from bill as billed where billed.purchase_id = bill.purchase_id and billed.kind = 'bill' and billed.state = 'authorised'))
       order by check_at limit 1 for update of bill skip locked`
  )[0];

export interface SoldOrderRow {
  readonly sold: SoldGoods;
  readonly orderNumber: number;
  readonly channel: 'online' | 'box_office';
  readonly delivery: string | null;
  readonly receiver: BillReceiver | null;
  /** The buyer; null for a counter's sale, and once the account was erased. */
  readonly buyer: Pick<BillReceiver, 'documentType' | 'documentNumber' | 'name'> | null;
}

/** What is billed of a paid purchase, and to whom. */
export const findSoldOrder = async (db: Db | Tx, purchaseId: string): Promise<SoldOrderRow | undefined> =>
  (
    await db<SoldOrderRow[]>`
      select priced as sold, order_number as "orderNumber", channel, delivery_type.name as delivery,
             case when bill_receiver.purchase_id is not null then jsonb_strip_nulls(jsonb_build_object(
               'condition', condition, 'documentType', bill_receiver.document_type, 'documentNumber', bill_receiver.document_number,
               'name', bill_receiver.name, 'address', bill_receiver.address)) end as receiver,
             case when channel = 'online' and customer.document_number is not null then jsonb_build_object(
               'documentType', customer.document_type, 'documentNumber', customer.document_number, 'name', first_name || ' ' || last_name) end as buyer
        from purchase
        join customer on customer.id = customer_id
        left join delivery_type on delivery_type.id = delivery_type_id
        left join bill_receiver on bill_receiver.purchase_id = purchase.id
       where purchase.id = ${purchaseId} and stage = 'paid'`
  )[0];

interface PaidOrderRow {
  readonly orderNumber: number;
  readonly channel: 'online' | 'box_office';
  readonly language: LanguageCode | null;
  /** Null when the account was erased since. */
  readonly buyer: { readonly firstName: string; readonly lastName: string; readonly email: string } | null;
  /** Of two cards both. */
  readonly payments: readonly PaymentRow[];
}

export interface PaymentRow {
  readonly provider: string;
  readonly brand: string | null;
  readonly lastFour: string | null;
  /** At the provider; what of it was cash. */
  readonly amount: number;
  readonly cash: number;
  readonly fromBalance: number;
}

/** Who paid an order, and with what, for what is printed and mailed of its bills. */
export const findPaidOrder = async (db: Db, purchaseId: string): Promise<PaidOrderRow | undefined> =>
  (
    await db<PaidOrderRow[]>`
      select order_number as "orderNumber", channel, coalesce(purchase.language, customer.language) as language,
             (select jsonb_agg(jsonb_build_object('provider', provider, 'brand', brand, 'lastFour', last_four, 'amount', amount,
                'cash', cash_amount, 'fromBalance', from_balance) order by card_part)
                from attempt where attempt.purchase_id = purchase.id and state = 'approved') as payments,
             case when erased_at is null then jsonb_build_object('firstName', first_name, 'lastName', last_name,
               'email', ${mailboxOf(db)}) end as buyer
        from purchase
        join customer on customer.id = customer_id
       where purchase.id = ${purchaseId} and exists (select from attempt where attempt.purchase_id = purchase.id and state = 'approved')`
  )[0];

export interface BilledPerformanceRow {
  readonly id: number;
  readonly showName: string;
  readonly venueName: string;
  readonly startsAt: Temporal.Instant;
  readonly timeZone: string;
}

export const findBilledPerformances = (db: Db | Tx, ids: readonly number[]) => db<BilledPerformanceRow[]>`
  select performance.id, show.name as "showName", venue.name as "venueName", starts_at as "startsAt", time_zone as "timeZone"
    from performance join show on show.id = performance.show_id join venue on venue.id = performance.venue_id
   where performance.id = any (${[...ids]}::integer[]) order by starts_at, performance.id`;

interface RefundFacts {
  readonly parts: readonly ReturnedPart[];
  readonly tickets: readonly { readonly performanceId: number }[];
}

/** By what a refund gave money back: by what it came, unless it went to the balance or out of a drawer. */
export const findReturnedBy = (db: Db, { purchaseId, refundId }: { readonly purchaseId: string; readonly refundId: string }) => db<
  PaymentRow[]
>`
  select case way when 'balance' then 'balance' when 'drawer' then 'cash' else provider end as provider, brand, last_four as "lastFour",
         refund.amount, refund.cash_amount as cash, 0 as "fromBalance"
    from refund join attempt using (purchase_id, reference)
   where refund.purchase_id = ${purchaseId} and refund.id = ${refundId}`;

export const findRefund = async (db: Db | Tx, purchaseId: string, refundId: string): Promise<RefundFacts | undefined> =>
  (await db<RefundFacts[]>`select parts, tickets from refund where purchase_id = ${purchaseId} and id = ${refundId}`)[0];

export const keepDraft = (tx: Tx, { purchaseId, id }: BillKey, document: FiscalDocument) =>
  expectRows(
    1,
    tx`
      update bill set document = ${tx.json(document as never)}, issuer = ${document.issuer}, point_of_sale = ${document.pointOfSale},
             type_code = ${document.typeCode}, problems = '[]', check_at = clock_timestamp()
       where purchase_id = ${purchaseId} and id = ${id} and state = 'waiting' and document is null`,
  );

/**
 * Something of ours is wrong with it: it is looked at again later, and shown to staff meanwhile. What was of the moment, such as a
 * deadlock, has no words for staff and is over soon.
 */
export const postponeDraft = (db: Db, { purchaseId, id }: BillKey, trouble: string | null) => db`
  update bill set tries = tries + 1,
         problems = ${trouble === null ? db`problems` : db.json([{ code: '', message: trouble.slice(0, 300) }])},
         check_at = clock_timestamp() + ${trouble === null ? '10 seconds' : '10 minutes'}::interval
   where purchase_id = ${purchaseId} and id = ${id} and state = 'waiting' and document is null`;

const refused = (db: Db | Tx, problems: readonly BillProblem[]) => db`
  state = 'refused', problems = ${db.json(problems as never)}, check_at = null, number = null, issued_on = null, sends = 0`;

/** A person has to correct it; nobody was asked. */
export const refuseDraft = (tx: Tx, { purchaseId, id }: BillKey, problems: readonly BillProblem[]) => tx`
  update bill set ${refused(tx, problems)} where purchase_id = ${purchaseId} and id = ${id} and state = 'waiting'`;

/** What was asked for: another process may have asked for it again meanwhile, and then what the first one learned is nothing. */
const isAsked = (db: Db | Tx, { purchaseId, id }: BillKey, { number, sends }: Pick<NumberedDocument, 'number' | 'sends'>) => db`
  purchase_id = ${purchaseId} and id = ${id} and state = 'sent' and number = ${number} and sends = ${sends}`;

/** The authority has refused it; its number is free. False when it was asked for again meanwhile. */
export const refuseSent = async (tx: Tx, bill: BillKey, asked: NumberedDocument, problems: readonly BillProblem[]): Promise<boolean> =>
  (await tx`update bill set ${refused(tx, problems)} where ${isAsked(tx, bill, asked)}`).count === 1;

/** Those with something to ask for, that no process looks after and that are not left alone after a failure. */
export const findDueSeries = (db: Db) => db<Series[]>`
  select issuer, point_of_sale as "pointOfSale", type_code as "typeCode"
    from (select distinct issuer, point_of_sale, type_code from bill where check_at <= clock_timestamp() and document is not null) as due
    left join bill_series as series using (issuer, point_of_sale, type_code)
   where coalesce(series.check_at <= clock_timestamp() and (held_until is null or held_until < clock_timestamp()), true)`;

const isSeries = (db: Db | Tx, { issuer, pointOfSale, typeCode }: Series) => db`
  issuer = ${issuer} and point_of_sale = ${pointOfSale} and type_code = ${typeCode}`;

interface HeldSeries {
  readonly lastNumber: number | null;
  readonly lastIssuedOn: string | null;
  /** The database's clock. */
  readonly now: Temporal.Instant;
}

/** Takes a series for some seconds, or keeps it; undefined while another process has it, or it is left alone. */
export const holdSeries = async (
  db: Db,
  series: Series,
  { by, seconds }: { readonly by: string; readonly seconds: number },
): Promise<HeldSeries | undefined> =>
  (
    await db<HeldSeries[]>`
      insert into bill_series as series (issuer, point_of_sale, type_code, held_by, held_until)
      values (${series.issuer}, ${series.pointOfSale}, ${series.typeCode}, ${by}, clock_timestamp() + make_interval(secs => ${seconds}))
      on conflict (issuer, point_of_sale, type_code) do update set held_by = excluded.held_by, held_until = excluded.held_until
       where series.check_at <= clock_timestamp() and (series.held_by = ${by} or series.held_until is null or series.held_until < clock_timestamp())
      returning last_number as "lastNumber", last_issued_on::text as "lastIssuedOn", clock_timestamp() as now`
  )[0];

export const leaveSeries = (db: Db, series: Series, by: string) => db`
  update bill_series set held_by = null, held_until = null where ${isSeries(db, series)} and held_by = ${by}`;

/** After a failure it is left alone, longer after each one since the last progress: 2 s at first, ten minutes at last. */
export const pauseSeries = (db: Db, series: Series, by: string) => db`
  update bill_series
     set failures = failures + 1, last_number = null, held_by = null, held_until = null,
         check_at = clock_timestamp() + least(interval '2 seconds' * power(2, least(failures, 10)), interval '10 minutes')
   where ${isSeries(db, series)} and held_by = ${by}`;

export const keepLastNumber = (db: Db | Tx, series: Series, number: number | null) => db`
  update bill_series set last_number = ${number} where ${isSeries(db, series)}`;

/** A document of it was authorised or refused, so the next failure is the first one; `lastNumber` null where it is to be asked for. */
export const keepProgress = (
  db: Db | Tx,
  series: Series,
  { lastNumber, issuedOn }: { readonly lastNumber: number | null; readonly issuedOn?: string },
) => db`
  update bill_series set last_number = ${lastNumber}, failures = 0, last_issued_on = greatest(last_issued_on, ${issuedOn ?? null}::date)
   where ${isSeries(db, series)}`;

/** The highest number that we know to be authorised. */
export const highestNumber = async (db: Db, series: Series): Promise<number> =>
  (
    await db<{ number: number | null }[]>`
      select max(number) as number from bill where ${isSeries(db, series)} and state = 'authorised'`
  )[0]?.number ?? 0;

/** The one that was asked for and whose answer is not known, or else the oldest that was not. Each has an index of its own: thousands may wait. */
export const nextOfSeries = async (db: Db, series: Series): Promise<BillRow | undefined> => {
  const [underWay] = await db<BillRow[]>`select ${columns(db)} from bill where ${isSeries(db, series)} and state = 'sent'`;
  if (underWay) return underWay;
  const [waiting] = await db<BillRow[]>`
    select ${columns(db)} from bill
     where ${isSeries(db, series)} and state = 'waiting' and document is not null and check_at <= clock_timestamp()
     order by requested_at, id limit 1`;
  return waiting;
};

interface Numbered {
  readonly number: number;
  readonly issuedOn: string;
  readonly by: string;
}

/** Writes down that it is asked for now, before it is; false when the series is not this process's any more, or the bill has changed. */
export const markSent = async (db: Db, bill: BillRow, { number, issuedOn, by }: Numbered): Promise<boolean> =>
  (
    await db`
      update bill set state = 'sent', number = ${number}, issued_on = ${issuedOn}, sends = sends + 1, tries = tries + 1, check_at = clock_timestamp()
       where purchase_id = ${bill.purchaseId} and id = ${bill.id} and state = ${bill.state} and sends = ${bill.sends}
         and exists (select from bill_series where ${isSeries(db, bill.document as FiscalDocument)}
                        and held_by = ${by} and held_until > clock_timestamp())`
  ).count === 1;

/** True for the process that learned it first. */
export const keepAuthorisation = async (tx: Tx, { purchaseId, id }: BillKey, number: number, answer: Authorised): Promise<boolean> =>
  (
    await tx`
      update bill set state = 'authorised', authorisation = ${answer.authorisation}, authorisation_expires = ${answer.expiresOn},
             authorised_at = clock_timestamp(), problems = ${tx.json(answer.observations as never)}, check_at = null
       where purchase_id = ${purchaseId} and id = ${id} and state = 'sent' and number = ${number}`
  ).count === 1;

/** Its number is free again: it was certainly not authorised. */
export const takeNumberBack = (db: Db | Tx, bill: BillKey, asked: NumberedDocument) => db`
  update bill set state = 'waiting', number = null, issued_on = null, sends = 0, check_at = clock_timestamp() where ${isAsked(db, bill, asked)}`;

/** Why it is not authorised yet, for staff. */
export const keepTrouble = (db: Db, { purchaseId, id }: BillKey, trouble: string) => db`
  update bill set problems = ${db.json([{ code: '', message: trouble.slice(0, 300) }])}
   where purchase_id = ${purchaseId} and id = ${id} and state in ('waiting', 'sent')`;

/** A refused bill is drafted and asked for again; false when it is not refused. */
export const requestAgain = async (tx: Tx, { purchaseId, id }: BillKey): Promise<boolean> =>
  (
    await tx`
      update bill set state = 'waiting', document = null, issuer = null, point_of_sale = null, type_code = null, check_at = clock_timestamp()
       where purchase_id = ${purchaseId} and id = ${id} and state = 'refused'`
  ).count === 1;

export const findReceiver = async (db: Db | Tx, purchaseId: string): Promise<BillReceiver | undefined> =>
  (
    await db<{ receiver: BillReceiver }[]>`
      select jsonb_strip_nulls(jsonb_build_object('condition', condition, 'documentType', document_type, 'documentNumber', document_number,
               'name', name, 'address', address)) as receiver
        from bill_receiver where purchase_id = ${purchaseId}`
  )[0]?.receiver;

export const saveReceiver = (
  db: Db | Tx,
  purchaseId: string,
  { condition, documentType, documentNumber, name, address }: BillReceiver,
) => db`
  insert into bill_receiver (purchase_id, condition, document_type, document_number, name, address)
  values (${purchaseId}, ${condition}, ${documentType}, ${documentNumber}, ${name}, ${address ?? null})
  on conflict (purchase_id) do update set condition = excluded.condition, document_type = excluded.document_type,
     document_number = excluded.document_number, name = excluded.name, address = excluded.address`;

export const deleteReceiver = (db: Db | Tx, purchaseId: string) => db`delete from bill_receiver where purchase_id = ${purchaseId}`;

/** Of an account that was erased while its bill was not authorised; once it is, nobody needs it. */
export const deleteErasedReceiver = (tx: Tx, purchaseId: string) => tx`
  delete from bill_receiver using purchase join customer on customer.id = customer_id
   where bill_receiver.purchase_id = ${purchaseId} and purchase.id = bill_receiver.purchase_id and channel = 'online' and erased_at is not null`;

/** Refused ones, and those that have waited longer than an authority that works takes; the oldest first. */
export const findTroubledBills = (db: Db, most: number) => db<(BillRow & { readonly orderNumber: number | null })[]>`
  select ${columns(db)}, (select order_number from purchase where purchase.id = purchase_id) as "orderNumber" from bill
   where state = 'refused'
      or (check_at is not null and requested_at < clock_timestamp() - interval '10 minutes')
   order by requested_at limit ${most}`;

interface BillCounts {
  readonly waiting: number;
  /** Of those that wait. */
  readonly oldestSeconds: number;
  readonly refused: number;
}

export async function countBills(db: Db): Promise<BillCounts> {
  const [row] = await db<BillCounts[]>`
    select count(*)::integer as waiting,
           coalesce(extract(epoch from clock_timestamp() - min(requested_at)), 0)::float8 as "oldestSeconds",
           (select count(*)::integer from bill where state = 'refused') as refused
      from bill where check_at is not null`;
  return row as BillCounts;
}
