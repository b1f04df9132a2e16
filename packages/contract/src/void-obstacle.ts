import type * as z from 'zod/mini';
import { wireEnum } from './scalars.ts';

/** Why a counter may not void a sale; the office may. */
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

/** Why a counter may not change the places of tickets. */
export const ChangeObstacle = wireEnum({
  not_paid: 'NO_PAGADA',
  ticket_void: 'ENTRADA_ANULADA',
  ticket_used: 'ENTRADA_USADA',
  /** Dearer or cheaper: void these tickets and sell the places anew. */
  other_price_level: 'OTRO_PRECIO',
  /** A place for a wheelchair or its companion for another one, or the other way round. */
  other_kind: 'OTRO_TIPO_DE_LUGAR',
});
export type ChangeObstacle = z.output<typeof ChangeObstacle>;
