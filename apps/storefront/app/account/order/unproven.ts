import type { Order } from '@butaca/contract';

/** Whether nothing of what goes back is known to have been charged. A refund that a person ended without its provider is not listed: there was nothing to give back. */
export const isUnproven = ({ refunded = 0, refunds = [] }: Pick<Order, 'refunded' | 'refunds'>): boolean =>
  refunded > 0 && refunds.every((refund) => refund.isUnproven);
