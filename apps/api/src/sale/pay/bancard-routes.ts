import { cancelCardCheck, confirmCardCheck, deleteCard as deleteCardCall, payInFrame, saveCard as saveCardCall } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '#http/serve';
import type { Captcha } from '../../customers/index.ts';
import { own } from '../calls.ts';
import { requireMethodOf } from '../checkout/payment-method.ts';
import { requireOwnPurchase } from '../purchase.ts';
import type { SaleWorld } from '../world.ts';
import { cancelPayment } from './cancel.ts';
import { chargePurchase } from './charge.ts';
import { deleteCard, saveCard } from './saved-cards.ts';
import { confirmPayment } from './settle.ts';

/** The calls that carry Bancard's name (CA-072 to CA-076); each is a verb that other providers have too. */
export async function bancardRoutes(app: FastifyInstance, { world, captcha }: { world: SaleWorld; captcha: Captcha }) {
  serve(app, payInFrame, async (input) => {
    const { savedCard, ...form } = input.body;
    const { method } = requireMethodOf(world.payments, await requireOwnPurchase(world, own(input)), 'bancard');
    return chargePurchase(world, {
      ...own(input),
      form: {
        ...form,
        paymentMethodId: method.id,
        ...(savedCard === undefined ? {} : { details: [{ name: 'savedCard', value: savedCard }] }),
      },
      click: input.click,
      ip: input.ip,
      userAgent: input.userAgent,
      demandHuman: (click) => captcha.requireSolved(world.db, form.captcha, { purpose: 'payment', click }),
      signal: () => input.signal,
      call: input.watch,
    });
  });
  serve(app, saveCardCall, (input) => {
    const { click, ip } = input;
    const demandHuman = () => captcha.requireSolved(world.db, input.body.captcha, { purpose: 'payment', click: click.key });
    return saveCard(world, { own: own(input), click, ip, demandHuman });
  });
  serve(app, deleteCardCall, (input) => deleteCard(world, own(input), input.params.savedCard));
  serve(app, cancelCardCheck, (input) => cancelPayment(world, own(input)));
  serve(app, confirmCardCheck, (input) => confirmPayment(world, own(input)));
}
