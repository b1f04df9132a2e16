import type { Order } from '@butaca/contract';

/** Whether nothing of what goes back is known to have been charged. */
export const isUnproven = ({ refunds = [] }: Pick<Order, 'refunds'>): boolean =>
  refunds.length > 0 && refunds.every((refund) => refund.isUnproven);
