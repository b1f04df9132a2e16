import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { charge, PaymentResult } from './payment.ts';
import { purchaseInPath } from './purchase.ts';
import { MoneyInAddress, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

/**
 * A call of PayPal's own name (CA-077). The token in its path is the purchase's id, never that of a session. It is a GET, as the
 * specification has it; an order takes no money before its buyer has approved it, and the session stands in a header, so that no other
 * page can make a browser ask.
 */
export const createPayPalOrder = {
  method: 'GET',
  path: '/v2/Proceso/:id/PayPalOrderCreate',
  access: 'customer',
  key: 'required',
  summary: 'Pay by PayPal: answers its page; while that payment waits for its buyer every call answers the same order',
  params: purchaseInPath,
  query: wireObject({
    /** What the buyer was shown; another amount, or none, is refused. */
    total: ['fTotal', z.optional(MoneyInAddress)],
    acceptsTerms: ['lAceptaTerminos', z._default(YesNo, false)],
    captcha: ['cCaptcha', z.optional(z.string().check(z.maxLength(4096)))],
  }),
  refuses: charge.refuses,
  answer: PaymentResult,
} as const satisfies Endpoint;
