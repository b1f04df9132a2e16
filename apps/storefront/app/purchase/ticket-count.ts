import type { Purchase } from '@butaca/contract';

/** Tickets of a purchase; its quantity counts products, too. */
export const ticketCountOf = ({ performances }: Pick<Purchase, 'performances'>): number =>
  performances.reduce((sum, { placeCount }) => sum + placeCount, 0);

/** Products of a purchase, of all kinds together; of one performance when it is named. */
export const productCountOf = ({ products = [] }: Pick<Purchase, 'products'>, performanceId?: number): number =>
  products.reduce(
    (sum, product) => sum + (performanceId === undefined || product.performanceId === performanceId ? product.quantity : 0),
    0,
  );
