import type { Db, Tx } from '#db/connect';
import { findHandedOver } from '../products/queries-products.ts';
import type { PurchaseRow } from '../queries-purchases.ts';

/** What the products of an order cost; minor units. */
export interface ProductMoney {
  readonly cost: number;
  /** Of it, what was handed over: its buyer has it, and its money goes back only if whoever refunds says so (decision 070). */
  readonly handedOver: number;
}

/** Null for an order without products. */
export async function readProductMoney(db: Db | Tx, { id, priced }: Pick<PurchaseRow, 'id' | 'priced'>): Promise<ProductMoney | null> {
  const products = priced?.products ?? [];
  if (products.length === 0) return null;
  const gone = (await findHandedOver(db, id)).filter(({ handedOverAt }) => handedOverAt !== null);
  const isGone = ({ performanceId, variantId }: (typeof products)[number]) =>
    gone.some((each) => each.performanceId === performanceId && each.variantId === variantId);
  const sumOf = (some: typeof products) => some.reduce((sum, { quote }) => sum + quote.final, 0);
  return { cost: sumOf(products), handedOver: sumOf(products.filter(isGone)) };
}
