import type { Customer, DeliveryType, PaymentMethod, Purchase } from '@butaca/contract';
import { getCustomer } from '@butaca/contract/account';
import { getBillReceiver } from '@butaca/contract/bill';
import { listDeliveryTypes, selectDelivery } from '@butaca/contract/delivery';
import { listPaymentMethods, selectPaymentMethod } from '@butaca/contract/payment';
import { getPurchase } from '@butaca/contract/purchase';
import { client } from '../../calls/browser-client.ts';
import { pageCall } from '../../calls/page-call.ts';
import type { Billing } from '../bill-receiver/use-bill-receiver.ts';
import type { PlacesRules } from '../limits.ts';
import { readPlacesRules } from '../places-limits.ts';
import { costsNothing, firstMethod } from './change-purchase.ts';

/** What the account knows and the card form asks for, so that the buyer does not type it again. */
export type KnownPayer = Partial<
  Pick<Customer, 'email' | 'documentType' | 'documentNumber' | 'birthday' | 'isEmailConfirmed' | 'addresses' | 'undelivered'>
>;

export interface Checkout {
  readonly purchase: Purchase;
  readonly deliveryTypes: readonly DeliveryType[];
  readonly paymentMethods: readonly PaymentMethod[];
  readonly payer: KnownPayer;
  /** Whom its bill goes to; undefined where that could not be read, which keeps nothing from being paid. */
  readonly billing: Billing | undefined;
  /** What limits its places, by performance, as far as it could be read. */
  readonly limits: ReadonlyMap<number, PlacesRules>;
}

/** The purchase with its choices; null when this customer has no purchase with that id. */
export async function openCheckout(purchaseId: string, request: Request): Promise<Checkout | null> {
  const params = { purchaseId };
  const [purchase, delivery, methods, customer, billing] = await Promise.all([
    pageCall(getPurchase, { params }, request),
    pageCall(listDeliveryTypes, { params }, request),
    pageCall(listPaymentMethods, { params }, request),
    client.ask(getCustomer, {}),
    client.ask(getBillReceiver, { params }),
  ]);
  if (!purchase.ok) return null;
  const deliveryTypes = delivery.ok ? delivery.data.items : [];
  const isOpen = purchase.data.stage === 'open';
  const [delivered, limits] = await Promise.all([
    isOpen ? settleDelivery(purchase.data, deliveryTypes, request) : purchase.data,
    isOpen ? readLimits(purchase.data) : new Map<number, PlacesRules>(),
  ]);
  // A delivery with a price turns a free purchase into one to pay.
  const isAsListed = costsNothing(delivered) === costsNothing(purchase.data);
  const listed = isAsListed ? methods : await pageCall(listPaymentMethods, { params }, request);
  const paymentMethods = listed.ok ? listed.data.items : [];
  return {
    purchase: isOpen ? await settleMethod(delivered, paymentMethods, request) : delivered,
    deliveryTypes,
    paymentMethods,
    payer: customer ?? {},
    billing,
    limits,
  };
}

async function readLimits({ id, performances }: Purchase): Promise<ReadonlyMap<number, PlacesRules>> {
  const withPlaces = performances.filter(({ placeCount }) => placeCount > 0);
  const read = await Promise.all(withPlaces.map(async (each) => [each.id, await readPlacesRules(each.id, id)] as const));
  return new Map(read.flatMap(([performanceId, rules]) => (rules ? [[performanceId, rules] as const] : [])));
}

/** Preselects the free delivery, or the only one; never one that costs more than another. */
async function settleDelivery(purchase: Purchase, deliveryTypes: readonly DeliveryType[], request: Request): Promise<Purchase> {
  const simple = deliveryTypes.filter(({ kind }) => kind !== 'point' && kind !== 'home');
  const delivery = simple.find(({ price }) => price === 0) ?? (simple.length === 1 && deliveryTypes.length === 1 ? simple[0] : undefined);
  if (purchase.deliveryTypeId !== undefined || !delivery) return purchase;
  const input = { params: { purchaseId: purchase.id }, body: { deliveryTypeId: delivery.id } };
  const chosen = await pageCall(selectDelivery, input, request);
  return chosen.ok ? chosen.data : purchase;
}

/** Selects the first method that answers, unless an offered one is already selected. */
async function settleMethod(purchase: Purchase, methods: readonly PaymentMethod[], request: Request): Promise<Purchase> {
  const first = firstMethod(methods);
  if (!first || methods.some(({ id }) => id === purchase.paymentMethodId)) return purchase;
  const input = { params: { purchaseId: purchase.id }, body: { paymentMethodId: first.id } };
  const chosen = await pageCall(selectPaymentMethod, input, request);
  return chosen.ok ? chosen.data : purchase;
}
