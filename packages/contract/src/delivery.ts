import * as z from 'zod/mini';
import { DeliveryKind } from './delivery-rule.ts';
import type { Endpoint } from './endpoint.ts';
import { Purchase, purchaseInPath } from './purchase.ts';
import { CatalogueId, Instant, Money, OpaqueId, Text } from './scalars.ts';
import { wireObject } from './wire.ts';

/** Where tickets on paper are fetched. */
export const DeliveryPoint = wireObject({
  id: ['idPuntoDeVenta', CatalogueId],
  name: ['cNombre', Text],
  address: ['cDomicilio', Text],
  city: ['cCiudad', Text],
  hours: ['cHorario', z.optional(Text)],
});
export type DeliveryPoint = z.output<typeof DeliveryPoint>;

const DeliveryZone = wireObject({ name: ['cNombre', Text], price: ['fPrecio', Money] });

export const DeliveryType = wireObject({
  id: ['idEntregaTipo', CatalogueId],
  kind: ['cTipo', DeliveryKind],
  name: ['cNombre', Text],
  description: ['cDescripcion', z.optional(Text)],
  /** Of `home` the lowest; what an address costs is that of its zone. */
  price: ['fPrecio', Money],
  /** Until when it may be paid for this purchase. */
  until: ['dHasta', z.optional(Instant)],
  /** Of `point`: one of them is chosen with it. */
  points: ['listaPunto', z.optional(z.array(DeliveryPoint))],
  /** Of `home`: in the order in which an address is looked for among them. */
  zones: ['listaZona', z.optional(z.array(DeliveryZone))],
});
export type DeliveryType = z.output<typeof DeliveryType>;

export const listDeliveryTypes = {
  method: 'GET',
  path: '/v2/Proceso/:id/TiposDeEntrega',
  access: 'customer',
  summary: 'How the tickets of this purchase can reach their buyer',
  params: purchaseInPath,
  refuses: ['not_on_sale'],
  answer: wireObject({ items: ['Lista', z.array(DeliveryType)] }),
} as const satisfies Endpoint;

export const selectDelivery = {
  method: 'POST',
  path: '/v2/Proceso/:id/EntregaTipo/Seleccionar',
  access: 'customer',
  summary: 'Choose a delivery type; answers the purchase with its new totals',
  params: purchaseInPath,
  body: wireObject({
    deliveryTypeId: ['idEntregaTipo', CatalogueId],
    /** Only, and always, with `point`. */
    pointId: ['idPuntoDeVenta', z.optional(CatalogueId)],
    /** Only, and always, with `home`: an address of the account. */
    addressId: ['idClienteDomicilio', z.optional(OpaqueId)],
  }),
  refuses: ['delivery_unavailable', 'not_on_sale', 'purchase_over', 'purchase_paying'],
  answer: Purchase,
} as const satisfies Endpoint;
