import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { Purchase, purchaseInPath } from './purchase.ts';
import { CatalogueId, Money, Text, wireEnum } from './scalars.ts';
import { wireObject } from './wire.ts';

export const DeliveryType = wireObject({
  id: ['idEntregaTipo', CatalogueId],
  kind: ['cTipo', wireEnum({ eticket: 'ETICKET', box_office: 'BOLETERIA' })],
  name: ['cNombre', Text],
  description: ['cDescripcion', z.optional(Text)],
  price: ['fPrecio', Money],
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
  body: wireObject({ deliveryTypeId: ['idEntregaTipo', CatalogueId] }),
  refuses: ['not_on_sale', 'purchase_over', 'purchase_paying'],
  answer: Purchase,
} as const satisfies Endpoint;
