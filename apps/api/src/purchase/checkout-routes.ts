import {
  acceptOffer as acceptOfferCall,
  charge,
  confirmPayment as confirmPaymentCall,
  declineOffer as declineOfferCall,
  getCardKind,
  listDeliveryTypes,
  listPaymentMethods,
  preValidate,
  Refusal,
  selectDelivery,
  selectPaymentMethod,
} from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '#http/serve';
import type { Session } from '#http/session';
import type { Captcha } from '../customers/index.ts';
import { acceptOffer, declineOffer } from './answer-offer.ts';
import { chargePurchase } from './charge-purchase.ts';
import type { CheckoutWorld } from './checkout.ts';
import { confirmPayment } from './confirm-payment.ts';
import { chooseDelivery, listDeliveries } from './deliveries.ts';
import { cardKind, chooseMethod, listMethods } from './payment-methods.ts';
import { preValidatePurchase } from './pre-validate.ts';

/** From the chosen places to the paid purchase. */
export async function checkoutRoutes(app: FastifyInstance, { captcha, ...world }: CheckoutWorld & { captcha: Captcha }) {
  const own = ({ params, session }: { params: { purchaseId: string }; session: Session }) => ({
    purchaseId: params.purchaseId,
    customerId: session.customerId,
  });

  serve(app, listDeliveryTypes, (input) => listDeliveries(world, own(input)));
  serve(app, selectDelivery, (input) => chooseDelivery(world, own(input), input.body.deliveryTypeId));
  serve(app, listPaymentMethods, (input) => listMethods(world, own(input)));
  serve(app, selectPaymentMethod, (input) => chooseMethod(world, own(input), input.body.paymentMethodId));
  serve(app, getCardKind, (input) => cardKind(world, own(input), input.params));
  serve(app, preValidate, (input) => preValidatePurchase(world, own(input)));
  serve(app, charge, (input) => {
    const { idempotencyKey, body, ip } = input;
    if (idempotencyKey === undefined) throw new Refusal('invalid_input', { fields: [{ name: 'idempotency-key', reason: 'missing' }] });
    const demandHuman = () => captcha.demand(world.db, body.captcha);
    return chargePurchase(world, { ...own(input), form: body, idempotencyKey, ip, demandHuman });
  });
  serve(app, confirmPaymentCall, (input) => confirmPayment(world, own(input)));
  serve(app, acceptOfferCall, (input) => acceptOffer(world, own(input)));
  serve(app, declineOfferCall, (input) => declineOffer(world, own(input)));
}
