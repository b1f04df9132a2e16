import * as z from 'zod/mini';
import { DocumentType, Email } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { HeldPlace, Purchase, purchaseInPath } from './purchase.ts';
import { CatalogueId, CatalogueIdInPath, Instant, Money, OpaqueId, PlainDate, Text, Typed, wireEnum, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

/** How it is paid; `free` when nothing is to be paid. */
export const PaymentKind = wireEnum({ card: 'TARJETA', wallet: 'BILLETERA', cash: 'EFECTIVO', free: 'SIN_CARGO' });
export type PaymentKind = z.output<typeof PaymentKind>;

export const PaymentMethod = wireObject({
  id: ['nFormaDePago', CatalogueId],
  kind: ['cTipo', PaymentKind],
  name: ['cNombre', Text],
  /** Where the browser sends the card, and only there; with the key that the payments host knows it by. */
  tokenUrl: ['cUrlToken', z.optional(Text)],
  publicKey: ['cClavePublica', z.optional(Text)],
  brands: ['aMarca', z._default(z.array(Text), [])],
});
export type PaymentMethod = z.output<typeof PaymentMethod>;

export const listPaymentMethods = {
  method: 'GET',
  path: '/v2/Proceso/:id/FormasDePago',
  access: 'customer',
  summary: 'How this purchase can be paid',
  params: purchaseInPath,
  refuses: ['not_on_sale'],
  answer: wireObject({ items: ['Lista', z.array(PaymentMethod)] }),
} as const satisfies Endpoint;

export const selectPaymentMethod = {
  method: 'POST',
  path: '/v2/Proceso/:id/FormaDePago/Seleccionar',
  access: 'customer',
  summary: 'Choose a payment method',
  params: purchaseInPath,
  body: wireObject({ paymentMethodId: ['nFormaDePago', CatalogueId] }),
  refuses: ['not_on_sale', 'payment_method_unavailable', 'purchase_over', 'purchase_paying'],
  answer: Purchase,
} as const satisfies Endpoint;

export const InstalmentPlan = wireObject({
  instalments: ['nCuotas', z.int()],
  /** The amount of each instalment. */
  amount: ['fValorCuota', Money],
  /** The sum of all instalments, interest included. */
  total: ['fTotal', Money],
  /** Percent a year with two places: the interest, and the total cost of the credit, which the law shows beside it. */
  annualRate: ['fTEA', z.number()],
  totalCostRate: ['fCFTEA', z.number()],
});
export type InstalmentPlan = z.output<typeof InstalmentPlan>;

export const CardKind = wireObject({
  brand: ['cMarca', Text],
  name: ['cNombre', Text],
  kind: ['cTipo', wireEnum({ credit: 'CREDITO', debit: 'DEBITO' })],
  issuer: ['cEmisor', z.optional(Text)],
  /** The gateway's own number of the brand. */
  gatewayMethodId: ['nMedioDePago', z.int()],
  numberLengths: ['aLargo', z.array(z.int())],
  securityCodeLength: ['nLargoCodigoDeSeguridad', z.int()],
  plans: ['listaCuota', z.array(InstalmentPlan)],
});
export type CardKind = z.output<typeof CardKind>;

export const getCardKind = {
  method: 'GET',
  path: '/v2/Proceso/:id/FormaDePago/:n/Tarjetas/:cardBin',
  access: 'customer',
  summary: 'What kind of card begins with these six digits, and the instalments it offers for this purchase',
  params: wireObject({
    purchaseId: ['id', OpaqueId],
    paymentMethodId: ['n', CatalogueIdInPath],
    bin: ['cardBin', z.string().check(z.regex(/^\d{6}$/))],
  }),
  refuses: ['not_on_sale', 'payment_method_unavailable'],
  answer: CardKind,
} as const satisfies Endpoint;

/** The outcome of a payment (PO-001 to PO-010); an unknown one is never successful. */
export const PaymentOutcome = wireEnum({
  approved: 'APROBADO',
  declined: 'RECHAZADO',
  pending: 'PENDIENTE',
  processing: 'PROCESANDO',
  cancelled: 'CANCELADO',
  unknown: 'DEMORADO',
  /** Approved after its places were gone: equal ones are held for the buyer, who may have the money back instead. */
  offered: 'OFRECIDO',
  /** Approved after its places were gone, and there were no equal ones or the buyer declined them: the money goes back. */
  late: 'TARDIO',
  refunded: 'DEVUELTO',
});
export type PaymentOutcome = z.output<typeof PaymentOutcome>;

/** What the browser has to do before the payment can go on. */
export const NextAction = wireObject({
  kind: ['cTipo', wireEnum({ wait: 'ESPERAR', redirect: 'REDIRIGIR' })],
  url: ['cUrl', z.optional(Text)],
});

/** Equal places (same sector and price, side by side) for those that were gone when the money came. */
export const PlacesOffer = wireObject({
  until: ['dHasta', Instant],
  changes: [
    'listaCambio',
    z.array(
      wireObject({
        performanceId: ['idFuncion', CatalogueId],
        /** As chosen and paid. */
        chosen: ['listaPosicionElegida', z.array(HeldPlace)],
        /** One for each place, at the same position. */
        offered: ['listaPosicionOfrecida', z.array(HeldPlace)],
      }),
    ),
  ],
});
export type PlacesOffer = z.output<typeof PlacesOffer>;

export const PaymentResult = wireObject({
  outcome: ['cResultado', PaymentOutcome],
  /** What the buyer can do about it; only with `declined`. */
  message: ['cMensaje', z.optional(Text)],
  /** How many more cards this purchase may be tried with before it ends; only with `declined`. */
  triesLeft: ['nIntentos', z.optional(z.int())],
  next: ['oSiguiente', z.optional(NextAction)],
  amount: ['fTotal', z.optional(Money)],
  instalments: ['nCuotas', z.optional(z.int())],
  brand: ['cMarca', z.optional(Text)],
  lastFour: ['cUltimosCuatro', z.optional(Text)],
  orderId: ['idOperacion', z.optional(OpaqueId)],
  /** Only with `offered`. */
  offer: ['oOferta', z.optional(PlacesOffer)],
  purchase: ['oProceso', Purchase],
});
export type PaymentResult = z.output<typeof PaymentResult>;

export const preValidate = {
  method: 'POST',
  path: '/v2/Proceso/:id/PreValidacion',
  access: 'customer',
  summary: 'Whether every place is still its own and everything needed to pay is there; changes nothing',
  params: purchaseInPath,
  body: wireObject({}),
  refuses: ['not_on_sale', 'places_lost', 'payment_method_unavailable', 'purchase_over', 'purchase_paying'],
  answer: Purchase,
} as const satisfies Endpoint;

export const charge = {
  method: 'POST',
  path: '/v2/Proceso/:id/Cobrar',
  access: 'customer',
  summary: 'Pay; repeated with the same idempotency key it answers what became of the first, and never charges again',
  params: purchaseInPath,
  body: wireObject({
    paymentMethodId: ['nFormaDePago', CatalogueId],
    /**
     * From here to the e-mail: all of it with a card, none of it when nothing is to be paid. The token is what the payments
     * host gave for the card; its number never comes here.
     */
    token: ['cToken', z.optional(z.string().check(z.minLength(1), z.maxLength(100)))],
    bin: ['cBin', z.optional(z.string().check(z.regex(/^\d{6}$/)))],
    lastFour: ['cUltimosCuatro', z.optional(z.string().check(z.regex(/^\d{4}$/)))],
    instalments: ['nCuotas', z.optional(z.int().check(z.positive(), z.maximum(99)))],
    holder: ['cTitular', z.optional(Typed(80))],
    documentType: ['cTipoDeDocumento', z.optional(DocumentType)],
    documentNumber: ['cDocumento', z.optional(Typed(40))],
    email: ['cEmail', z.optional(Email)],
    birthday: ['dNacimiento', z.optional(PlainDate)],
    /** What the buyer was shown; another amount is refused, not charged. */
    total: ['fTotal', Money],
    acceptsTerms: ['lAceptaTerminos', YesNo],
    captcha: ['cCaptcha', z.optional(z.string().check(z.maxLength(4096)))],
  }),
  refuses: [
    'not_on_sale',
    'address_unconfirmed',
    'captcha_failed',
    'terms_not_accepted',
    'payment_method_unavailable',
    'total_changed',
    'places_lost',
    'purchase_over',
    'purchase_paying',
    'too_many_card_tries',
  ],
  answer: PaymentResult,
} as const satisfies Endpoint;

export const chargeCash = {
  method: 'POST',
  path: '/v2/Proceso/:id/CobrarEfectivo',
  access: 'box-office',
  summary: 'Sell at a counter for cash; repeated with the same idempotency key it answers what became of the first',
  params: purchaseInPath,
  body: wireObject({
    /** The name on the tickets, if the buyer gave one. */
    holder: ['cTitular', z.optional(Typed(80))],
    /** What was shown and asked for; another amount is refused, not booked. */
    total: ['fTotal', Money],
    acceptsTerms: ['lAceptaTerminos', YesNo],
  }),
  refuses: [
    'not_on_sale',
    'terms_not_accepted',
    'payment_method_unavailable',
    'total_changed',
    'places_lost',
    'purchase_over',
    'purchase_paying',
  ],
  answer: PaymentResult,
} as const satisfies Endpoint;

export const confirmPayment = {
  method: 'POST',
  path: '/v2/proceso/confirmacion/:id',
  access: 'customer',
  summary: 'What has become of the payment: asks the provider when it is not known',
  params: purchaseInPath,
  body: wireObject({}),
  refuses: ['not_on_sale'],
  answer: PaymentResult,
} as const satisfies Endpoint;

const answerToOffer = (path: string, summary: string) =>
  ({
    method: 'POST',
    path,
    access: 'customer',
    summary,
    params: purchaseInPath,
    body: wireObject({}),
    refuses: ['not_on_sale', 'offer_over'],
    answer: PaymentResult,
  }) as const satisfies Endpoint;

export const acceptOffer = answerToOffer(
  '/v2/Proceso/:id/Oferta/Aceptar',
  'Take the places offered for those that were gone; repeated it answers the same',
);
export const declineOffer = answerToOffer(
  '/v2/Proceso/:id/Oferta/Rechazar',
  'Have the money back instead of the places offered; repeated it answers the same',
);
