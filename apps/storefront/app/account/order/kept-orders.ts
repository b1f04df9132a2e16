import type { Order } from '@butaca/contract';
import { currentSession } from '../../session/store.ts';

const MOST = 20;

/** Orders that were opened, for when there is no line at the door. They go with the page, and are shown to nobody else. */
const kept = new Map<string, { readonly order: Order; readonly token: string }>();

export function keepOrder(order: Order) {
  const token = currentSession()?.token;
  if (token === undefined) return;
  if (kept.size >= MOST) kept.clear();
  kept.set(order.id, { order, token });
}

export function keptOrder(orderId: string): Order | undefined {
  const found = kept.get(orderId);
  return found && found.token === currentSession()?.token ? found.order : undefined;
}
