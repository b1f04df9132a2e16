import * as z from 'zod/mini';
import { PerformanceDate } from './performance-date.ts';
import { CatalogueId, LinkHash, openEnum, Text } from './scalars.ts';
import { wireObject } from './wire.ts';

/** Why it is not sold any more. `over` is long after its start, `unlisted` when its show was taken off the billboard. */
export const ClosedReason = openEnum('unlisted', { cancelled: 'CANCELADA', started: 'EMPEZADA', over: 'TERMINADA', unlisted: 'RETIRADA' });

/** A performance that is no longer available, named to a visitor whose link was its own. */
export const ClosedPerformance = wireObject({
  showName: ['cEspectaculoCartelNombre', Text],
  venueName: ['cEstablecimientoNombre', Text],
  date: ['oFuncionFecha', PerformanceDate],
  reason: ['cMotivo', ClosedReason],
  /** Its show, while that is listed. */
  show: ['oEspectaculo', z.optional(wireObject({ id: ['idEspectaculoCartel', CatalogueId], hash: ['h', LinkHash], seo: ['cSeo', Text] }))],
});
export type ClosedPerformance = z.output<typeof ClosedPerformance>;
