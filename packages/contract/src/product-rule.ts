import * as z from 'zod/mini';
import { CatalogueId, wireEnum } from './scalars.ts';
import { wireObject } from './wire.ts';

/** How its buyer gets a product: at the venue, or with tickets on paper. */
export const ProductHandover = wireEnum({ pickup: 'RETIRO', with_order: 'CON_LA_ORDEN' });
export type ProductHandover = z.output<typeof ProductHandover>;

/** Why products cannot be had like that. */
export const ProductObstacle = wireEnum({
  /** Fewer are left than were asked for. */
  out_of_stock: 'AGOTADO',
  /** More than one purchase may have. */
  purchase: 'MAXIMO_COMPRA',
  /** More than one person may have, all purchases together. */
  person: 'MAXIMO_PERSONA',
  /** More than the tickets of the performance allow. */
  tickets: 'MAXIMO_ENTRADAS',
  /** It is not sold for this performance, or not any more. */
  gone: 'NO_DISPONIBLE',
});
export type ProductObstacle = z.output<typeof ProductObstacle>;

export const RefusedProduct = wireObject({
  reason: ['cMotivo', ProductObstacle],
  variantId: ['idProductoVariante', CatalogueId],
  /** How many of it can be had. */
  most: ['nMaximo', z.int()],
});
