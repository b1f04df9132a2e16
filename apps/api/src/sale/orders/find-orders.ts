import { type Order, Refusal } from '@butaca/contract';
import { presentOrderPerformances, presentTickets, readOrders, type TicketCodes } from '../../orders/index.ts';
import { latestAttempts } from '../../payments/index.ts';
import { presentPurchase } from '../present-purchase.ts';
import { findPurchases } from '../queries.ts';
import type { SaleWorld } from '../world.ts';
import { presentOrder } from './present-order.ts';
import { findOrderId, findOrderIds } from './queries-orders.ts';

export interface OrdersWorld extends SaleWorld {
  readonly codes: TicketCodes;
}

const MOST_ORDERS = 50;

/** A customer's paid purchases, those whose payment is being verified or to whom places are offered, and those whose money went back; the newest first. */
export async function listOrders(world: OrdersWorld, customerId: string): Promise<{ items: Order[] }> {
  const rows = await findOrderIds(world.db, customerId, MOST_ORDERS);
  return {
    items: await presentOrders(
      world,
      rows.map(({ id }) => id),
      null,
    ),
  };
}

/** One of them with the codes of its tickets; anybody else's does not exist for them. */
export async function findOrder(world: OrdersWorld, orderId: string, customerId: string): Promise<Order> {
  const rows = await findOrderId(world.db, customerId, orderId);
  const [order] = await presentOrders(
    world,
    rows.map(({ id }) => id),
    world.codes,
  );
  if (!order) throw new Refusal('not_found');
  return order;
}

/** In the order of their ids; as many statements for fifty as for one. */
async function presentOrders(world: OrdersWorld, ids: readonly string[], codes: TicketCodes | null): Promise<Order[]> {
  if (ids.length === 0) return [];
  const { db } = world;
  const [rows, attempts, records] = await Promise.all([findPurchases(db, ids), latestAttempts(db, ids), readOrders(db, ids)]);
  const performanceIds = [...new Set(rows.flatMap(({ holds }) => holds.map(({ performanceId }) => performanceId)))];
  // The cards are kept for a while: read together here, each purchase finds its own there.
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
