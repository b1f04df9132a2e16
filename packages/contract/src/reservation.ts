import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { PlaceId, Purchase, purchaseInPath } from './purchase.ts';
import { CatalogueId, OpaqueId, Typed, TypedIdentifier, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

export const makeReservation = {
  method: 'POST',
  path: '/v2/Proceso/:id/Reservar',
  access: 'customer',
  summary: 'Keep the places of an open purchase without paying, as long as the show allows; at a counter for a name and a phone',
  params: purchaseInPath,
  body: wireObject({
    /** The reservation conditions (VA-035). */
    acceptsConditions: ['lAceptaCondiciones', YesNo],
    name: ['cNombre', z.optional(Typed(120))],
    phone: ['cTelefono', z.optional(TypedIdentifier(30))],
  }),
  refuses: [
    'cannot_reserve',
    'terms_not_accepted',
    'purchase_over',
    'purchase_paying',
    'places_lost',
    'not_on_sale',
    'address_unconfirmed',
    'busy',
  ],
  answer: Purchase,
} as const satisfies Endpoint;

/** `0`, as no purchase exists yet, or the reservation's own. */
const purchaseToResume = wireObject({ purchaseId: ['id', z.union([z.literal('0'), OpaqueId])] });
const resumeRefuses = ['cannot_reserve', 'purchase_over', 'purchase_paying', 'not_on_sale', 'places_lost', 'busy'] as const;

export const takeReservation = {
  method: 'POST',
  path: '/v2/Proceso/:id/Posiciones/TomarReservaPorFuncion',
  access: 'customer',
  summary: 'Go on with a reservation to pay all of its places; it becomes an open purchase',
  params: purchaseToResume,
  body: wireObject({ reservationId: ['idReserva', OpaqueId], performanceId: ['idFuncion', CatalogueId] }),
  refuses: resumeRefuses,
  answer: Purchase,
} as const satisfies Endpoint;

export const takeReservedPlaces = {
  method: 'POST',
  path: '/v2/Proceso/:id/Posiciones/TomarReservaPorPosicion',
  access: 'customer',
  summary: 'Go on with a reservation to pay these of its places; the others go back on sale at once',
  params: purchaseToResume,
  body: wireObject({
    reservationId: ['idReserva', OpaqueId],
    performanceId: ['idFuncion', CatalogueId],
    placeIds: ['aPosicion', z.array(PlaceId).check(z.minLength(1), z.maxLength(40))],
  }),
  refuses: resumeRefuses,
  answer: Purchase,
} as const satisfies Endpoint;

export const cancelReservation = {
  method: 'POST',
  path: '/v2/Reserva/:idReserva/Cancelar',
  access: 'customer',
  summary: 'Give up a reservation: its places go back on sale',
  params: wireObject({ reservationId: ['idReserva', OpaqueId] }),
  refuses: ['purchase_over', 'purchase_paying', 'busy'],
  answer: Purchase,
} as const satisfies Endpoint;
