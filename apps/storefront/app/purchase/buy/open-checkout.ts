import type { DeliveryType, PaymentMethod, Purchase } from '@butaca/contract';
import { getCustomer } from '@butaca/contract/customers';
import { listDeliveryTypes, listPaymentMethods, selectDelivery, selectPaymentMethod } from '@butaca/contract/payment';
import { getPurchase } from '@butaca/contract/purchase';
import { client } from '../../calls/browser-client.ts';
import { pageCall } from '../../calls/page-call.ts';

/** What the account knows and the card form asks for, so that nobody types it twice. */
export interface KnownPayer {
  readonly email?: string;
  readonly documentType?: string;
  readonly documentNumber?: string;
  /** `1990-05-03`. */
  readonly birthday?: string;
}

export interface Checkout {
  readonly purchase: Purchase;
  readonly deliveryTypes: readonly DeliveryType[];
  readonly paymentMethods: readonly PaymentMethod[];
  readonly payer: KnownPayer;
}

/** The purchase with its choices; null when there is none of one's own by that id. */
export async function openCheckout(purchaseId: string, request: Request): Promise<Checkout | null> {
  const params = { purchaseId };
  const [purchase, delivery, methods, customer] = await Promise.all([
    pageCall(getPurchase, { params }, request),
    pageCall(listDeliveryTypes, { params }, request),
    pageCall(listPaymentMethods, { params }, request),
    client.ask(getCustomer, {}),
  ]);
  if (!purchase.ok) return null;
  const deliveryTypes = delivery.ok ? delivery.data.items : [];
  // Wallets and cash come with their own providers; until then only what can be finished here is offered.
  const paymentMethods = methods.ok ? methods.data.items.filter(({ kind }) => kind === 'card') : [];
  return {
    purchase: purchase.data.stage === 'open' ? await settleChoices(purchase.data, deliveryTypes, paymentMethods, request) : purchase.data,
    deliveryTypes,
    paymentMethods,
    payer: customer
      ? {
          email: customer.email,
          documentType: customer.documentType,
          documentNumber: customer.documentNumber,
          birthday: customer.birthday,
        }
      : {},
  };
}

/** Chooses what needs no thought: the free delivery, or the only one; the first card method. Never something that costs more. */
async function settleChoices(
  purchase: Purchase,
  deliveryTypes: readonly DeliveryType[],
  [firstMethod]: readonly PaymentMethod[],
  request: Request,
): Promise<Purchase> {
  const params = { purchaseId: purchase.id };
  const delivery = deliveryTypes.find(({ price }) => price === 0) ?? (deliveryTypes.length === 1 ? deliveryTypes[0] : undefined);
  let latest = purchase;
  if (purchase.deliveryTypeId === undefined && delivery) {
    const chosen = await pageCall(selectDelivery, { params, body: { deliveryTypeId: delivery.id } }, request);
    if (chosen.ok) latest = chosen.data;
  }
  if (purchase.paymentMethodId === undefined && firstMethod) {
    const chosen = await pageCall(selectPaymentMethod, { params, body: { paymentMethodId: firstMethod.id } }, request);
    if (chosen.ok) latest = chosen.data;
  }
  return latest;
}
