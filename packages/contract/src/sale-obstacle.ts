import type * as z from 'zod/mini';
import { openEnum } from './scalars.ts';

/** What keeps a channel from selling a performance: decided by the database alone (`sale_now`). `started` ends the sale online, `over` at a counter, too. */
export const SaleObstacle = openEnum('unlisted', {
  not_yet: 'PROXIMAMENTE',
  started: 'EMPEZADA',
  over: 'TERMINADA',
  cancelled: 'CANCELADA',
  sold_out: 'AGOTADA',
  unlisted: 'RETIRADA',
});
export type SaleObstacle = z.output<typeof SaleObstacle>;
