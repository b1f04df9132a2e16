import { type KnownOrderState, type Order, type Purchase, type PurchaseStage, Refusal } from '@butaca/contract';
import {
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
import { type AttemptRow, kindOfProvider, latestAttempts } from '../payments/index.ts';
import { presentOffer } from './pay/present-payment.ts';
import { type Listed, presentPurchase } from './present-purchase.ts';
import { findOrderId, findOrderIds, findPurchases } from './queries-purchases.ts';
import type { SaleWorld } from './world.ts';

const MOST_ORDERS = 50;

/** A customer's purchases that are paid, being verified, or offered other places, and those whose money went back; the newest first. */
export async function listOrders(world: SaleWorld, customerId: string): Promise<{ items: Order[] }> {
  const rows = await findOrderIds(world.db, customerId, MOST_ORDERS);
  return {
    items: await readAndPresent(
      world,
      rows.map(({ id }) => id),
      inList,
    ),
  };
}

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
}

/** A list shows when and how many; one order all there is. */
const MOST_IN_LIST = 10;
const inList: Extent = {
  codes: null,
  recordOf: (order) => ({ ...order, tickets: order.tickets.slice(0, MOST_IN_LIST) }),
  placesOf: (tickets) => tickets.slice(0, MOST_IN_LIST),
};

interface OwnOrder {
  readonly orderId: string;
  readonly customerId: string;
  /** Of a long order, from 1. */
  readonly part?: number | undefined;
}

/** One of them, or a part of a long one, with the codes of its tickets; `not_found` for another customer's. */
export async function findOrder(world: SaleWorld, codes: TicketCodes, { orderId, customerId, part = 1 }: OwnOrder): Promise<Order> {
  const rows = await findOrderId(world.db, customerId, orderId);
  const [order] = await readAndPresent(
    world,
    rows.map(({ id }) => id),
    { codes, recordOf: (order) => shownPart(order, part), placesOf: (tickets) => tickets.slice(0, TICKETS_PER_PART) },
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
async function readAndPresent(world: SaleWorld, ids: readonly string[], { codes, recordOf, placesOf }: Extent): Promise<Order[]> {
  if (ids.length === 0) return [];
  const { db } = world;
  const [rows, attempts, records] = await Promise.all([findPurchases(db, ids), latestAttempts(db, ids), readOrders(db, ids)]);
  const shown = new Map(records.map((record) => [record.id, recordOf(record)]));
  const performanceIds = [...new Set(rows.flatMap(({ id, holds }) => (shown.get(id)?.tickets ?? holds).map((each) => each.performanceId)))];
  // Cards are cached: all are read together here, and each purchase finds its own in the cache.
  const [performances] = await Promise.all([presentOrderPerformances(db, performanceIds), world.cardsOf(performanceIds)]);
  const purchases = await Promise.all(
    rows.map((row) => {
      const record = shown.get(row.id);
      return presentPurchase(row, world, record ? placesOfTickets(record) : placesOf);
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
        record,
        attempt: attempts.find(({ purchaseId }) => purchaseId === id),
        tickets: record ? presentTickets(record, codes) : [],
        performances: performances.filter((performance) => own.has(performance.id)),
      });
    }),
  );
}

/** The places of the tickets that are shown. */
function placesOfTickets({ tickets }: OrderRecord): Listed {
  const shown = new Set(tickets.map(({ performanceId, placeId }) => `${performanceId} ${placeId}`));
  return (places) => places.filter(({ performanceId, placeId }) => shown.has(`${performanceId} ${placeId}`));
}

interface OrderParts extends Pick<Order, 'tickets' | 'performances'> {
  readonly purchase: Purchase;
  /** Only for a paid purchase. */
  readonly record: ShownRecord | undefined;
  readonly attempt: AttemptRow | undefined;
}

/** An order as its buyer sees it. */
async function presentOrder(world: SaleWorld, { purchase, record, attempt, ...parts }: OrderParts): Promise<Order> {
  const { totals } = purchase;
  if (!totals) throw new Error(`order ${purchase.id} has no totals`);
  const state = stateOf(purchase, attempt);
  const offer = state === 'offered' ? await presentOffer(world, purchase) : null;
  const amount = attempt?.amount ?? totals.total;
  return {
    id: purchase.id,
    purchaseId: purchase.id,
    state,
    ...parts,
    totals,
    pending: state === 'pending' ? amount : 0,
    paid: state === 'pending' || state === 'refunded' ? 0 : amount,
    ...(attempt ? { instalments: attempt.instalments, paymentKind: kindOfProvider(attempt.provider) } : {}),
    ...(attempt?.brand && attempt.lastFour ? { lastFour: attempt.lastFour, brand: attempt.brand } : {}),
    ...(record ? presentRecord(record) : {}),
    ...(offer ? { offer } : {}),
    purchase,
  };
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

/** The money of a purchase that ended in another stage goes back, or has gone back. */
const stateOf = ({ stage = 'cancelled' }: Purchase, attempt: AttemptRow | undefined): KnownOrderState =>
  states[stage] ?? (attempt?.state === 'returning' ? 'returning' : 'refunded');
