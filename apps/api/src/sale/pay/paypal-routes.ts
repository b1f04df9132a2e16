import { charge, createPayPalOrder, Refusal, wireNameOf } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { refuseReused } from '#db/used-key';
import { serve } from '#http/serve';
import type { Captcha } from '../../customers/index.ts';
import { own } from '../calls.ts';
import { requireMethodOf } from '../checkout/payment-method.ts';
import { requireOwnPurchase } from '../purchase.ts';
import type { SaleWorld } from '../world.ts';
import { chargePurchase } from './charge.ts';
import { findPayment } from './present-payment.ts';

/** PayPal's own call (CA-077): the same charge as any method's, and while one waits for its buyer the same order again. */
export async function paypalRoutes(app: FastifyInstance, { world, captcha }: { world: SaleWorld; captcha: Captcha }) {
  serve(app, createPayPalOrder, async (input) => {
    const { params, query, ip, userAgent, watch } = input;
    const { method } = requireMethodOf(world.payments, await requireOwnPurchase(world, own(input)), 'paypal');
    await refuseReused(world.db, input.click);
    const latest = await world.attempts.latestOf(params.purchaseId);
    if (latest?.provider === 'paypal' && latest.state === 'processing') return findPayment(world, own(input));
    const { total } = query;
    if (total === undefined)
      throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(charge.body, 'total'), reason: 'missing' }] });
    return chargePurchase(world, {
      ...own(input),
      form: { total, acceptsTerms: query.acceptsTerms, captcha: query.captcha, paymentMethodId: method.id },
      click: input.click,
      ip,
      userAgent,
      demandHuman: (click) => captcha.requireSolved(world.db, query.captcha, { purpose: 'payment', click }),
      signal: () => input.signal,
      call: watch,
    });
  });
}
