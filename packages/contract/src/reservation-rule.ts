import * as z from 'zod/mini';
import { wireEnum, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

/** How the places of a show may be reserved; a show without it takes no reservations. */
export const ReservationRule = wireObject({
  /** Days that a reservation lasts, counted from the customer's first one of the performance. */
  days: ['nDias', z.int()],
  /** Every reservation ends so many hours before the performance. */
  closesHours: ['nHorasAntes', z.int()],
  /** Most places of a performance that one customer may have reserved. */
  mostPerCustomer: ['nMaximoPorCliente', z.int()],
  /** Whether some of the places may be paid; the others go back on sale then. */
  partPayable: ['lPagoParcial', YesNo],
});
export type ReservationRule = z.output<typeof ReservationRule>;

/** Why places cannot be reserved, or a reservation not be paid like that. */
export const ReservationObstacle = wireEnum({
  /** The show takes no reservations. */
  show: 'ESPECTACULO',
  /** Too close to the performance, or the customer's days for it are used up. */
  closed: 'CERRADA',
  /** One reservation is of one performance. */
  several: 'VARIAS_FUNCIONES',
  /** More places than one customer may reserve. */
  customer: 'MAXIMO_CLIENTE',
  /** As many places of the performance are reserved as may be. */
  full: 'CUPO',
  /** More reservations than one customer may have. */
  reservations: 'MAXIMO_RESERVAS',
  /** Only all of its places together are paid. */
  whole: 'ENTERA',
  /** The places of a reservation cannot be changed. */
  fixed: 'FIJA',
  /** Products are not kept for days. */
  products: 'PRODUCTOS',
});
