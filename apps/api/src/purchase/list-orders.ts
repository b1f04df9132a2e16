import type { Order, PurchaseStage } from '@butaca/contract';
import { latestAttempt } from '../payments/index.ts';
import { findPurchase } from './find-purchase.ts';
import { presentOffer } from './present-offer.ts';
import type { PurchaseWorld } from './present-purchase.ts';
import { findOrders } from './queries-checkout.ts';

const MOST_ORDERS = 50;

/** A customer's paid purchases, those whose payment is being verified or to whom places are offered, and those whose money went back; the newest first. */
export async function listOrders(world: PurchaseWorld, customerId: string): Promise<{ items: Order[] }> {
  const rows = await findOrders(world.db, customerId, MOST_ORDERS);
  return { items: await Promise.all(rows.map((row) => presentOrder(world, row, customerId))) };
}

async function presentOrder(
  world: PurchaseWorld,
  { id, endedAtMs }: { id: string; endedAtMs: number | null },
  customerId: string,
): Promise<Order> {
  const [purchase, attempt] = await Promise.all([findPurchase(world, id, customerId), latestAttempt(world.db, id)]);
  const state = orderStates[purchase.stage ?? 'cancelled'] ?? (attempt?.state === 'returning' ? 'returning' : 'refunded');
  const offer = state === 'offered' ? await presentOffer(world, purchase) : null;
  return {
    id,
    purchaseId: id,
    state,
    ...(state === 'paid' && endedAtMs !== null ? { paidAt: Math.round(endedAtMs) } : {}),
    ...(attempt ? { instalments: attempt.instalments } : {}),
    ...(attempt?.brand && attempt.lastFour ? { lastFour: attempt.lastFour, brand: attempt.brand } : {}),
    ...(offer ? { offer } : {}),
    purchase,
  };
}

/** Of a purchase that ended otherwise the money goes back, or has gone. */
const orderStates: Readonly<Partial<Record<PurchaseStage, Order['state']>>> = { paid: 'paid', paying: 'pending', offered: 'offered' };
