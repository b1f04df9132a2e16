import type { Order } from '@butaca/contract';
import { latestAttempt } from '../payments/index.ts';
import { findPurchase } from './find-purchase.ts';
import type { PurchaseWorld } from './present-purchase.ts';
import { findOrders } from './queries-checkout.ts';

const MOST_ORDERS = 50;

/** A customer's paid purchases, those whose payment is being verified, and those whose money went back; the newest first. */
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
  const state = purchase.stage === 'paid' ? 'paid' : purchase.stage === 'paying' ? 'pending' : 'refunded';
  return {
    id,
    purchaseId: id,
    state,
    ...(state === 'paid' && endedAtMs !== null ? { paidAt: Math.round(endedAtMs) } : {}),
    ...(attempt ? { lastFour: attempt.lastFour, brand: attempt.brand, instalments: attempt.instalments } : {}),
    purchase,
  };
}
