import type { LanguageCode } from '@butaca/brand/languages';
import type { PurchaseStage, PurchaseTotals } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import type { Quote } from '../catalogue/index.ts';
import { hasMissingMail } from '../mailboxes/index.ts';
import type { Buyer } from '../orders/index.ts';

/** C-02; the transitions are in `stages.ts`. */
export type Stage = PurchaseStage;
export type Channel = 'online' | 'box_office';

/** Where a place is, in the words that are printed. */
export interface PlaceLabel {
  readonly sectorId: number;
  readonly sectorName: string;
  /** Only of numbered places. */
  readonly row?: string;
  readonly seat?: string;
}

export interface PricedTicket extends PlaceLabel {
  readonly performanceId: number;
  readonly placeId: number;
  readonly priceTypeId: number;
  readonly priceTypeName: string;
  /** By which it costs less; its name as it was sold. */
  readonly promotion?: { readonly id: number; readonly name: string; readonly asksDocument?: boolean };
  /** What it cost before a clerk lowered it, in minor units. */
  readonly listPrice?: number;
  /** Components of this one ticket, in minor units. */
  readonly quote: Quote;
}

/** Some of a product, at the price of all of them together; its name as it was sold. */
export interface PricedProduct extends Omit<ChosenProduct, 'withOrder'> {
  readonly name: string;
  readonly variantName: string | null;
  readonly handover: 'pickup' | 'with_order';
  /** In minor units; one component, of its own tax class. */
  readonly quote: Quote;
}

export interface PricedPurchase {
  readonly totals: PurchaseTotals;
  readonly tickets: readonly PricedTicket[];
  /** Absent where there are none. */
  readonly products?: readonly PricedProduct[];
  /** In basis points; absent where it costs nothing. */
  readonly deliveryTaxRate?: number;
}

/** What stands on the ticket of a place. */
export const ticketIn = (priced: PricedPurchase | null, { performanceId, placeId }: Pick<PricedTicket, 'performanceId' | 'placeId'>) =>
  priced?.tickets.find((ticket) => ticket.performanceId === performanceId && ticket.placeId === placeId);

/** The places of a purchase in one performance, each with its price type at the same position. */
export interface PurchaseHold {
  readonly performanceId: number;
  readonly placeIds: readonly number[];
  readonly priceTypeIds: readonly number[];
  /** When the buyer joined the performance's waiting room: nothing costs more than then. Left out, there was none. */
  readonly promisedAtMs?: number | null;
}

/** The use of a promotion that a purchase has taken by a code, or by documents for `mostTickets` tickets. */
export interface PromotionClaim {
  readonly promotionId: number;
  /** Absent with documents. */
  readonly codeId?: number;
  readonly code?: string;
  /** Tickets of the purchase that it reduces at most; null without a limit. */
  readonly mostTickets: number | null;
}

/** Some of a product that a purchase has, for one performance. */
export interface ChosenProduct {
  readonly performanceId: number;
  readonly productId: number;
  readonly variantId: number;
  readonly quantity: number;
  /** It is handed over with tickets on paper, and not fetched at the venue. */
  readonly withOrder: boolean;
}

export interface PurchaseRow {
  readonly id: string;
  readonly customerId: string;
  readonly channel: Channel;
  /** Its buyer's; null for the brand's. */
  readonly language: LanguageCode | null;
  readonly stage: Stage;
  readonly startedAtMs: number;
  readonly deadlineMs: number;
  /** The database's clock when it was read. */
  readonly nowMs: number;
  /** Until when its reservation keeps the places; null for a purchase without one. */
  readonly reservedUntilMs: number | null;
  readonly deliveryTypeId: number | null;
  /** With a delivery to a point, or to the zone of an address of the account. */
  readonly deliveryPointId: number | null;
  readonly deliveryZoneId: number | null;
  readonly deliveryAddressId: string | null;
  readonly paymentMethodId: number | null;
  /** What is or was to be paid, in minor units; null until the payment starts. */
  readonly total: number | null;
  /** For people to read out, as `formatOrderNumber` writes it; null until the first payment starts. */
  readonly orderNumber: number | null;
  /** Fixed when the payment started; null while the purchase is open. */
  readonly priced: PricedPurchase | null;
  /** The promotions that a code was entered or documents were given for. */
  readonly claims: readonly PromotionClaim[] | null;
  readonly products: readonly ChosenProduct[] | null;
  /** What each ticket costs at most, in minor units, and why: a clerk said so. */
  readonly counterPrice: number | null;
  readonly counterPriceReason: string | null;
  /** In the order of their performances' ids. */
  readonly holds: readonly PurchaseHold[];
}

/** Purchases as they are, not locked; in no order. */
export const findPurchases = (db: Db, purchaseIds: readonly string[]) => db<PurchaseRow[]>`
  select ${columns(db)} from purchase where id = any (${[...purchaseIds]}::text[])`;

const columns = (db: Db | Tx) => db`
  id, customer_id as "customerId", channel, language, stage, (extract(epoch from started_at) * 1000)::float8 as "startedAtMs",
  (extract(epoch from deadline) * 1000)::float8 as "deadlineMs", (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
  (extract(epoch from reserved_until) * 1000)::float8 as "reservedUntilMs",
  delivery_type_id as "deliveryTypeId", delivery_point_id as "deliveryPointId",
  delivery_zone_id as "deliveryZoneId", delivery_address_id as "deliveryAddressId", payment_method_id as "paymentMethodId", total, order_number as "orderNumber", priced, promotions as claims, products,
  counter_price as "counterPrice", counter_price_reason as "counterPriceReason",
  coalesce((
    select jsonb_agg(jsonb_build_object('performanceId', performance_id, 'placeIds', place_ids, 'priceTypeIds', price_type_ids,
             'promisedAtMs', (extract(epoch from promised_at) * 1000)::float8)
             order by performance_id)
      from hold where hold.purchase_id = purchase.id), '[]') as holds`;

/**
 * Purchases that keep what they took of a stock: those that are paid or can still be, by the database's clock; the grace is that of their
 * places. So stock is back the moment a purchase has expired, swept or not.
 */
export const keepsStock = (db: Db | Tx, graceSeconds: number) => db`
  (stage in ('paid', 'paying', 'offered', 'reserved')
   or (stage = 'open' and greatest(deadline, reserved_until) + make_interval(secs => ${graceSeconds}) > clock_timestamp()))`;

/** How a statement treats a row that another transaction has locked. */
export type WhenLocked = 'wait' | 'skip';
export const forUpdate = (tx: Tx, whenLocked: WhenLocked) => (whenLocked === 'wait' ? tx`for update` : tx`for update skip locked`);

/**
 * Purchases with their holds, by id; both stay as they are until the transaction ends, because every change of a hold locks its
 * purchase first. Two statements, sent together: one that waited for a lock would see `hold` as it was before it waited. Locked
 * in the order of their ids, so that two transactions never deadlock.
 */
export async function lockPurchases(tx: Tx, ids: readonly string[], whenLocked: WhenLocked): Promise<Map<string, PurchaseRow>> {
  const locked = tx<{ id: string }[]>`
    select id from purchase where id = any (${[...ids]}::text[]) order by id ${forUpdate(tx, whenLocked)}`.execute();
  const read = tx<PurchaseRow[]>`select ${columns(tx)} from purchase where id = any (${[...ids]}::text[])`.execute();
  const [ours, all] = await Promise.all([locked, read]);
  const have = new Set(ours.map(({ id }) => id));
  return new Map(all.filter(({ id }) => have.has(id)).map((purchase) => [purchase.id, purchase]));
}

/** Locks those of these purchases that are being paid, by id; one that another transaction has locked is left out. */
export const lockPaying = (tx: Tx, ids: readonly string[]) => tx<{ id: string }[]>`
  select id from purchase where id = any (${[...ids]}::text[]) and stage = 'paying' order by id for update skip locked`;

/** Those of these customers whose accounts were erased. */
export const erasedAmong = (tx: Tx, customerIds: readonly string[]) => tx<{ id: string }[]>`
  select id from customer where id = any (${[...customerIds]}::text[]) and erased_at is not null`;

/** Only for `stages.ts`. Sets the times that belong to a stage together with it. */
export const updateStage = (tx: Tx, purchaseIds: readonly string[], { to, from }: { to: Stage; from: readonly Stage[] }) => tx`
  update purchase
     set stage = ${to}, ended_at = case when ${to} in ('paid', 'expired', 'cancelled') then clock_timestamp() end
   where id = any (${[...purchaseIds]}::text[]) and stage = any (${[...from]}::text[])`;

export const deleteClaimKeys = (tx: Tx, purchaseIds: readonly string[]) =>
  tx`delete from claim_key where purchase_id = any (${[...purchaseIds]}::text[])`;

export interface FixedPrice {
  readonly purchaseId: string;
  readonly orderNumber: number;
  readonly priced: PricedPurchase;
  readonly paymentMethodId: number;
}

/** Only for `stages.ts`. Fixes what purchases cost and how they are paid together with their stage: one new version of each row. */
export const updatePaying = (tx: Tx, prices: readonly FixedPrice[], { from }: { from: readonly Stage[] }) => {
  const ids = prices.map(({ purchaseId }) => purchaseId);
  return tx`
    update purchase set stage = 'paying', total = price.total, priced = price.priced::jsonb, payment_method_id = price.payment_method_id,
           order_number = price.order_number
      from rows from (unnest(${ids}::text[]), unnest(${prices.map(({ priced }) => priced.totals.total)}::bigint[]),
                      unnest(${prices.map(({ priced }) => JSON.stringify(priced))}::text[]),
                      unnest(${prices.map(({ paymentMethodId }) => paymentMethodId)}::integer[]),
                      unnest(${prices.map(({ orderNumber }) => orderNumber)}::bigint[]), generate_subscripts(${ids}::text[], 1))
        as price (purchase_id, total, priced, payment_method_id, order_number, turn)
     where id = any (${ids}::text[]) and id = price.purchase_id and stage = any (${[...from]}::text[])`;
};

/** The price stays what it was; its tickets are of other places. */
export const replacePriced = (tx: Tx, purchaseId: string, priced: PricedPurchase) =>
  expectRows(1, tx`update purchase set priced = ${tx.json(priced as never)} where id = ${purchaseId}`);

/**
 * The deadline of a purchase if its payment comes to nothing now: moved once, to three minutes from now, and never beyond twenty minutes after the
 * first claim (C-02).
 */
export const deadlineIfUnpaid = (db: Db | Tx) => db`
  case when extended then deadline
       else greatest(deadline, least(clock_timestamp() + interval '3 minutes', started_at + interval '20 minutes')) end`;

/**
 * After a payment that failed: prices are open again, those of the payment are kept for the page of its order, and the deadline is moved
 * (`deadlineIfUnpaid`). Answers it, in milliseconds.
 */
export async function extendDeadline(tx: Tx, purchaseId: string): Promise<number> {
  const [row] = await expectRows(
    1,
    tx<{ deadlineMs: number }[]>`
      update purchase
         set priced = null, last_priced = priced, deadline = moved, extended = extended or moved > deadline
        from (select ${deadlineIfUnpaid(tx)} as moved from purchase where id = ${purchaseId}) as chance
       where id = ${purchaseId}
      returning (extract(epoch from deadline) * 1000)::float8 as "deadlineMs"`,
  );
  return (row as { deadlineMs: number }).deadlineMs;
}

/** Locks open purchases whose deadline and grace are over; one that another transaction works on is left for the next round. */
export const lockExpired = (tx: Tx, graceSeconds: number, most: number) => tx<{ id: string; isReserved: boolean }[]>`
  select id, coalesce(reserved_until > clock_timestamp(), false) as "isReserved" from purchase
   where stage = 'open' and deadline < clock_timestamp() - make_interval(secs => ${graceSeconds})
   order by deadline limit ${most} for update skip locked`;

/**
 * A payment that is still being looked into when its purchase cannot be opened again does not count among a customer's running
 * purchases, unless it may keep its places for days. Until then, twenty minutes after the first claim (`extendDeadline`), it keeps its slot, so that a decline opens it within
 * the limit.
 */
export const freeSlots = (db: Db) => db`
  update purchase set slot = null
   where stage = 'paying' and slot is not null and reserved_until is null and deadline < clock_timestamp() and started_at + interval '20 minutes' < clock_timestamp()
     and not exists (select from attempt where attempt.purchase_id = purchase.id and slow_until is not null and settled_at is null)`;

/** The name on tickets sold at a counter. */
export const nameHolder = (tx: Tx, purchaseId: string, holder: string) =>
  expectRows(1, tx`update purchase set holder = ${holder} where id = ${purchaseId}`);

/** Of a purchase that is open and locked; null gives it the price back that it had. */
export const setCounterPrice = (tx: Tx, purchaseId: string, lowered: { readonly price: number; readonly reason: string } | null) =>
  expectRows(
    1,
    tx`
      update purchase set counter_price = ${lowered?.price ?? null}, counter_price_reason = ${lowered?.reason ?? null} where id = ${purchaseId}`,
  );

/** A sale stays at the counter where it started; one that has a counter keeps it. */
export const setCounter = (db: Db, { purchaseId, customerId }: { purchaseId: string; customerId: string }, counter: string) => db`
  update purchase set counter = ${counter}
   where id = ${purchaseId} and customer_id = ${customerId} and channel = 'box_office' and counter is null`;

/** The open sales of a counter, all but the newest. */
export const findOlderSales = (db: Db, counter: string) => db<{ id: string }[]>`
  select id from purchase where counter = ${counter} and stage = 'open'
   order by started_at desc, id offset 1`;

/** The purchases of a customer in the shop that are open in time or being paid, the newest first. */
export const findRunningIds = (db: Db, customerId: string, most: number) => db<{ id: string }[]>`
  select id from purchase
   where customer_id = ${customerId} and channel = 'online' and (stage = 'paying' or (stage = 'open' and deadline > clock_timestamp()))
   order by started_at desc limit ${most}`;

/** Deletes purchases that ended so long ago and were never charged, at most so many; how many there were. */
export const deleteUnpaid = async (db: Db, { days, most }: { readonly days: number; readonly most: number }): Promise<number> =>
  (
    await db`
      with old as (
        select id from purchase
         where stage in ('expired', 'cancelled') and ended_at < clock_timestamp() - make_interval(days => ${days}::int)
           and not exists (select from attempt where purchase_id = purchase.id)
         limit ${most} for update skip locked
      ), holds as (delete from hold where purchase_id in (select id from old))
      delete from purchase where id in (select id from old) returning 1`
  ).count;

/** Clears the names that were said at a counter so long ago, unless one of their tickets may still let in. */
export const forgetHolders = (db: Db, months: number) => db`
  update purchase set holder = null
   where holder is not null and ended_at < clock_timestamp() - make_interval(months => ${months}::int)
     and not exists (select from ticket join performance on performance.id = performance_id
                      where ticket.purchase_id = purchase.id and ticket.state = 'valid' and starts_at > clock_timestamp() - interval '1 day')`;

/** Deletes names and phones of what counters reserved, so long after its end. */
export const forgetContacts = (db: Db, days: number) => db`
  update reservation set contact_name = null, contact_phone = null
   where contact_name is not null and until < clock_timestamp() - make_interval(days => ${days}::int)`;

/** What a purchase was to cost when a payment of it came to nothing; null where none did. */
export const readLastPriced = async (db: Db, purchaseId: string): Promise<PricedPurchase | null> =>
  (await db<{ priced: PricedPurchase | null }[]>`select last_priced as priced from purchase where id = ${purchaseId}`)[0]?.priced ?? null;

export interface OrderId {
  readonly id: string;
  /** Prices at the last payment attempt of an order that was never paid; null for all others. */
  readonly unpaid: PricedPurchase | null;
}

const orderId = (db: Db) => db`id, case when not ${isOrder(db)} then last_priced end as unpaid`;

/**
 * Purchases of a customer that are paid, being verified, offered other places, or given back, and those that came to nothing while a mail about them
 * did not arrive; the newest first.
 */
export const findOrderIds = (db: Db, buyer: Buyer, most: number) => db<OrderId[]>`
  select ${orderId(db)} from purchase
   where ${isOf(db, buyer)} and (${isOrder(db)} or (last_priced is not null and ${hasMissingMail(db)}))
   order by started_at desc limit ${most}`;

/** The same of one purchase: none, or it. One that was reserved, or tried to be paid, and is not paid in the end, stays readable. */
export const findOrderId = (db: Db, buyer: Buyer, purchaseId: string) => db<OrderId[]>`
  select ${orderId(db)} from purchase
   where id = ${purchaseId} and ${isOf(db, buyer)}
     and (${isOrder(db)} or last_priced is not null or exists (select from reservation where reservation.purchase_id = purchase.id))`;

/** `isOwnedBy` in SQL. */
const isOf = (db: Db, { customerId, channel }: Buyer) => db`customer_id = ${customerId} and channel in ('online', ${channel})`;

const isOrder = (db: Db) => db`
  (stage in ('paid', 'paying', 'offered')
   or exists (select from attempt where purchase_id = purchase.id and state in ('returning', 'reversed', 'refunded')))`;
