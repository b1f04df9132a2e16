import { type KnownOrderState, type Order, type Purchase, type PurchaseStage, Refusal } from '@butaca/contract';
import { holderOf, type OrderRecord, presentOrderPerformances, presentTickets, readOrders, type TicketCodes } from '../orders/index.ts';
import { type AttemptRow, kindOfProvider, latestAttempts } from '../payments/index.ts';
import { presentOffer } from './pay/present-payment.ts';
import { presentPurchase } from './present-purchase.ts';
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
      null,
    ),
  };
}

interface OwnOrder {
  readonly orderId: string;
  readonly customerId: string;
}

/** One of them with the codes of its tickets; `not_found` for another customer's. */
export async function findOrder(world: SaleWorld, codes: TicketCodes, { orderId, customerId }: OwnOrder): Promise<Order> {
  const rows = await findOrderId(world.db, customerId, orderId);
  const [order] = await readAndPresent(
    world,
    rows.map(({ id }) => id),
    codes,
  );
  if (!order) throw new Refusal('not_found');
  return order;
}

/** Answers in the order of the ids; the number of statements does not depend on the number of ids. */
async function readAndPresent(world: SaleWorld, ids: readonly string[], codes: TicketCodes | null): Promise<Order[]> {
  if (ids.length === 0) return [];
  const { db } = world;
  const [rows, attempts, records] = await Promise.all([findPurchases(db, ids), latestAttempts(db, ids), readOrders(db, ids)]);
  const performanceIds = [...new Set(rows.flatMap(({ holds }) => holds.map(({ performanceId }) => performanceId)))];
  // Cards are cached: all are read together here, and each purchase finds its own in the cache.
  const [performances] = await Promise.all([presentOrderPerformances(db, performanceIds), world.cardsOf(performanceIds)]);
  const purchases = await Promise.all(rows.map((row) => presentPurchase(row, world)));
  return Promise.all(
    ids.flatMap((id) => {
      const purchase = purchases.find((each) => each.id === id);
      if (!purchase) return [];
      const record = records.find((each) => each.id === id);
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

interface OrderParts extends Pick<Order, 'tickets' | 'performances'> {
  readonly purchase: Purchase;
  /** Only for a paid purchase. */
  readonly record: OrderRecord | undefined;
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

function presentRecord(record: OrderRecord) {
  const holder = holderOf(record);
  return {
    paidAt: record.paidAt.epochMilliseconds,
    ...(holder === null ? {} : { holder }),
    ...(record.delivery ? { delivery: record.delivery } : {}),
  };
}

const states: Readonly<Partial<Record<PurchaseStage, KnownOrderState>>> = { paid: 'paid', paying: 'pending', offered: 'offered' };

/** The money of a purchase that ended in another stage goes back, or has gone back. */
const stateOf = ({ stage = 'cancelled' }: Purchase, attempt: AttemptRow | undefined): KnownOrderState =>
  states[stage] ?? (attempt?.state === 'returning' ? 'returning' : 'refunded');
