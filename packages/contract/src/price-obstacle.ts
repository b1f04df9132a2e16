import type * as z from 'zod/mini';
import { wireEnum } from './scalars.ts';

/** Why a counter may not sell for another price. */
export const PriceObstacle = wireEnum({
  /** The brand lets no clerk do it. */
  not_allowed: 'NO_PERMITIDO',
  /** As many tickets as a clerk may sell for less, or for nothing, in a day. */
  limit: 'LIMITE_DEL_DIA',
  /** No ticket would cost less. */
  not_lower: 'NO_ES_MENOR',
});
export type PriceObstacle = z.output<typeof PriceObstacle>;
