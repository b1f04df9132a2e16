import type { LanguageCode } from '@butaca/brand/languages';
import { type KnownOrderState, type Order, type OrderRefund, type Purchase, type PurchaseStage, Refusal } from '@butaca/contract';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import { type BillRow, billsOf, presentBill } from '../bills/index.ts';
import { mailboxesOf, undeliveredOf } from '../mailboxes/index.ts';
import {
  type Buyer,
  holderOf,
  type OrderRecord,
  partCount,
  partOf,
  presentOrderPerformances,
  presentTickets,
  readOrders,
  TICKETS_PER_PART,
  type TicketCodes,
} from '../orders/index.ts';
import {
  type AttemptRow,
  amountIn,
  balanceIn,
  type GivenBack,
  kindOfPayment,
  type LatestAttempt,
  latestAttempts,
  type RefundOfOrder,
  type RefundRow,
  readWait,
  refundsOf,
} from '../payments/index.ts';
import {
  firstCardOf,
  isForCancelled,
  presentCallOff,
  presentHeld,
  presentMethod,
  presentOffer,
  presentSlip,
} from './pay/present-payment.ts';
import { type Listed, presentPurchase } from './present-purchase.ts';
import { readHoldEnds } from './queries-places.ts';
import { findOrderId, findOrderIds, findPurchases, type OrderId, type PricedPurchase, type PurchaseRow } from './queries-purchases.ts';
import { findReissues, type ReissueRow } from './reissue/queries-reissues.ts';
import { presentReissue } from './reissue/reissue-tickets.ts';
import { findKeptInShop, findReservationIds, findReservations, type ReservationRow } from './reserve/queries-reservations.ts';
import type { SaleWorld } from './world.ts';

const MOST_ORDERS = 50;

/** More than a customer has; a counter looks for a name among them. */
const MOST_RESERVATIONS = 100;

interface OrdersRequest {
  /** A clerk sees the reservations of all counters. */
  readonly buyer: Buyer;
  /** What a clerk looks for besides. */
  readonly search: string;
  readonly language: LanguageCode;
}

/**
 * A customer's purchases that are paid, being verified, or offered other places, those whose money went back or of which a mail did not
 * arrive, and reservations; the newest first.
 */
export async function listOrders(world: SaleWorld, of: OrdersRequest): Promise<{ items: Order[] }> {
  const { db } = world;
  const [orders, reserved, ofShop] = await Promise.all([
    findOrderIds(db, of.buyer, MOST_ORDERS),
    findReservationIds(db, of.buyer, MOST_RESERVATIONS),
    of.buyer.channel === 'box_office' && of.search !== '' ? findKeptInShop(db, of.search, MOST_RESERVATIONS) : [],
  ]);
  const ids = [...new Set([...ofShop, ...orders, ...reserved].map(({ id }) => id))];
  const items = await readAndPresent(world, ids, { ...inList, unpaid: unpaidOf(orders), language: of.language });
  const holders = new Map(ofShop.map(({ id, name }) => [id, name]));
  return { items: items.map((order) => (holders.has(order.id) ? ofTheShop(order, holders.get(order.id) ?? '') : order)) };
}

/** For a clerk, to whom neither the account nor its mails are any business. */
const ofTheShop = ({ undelivered: _, mailbox: __, ...order }: Order, holder: string): Order => ({ ...order, isOfShop: true, holder });

/** A record with the tickets that are shown; `part` when there are more. */
interface ShownRecord extends OrderRecord {
  readonly part?: NonNullable<Order['part']>;
}

/** How much of an order is presented. */
interface Extent {
  /** Signs its tickets. */
  readonly codes: TicketCodes | null;
  readonly recordOf: (order: OrderRecord) => ShownRecord;
  /** The places of one that has no tickets yet. */
  readonly placesOf: Listed;
  /** Prices of orders that were never paid, by id. */
  readonly unpaid: ReadonlyMap<string, PricedPurchase>;
  /** Its buyer's. */
  readonly language: LanguageCode;
}

/** A list shows when and how many; one order all there is. */
const MOST_IN_LIST = 10;
const inList: Omit<Extent, 'unpaid' | 'language'> = {
  codes: null,
  recordOf: (order) => ({ ...order, tickets: order.tickets.slice(0, MOST_IN_LIST) }),
  placesOf: (tickets) => tickets.slice(0, MOST_IN_LIST),
};

const unpaidOf = (orders: readonly OrderId[]): Extent['unpaid'] =>
  new Map(orders.flatMap(({ id, unpaid }) => (unpaid ? [[id, unpaid]] : [])));

interface OwnOrder {
  readonly orderId: string;
  readonly buyer: Buyer;
  /** Of a long order, from 1. */
  readonly part?: number | undefined;
  readonly language: LanguageCode;
}

/** One of them, or a part of a long one, with the codes of its tickets; `not_found` for another customer's. */
export async function findOrder(world: SaleWorld, codes: TicketCodes, { orderId, buyer, language, part = 1 }: OwnOrder): Promise<Order> {
  const rows = await findOrderId(world.db, buyer, orderId);
  const [order] = await readAndPresent(
    world,
    rows.map(({ id }) => id),
    {
      ...{ codes, recordOf: (order) => shownPart(order, part), placesOf: (tickets) => tickets.slice(0, TICKETS_PER_PART) },
      unpaid: unpaidOf(rows),
      language,
    },
  );
  if (!order) throw new Refusal('not_found');
  return order;
}

function shownPart(order: OrderRecord, number: number): ShownRecord {
  const count = partCount(order);
  const part = { number, count, ticketCount: order.tickets.length, size: TICKETS_PER_PART };
  return { ...partOf(order, number), ...(count > 1 ? { part } : {}) };
}

/** Answers in the order of the ids; the number of statements does not depend on the number of ids. */
async function readAndPresent(
  world: SaleWorld,
  ids: readonly string[],
  { codes, recordOf, placesOf, unpaid, language }: Extent,
): Promise<Order[]> {
  if (ids.length === 0) return [];
  const { db } = world;
  const [rows, attempts, records, refunds, reservations, bills, undelivered, mailboxes, reissues] = await Promise.all([
    findPurchases(db, ids),
    latestAttempts(db, ids),
    readOrders(db, ids),
    refundsOf(db, ids),
    findReservations(db, ids),
    world.billing ? billsOf(db, ids) : [],
    undeliveredOf(db, ids),
    mailboxesOf(db, ids),
    findReissues(db, ids),
  ]);
  const reservationOf = new Map(reservations.map((reservation) => [reservation.purchaseId, reservation]));
  const all = new Map(records.map((record) => [record.id, record]));
  const shown = new Map(records.map((record) => [record.id, recordOf(record)]));
  const listed = (id: string, holds: PurchaseRow['holds']) =>
    shown.get(id)?.tickets ?? [...holds, ...(unpaid.get(id)?.tickets ?? []), reservationOf.get(id) ?? []].flat();
  const performanceIds = [
    ...new Set(rows.flatMap(({ id, holds, products }) => [...listed(id, holds), ...(products ?? [])].map((each) => each.performanceId))),
  ];
  // Cards are cached: all are read together here, and each purchase finds its own in the cache.
  const [performances] = await Promise.all([presentOrderPerformances(db, performanceIds), world.cardsOf(performanceIds)]);
  const holdEnds = await readHoldEnds(
    db,
    rows.flatMap(({ id, stage }) => (stage === 'paying' || unpaid.has(id) ? [id] : [])),
  );
  const purchases = await Promise.all(
    rows.map((row) => {
      const record = shown.get(row.id);
      return presentOrReserved(
        unpaid.has(row.id) ? { ...row, priced: unpaid.get(row.id) ?? null } : row,
        reservationOf.get(row.id),
        world,
        record ? placesOfTickets(record) : placesOf,
      );
    }),
  );
  return Promise.all(
    ids.flatMap((id) => {
      const purchase = purchases.find((each) => each.id === id);
      if (!purchase) return [];
      const record = shown.get(id);
      const own = new Set(purchase.performances.map((performance) => performance.id));
      return presentOrder(world, {
        purchase,
        number: rows.find((each) => each.id === id)?.orderNumber ?? null,
        record,
        reservation: reservationOf.get(id),
        isUnpaid: unpaid.has(id),
        isAlone: codes !== null,
        language,
        attempt: attempts.find(({ purchaseId }) => purchaseId === id),
        heldUntilMs: holdEnds.get(id),
        everyTicket: all.get(id)?.tickets,
        refunds: refunds.filter(({ purchaseId }) => purchaseId === id),
        bills: bills.filter(({ purchaseId }) => purchaseId === id),
        undelivered: undelivered.get(id) ?? [],
        reissues: reissues.filter(({ purchaseId }) => purchaseId === id),
        mailbox: mailboxes.find(({ purchaseId }) => purchaseId === id)?.email,
        // What a counter sold has its codes on paper alone, whose printing is written down.
        tickets: record ? presentTickets(record, record.channel === 'box_office' ? null : codes) : [],
        performances: performances.filter((performance) => own.has(performance.id)),
      });
    }),
  );
}

/** A reservation that has ended shows what it was; one whose price has left the catalogue what it cost. */
async function presentOrReserved(
  row: PurchaseRow,
  reservation: ReservationRow | undefined,
  world: SaleWorld,
  listed: Listed,
): Promise<Purchase> {
  if (!reservation) return presentPurchase(row, world, { listed });
  const asReserved = () => presentPurchase({ ...row, priced: reservation.priced }, world, { listed });
  if (row.holds.length === 0) return asReserved();
  return presentPurchase(row, world, { listed }).catch((error: unknown) => {
    if (error instanceof Refusal) return asReserved();
    throw error;
  });
}

/** The places of the tickets that are shown. */
function placesOfTickets({ tickets }: OrderRecord): Listed {
  const shown = new Set(tickets.map(({ performanceId, placeId }) => `${performanceId} ${placeId}`));
  return (places) => places.filter(({ performanceId, placeId }) => shown.has(`${performanceId} ${placeId}`));
}

interface OrderParts extends Pick<Order, 'tickets' | 'performances'> {
  readonly purchase: Purchase;
  readonly number: number | null;
  /** Only for a paid purchase. */
  readonly record: ShownRecord | undefined;
  readonly reservation: ReservationRow | undefined;
  readonly isUnpaid: boolean;
  /** A list does not say what can be done about a payment. */
  readonly isAlone: boolean;
  readonly language: LanguageCode;
  readonly attempt: LatestAttempt | undefined;
  /** Of what is being paid, or may be paid once more: until when its places are held. */
  readonly heldUntilMs: number | undefined;
  /** Those that are not shown, too. */
  readonly everyTicket: OrderRecord['tickets'] | undefined;
  readonly refunds: readonly RefundOfOrder[];
  readonly bills: readonly BillRow[];
  readonly undelivered: NonNullable<Order['undelivered']>;
  readonly mailbox: string | undefined;
  readonly reissues: readonly ReissueRow[];
}

/** An order as its buyer sees it. */
async function presentOrder(
  world: SaleWorld,
  {
    purchase,
    number,
    record,
    reservation,
    isUnpaid,
    isAlone,
    language,
    attempt: latest,
    heldUntilMs,
    everyTicket,
    refunds,
    bills,
    undelivered,
    mailbox,
    reissues,
    ...parts
  }: OrderParts,
): Promise<Order> {
  const { totals } = purchase;
  if (!totals) throw new Error(`order ${purchase.id} has no totals`);
  const isReserved = reservation !== undefined;
  const state = stateOfOrder({ stage: purchase.stage, attempt: latest, tickets: everyTicket, refunds, isReserved, isUnpaid });
  const isReservation = state === 'reserved' || state === 'reservation_expired' || state === 'reservation_cancelled';
  // What came to nothing before says nothing of a reservation.
  const attempt = isReservation ? undefined : latest;
  const offer = state === 'offered' ? await presentOffer(world, purchase) : null;
  const isCancelled = attempt !== undefined && isForCancelled(attempt);
  const waiting = (state === 'pending' && !isCancelled) || state === 'cancelled' ? presentHeld(world, heldUntilMs) : {};
  const callOff = isAlone && state === 'pending' && attempt ? await presentCallOff(world, attempt) : {};
  const slow = attempt && (state === 'pending' || state === 'cancelled') ? await presentSlow(world, attempt, { isAlone }) : {};
  // Of what two cards pay either is a part of the price.
  const amount = attempt && attempt.part === 0 ? amountIn(attempt) : totals.total;
  const fromBalance = attempt ? balanceIn(attempt) : 0;
  const firstCard = attempt?.part === 2 && attempt.state === 'approved' ? await firstCardOf(world, purchase.id) : undefined;
  // Of what was never sold the payment itself goes back.
  const unsold = record || !attempt || !isReturned(attempt) ? null : attempt.givenBack;
  const refunded = unsold?.amount ?? refunds.reduce((sum, refund) => sum + refund.amount, 0);
  const asBalance = refunds.reduce((sum, refund) => sum + (refund.way === 'balance' ? refund.amount : 0), 0);
  return {
    id: purchase.id,
    purchaseId: purchase.id,
    ...(number === null ? {} : { number: formatOrderNumber(number) }),
    state,
    ...parts,
    totals,
    pending: state === 'pending' || state === 'reserved' ? amount : 0,
    paid: isReservation || state === 'pending' || state === 'cancelled' || unsold ? 0 : amount - refunded,
    ...(refunded > 0 ? { refunded } : {}),
    ...(asBalance > 0 ? { asBalance } : {}),
    ...presentLeft(everyTicket),
    ...(unsold ? { refunds: presentReturn(unsold) } : refunds.length > 0 ? { refunds: refunds.flatMap(presentOrderRefund) } : {}),
    ...(isCancelled ? { isPerformanceCancelled: true } : {}),
    ...(attempt
      ? { instalments: attempt.instalments, paymentKind: kindOfPayment(attempt), ...presentMethod(world, attempt, language) }
      : {}),
    ...(fromBalance > 0 ? { fromBalance } : {}),
    ...(attempt?.brand && attempt.lastFour ? { lastFour: attempt.lastFour, brand: attempt.brand } : {}),
    ...(firstCard ? { firstCard } : {}),
    ...(reservation ? { bookingId: reservation.purchaseId } : {}),
    ...(reservation?.contactName ? { holder: reservation.contactName } : {}),
    ...(reservation?.contactPhone ? { contactPhone: reservation.contactPhone } : {}),
    ...(record ? presentRecord(record) : {}),
    ...(bills.length > 0 ? { bills: bills.map(presentBill) } : {}),
    ...(undelivered.length > 0 ? { undelivered } : {}),
    ...(mailbox === undefined ? {} : { mailbox }),
    ...(reissues.length > 0 ? { reissues: reissues.map(presentReissue) } : {}),
    ...(offer ? { offer } : {}),
    ...waiting,
    ...callOff,
    ...slow,
    purchase,
  };
}

/** What is left of an order after some of its tickets were given back. */
function presentLeft(tickets: OrderRecord['tickets'] = []): Pick<Order, 'validTicketCount'> {
  const validTicketCount = tickets.filter(({ state }) => state === 'valid').length;
  return validTicketCount > 0 && validTicketCount < tickets.length ? { validTicketCount } : {};
}

/** Of what waits to be confirmed or came to nothing: how it is paid, and of an order alone whether money may still come. */
async function presentSlow(
  world: SaleWorld,
  attempt: LatestAttempt,
  { isAlone }: Pick<OrderParts, 'isAlone'>,
): Promise<Pick<Order, 'maySlip' | 'mayStillCome'>> {
  const mayCome =
    isAlone && attempt.state === 'cancelled' && attempt.slowUntilMs !== null && (await readWait(world.db, attempt)).mayStillCome;
  return { ...presentSlip(world, attempt), ...(mayCome ? { mayStillCome: true } : {}) };
}

const destinations: Readonly<Record<Exclude<RefundRow['way'], 'nothing'>, OrderRefund['to']>> = {
  provider: 'payment',
  terminal: 'payment',
  elsewhere: 'payment',
  drawer: 'cash',
  balance: 'balance',
  chargeback: 'bank',
};

/** What cost nothing gives nothing back; what a person ended went back in no way that is known here. */
const presentOrderRefund = ({ way, amount, state, startedAt, doneAt, isClosed, isUnproven }: RefundOfOrder): OrderRefund[] =>
  way === 'nothing' || amount === 0 || isClosed
    ? []
    : [
        {
          amount,
          at: (doneAt ?? startedAt).epochMilliseconds,
          to: destinations[way],
          ...(state === 'returning' ? { isUnderWay: true } : {}),
          ...(isUnproven ? { isUnproven } : {}),
        },
      ];

/** Of what was never sold: all of it, the way it came. */
function presentReturn({ amount, unproven, atMs = 0, isUnderWay }: GivenBack): OrderRefund[] {
  const back = { at: atMs, to: 'payment' as const, ...(isUnderWay ? { isUnderWay } : {}) };
  return [
    ...(amount > unproven ? [{ ...back, amount: amount - unproven }] : []),
    ...(unproven > 0 ? [{ ...back, amount: unproven, isUnproven: true }] : []),
  ];
}

function presentRecord(record: ShownRecord) {
  const holder = holderOf(record);
  return {
    paidAt: record.paidAt.epochMilliseconds,
    ...(holder === null ? {} : { holder }),
    ...(record.delivery ? { delivery: record.delivery } : {}),
    ...(record.part ? { part: record.part } : {}),
  };
}

const states: Readonly<Partial<Record<PurchaseStage, KnownOrderState>>> = { paid: 'paid', paying: 'pending', offered: 'offered' };
const statesOfReservation: Readonly<Partial<Record<PurchaseStage, KnownOrderState>>> = {
  reserved: 'reserved',
  // It may be paid at this moment; to its customer it is reserved as before.
  open: 'reserved',
  expired: 'reservation_expired',
  cancelled: 'reservation_cancelled',
};

interface StateFacts {
  readonly stage: PurchaseStage | undefined;
  readonly attempt: AttemptRow | undefined;
  /** All of them; only of a paid purchase. */
  readonly tickets: OrderRecord['tickets'] | undefined;
  readonly refunds: readonly RefundOfOrder[];
  readonly isReserved?: boolean;
  /** Nothing of it was paid, and nothing is being paid. */
  readonly isUnpaid?: boolean;
}

/** Its money goes back, or has gone back. */
const isReturned = ({ state }: AttemptRow) => state === 'returning' || state === 'reversed' || state === 'refunded';

/**
 * The money of a purchase that ended in another stage goes back, or has gone back; so does that of a paid one without a valid ticket. A
 * part that was refunded changes no state.
 */
export function stateOfOrder({
  stage = 'cancelled',
  attempt,
  tickets,
  refunds,
  isReserved = false,
  isUnpaid = false,
}: StateFacts): KnownOrderState {
  const isRefunded = stage === 'paid' && refunds.length > 0 && tickets?.every(({ state }) => state === 'void');
  if (isRefunded) return refunds.some(({ state }) => state === 'returning') ? 'returning' : 'refunded';
  const reserved = isReserved && !(attempt && isReturned(attempt)) ? statesOfReservation[stage] : undefined;
  if (isUnpaid) return reserved ?? 'cancelled';
  return reserved ?? states[stage] ?? (attempt?.state === 'returning' ? 'returning' : 'refunded');
}
