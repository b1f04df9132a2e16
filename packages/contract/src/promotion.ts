import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { QuantityRequest } from './places.ts';
import { PromotionObstacle } from './promotion-obstacle.ts';
import { Purchase, purchaseInPath } from './purchase.ts';
import { CatalogueId, CatalogueIdInPath, Money, OpaqueId, Text, Typed, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

/** A promotion of a performance, and what it does to the tickets in question. */
export const PromotionOffer = wireObject({
  id: ['idPromocion', CatalogueId],
  name: ['cNombre', Text],
  /** Its condition, in the words of the organiser. */
  note: ['cNota', z.optional(Text)],
  /** What it takes off these tickets, charges included; nothing with an obstacle other than `better`. */
  saved: ['fDescuento', Money],
  /** What they cost with it, charges included. */
  total: ['fTotal', Money],
  /** It is the one that is applied. */
  applied: ['lAplicada', YesNo],
  obstacle: ['cMotivo', z.optional(PromotionObstacle)],
  /** Tickets that it still lacks. */
  lacks: ['nFaltan', z.optional(z.int())],
});
export type PromotionOffer = z.output<typeof PromotionOffer>;

const Offered = wireObject({
  items: ['Lista', z.array(PromotionOffer)],
  /** What the tickets cost without any. */
  undiscounted: ['fTotalSinDescuento', Money],
  /** What they cost with the one that is applied. */
  total: ['fTotal', Money],
  /** There are promotions that ask for a code. */
  asksCode: ['lPideCodigo', YesNo],
});
export type OfferedPromotions = z.output<typeof Offered>;

const performanceInPath = wireObject({ performanceId: ['id', CatalogueIdInPath] });

export const listPromotions = {
  method: 'POST',
  path: '/v2/Funcion/:id/Promociones',
  access: 'customer',
  summary:
    'The promotions for the places that a purchase holds in this performance: what each takes off, which one is applied, and why another is not',
  params: performanceInPath,
  body: wireObject({ purchaseId: ['idProcesoDeCompra', OpaqueId] }),
  refuses: ['not_on_sale'],
  answer: Offered,
} as const satisfies Endpoint;

export const previewPromotions = {
  method: 'POST',
  path: '/v2/Funcion/:id/Promociones/Grupo',
  access: 'customer',
  summary: 'The same for a selection of sectors and quantities that nobody holds yet; claims nothing',
  params: performanceInPath,
  body: wireObject({ quantities: ['listaSector', z.array(QuantityRequest).check(z.minLength(1), z.maxLength(10))] }),
  refuses: ['not_on_sale', 'too_many_places'],
  answer: Offered,
} as const satisfies Endpoint;

export const listPromotionsOfReservation = {
  method: 'POST',
  path: '/v2/Reserva/:id/Promociones',
  access: 'customer',
  summary: 'The same for the places of a reservation, as if it were paid now',
  params: purchaseInPath,
  body: wireObject({ performanceId: ['idFuncion', CatalogueId] }),
  refuses: ['not_on_sale'],
  answer: Offered,
} as const satisfies Endpoint;

export const applyPromotionCode = {
  method: 'POST',
  path: '/v2/Proceso/:id/Promocion/Aplicar',
  access: 'customer',
  summary: 'Enter a code of a promotion: takes one of its uses for this purchase, which gives it back when it ends unpaid',
  params: purchaseInPath,
  body: wireObject({ code: ['cCodigo', Typed(60)] }),
  refuses: ['promotion_refused', 'too_many_attempts', 'not_on_sale', 'purchase_over', 'purchase_paying', 'busy'],
  answer: Purchase,
} as const satisfies Endpoint;

export const removePromotion = {
  method: 'POST',
  path: '/v2/Proceso/:id/Promocion/Quitar',
  access: 'customer',
  summary: 'Give back the use of a promotion that a code was entered for',
  params: purchaseInPath,
  body: wireObject({ promotionId: ['idPromocion', CatalogueId] }),
  refuses: ['not_on_sale', 'purchase_over', 'purchase_paying', 'busy'],
  answer: Purchase,
} as const satisfies Endpoint;
