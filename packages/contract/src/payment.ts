import * as z from 'zod/mini';
import { DocumentType, Email } from './customers.ts';
import { DeliveryKind } from './delivery-rule.ts';
import type { Endpoint } from './endpoint.ts';
import { HeldPlace, Purchase, purchaseInPath } from './purchase.ts';
import {
  CatalogueId,
  CatalogueIdInPath,
  Instant,
  Money,
  MoneyInAddress,
  OpaqueId,
  openEnum,
  PlainDate,
  Text,
  Typed,
  TypedIdentifier,
  wireEnum,
  YesNo,
} from './scalars.ts';
import { wireObject } from './wire.ts';

/** How it is paid; `hosted`: a card that is typed into the provider's own form; `terminal`: on the card terminal of a counter; `balance`: what the customer has here; `free` when nothing is to be paid. */
export const PaymentKind = wireEnum({
  card: 'TARJETA',
  hosted: 'TARJETA_EN_EL_PROVEEDOR',
  wallet: 'BILLETERA',
  cash: 'EFECTIVO',
  terminal: 'TERMINAL',
  free: 'SIN_CARGO',
  balance: 'SALDO',
});
export type PaymentKind = z.output<typeof PaymentKind>;

/** A card's id at its provider, good for its owner alone: no number and no token (decision 039). */
export const SavedCardId = z.string().check(z.regex(/^[\w-]{1,64}$/));

/** A card that the provider keeps for its owner. */
export const SavedCard = wireObject({
  id: ['alias_token', SavedCardId],
  /** Brand and last digits, as people tell their cards apart. */
  label: ['cNombre', Text],
  brand: ['cMarca', z.optional(Text)],
  lastFour: ['cUltimosCuatro', z.optional(Text)],
  /** `08/30`. */
  expires: ['cVencimiento', z.optional(Text)],
  /** Of a card that is paid with our form: its first digits, and what the browser exchanges with the security code for a token. */
  bin: ['cBin', z.optional(Text)],
  exchange: ['cTokenTarjeta', z.optional(Text)],
});
export type SavedCard = z.output<typeof SavedCard>;

/** Whose words the browser uses to exchange a card for a token. */
export const TokenFormat = z.enum(['payway', 'mercadopago']);
export type TokenFormat = z.output<typeof TokenFormat>;

export const PaymentMethod = wireObject({
  id: ['nFormaDePago', CatalogueId],
  kind: ['cTipo', PaymentKind],
  name: ['cNombre', Text],
  /** Where the browser sends the card, and only there; with the key that the payments host knows it by. */
  tokenUrl: ['cUrlToken', z.optional(Text)],
  publicKey: ['cClavePublica', z.optional(Text)],
  tokenFormat: ['cFormatoToken', z.optional(TokenFormat)],
  brands: ['aMarca', z._default(z.array(Text), [])],
  /** The picture beside the name. */
  mark: ['cLogo', z.optional(Text)],
  /** Its provider gave no answer lately; it may be tried all the same. */
  down: ['lNoResponde', z.optional(YesNo)],
  /** What the provider can do for the buyer. */
  instalments: ['lCuotas', z.optional(YesNo)],
  savedCards: ['lTarjetasGuardadas', z.optional(YesNo)],
  /** The buyer's own; missing when their provider gave no answer. */
  cards: ['listaTarjeta', z.optional(z.array(SavedCard))],
  /**
   * What the customer has here: of the method that spends it, which is offered where it covers the whole purchase; of a card what may be spent
   * beside it where it does not.
   */
  balance: ['fSaldo', z.optional(Money)],
  /** What the first of two cards may pay at least and at most; missing where a purchase is not paid with two. */
  firstPart: ['oPrimeraTarjeta', z.optional(wireObject({ least: ['fMinimo', Money], most: ['fMaximo', Money] }))],
  /** Promotions of cards that may be had with this method: what the card takes off is told once its first digits are known. */
  promotions: ['listaPromocion', z.optional(z.array(wireObject({ name: ['cNombre', Text], note: ['cNota', z.optional(Text)] })))],
  /** It has means that are confirmed up to so many hours later, which keep the places meanwhile; left out it has none here. */
  slowHours: ['nHorasDeEspera', z.optional(z.int())],
  /** Of those, some that their buyer has still to pay, such as cash; the others its provider collects. */
  maySlip: ['lPuedeFaltarPagar', z.optional(YesNo)],
  /** The country whose mobile number this method asks for (ISO 3166); none is asked where it is left out. */
  phoneCountry: ['cPaisTelefono', z.optional(Text)],
  /** What is charged in another currency, at the rate of this day; the buyer sees both amounts before leaving. */
  exchange: [
    'oCambio',
    z.optional(
      wireObject({
        currency: ['cMoneda', Text],
        amount: ['fTotal', Money],
        /** Units of the brand's currency for one of the other. */
        rate: ['fCotizacion', z.number()],
        date: ['dCotizacion', PlainDate],
      }),
    ),
  ],
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
  refuses: ['not_on_sale', 'payment_method_unavailable', 'balance_too_low', 'purchase_over', 'purchase_paying'],
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
  /** Only where promotions are for cards: the purchase as it costs when it is paid with this one. */
  purchase: ['oProceso', z.optional(Purchase)],
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
  query: wireObject({
    /** What is paid with the balance beside it: the instalments are of the rest. */
    fromBalance: ['fSaldo', z.optional(MoneyInAddress)],
    /** Of a card whose charge was refused because its total is another one: a promotion may have a limit per card. */
    lastFour: ['cUltimosCuatro', z.optional(z.string().check(z.regex(/^\d{4}$/)))],
  }),
  refuses: ['not_on_sale', 'payment_method_unavailable'],
  answer: CardKind,
} as const satisfies Endpoint;

/** The outcome of a payment (PO-001 to PO-010); an unknown one is never successful. */
export const PaymentOutcome = openEnum('unknown', {
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
  /** All of its money went back, or is on its way after it was paid; or none of its tickets is valid any more. */
  refunded: 'DEVUELTO',
  /** Approved for a part of the price; another card has to pay the rest. */
  secured: 'PARCIAL',
  /** A reservation's payment that was cancelled; the reservation stands and may be paid later (PO-009). */
  resumable: 'REANUDABLE',
});
export type PaymentOutcome = z.output<typeof PaymentOutcome>;

/** Short texts by name, with what a step or the form of a method brings. */
export const StepFields = z
  .array(
    wireObject({
      name: ['cNombre', z.string().check(z.regex(/^\w{1,60}$/))],
      value: ['cValor', z.string().check(z.maxLength(4096))],
    }),
  )
  .check(z.maxLength(20));

/** What the browser has to do before the payment can go on; which fields there are follows from the kind. */
export const NextAction = wireObject({
  kind: [
    'cTipo',
    wireEnum({
      wait: 'ESPERAR',
      redirect: 'REDIRIGIR',
      frame: 'MARCO',
      hidden_form: 'FORMULARIO_OCULTO',
      challenge: 'DESAFIO',
      qr: 'QR',
      poll: 'CONSULTAR',
    }),
  ],
  /** Where to go, or what stands in the frame. */
  url: ['cUrl', z.optional(Text)],
  /** Whose messages a frame's page takes. */
  origin: ['cOrigen', z.optional(Text)],
  /** Posted to the frame's address. */
  fields: ['listaCampo', z.optional(StepFields)],
  /** How long a hidden frame is waited for. */
  waitMs: ['nEspera', z.optional(z.int())],
  /** What the code to be scanned says, and until when. */
  content: ['cContenido', z.optional(Text)],
  until: ['dHasta', z.optional(Instant)],
  /** A path of our own api to ask. */
  path: ['cRuta', z.optional(Text)],
});
export type NextAction = z.output<typeof NextAction>;

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

/** What the first of two cards paid. */
export const FirstCard = wireObject({
  amount: ['fTotal', Money],
  brand: ['cMarca', z.optional(Text)],
  lastFour: ['cUltimosCuatro', z.optional(Text)],
});
export type FirstCard = z.output<typeof FirstCard>;

/** Of what goes back: its provider did not decide that payment, or has not confirmed what staff booked, so that it may never have been charged. */
export const isUnproven = ['lSinConfirmar', z.optional(YesNo)] as const;

/** What became of one of two cards that did not pay a purchase together: not charged, or its money goes back or went back. */
const CardResult = wireObject({
  outcome: ['cResultado', PaymentOutcome],
  amount: ['fTotal', Money],
  brand: ['cMarca', z.optional(Text)],
  lastFour: ['cUltimosCuatro', z.optional(Text)],
  isUnproven,
});
export type CardResult = z.output<typeof CardResult>;

/** Only with `pending`: what its buyer may do about a payment that waits to be confirmed. */
export const callOff = {
  /** Its provider can cancel it (`cancelPayment`). */
  mayCallOff: ['lSePuedeCancelar', z.optional(YesNo)],
  /** Cancelled now, its places are kept and the purchase may be paid in another way until then; that is over where it has passed. */
  payableUntil: ['dPagableHasta', z.optional(Instant)],
} as const;

export const performanceCancelled = {
  /** Of what is not paid: a performance was cancelled before. Nobody has to pay it any more, and what is paid all the same goes back. */
  isPerformanceCancelled: ['lFuncionCancelada', z.optional(YesNo)],
} as const;

/** Of what waits to be confirmed for hours, or had waited. */
export const slowPayment = {
  /** Its buyer may have chosen a means that they pay later on, such as cash. Left out, its provider collects it. */
  maySlip: ['lPuedeFaltarPagar', z.optional(YesNo)],
  /** Of one that was ended here while its provider goes on with it: what it takes after all goes back. */
  mayStillCome: ['lPuedeLlegar', z.optional(YesNo)],
} as const;

export const PaymentResult = wireObject({
  outcome: ['cResultado', PaymentOutcome],
  /** With `cancelled`: nobody has tried to pay it, so nothing was called off. */
  isUntried: ['lSinIntento', z.optional(YesNo)],
  /** What the buyer can do about it; only with `declined`, and with `secured` when another card was declined. */
  message: ['cMensaje', z.optional(Text)],
  /** How many more cards this purchase may be tried with before it ends; only with a message, or where a payment that had waited was declined. */
  triesLeft: ['nIntentos', z.optional(z.int())],
  next: ['oSiguiente', z.optional(NextAction)],
  /** The bank asks whoever pays with the purchase's link something: the step is theirs, so `next` only waits. */
  payerIsAsked: ['lPreguntanAlPagador', z.optional(YesNo)],
  /** All that is paid, or was to be; what went back to the balance is not in it. */
  amount: ['fTotal', z.optional(Money)],
  /** What of it the customer's balance pays beside the card. */
  fromBalance: ['fSaldo', z.optional(Money)],
  instalments: ['nCuotas', z.optional(z.int())],
  brand: ['cMarca', z.optional(Text)],
  lastFour: ['cUltimosCuatro', z.optional(Text)],
  /** Only with `secured`: what the second card has to pay, and until when. */
  missing: ['fFaltante', z.optional(Money)],
  until: ['dHasta', z.optional(Instant)],
  /** Of those, where the provider shows what it is to be paid with. */
  slip: ['cUrlCupon', z.optional(Text)],
  /** Only with `pending`: until when the places are kept for it; missing when they are not any more. */
  heldUntil: ['dLugaresHasta', z.optional(Instant)],
  ...callOff,
  /** Of one that came to nothing: it had waited to be confirmed for hours, as cash does. No card says anything then. */
  waited: ['lEstuvoPendiente', z.optional(YesNo)],
  ...slowPayment,
  ...performanceCancelled,
  /** The name of its method, unless it is a card that is typed here. */
  method: ['cMedio', z.optional(Text)],
  /** Of a purchase that two cards paid: the first. */
  firstCard: ['oPrimeraTarjeta', z.optional(FirstCard)],
  /** Of what two cards were to pay and did not, where one of them had been charged: each of them, the first one first. */
  cards: ['listaTarjeta', z.optional(z.array(CardResult))],
  /** What went back of it, or is on its way. */
  refunded: ['fDevuelto', z.optional(Money)],
  /** What of that may never have been charged: its provider did not decide it, or has not confirmed what staff booked. */
  unproven: ['fSinConfirmar', z.optional(Money)],
  /** Some of it is still on its way. */
  isUnderWay: ['lEnCurso', z.optional(YesNo)],
  /** Of what is paid: how its tickets reach the buyer. */
  deliveryKind: ['cEntrega', z.optional(DeliveryKind)],
  /** Of what is paid, and of what money went back of. */
  orderId: ['idOperacion', z.optional(OpaqueId)],
  /** Of what may become or is an order, for people to read out: `7KM-4PX-9TH`. */
  orderNumber: ['cNumeroOperacion', z.optional(Text)],
  /** Only with `offered`. */
  offer: ['oOferta', z.optional(PlacesOffer)],
  purchase: ['oProceso', Purchase],
});
export type PaymentResult = z.output<typeof PaymentResult>;

export const preValidate = {
  method: 'POST',
  path: '/v2/Proceso/:id/PreValidacion',
  access: 'customer',
  summary: 'Whether every place is still its own and everything needed to pay is there; places that are lost leave the purchase',
  params: purchaseInPath,
  body: wireObject({}),
  refuses: [
    'not_on_sale',
    'delivery_unavailable',
    'product_refused',
    'companion_alone',
    'places_lost',
    'payment_method_unavailable',
    'balance_too_low',
    'purchase_over',
    'purchase_paying',
  ],
  answer: Purchase,
} as const satisfies Endpoint;

export const charge = {
  method: 'POST',
  path: '/v2/Proceso/:id/Cobrar',
  access: 'customer',
  key: 'required',
  summary: 'Pay; repeated with the same idempotency key it answers what became of the first, and never charges again',
  params: purchaseInPath,
  body: wireObject({
    paymentMethodId: ['nFormaDePago', CatalogueId],
    /**
     * From here to the e-mail: all of it with a card, none of it when nothing is to be paid. The token is what the payments
     * host gave for the card; its number never comes here.
     */
    token: ['cToken', z.optional(z.string().check(z.minLength(1), z.maxLength(4096)))],
    bin: ['cBin', z.optional(z.string().check(z.regex(/^\d{6}$/)))],
    lastFour: ['cUltimosCuatro', z.optional(z.string().check(z.regex(/^\d{4}$/)))],
    instalments: ['nCuotas', z.optional(z.int().check(z.positive(), z.maximum(99)))],
    holder: ['cTitular', z.optional(Typed(80))],
    documentType: ['cTipoDeDocumento', z.optional(DocumentType)],
    documentNumber: ['cDocumento', z.optional(TypedIdentifier(40))],
    email: ['cEmail', z.optional(Email)],
    birthday: ['dNacimiento', z.optional(PlainDate)],
    /** A kept card, instead of one that is typed: holder, document and e-mail are left out then. */
    savedCard: ['alias_token', z.optional(SavedCardId)],
    /** The provider shall keep this card for its buyer, who has asked for it. */
    keepCard: ['lGuardarTarjeta', z.optional(YesNo)],
    /** For a method that asks for one: with its country's code, or as it is dialled there. */
    phone: ['cTelefono', z.optional(TypedIdentifier(40))],
    /** What the form of another method asks, such as a saved card. Its fields are the provider's. */
    details: ['listaDetalle', z.optional(StepFields)],
    /** What the buyer was shown; another amount is refused, not charged. */
    total: ['fTotal', Money],
    /** What of it is paid with the balance, less than all; the card is charged the rest. */
    fromBalance: ['fSaldo', z.optional(Money)],
    /** What of it this card pays, less than all; another card pays the rest afterwards, with the same total. */
    firstPart: ['fImporte', z.optional(Money)],
    acceptsTerms: ['lAceptaTerminos', YesNo],
    captcha: ['cCaptcha', z.optional(z.string().check(z.maxLength(4096)))],
  }),
  refuses: [
    'bill_receiver_needed',
    'not_on_sale',
    'delivery_unavailable',
    'product_refused',
    'address_unconfirmed',
    'captcha_failed',
    'terms_not_accepted',
    'payment_method_unavailable',
    'total_changed',
    'companion_alone',
    'places_lost',
    'purchase_over',
    'purchase_paying',
    'too_many_card_tries',
    'payment_method_down',
    'balance_too_low',
  ],
  answer: PaymentResult,
} as const satisfies Endpoint;

export const resumePayment = {
  method: 'POST',
  path: '/v2/Proceso/:id/Cobrar/Continuar',
  access: 'customer',
  key: 'required',
  summary: 'Go on with a payment after its step; repeated with the same idempotency key it answers what became of the first',
  params: purchaseInPath,
  /** What the step gave the browser; it proves nothing. */
  body: wireObject({ given: ['listaDato', StepFields.check(z.minLength(1))] }),
  refuses: ['not_on_sale'],
  bodyLimit: 32 * 1024,
  answer: PaymentResult,
} as const satisfies Endpoint;

/**
 * Payer authentication of Cybersource in three calls (C-19 for their paths). They are `charge` and `resumePayment` under names of their
 * own: each does what is its turn, and answers what is known when it is not.
 */
export const setUpAuthentication = {
  ...charge,
  path: '/v2/Proceso/:id/sbs/authentication-setups',
  summary: 'Start a card payment with payer authentication: answers the form that collects data of the device',
} as const satisfies Endpoint;

export const authenticatePayer = {
  ...resumePayment,
  path: '/v2/Proceso/:id/sbs/authentications',
  summary: 'Ask the issuer about the buyer, after the device’s data: the card is charged, or a challenge follows',
} as const satisfies Endpoint;

export const payAuthenticated = {
  ...resumePayment,
  path: '/v2/Proceso/:id/sbs/Payment',
  summary: 'Validate what came of the challenge, and charge the card',
} as const satisfies Endpoint;

/** What every sale at a counter says. */
const counterSale = {
  /** The name on the tickets, if the buyer gave one. */
  holder: ['cTitular', z.optional(Typed(80))],
  /** What was shown and asked for; another amount is refused, not booked. */
  total: ['fTotal', Money],
  acceptsTerms: ['lAceptaTerminos', YesNo],
} as const;

export const chargeCash = {
  method: 'POST',
  path: '/v2/Proceso/:id/CobrarEfectivo',
  access: 'box-office',
  key: 'required',
  summary: 'Sell at a counter for cash; repeated with the same idempotency key it answers what became of the first',
  params: purchaseInPath,
  body: wireObject(counterSale),
  refuses: [
    'bill_receiver_needed',
    'not_on_sale',
    'delivery_unavailable',
    'terms_not_accepted',
    'payment_method_unavailable',
    'total_changed',
    'places_lost',
    'purchase_over',
    'purchase_paying',
    'price_refused',
  ],
  answer: PaymentResult,
} as const satisfies Endpoint;

/** The number of a terminal's paper; the zeros before it count for nothing. */
export const Coupon = z.string().check(z.regex(/^0*[1-9][0-9]{0,11}$/), z.maxLength(12));

export const chargeTerminal = {
  method: 'POST',
  path: '/v2/Proceso/:id/CobrarTerminal',
  access: 'box-office',
  key: 'required',
  summary:
    'Sell at a counter for what its card terminal took, the rest for cash; repeated with the same idempotency key it answers what became of the first',
  params: purchaseInPath,
  body: wireObject({
    ...counterSale,
    /** What the terminal took; the rest of the total is cash. */
    onTerminal: ['fTerminal', Money],
    brand: ['cMarca', Typed(40)],
    lastFour: ['cUltimosCuatro', z.string().check(z.regex(/^\d{4}$/))],
    coupon: ['cCupon', Coupon],
  }),
  refuses: [...chargeCash.refuses, 'coupon_used'],
  answer: PaymentResult,
} as const satisfies Endpoint;

export const changePrice = {
  method: 'POST',
  path: '/v2/Proceso/:id/Precio',
  access: 'box-office',
  summary: 'What each ticket of a sale at a counter costs at most, for a reason; 0: nothing; left out: what it cost before',
  params: purchaseInPath,
  body: wireObject({
    price: ['fPrecio', z.optional(Money)],
    /** Goes with a price. */
    reason: ['cMotivo', z.optional(Typed(300))],
  }),
  refuses: ['not_on_sale', 'payment_method_unavailable', 'purchase_over', 'purchase_paying', 'price_refused'],
  answer: Purchase,
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

/** The same as a GET, for a page that waits while its buyer pays on a phone: a step of the payment names its address (CA-079, CA-080). */
export const pollPayment = {
  method: 'GET',
  path: '/v2/proceso/confirmacion/:id',
  access: 'customer',
  summary: 'What has become of a payment that is made elsewhere: asks the provider, once a second at most',
  params: purchaseInPath,
  refuses: ['not_on_sale'],
  answer: PaymentResult,
} as const satisfies Endpoint;

/**
 * Ends a payment that waits for a step of the buyer at the provider, or to be confirmed where the provider can cancel that (`mayCallOff`), so that the
 * purchase can be paid in another way. One that is over answers what became of it; one whose outcome is with the bank is refused. Changes state, so it is never a GET (C-07).
 */
export const cancelPayment = {
  method: 'POST',
  path: '/v2/Proceso/:id/Cobrar/Cancelar',
  access: 'customer',
  summary: 'Give up a payment that waits for the buyer at its provider, or to be confirmed later; repeated it answers the same',
  params: purchaseInPath,
  body: wireObject({}),
  refuses: ['not_on_sale', 'purchase_paying'],
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
