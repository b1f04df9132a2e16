import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { CardKind, charge, isUnproven, NextAction, PaymentMethod, PaymentOutcome, StepFields } from './payment.ts';
import { PurchasePerformance, PurchaseTotals, purchaseInPath } from './purchase.ts';
import { Instant, Money, OpaqueId, Text, Typed, wireEnum } from './scalars.ts';
import { wireObject } from './wire.ts';

/** A link with which somebody else pays an open purchase (C-13). Its code is known to whoever has the link and to no table. */
export const makePayLink = {
  method: 'POST',
  path: '/v2/Proceso/:id/LinkDePago',
  access: 'customer',
  summary: 'Make a link for somebody else to pay this purchase; one made before ends',
  params: purchaseInPath,
  body: wireObject({
    /** What the buyer's balance pays of it, in minor units and less than the price; it is set aside when the payer's charge starts. */
    fromBalance: ['fSaldo', z.optional(Money.check(z.positive()))],
  }),
  refuses: ['not_on_sale', 'balance_too_low', 'first_card_waits', 'payment_method_unavailable', 'purchase_over', 'purchase_paying'],
  answer: wireObject({ code: ['idLinkDePago', OpaqueId], expiresAt: ['dHasta', Instant] }),
} as const satisfies Endpoint;

export const revokePayLink = {
  method: 'POST',
  path: '/v2/Proceso/:id/LinkDePago/Anular',
  access: 'customer',
  summary: 'End the link of this purchase; repeated it answers the same',
  params: purchaseInPath,
  body: wireObject({}),
  answer: wireObject({}),
} as const satisfies Endpoint;

/**
 * `paying`: a payment is under way, of whoever began it first. `over`: the time is over, or it was given up. `covered`: the price fell to what the
 * buyer pays of it, or to nothing.
 */
const PayLinkState = wireEnum({ payable: 'PAGABLE', paying: 'COBRANDO', paid: 'PAGADO', over: 'TERMINADO', covered: 'CUBIERTO' });

/** What is paid for, and nothing of who buys it. */
export const PayLink = wireObject({
  state: ['cEstado', PayLinkState],
  performances: ['listaFuncion', z.array(PurchasePerformance)],
  /** What the payer pays, or has paid. */
  amount: ['fTotal', Money],
  /** What the buyer pays beside it. */
  fromBalance: ['fSaldo', z.optional(Money)],
  /** What both together are made of, and the net price; absent once the places are gone. */
  totals: ['oTotal', z.optional(PurchaseTotals)],
  expiresAt: ['dHasta', Instant],
  serverNow: ['dServidor', Instant],
  /** While it is payable. */
  method: ['oFormaDePago', z.optional(PaymentMethod)],
  /** What came of the asking payer's own clicks; `cancelled` where none of them has begun a payment, which none can once it is paid. Only where they are named. */
  mine: ['oMiPago', z.optional(wireObject({ outcome: ['cResultado', PaymentOutcome], isUnproven }))],
});
export type PayLink = z.output<typeof PayLink>;

/** The code of a link; or a purchase's own id, with the session of its buyer (C-13). */
const codeInPath = wireObject({ code: ['id', OpaqueId] });

export const getPayLink = {
  method: 'GET',
  path: '/v2/operacion/cambio/pago/:id',
  access: 'anonymous',
  session: 'optional',
  summary: 'What a pay link is for; asks the provider when its payment is under way',
  params: codeInPath,
  query: wireObject({
    /** Idempotency keys of the payer's clicks on this link, at most five with commas between them: whoever pressed knows them, and nobody else. */
    clicks: ['idClic', z.optional(z.string().check(z.regex(/^[\w-]{8,64}(,[\w-]{8,64}){0,4}$/)))],
  }),
  refuses: ['not_on_sale'],
  answer: PayLink,
} as const satisfies Endpoint;

export const getPayLinkCard = {
  method: 'GET',
  path: '/v2/operacion/cambio/:id/Tarjetas/:cardBin',
  access: 'anonymous',
  session: 'optional',
  summary: 'What kind of card begins with these six digits, and the instalments it offers for what the link is for',
  params: wireObject({ code: ['id', OpaqueId], bin: ['cardBin', z.string().check(z.regex(/^\d{6}$/))] }),
  refuses: ['not_on_sale', 'payment_method_unavailable'],
  answer: CardKind,
} as const satisfies Endpoint;

export const PayLinkResult = wireObject({
  outcome: ['cResultado', PaymentOutcome],
  /** What the payer can do about it; only with `declined`. */
  message: ['cMensaje', z.optional(Text)],
  /** What the payer's browser has to do, while the payment of this click waits for it. */
  next: ['oSiguiente', z.optional(NextAction)],
  link: ['oLink', PayLink],
});
export type PayLinkResult = z.output<typeof PayLinkResult>;

export const payByLink = {
  method: 'POST',
  path: '/v2/operacion/cambio/:id/pagar',
  access: 'anonymous',
  session: 'optional',
  key: 'required',
  summary: 'Pay what the link is for; repeated with the same idempotency key it never charges again',
  params: codeInPath,
  body: charge.body,
  refuses: [
    'bill_receiver_needed',
    'not_on_sale',
    'delivery_unavailable',
    'product_refused',
    'address_unconfirmed',
    'captcha_failed',
    'first_card_waits',
    'link_balance_gone',
    'terms_not_accepted',
    'payment_method_down',
    'payment_method_unavailable',
    'price_changed',
    'companion_alone',
    'places_lost',
    'purchase_over',
    'purchase_paying',
    'too_many_card_tries',
  ],
  answer: PayLinkResult,
} as const satisfies Endpoint;

export const continuePayLink = {
  method: 'POST',
  path: '/v2/operacion/cambio/:id/pagar/continuar',
  access: 'anonymous',
  session: 'optional',
  key: 'required',
  summary: 'Go on with a payment by link after its step; only the click that began it can',
  params: codeInPath,
  body: wireObject({
    /** The idempotency key that the payment was begun with. */
    click: ['idClic', Typed(64)],
    /** What the step gave the browser; it proves nothing. */
    given: ['listaDato', StepFields.check(z.minLength(1))],
  }),
  refuses: ['not_on_sale'],
  bodyLimit: 32 * 1024,
  answer: PayLinkResult,
} as const satisfies Endpoint;
