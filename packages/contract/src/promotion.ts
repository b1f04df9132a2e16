import * as z from 'zod/mini';
import { DocumentType, NUMBER_AS_TYPED } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { QuantityRequest } from './places.ts';
import { PromotionObstacle } from './promotion-obstacle.ts';
import { Purchase, purchaseInPath } from './purchase.ts';
import { CatalogueId, CatalogueIdInPath, Money, OpaqueId, Text, TypedIdentifier, YesNo } from './scalars.ts';
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
  body: wireObject({ code: ['cCodigo', TypedIdentifier(60)] }),
  refuses: ['promotion_refused', 'too_many_attempts', 'not_on_sale', 'purchase_over', 'purchase_paying', 'busy'],
  answer: Purchase,
} as const satisfies Endpoint;

/** As many as one purchase may have tickets of a show. */
const MOST_DOCUMENTS = 40;

/** What is given for one ticket. */
export const PromotionDocument = wireObject({
  documentType: ['cTipoDeDocumento', DocumentType],
  documentNumber: ['cDocumento', TypedIdentifier(NUMBER_AS_TYPED)],
});
export type PromotionDocument = z.output<typeof PromotionDocument>;

export const givePromotionDocuments = {
  method: 'POST',
  path: '/v2/Proceso/:id/Promocion/Documentos',
  access: 'customer',
  summary:
    'Give the documents that a promotion asks for, one for each ticket that it shall reduce, in place of those given before: all of them, or none',
  params: purchaseInPath,
  body: wireObject({
    promotionId: ['idPromocion', CatalogueId],
    documents: ['listaDocumento', z.array(PromotionDocument).check(z.minLength(1), z.maxLength(MOST_DOCUMENTS))],
  }),
  refuses: ['document_refused', 'promotion_refused', 'too_many_attempts', 'not_on_sale', 'purchase_over', 'purchase_paying', 'busy'],
  answer: Purchase,
} as const satisfies Endpoint;

export const removePromotion = {
  method: 'POST',
  path: '/v2/Proceso/:id/Promocion/Quitar',
  access: 'customer',
  summary: 'Give back the use of a promotion that a code was entered or documents were given for',
  params: purchaseInPath,
  body: wireObject({ promotionId: ['idPromocion', CatalogueId] }),
  refuses: ['not_on_sale', 'purchase_over', 'purchase_paying', 'busy'],
  answer: Purchase,
} as const satisfies Endpoint;
