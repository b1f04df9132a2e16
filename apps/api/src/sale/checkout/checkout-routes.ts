import {
  acceptOffer as acceptOfferCall,
  charge,
  chargeCash,
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
import type { Captcha } from '../../customers/index.ts';
import { sellForCash } from '../counter/sell-for-cash.ts';
import { chargePurchase } from '../pay/charge.ts';
import { acceptOffer, declineOffer } from '../pay/late-money.ts';
import { confirmPayment } from '../pay/settle.ts';
import type { SaleWorld } from '../world.ts';
import { chooseDelivery, listDeliveries } from './deliveries.ts';
import { cardKind, chooseMethod, listMethods } from './payment-methods.ts';
import { preValidatePurchase } from './pre-validate.ts';

/** From the chosen places to the paid purchase. */
export async function checkoutRoutes(app: FastifyInstance, { captcha, ...world }: SaleWorld & { captcha: Captcha }) {
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
    const { body, ip } = input;
    const demandHuman = () => captcha.demand(world.db, body.captcha);
    return chargePurchase(world, { ...own(input), form: body, idempotencyKey: keyOf(input), ip, demandHuman });
  });
  serve(app, chargeCash, (input) => sellForCash(world, { ...own(input), form: input.body, idempotencyKey: keyOf(input) }));
  serve(app, confirmPaymentCall, (input) => confirmPayment(world, own(input)));
  serve(app, acceptOfferCall, (input) => acceptOffer(world, own(input)));
  serve(app, declineOfferCall, (input) => declineOffer(world, own(input)));
}

/** A click that moves money names itself, so that its repetition moves none. */
function keyOf({ idempotencyKey }: { idempotencyKey: string | undefined }): string {
  if (idempotencyKey === undefined) throw new Refusal('invalid_input', { fields: [{ name: 'idempotency-key', reason: 'missing' }] });
  return idempotencyKey;
}
