import {
  acceptOffer as acceptOfferCall,
  charge,
  chargeCash,
  confirmPayment as confirmPaymentCall,
  type DeliveryType,
  declineOffer as declineOfferCall,
  getCardKind,
  getOrder,
  getPurchase,
  type InputOf,
  invalidatePurchase,
  listDeliveryTypes,
  listOrders as listOrdersCall,
  listPaymentMethods,
  listRunningPurchases,
  type Purchase,
  preValidate,
  Refusal,
  releaseGroup,
  releasePerformance,
  selectDelivery,
  selectPaymentMethod,
  setPlaces as setPlacesCall,
  type Taken,
  takeMore,
  takePlaces as takePlacesCall,
  takeQuantities,
  wireNameOf,
} from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { type Session, serve } from '#http/serve';
import type { Captcha } from '../customers/index.ts';
import type { TicketCodes } from '../orders/index.ts';
import { cardKind, chooseMethod, listMethods } from './checkout/payment-method.ts';
import { preValidatePurchase } from './checkout/pre-validate.ts';
import { cancelPurchase, releasePlaces, setPlaces } from './claim/release-places.ts';
import { chosenPlaces, originOf, type PlacesRequest, takePlaces } from './claim/take-places.ts';
import { sellForCash } from './counter.ts';
import { findOrder, listOrders } from './orders.ts';
import { chargePurchase } from './pay/charge.ts';
import { acceptOffer, declineOffer } from './pay/late-money.ts';
import { confirmPayment } from './pay/settle.ts';
import { findPurchase, findRunningPurchases, presentPurchase } from './present-purchase.ts';
import { type OwnPurchase, requireOwnPurchase } from './purchase.ts';
import type { SaleWorld } from './world.ts';

interface SaleRoutes {
  readonly world: SaleWorld;
  readonly captcha: Captcha;
  /** Signs tickets. */
  readonly codes: TicketCodes;
}

/** Every call of a purchase, from its first places to the order. */
export async function saleRoutes(app: FastifyInstance, { world, captcha, codes }: SaleRoutes) {
  for (const endpoint of [takePlacesCall, takeQuantities]) {
    serve(app, endpoint, ({ body, session, idempotencyKey, signal, ip }) =>
      takePlaces(world, { ...body, ...buyerOf(session, body.type), idempotencyKey, signal, ip }),
    );
  }
  serve(app, takeMore, ({ params, body, session, idempotencyKey, signal, ip }) =>
    takePlaces(world, { ...params, ...body, ...buyerOf(session), idempotencyKey, signal, ip }),
  );
  serve(app, setPlacesCall, (input) => replacePlaces(world, own(input), input));
  for (const endpoint of [releaseGroup, releasePerformance]) {
    serve(app, endpoint, async (input) => {
      await releasePlaces(world, { ...own(input), ...input.body });
      return findPurchase(world, own(input));
    });
  }
  serve(app, getPurchase, (input) => findPurchase(world, own(input)));
  serve(app, listRunningPurchases, ({ session }) => findRunningPurchases(world, session.customerId));
  serve(app, invalidatePurchase, async ({ params }) => ({ stage: await cancelPurchase(world, params.purchaseId) }));

  serve(app, listDeliveryTypes, (input) => listDeliveries(world, own(input)));
  serve(app, selectDelivery, (input) => chooseDelivery(world, own(input), input.body.deliveryTypeId));
  serve(app, listPaymentMethods, (input) => listMethods(world, own(input)));
  serve(app, selectPaymentMethod, (input) => chooseMethod(world, own(input), input.body.paymentMethodId));
  serve(app, getCardKind, (input) => cardKind(world, own(input), input.params));
  serve(app, preValidate, (input) => preValidatePurchase(world, own(input)));

  serve(app, charge, (input) => {
    const { body, ip, watch } = input;
    const demandHuman = (click: string) => captcha.requireSolved(world.db, body.captcha, { purpose: 'payment', click });
    return chargePurchase(world, {
      ...own(input),
      form: body,
      idempotencyKey: requireKey(input),
      ip,
      demandHuman,
      signal: () => input.signal,
      call: watch,
    });
  });
  serve(app, chargeCash, (input) =>
    sellForCash(world, { ...own(input), form: input.body, idempotencyKey: requireKey(input), call: input.watch }),
  );
  serve(app, confirmPaymentCall, (input) => confirmPayment(world, own(input)));
  serve(app, acceptOfferCall, (input) => acceptOffer(world, own(input)));
  serve(app, declineOfferCall, (input) => declineOffer(world, own(input)));

  serve(app, listOrdersCall, ({ session }) => listOrders(world, session.customerId));
  serve(app, getOrder, ({ params, query, session }) => findOrder(world, codes, { ...params, ...query, customerId: session.customerId }));
}

const own = ({ params, session }: { params: { purchaseId: string }; session: Session }): OwnPurchase => ({
  purchaseId: params.purchaseId,
  customerId: session.customerId,
});

/** A counter always sells as one, whichever page it comes from; no other session may (C-09). */
function buyerOf({ id, customerId, role }: Session, type?: 'cart' | 'box'): Pick<PlacesRequest, 'customerId' | 'sessionId' | 'channel'> {
  if (type === 'box' && role !== 'box-office') throw new Refusal('not_for_you');
  return { customerId, sessionId: id, channel: role === 'box-office' ? 'box_office' : 'online' };
}

/** A call that moves money needs a key, so that its repetition moves none. */
function requireKey({ idempotencyKey }: { idempotencyKey: string | undefined }): string {
  if (idempotencyKey === undefined) throw new Refusal('invalid_input', { fields: [{ name: 'idempotency-key', reason: 'missing' }] });
  return idempotencyKey;
}

/** How the tickets of this purchase can reach their buyer; the same for every purchase, as no show restricts it yet. */
async function listDeliveries(world: SaleWorld, own: OwnPurchase): Promise<{ items: DeliveryType[] }> {
  await requireOwnPurchase(world, own);
  return { items: await world.deliveries.offered() };
}

async function chooseDelivery(world: SaleWorld, own: OwnPurchase, deliveryTypeId: number): Promise<Purchase> {
  if (!(await world.deliveries.offers(deliveryTypeId)))
    throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(selectDelivery.body, 'deliveryTypeId'), reason: 'invalid' }] });
  return presentPurchase(await world.choices.keep({ ...own, deliveryTypeId }), world);
}

/** Makes a purchase's places of one performance exactly these; answers those that it did not have before. */
async function replacePlaces(
  world: SaleWorld,
  ofBuyer: OwnPurchase,
  { body: wanted, ip }: Pick<InputOf<typeof setPlacesCall>, 'body'> & { readonly ip: string },
): Promise<Taken> {
  const { performanceId } = wanted;
  const stock = await world.stockOf(performanceId);
  if (!stock) throw new Refusal('not_found');
  const chosen = chosenPlaces(stock, wanted.placeIds, wanted.priceTypeIds);
  const before = await requireOwnPurchase(world, ofBuyer);
  const had = new Set(before.holds.find((hold) => hold.performanceId === performanceId)?.placeIds);
  const added = chosen.placeIds.filter((place) => !had.has(place));
  const from = before.channel === 'online' ? originOf(world, stock, ip) : undefined;
  const crowd = added.length > 0 ? world.crowds.crowdOf(performanceId, from, added.length) : undefined;
  await setPlaces(world, { ...ofBuyer, ...chosen, performanceId, mostPerCustomer: stock.sale.mostPerCustomer, crowd });
  return { purchase: await findPurchase(world, ofBuyer), placeIds: added, contiguous: true };
}
