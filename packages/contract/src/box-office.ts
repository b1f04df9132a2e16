import * as z from 'zod/mini';
import { PerformanceState } from './catalogue.ts';
import type { Endpoint } from './endpoint.ts';
import { PerformanceDate } from './performance-date.ts';
import { CatalogueId, Instant, LinkHash, Text } from './scalars.ts';
import { wireObject } from './wire.ts';

/** One line of what a counter can sell; how much of it is free is asked of `getAvailability`. */
export const CounterPerformance = wireObject({
  id: ['idFuncion', CatalogueId],
  hash: ['h', LinkHash],
  showName: ['cEspectaculoCartelNombre', Text],
  venueName: ['cEstablecimientoNombre', Text],
  timeZone: ['cZonaHoraria', Text],
  date: ['oFuncionFecha', PerformanceDate],
  startsAt: ['dFuncion', Instant],
  state: ['cEstado', PerformanceState],
  /** When it goes on sale, for announced performances. */
  onSaleAt: ['dInicioDeVenta', z.optional(Instant)],
});
export type CounterPerformance = z.output<typeof CounterPerformance>;

export const listCounterPerformances = {
  method: 'GET',
  path: '/v2/Boleteria/Funciones',
  access: 'box-office',
  summary: 'Performances to come for a counter to choose from, the next one first',
  answer: wireObject({ items: ['Lista', z.array(CounterPerformance)] }),
} as const satisfies Endpoint;
