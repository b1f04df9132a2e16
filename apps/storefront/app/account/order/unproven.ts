import type { Order } from '@butaca/contract';

/**
 * What of what goes back may never have been charged, in minor units. A refund that a person ended without its provider is not listed: there was nothing to
 * give back.
 */
export function unprovenOf({ refunded = 0, refunds = [] }: Pick<Order, 'refunded' | 'refunds'>): number {
  const proven = refunds.reduce((sum, refund) => (refund.isUnproven ? sum : sum + refund.amount), 0);
  return refunded - proven;
}

/** Whether nothing of what goes back is known to have been charged. */
export const isUnproven = (order: Pick<Order, 'refunded' | 'refunds'>): boolean =>
  (order.refunded ?? 0) > 0 && unprovenOf(order) === order.refunded;
