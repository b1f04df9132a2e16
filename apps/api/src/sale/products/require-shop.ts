import { Refusal } from '@butaca/contract';
import type { SaleWorld } from '../world.ts';

/** A brand without a shop has none of its calls; what a purchase had before it was closed is kept, paid, and may be given back. */
export function requireShop({ sellsProducts }: Pick<SaleWorld, 'sellsProducts'>) {
  if (!sellsProducts) throw new Refusal('not_found');
}
