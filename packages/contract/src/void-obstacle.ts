import type * as z from 'zod/mini';
import { wireEnum } from './scalars.ts';

/** Why a counter may not void a sale or change its places; the office may. */
export const VoidObstacle = wireEnum({
  /** Sold in the shop. */
  online: 'VENTA_ONLINE',
  other_day: 'OTRO_DIA',
  /** Its tickets were printed: somebody else than who sold them has to do it. */
  printed: 'IMPRESA',
  /** As many as a clerk may void in a day. */
  limit: 'LIMITE_DEL_DIA',
});
export type VoidObstacle = z.output<typeof VoidObstacle>;
