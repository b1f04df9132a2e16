import type { LanguageCode } from '@butaca/brand/languages';
import {
  acceptOffer as acceptOfferCall,
  applyPromotionCode,
  authenticatePayer,
  cancelPayment as cancelPaymentCall,
  cancelReservation as cancelReservationCall,
  changeSector as changeSectorCall,
  charge,
  confirmPayment as confirmPaymentCall,
  continuePayLink,
  declineOffer as declineOfferCall,
  deleteKeptCard,
  getBalance,
  getBillReceiver,
  getCardKind,
  getOrder,
  getPayLink,
  getPayLinkCard,
  getPurchase,
  getSelectedProducts,
  getSelection,
  getStartedPurchase,
  givePromotionDocuments,
  hasShop,
  type InputOf,
  invalidatePurchase,
  listDeliveryTypes,
  listKeptCards,
  listOrders as listOrdersCall,
  listPaymentMethods,
  listPlacesRules,
  listProducts,
  listProductsOfPerformance,
  listPromotions,
  listPromotionsOfReservation,
  listRunningPurchases,
  makePayLink,
  makeReservation,
  type Order,
  payAuthenticated,
  payByLink,
  pollPayment,
  postSelectedProducts,
  preValidate,
  previewPromotions,
  Refusal,
  reissueTickets as reissueTicketsCall,
  releaseGroup,
  releasePerformance,
  removePromotion as removePromotionCall,
  resumePayment as resumePaymentCall,
  revokePayLink,
  selectDelivery,
  selectPaymentMethod,
  selectProducts,
  setBillReceiver,
  setPlaces as setPlacesCall,
  setUpAuthentication,
  startPurchase,
  type Taken,
  takeMore,
  takePlaces as takePlacesCall,
  takeQuantities,
  takeReservation,
  takeReservedPlaces,
} from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '#db/connect';
import { type Session, serve } from '#http/serve';
import type { Captcha, Effort, OwnerProof } from '../customers/index.ts';
import { buyerIn, type TicketCodes } from '../orders/index.ts';
import { readBalance } from './balance.ts';
import { own } from './calls.ts';
import { keepReceiver, readReceiver } from './checkout/bill-receiver.ts';
import { chooseDelivery, listDeliveries } from './checkout/choose-delivery.ts';
import { named } from './checkout/delivery-name.ts';
import { cardKind, chooseMethod, listMethods } from './checkout/payment-method.ts';
import { preValidatePurchase } from './checkout/pre-validate.ts';
import { changeSector } from './claim/change-sector.ts';
import { findPlacesRules } from './claim/places-rules.ts';
import { cancelPurchase, releasePlaces, setPlaces } from './claim/release-places.ts';
import { mostWith, requireAccessible, requireTurn } from './claim/require-turn.ts';
import { chosenPlaces, originOf, type PlacesRequest, takePlaces } from './claim/take-places.ts';
import { counterRoutes } from './counter/routes.ts';
import { findOrder, listOrders } from './orders.ts';
import { bancardRoutes } from './pay/bancard-routes.ts';
import { cancelPayment } from './pay/cancel.ts';
import { chargePurchase } from './pay/charge.ts';
import { acceptOffer, declineOffer } from './pay/late-money.ts';
import { cardOfLink, continueLink, makeLink, payLink, revokeLink, showLink } from './pay/pay-links.ts';
import { paypalRoutes } from './pay/paypal-routes.ts';
import { providerRoutes } from './pay/provider-routes.ts';
import { deleteKept, listKept } from './pay/saved-cards.ts';
import { confirmPayment, resumePayment } from './pay/settle.ts';
import { findPurchase, findRunningPurchases } from './present-purchase.ts';
import { chooseProducts } from './products/choose-products.ts';
import { findSelected, hasProducts, listForPerformance, listShop } from './products/shop.ts';
import { giveDocuments } from './promotions/claim-documents.ts';
import { applyCode, removePromotion } from './promotions/claim-promotion.ts';
import { promotionsOfPurchase, promotionsOfSelection } from './promotions/offered.ts';
import { type OwnPurchase, requireOwnPurchase } from './purchase.ts';
import { wasReissued } from './reissue/queries-reissues.ts';
import { reissueTickets } from './reissue/reissue-tickets.ts';
import { cancelReservation, reservePurchase, resumeReservation } from './reserve/reservations.ts';
import { staffRoutes } from './staff/routes.ts';
import type { SaleWorld } from './world.ts';

interface SaleRoutes {
  readonly world: SaleWorld;
  /** Asked where an open session is not enough. */
  readonly owner: OwnerProof;
  readonly captcha: Captcha;
  /** What a captcha costs each network. */
  readonly effort: Effort;
  /** Signs tickets. */
  readonly codes: TicketCodes;
}

/** Every call of a purchase, from its first places to the order. */
export async function saleRoutes(app: FastifyInstance, { world, owner, captcha, effort, codes }: SaleRoutes) {
  for (const endpoint of [takePlacesCall, takeQuantities, startPurchase]) {
    serve(app, endpoint, ({ body, session, language, click, isDisconnected, ip, pass }) =>
      takePlaces(world, { ...body, ...buyerOf(session, body.type), language, click, isDisconnected, ip, pass }),
    );
  }
  serve(app, takeMore, ({ params, body, session, click, isDisconnected, ip, pass }) =>
    takePlaces(world, { ...params, ...body, ...buyerOf(session), click, isDisconnected, ip, pass }),
  );
  serve(app, listPlacesRules, ({ params, query, session }) => findPlacesRules(world, { ...params, ...query, ...buyerOf(session) }));
  serve(app, setPlacesCall, (input) => replacePlaces(world, own(input), input));
  serve(app, changeSectorCall, (input) => changeSector(world, own(input), { ...input.body, ip: input.ip, pass: input.pass }));
  for (const endpoint of [releaseGroup, releasePerformance]) {
    serve(app, endpoint, async (input) => {
      await releasePlaces(world, { ...own(input), ...input.body });
      return findPurchase(world, own(input));
    });
  }
  for (const endpoint of [getPurchase, getStartedPurchase]) serve(app, endpoint, (input) => findPurchase(world, own(input)));
  serve(app, listRunningPurchases, ({ session }) => findRunningPurchases(world, session.customerId));
  serve(app, invalidatePurchase, async ({ params }) => ({ stage: await cancelPurchase(world, params.purchaseId) }));

  serve(app, listPromotions, ({ params, body, session }) => promotionsOfPurchase(world, { ...buyerIn(session), ...params, ...body }));
  serve(app, applyPromotionCode, (input) => applyCode(world, { ...own(input), ...input.body, ip: input.ip }));
  serve(app, givePromotionDocuments, (input) => giveDocuments(world, { ...own(input), ...input.body, ip: input.ip }));
  serve(app, removePromotionCall, (input) => removePromotion(world, { ...own(input), ...input.body }));
  serve(app, previewPromotions, ({ params, body, session }) =>
    promotionsOfSelection(world, { ...params, ...body, channel: buyerIn(session).channel }),
  );
  serve(app, listPromotionsOfReservation, ({ params, body, session }) =>
    promotionsOfPurchase(world, { ...buyerIn(session), ...params, ...body }),
  );

  serve(app, listProducts, ({ query }) => listShop(world, query.venueId));
  serve(app, hasShop, ({ params, session }) => hasProducts(world, { ...params, ...buyerOf(session) }));
  serve(app, listProductsOfPerformance, ({ params, session }) => listForPerformance(world, { ...params, ...buyerOf(session) }));
  for (const endpoint of [getSelectedProducts, postSelectedProducts]) serve(app, endpoint, (input) => findSelected(world, own(input)));
  serve(app, selectProducts, ({ params, body, session, language, click, pass }) =>
    chooseProducts(world, { ...params, ...buyerOf(session), language, click, pass, wanted: body }),
  );
  serve(app, getSelection, (input) => findPurchase(world, own(input)));

  serve(app, makeReservation, (input) => reservePurchase(world, { ...own(input), ...input.body }));
  serve(app, takeReservation, ({ params, body, session }) =>
    resumeReservation(world, { ...reservationOf(session, params.purchaseId, body.reservationId), performanceId: body.performanceId }),
  );
  serve(app, takeReservedPlaces, ({ params, body: { reservationId, ...places }, session }) =>
    resumeReservation(world, { ...reservationOf(session, params.purchaseId, reservationId), ...places }),
  );
  serve(app, cancelReservationCall, ({ params, session }) =>
    cancelReservation(world, { purchaseId: params.reservationId, ...buyerIn(session) }),
  );

  serve(app, getBalance, ({ session }) => readBalance(world, session.customerId));

  serve(app, listDeliveryTypes, (input) => listDeliveries(world, own(input)));
  serve(app, selectDelivery, (input) => chooseDelivery(world, own(input), input.body));
  serve(app, getBillReceiver, (input) => readReceiver(world, own(input)));
  serve(app, setBillReceiver, (input) => keepReceiver(world, own(input), input.body.receiver));
  serve(app, listPaymentMethods, (input) => listMethods(world, own(input)));
  serve(app, selectPaymentMethod, (input) => chooseMethod(world, own(input), input.body.paymentMethodId));
  serve(app, getCardKind, (input) => cardKind(world, own(input), { ...input.params, ...input.query }));
  serve(app, preValidate, (input) => preValidatePurchase(world, own(input)));

  for (const [endpoint, onlyProvider] of [
    [charge, undefined],
    [setUpAuthentication, 'cybersource'],
  ] as const) {
    serve(app, endpoint, async (input) => {
      const { body, ip, userAgent, watch } = input;
      const demandHuman = (click: string) => captcha.requireSolved(world.db, body.captcha, { purpose: 'payment', click });
      const result = await chargePurchase(world, {
        ...own(input),
        form: body,
        click: input.click,
        ip,
        userAgent,
        onlyProvider,
        demandHuman,
        signal: () => input.signal,
        call: watch,
      });
      if (result.outcome === 'declined') effort.declined(ip);
      return result;
    });
  }
  counterRoutes(app, world);
  for (const [endpoint, only] of [
    [resumePaymentCall, undefined],
    [authenticatePayer, { provider: 'cybersource', step: 'hidden_form' }],
    [payAuthenticated, { provider: 'cybersource', step: 'challenge' }],
  ] as const) {
    serve(app, endpoint, async (input) => {
      const result = await resumePayment(world, own(input), { click: input.click, given: givenBy(input.body), only });
      if (result.outcome === 'declined') effort.declined(input.ip);
      return result;
    });
  }
  serve(app, listKeptCards, ({ session: { customerId } }) => listKept(world, customerId));
  serve(app, deleteKeptCard, ({ session: { customerId }, params: { id } }) => deleteKept(world, { customerId, id }));
  await bancardRoutes(app, { world, captcha });
  await paypalRoutes(app, { world, captcha });
  await providerRoutes(app, world);
  serve(app, makePayLink, (input) => makeLink(world, { ...own(input), ...input.body, session: input.session }));
  serve(app, revokePayLink, (input) => revokeLink(world, own(input)));
  serve(app, getPayLink, ({ params, query, ip, session }) => showLink(world, { ...params, ...query, ip, session }));
  serve(app, getPayLinkCard, ({ params, ip, session }) => cardOfLink(world, { ...params, ip, session }));
  serve(app, payByLink, async (input) => {
    const { params, body, ip, session, userAgent, watch } = input;
    const demandHuman = (click: string) => captcha.requireSolved(world.db, body.captcha, { purpose: 'payment', click });
    const result = await payLink(world, {
      ...{ userAgent, session },
      ...params,
      form: body,
      click: input.click,
      ip,
      demandHuman,
      signal: () => input.signal,
      call: watch,
    });
    if (result.outcome === 'declined') effort.declined(ip);
    return result;
  });
  serve(app, continuePayLink, async (input) => {
    const { params, body, ip, session, click } = input;
    const given = givenBy(body);
    const result = await continueLink(world, { ...params, ip, session, begunBy: body.click, click, given });
    if (result.outcome === 'declined') effort.declined(ip);
    return result;
  });
  for (const endpoint of [confirmPaymentCall, pollPayment]) serve(app, endpoint, (input) => confirmPayment(world, own(input)));
  serve(app, cancelPaymentCall, (input) => cancelPayment(world, own(input)));
  serve(app, acceptOfferCall, (input) => acceptOffer(world, own(input)));
  serve(app, declineOfferCall, (input) => declineOffer(world, own(input)));

  staffRoutes(app, world);

  serve(app, listOrdersCall, async ({ session, query: { search = '' }, language }) => {
    const { items } = await listOrders(world, { buyer: buyerIn(session), search, language });
    return { items: items.map((order) => withNames(order, language)) };
  });
  serve(app, getOrder, async ({ params, query, session, language }) =>
    withNames(await findOrder(world, codes, { ...params, ...query, buyer: buyerIn(session), language }), language),
  );
  serve(app, reissueTicketsCall, async ({ params: { orderId }, body, session, click, ip, cookies, watch }) => {
    await requireOwnPurchase(world, { purchaseId: orderId, ...buyerIn(session) });
    // A passkey answers once, and this click, whose answer was lost, has been proved.
    const wasDone = await wasReissued(world.db, { purchaseId: orderId, doneBy: session.customerId, key: click.key });
    const proved = wasDone ? null : await owner.requireOwner(await owner.requireOwnLogin(session), { ...body, ip, cookies });
    const keepProof = async (tx: Tx) => {
      if (!proved) throw new Error('a click that issued tickets anew is gone');
      await owner.keepProof(tx, session, proved);
    };
    const { reissue, isNew } = await reissueTickets(world, { orderId, click, by: { customerId: session.customerId, keepProof } });
    if (isNew) watch.say('tickets-reissued', { purchaseId: orderId, tickets: reissue.ticketCount, network: watch.network });
    return reissue;
  });
}

const withNames = (order: Order, language: LanguageCode): Order =>
  order.delivery ? { ...order, delivery: named(order.delivery, language) } : order;

/** What the browser brings from a step, by name. */
const givenBy = ({ given }: { readonly given: readonly { readonly name: string; readonly value: string }[] }) =>
  Object.fromEntries(given.map(({ name, value }) => [name, value]));

/** A counter always sells as one, whichever page it comes from; no other session may (C-09). */
function buyerOf(session: Session, type?: 'cart' | 'box'): Pick<PlacesRequest, 'customerId' | 'sessionId' | 'channel'> {
  if (type === 'box' && session.role !== 'box-office') throw new Refusal('not_for_you');
  return { ...buyerIn(session), sessionId: session.id };
}

/** A reservation that is to be gone on with; it is its own purchase, so no other one takes its places. */
function reservationOf(session: Session, purchaseId: string, reservationId: string) {
  if (purchaseId !== '0' && purchaseId !== reservationId) throw new Refusal('not_found');
  const buyer = buyerIn(session);
  return { purchaseId: reservationId, ...buyer, ...(buyer.channel === 'box_office' ? { counter: session.id } : {}) };
}

/** Makes a purchase's places of one performance exactly these; answers those that it did not have before. */
async function replacePlaces(
  world: SaleWorld,
  ofBuyer: OwnPurchase,
  { body: wanted, ip, pass }: Pick<InputOf<typeof setPlacesCall>, 'body'> & { readonly ip: string; readonly pass: string | undefined },
): Promise<Taken> {
  const { performanceId } = wanted;
  const stock = await world.stockOf(performanceId);
  if (!stock) throw new Refusal('not_found');
  const chosen = chosenPlaces(stock, wanted.placeIds, wanted.priceTypeIds);
  const before = await requireOwnPurchase(world, ofBuyer);
  const had = new Set(before.holds.find((hold) => hold.performanceId === performanceId)?.placeIds);
  const added = chosen.placeIds.filter((place) => !had.has(place));
  const terms = added.length > 0 ? await requireTurn(world, { ...ofBuyer, channel: before.channel, performanceId, pass }) : null;
  requireAccessible(stock, terms, added);
  const from = before.channel === 'online' ? originOf(world, stock, ip) : undefined;
  const crowd = added.length > 0 ? world.crowds.crowdOf(performanceId, from, added.length) : undefined;
  await setPlaces(world, {
    ...ofBuyer,
    ...chosen,
    performanceId,
    mostPerCustomer: mostWith(terms, stock.sale.mostPerCustomer, world.limits.mostPerCustomer),
    crowd,
    promisedAtMs: terms?.promisedAtMs,
  });
  return { purchase: await findPurchase(world, ofBuyer), placeIds: added, contiguous: true };
}
