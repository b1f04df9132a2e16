import * as z from 'zod/mini';
import { Instant, OpaqueId, wireEnum, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

/** What a show asks of its tickets; a show without it asks for no names. */
export const NominationRule = wireObject({
  /** Until when names may be given and changed. */
  until: ['dHasta', Instant],
  /** By the server’s clock. */
  isOpen: ['lAbierta', YesNo],
  /** A document may stand on one ticket of the performance only. */
  oncePerDocument: ['lUnaPorDocumento', YesNo],
});
export type NominationRule = z.output<typeof NominationRule>;

/** Why a ticket cannot be given this name. */
const NominationObstacle = wireEnum({
  /** The show asks for no names. */
  show: 'ESPECTACULO',
  /** Too close to the performance, or it was cancelled. */
  closed: 'CERRADA',
  /** The ticket was returned or cancelled. */
  void: 'ANULADA',
  /** Its bearer is inside. */
  used: 'USADA',
  /** The document stands on another ticket of the performance. */
  duplicate: 'DOCUMENTO_REPETIDO',
  /** It was changed after it was read, for example in another tab. */
  changed: 'CAMBIADA',
  /** Names were sent for it as often as they may be. */
  often: 'DEMASIADAS_VECES',
});
export type NominationObstacle = z.output<typeof NominationObstacle>;

/** The facts of the refusal; without a ticket it is about the whole performance. */
export const NominationRefused = wireObject({ reason: ['cMotivo', NominationObstacle], ticketId: ['idEntrada', z.optional(OpaqueId)] });
