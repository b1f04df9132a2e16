import * as z from 'zod/mini';
import { Instant, wireEnum, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

/** Why the tickets of an order are not issued anew. */
const ReissueObstacle = wireEnum({
  not_paid: 'NO_PAGADA',
  /** They are handed out on paper: there is nothing that was mailed or downloaded. */
  on_paper: 'EN_PAPEL',
  /** All of them were used or given back, or their performances are over. */
  none_left: 'NINGUNA',
  /** Its buyer did so as often as they may in a day. */
  often: 'DEMASIADAS_VECES',
});
export type ReissueObstacle = z.output<typeof ReissueObstacle>;

/** The facts of the refusal; with `often` when it may be done again. */
export const ReissueRefused = wireObject({
  obstacle: ['cImpedimento', ReissueObstacle],
  retryAfterSeconds: ['nSegundos', z.optional(z.int())],
});

/** Each time that tickets of an order were issued anew: what was printed, downloaded or mailed of them before is void. */
export const reissue = {
  at: ['dMomento', Instant],
  ticketCount: ['nEntradas', z.int()],
  /** Tickets that stayed as they were: used, given back, or of a performance that is over. */
  leftCount: ['nSinCambio', z.int()],
  /** Staff did it for the buyer. */
  byStaff: ['lPorPersonal', YesNo],
} as const;
export const Reissue = wireObject(reissue);
export type Reissue = z.output<typeof Reissue>;
