import type { OrderRecord } from './read-order.ts';

/** Whose name the tickets bear: of what a counter sold the customer is whoever sold it, so only a name that was said; else null. */
export const holderOf = ({ channel, holder, buyer }: Pick<OrderRecord, 'channel' | 'holder' | 'buyer'>): string | null =>
  channel === 'box_office' ? holder : `${buyer.firstName} ${buyer.lastName}`;
