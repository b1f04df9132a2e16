import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { cancelPayment, charge, NextAction, PaymentResult, SavedCard, SavedCardId } from './payment.ts';
import { purchaseInPath } from './purchase.ts';
import { Money, OpaqueId, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

/** Calls of Bancard's own names (C-19); what they do any provider of frames and saved cards could. */
export const payInFrame = {
  method: 'POST',
  path: '/v2/Proceso/:id/card/BancardiFrame',
  access: 'customer',
  key: 'required',
  summary: 'Pay by Bancard: in its frame, or with a saved card; repeated with the same idempotency key it answers what became of the first',
  params: purchaseInPath,
  body: wireObject({
    /** A saved card; without one the card is typed into the frame. */
    savedCard: ['alias_token', z.optional(SavedCardId)],
    /** What the buyer was shown; another amount is refused, not charged. */
    total: ['fTotal', Money],
    acceptsTerms: ['lAceptaTerminos', YesNo],
    captcha: ['cCaptcha', z.optional(z.string().check(z.maxLength(4096)))],
  }),
  refuses: charge.refuses,
  answer: PaymentResult,
} as const satisfies Endpoint;

export const saveCard = {
  method: 'POST',
  path: '/v2/Proceso/:id/card/BancardiFrame2',
  access: 'customer',
  key: 'required',
  summary: 'The frame in which a customer saves a card at Bancard; nothing is charged',
  params: purchaseInPath,
  body: wireObject({ captcha: ['cCaptcha', z.optional(z.string().check(z.regex(/^[\w+/=.-]{1,4096}$/)))] }),
  refuses: ['captcha_failed', 'payment_method_unavailable', 'payment_method_down', 'too_many_entries', 'too_many_attempts'],
  answer: wireObject({ next: ['oSiguiente', NextAction] }),
} as const satisfies Endpoint;

export const deleteCard = {
  method: 'DELETE',
  path: '/v2/Proceso/:id/card/Bancard/borrar/:alias_token',
  access: 'customer',
  summary: 'Delete a saved card at Bancard; answers those that are left',
  params: wireObject({ purchaseId: ['id', OpaqueId], savedCard: ['alias_token', SavedCardId] }),
  refuses: ['payment_method_unavailable', 'payment_method_down'],
  answer: wireObject({ items: ['Lista', z.array(SavedCard)] }),
} as const satisfies Endpoint;

export const cancelCardCheck = {
  method: 'GET',
  path: '/v2/Proceso/:id/card/Bancard/Cancelar3DS',
  access: 'customer',
  summary: 'Give up a payment that waits in Bancard’s frame; one that was approved meanwhile stays',
  params: purchaseInPath,
  refuses: cancelPayment.refuses,
  answer: PaymentResult,
} as const satisfies Endpoint;

export const confirmCardCheck = {
  method: 'POST',
  path: '/v2/Proceso/:id/card/Bancard/Confirmar3DS',
  access: 'customer',
  summary: 'What has become of the payment after Bancard’s 3-D Secure: asks Bancard',
  params: purchaseInPath,
  body: wireObject({}),
  refuses: ['not_on_sale'],
  answer: PaymentResult,
} as const satisfies Endpoint;
