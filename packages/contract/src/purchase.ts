import * as z from 'zod/mini';
import { Show } from './catalogue.ts';
import type { Endpoint } from './endpoint.ts';
import { PerformanceDate } from './performance-date.ts';
import { ProductHandover } from './product-rule.ts';
import { CatalogueId, Instant, LinkHash, Money, OpaqueId, Text, wireEnum, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

/** Index of a place in its venue's map, from 0. */
export const PlaceId = z.int().check(z.nonnegative(), z.maximum(999_999));

/**
 * Open → reserved and back for what is kept for days (decision 048). Open → paying → paid, or back to open after a decline; open → expired or cancelled (C-02). Paying → offered when the money
 * came too late for the places: equal ones are held until the buyer takes them or the money back.
 */
export const PurchaseStage = wireEnum({
  open: 'ABIERTO',
  reserved: 'RESERVADO',
  paying: 'COBRANDO',
  offered: 'OFRECIDO',
  paid: 'PAGADO',
  expired: 'VENCIDO',
  cancelled: 'CANCELADO',
});
export type PurchaseStage = z.output<typeof PurchaseStage>;

export const ProcessType = wireEnum({ cart: 'CART', box: 'BOX' });

export const HeldPlace = wireObject({
  placeId: ['idPosicion', PlaceId],
  sectorId: ['idSector', CatalogueId],
  sectorName: ['cSectorNombre', Text],
  /** Absent where places have no number; a row's label may be a word such as "Palco 3". */
  row: ['cFila', z.optional(Text)],
  seat: ['cAsiento', z.optional(Text)],
  priceTypeId: ['idTarifa', CatalogueId],
  priceTypeName: ['cTarifaNombre', Text],
  /** Name of the promotion by which it costs less. */
  promotion: ['cPromocion', z.optional(Text)],
  /** Charges and taxes included. */
  final: ['fPrecioFinal', Money],
});
export type HeldPlace = z.output<typeof HeldPlace>;

/** What a promotion takes off the tickets of a performance. */
/** What a clerk's own price is among the promotions of a purchase; no promotion of a show has this number. */
export const LOWERED_AT_COUNTER = 999_999_999;

export const AppliedPromotion = wireObject({
  id: ['idPromocion', CatalogueId],
  name: ['cNombre', Text],
  /** The code that was entered for it. */
  code: ['cCodigo', z.optional(Text)],
  ticketCount: ['nCantidadEntradas', z.int()],
  /** Off their face value. */
  discount: ['fDescuento', Money],
});
export type AppliedPromotion = z.output<typeof AppliedPromotion>;

/** A promotion that asks for a document for each ticket, and would reduce some of the purchase. */
export const DocumentPromotion = wireObject({
  id: ['idPromocion', CatalogueId],
  name: ['cNombre', Text],
  note: ['cNota', z.optional(Text)],
  /** Tickets that it may reduce. */
  ticketCount: ['nCantidadEntradas', z.int()],
  /** Documents that were given. */
  documentCount: ['nCantidadDocumentos', z.int()],
});
export type DocumentPromotion = z.output<typeof DocumentPromotion>;

export const PurchasePerformance = wireObject({
  id: ['idFuncion', CatalogueId],
  hash: ['h', z.optional(LinkHash)],
  showSeo: ['cSeo', z.optional(Text)],
  show: ['oEspectaculo', z.optional(Show)],
  date: ['oFuncionFecha', z.optional(PerformanceDate)],
  placeCount: ['nCantidadPosiciones', z._default(z.int(), 0)],
  /** Final price of its places, charges included. */
  total: ['fPrecioTotalFinal', z.optional(Money)],
  places: ['listaPosicion', z.optional(z.array(HeldPlace))],
  promotions: ['listaPromocion', z.optional(z.array(AppliedPromotion))],
  /** Only while it can be changed: there are promotions that ask for a code. */
  asksCode: ['lPideCodigo', z.optional(YesNo)],
  /** Where the show asks for a name on each ticket: until when they may be given and changed, after the payment. */
  namesUntil: ['dNominacionHasta', z.optional(Instant)],
});
export type PurchasePerformance = z.output<typeof PurchasePerformance>;

/** Some of a product that a purchase has, for one performance. */
const purchaseProduct = {
  performanceId: ['idFuncion', CatalogueId],
  productId: ['idProducto', CatalogueId],
  variantId: ['idProductoVariante', CatalogueId],
  name: ['cNombre', Text],
  /** Such as a size; absent where a product has one variant only. */
  variantName: ['cVarianteNombre', z.optional(Text)],
  handover: ['ctEntrega', ProductHandover],
  quantity: ['nCantidad', z.int()],
  /** Of one, taxes included. */
  final: ['fPrecioFinal', Money],
  /** Of all of them. */
  total: ['fPrecioTotalFinal', Money],
} as const;
export const PurchaseProduct = wireObject(purchaseProduct);
/** The same as staff see it. */
export const SoldProduct = wireObject({
  ...purchaseProduct,
  handedOverAt: ['dEntregado', z.optional(Instant)],
  /** Absent when their account was erased. */
  handedOverBy: ['cEntrego', z.optional(Text)],
  /** Its money went back, or goes. */
  isReturned: ['lDevuelto', YesNo],
});
export type SoldProduct = z.output<typeof SoldProduct>;
export type PurchaseProduct = z.output<typeof PurchaseProduct>;

/** What is paid, by reason; `total` is their sum. */
export const PurchaseTotals = wireObject({
  tickets: ['fTotalEntradas', Money],
  serviceCharge: ['fTotalCargoPorServicio', Money],
  antiFraudQr: ['fTotalQrAntifraude', Money],
  delivery: ['fTotalEntrega', Money],
  products: ['fTotalProductos', Money],
  /** Zero or less: what promotions take off the tickets. */
  discounts: ['fTotalDescuentos', Money],
  /** What paying in instalments costs on top, part of the total; only of a payment that began in a plan with a cost. */
  financing: ['fTotalFinanciacion', z.optional(Money)],
  total: ['fTotal', Money],
  /** The total before national taxes. */
  net: ['fTotalSinImpuestos', Money],
});
export type PurchaseTotals = z.output<typeof PurchaseTotals>;

/** A purchase process (EN-001..008); lists and counts that an answer leaves out are empty and zero. */
export const Purchase = wireObject({
  id: ['idProcesoDeCompra', OpaqueId],
  /** Those that it has places or products for. */
  performances: ['listaFuncion', z._default(z.array(PurchasePerformance), [])],
  products: ['listaProducto', z.optional(z.array(PurchaseProduct))],
  quantity: ['oCantidadTotal', z._default(wireObject({ total: ['nCantidadTotal', z._default(z.int(), 0)] }), { total: 0 })],
  /** Only while it can be changed: promotions that ask for documents. */
  documentPromotions: ['listaPromocionConDocumento', z.optional(z.array(DocumentPromotion))],
  stage: ['cEtapa', z.optional(PurchaseStage)],
  type: ['ctProcess', z.optional(ProcessType)],
  startedAt: ['dDesde', z.optional(Instant)],
  /** When its places go back on sale; the server owns it. */
  deadline: ['dMaxima', z.optional(Instant)],
  /** The server's clock when it answered, so that a browser's wrong clock does not matter. */
  serverNow: ['dServidor', z.optional(Instant)],
  /** Until when a reservation keeps the places; `deadline` is until when it may be paid without resuming it again. */
  reservedUntil: ['dReservaHasta', z.optional(Instant)],
  totals: ['oTotal', z.optional(PurchaseTotals)],
  deliveryTypeId: ['idEntregaTipo', z.optional(CatalogueId)],
  /** With a delivery to a point, or to an address of the account. */
  deliveryPointId: ['idPuntoDeVenta', z.optional(CatalogueId)],
  deliveryAddressId: ['idClienteDomicilio', z.optional(OpaqueId)],
  paymentMethodId: ['nFormaDePago', z.optional(CatalogueId)],
});
export type Purchase = z.output<typeof Purchase>;

export const purchaseInPath = wireObject({ purchaseId: ['id', OpaqueId] });

export const getPurchase = {
  method: 'GET',
  path: '/v2/Proceso/:id',
  access: 'customer',
  summary: 'A purchase of one’s own, as it stands',
  params: purchaseInPath,
  refuses: ['not_on_sale'],
  answer: Purchase,
} as const satisfies Endpoint;

/** CA-093: at the alternative base. */
export const getStartedPurchase = {
  ...getPurchase,
  path: '/v3/procesodecompra/:id',
  summary: 'A purchase of one’s own, as it stands; second version, used where the alternative base is configured',
} as const satisfies Endpoint;

export const listRunningPurchases = {
  method: 'GET',
  path: '/v2/Cliente/Proceso',
  access: 'customer',
  summary: 'The account’s open and paying purchases of the shop, from whatever device they were started, the newest first',
  answer: wireObject({ items: ['Lista', z.array(Purchase)] }),
} as const satisfies Endpoint;

export const invalidatePurchase = {
  method: 'POST',
  path: '/v2/Proceso/:id/invalidar',
  access: 'anonymous',
  summary: 'Cancel an open purchase and free its places; one that is being paid or is paid stays as it is',
  params: purchaseInPath,
  refuses: ['purchase_over', 'purchase_paying'],
  answer: wireObject({ stage: ['cEtapa', PurchaseStage] }),
} as const satisfies Endpoint;
