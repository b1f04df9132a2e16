import * as z from 'zod/mini';
import { Show } from './catalogue.ts';
import { PerformanceDate } from './performance-date.ts';
import { CatalogueId, Money, OpaqueId } from './scalars.ts';
import { wireObject } from './wire.ts';

export const PurchasePerformance = wireObject({
  id: ['idFuncion', CatalogueId],
  show: ['oEspectaculo', z.optional(Show)],
  date: ['oFuncionFecha', z.optional(PerformanceDate)],
  placeCount: ['nCantidadPosiciones', z._default(z.int(), 0)],
  /** Final price of its places, charges included. */
  total: ['fPrecioTotalFinal', z.optional(Money)],
});

/** A purchase process (EN-001..008); lists and counts that an answer leaves out are empty and zero. */
export const Purchase = wireObject({
  id: ['idProcesoDeCompra', OpaqueId],
  performances: ['listaFuncion', z._default(z.array(PurchasePerformance), [])],
  quantity: ['oCantidadTotal', z._default(wireObject({ total: ['nCantidadTotal', z._default(z.int(), 0)] }), { total: 0 })],
});
export type Purchase = z.output<typeof Purchase>;
