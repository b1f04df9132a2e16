import {
  acceptOffer,
  cancelPayment,
  cancelReservation,
  charge,
  confirmPayment,
  declineOffer,
  getOrder,
  getPurchase,
  type InputOf,
  invalidatePurchase,
  listOrders,
  listPaymentMethods,
  makePayLink,
  makeReservation,
  preValidate,
  releasePerformance,
  revokePayLink,
  selectDelivery,
  selectPaymentMethod,
  selectProducts,
  setPlaces,
  takeMore,
  takePlaces,
  takeQuantities,
  takeReservation,
  takeReservedPlaces,
} from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { type ClickOptions, type ClientGiven, clientOf } from './client.ts';

/** Which performance. */
interface Of {
  readonly performanceId: number;
}

/** What the buy screen sends, but for the amount. */
export const cardForm = {
  paymentMethodId: 1,
  token: '11111111-2222-3333-4444-555555555555',
  bin: '450799',
  lastFour: '4905',
  instalments: 1,
  holder: 'Julia Paredes',
  documentType: 'dni',
  documentNumber: '30123456',
  email: 'julia@correo.example',
  acceptsTerms: true,
} as const;

type ChargeForm = InputOf<typeof charge>['body'];

/** A customer's session at one process. */
export const buyerAt = (app: FastifyInstance, given: ClientGiven & { readonly token: string }) => ({
  ...buyerWith(clientOf(app, given)),
  token: given.token,
});

/** The calls of a purchase; each answers its outcome. */
export function buyerWith(client: ReturnType<typeof clientOf>) {
  const { call } = client;
  const of = (purchaseId: string) => ({ params: { purchaseId } });
  return {
    ...client,
    /** Starts a purchase. */
    take: ({ performanceId }: Of, placeIds: readonly number[], options?: ClickOptions) =>
      call(takePlaces, { body: { performanceId, placeIds: [...placeIds] } }, options),
    takeBest: ({ performanceId }: Of, quantity: number, options?: ClickOptions) =>
      call(takeQuantities, { body: { performanceId, quantities: [{ quantity }] } }, options),
    takeMore: (purchaseId: string, { performanceId }: Of, placeIds: readonly number[], options?: ClickOptions) =>
      call(takeMore, { ...of(purchaseId), body: { performanceId, placeIds: [...placeIds] } }, options),
    takeMoreBest: (purchaseId: string, { performanceId }: Of, quantity: number, options?: ClickOptions) =>
      call(takeMore, { ...of(purchaseId), body: { performanceId, quantities: [{ quantity }] } }, options),
    setPlaces: (purchaseId: string, { performanceId }: Of, placeIds: readonly number[]) =>
      call(setPlaces, { ...of(purchaseId), body: { performanceId, placeIds: [...placeIds] } }),
    release: (purchaseId: string, { performanceId }: Of) => call(releasePerformance, { ...of(purchaseId), body: { performanceId } }),
    cancel: (purchaseId: string) => call(invalidatePurchase, of(purchaseId)),
    purchase: (purchaseId: string) => call(getPurchase, of(purchaseId)),
    /** Makes its products for the performance exactly these; `0` starts a purchase of products alone. */
    selectProducts: (
      purchaseId: string,
      { performanceId }: Of,
      products: readonly { readonly variantId: number; readonly quantity: number }[],
      options?: ClickOptions,
    ) => call(selectProducts, { ...of(purchaseId), body: { performanceId, products: [...products] } }, options),
    selectDelivery: (purchaseId: string, deliveryTypeId = 1) => call(selectDelivery, { ...of(purchaseId), body: { deliveryTypeId } }),
    paymentMethods: (purchaseId: string) => call(listPaymentMethods, of(purchaseId)),
    selectMethod: (purchaseId: string, paymentMethodId = 1) => call(selectPaymentMethod, { ...of(purchaseId), body: { paymentMethodId } }),
    preValidate: (purchaseId: string) => call(preValidate, { ...of(purchaseId), body: {} }),
    /** Presses the button, with a card unless another form is given; amounts in minor units. */
    pay: ({ id, total }: { readonly id: string; readonly total: number }, { key, ...form }: ClickOptions & Partial<ChargeForm> = {}) =>
      call(charge, { ...of(id), body: { ...cardForm, total, ...form } }, { key }),
    confirm: (purchaseId: string) => call(confirmPayment, { ...of(purchaseId), body: {} }),
    cancelPayment: (purchaseId: string) => call(cancelPayment, { ...of(purchaseId), body: {} }),
    /** What the balance pays of it is in minor units. */
    makeLink: (purchaseId: string, fromBalance?: number) => call(makePayLink, { ...of(purchaseId), body: { fromBalance } }),
    revokeLink: (purchaseId: string) => call(revokePayLink, { ...of(purchaseId), body: {} }),
    acceptOffer: (purchaseId: string) => call(acceptOffer, { ...of(purchaseId), body: {} }),
    declineOffer: (purchaseId: string) => call(declineOffer, { ...of(purchaseId), body: {} }),
    reserve: (purchaseId: string, contact: { name?: string; phone?: string; acceptsConditions?: boolean } = {}) =>
      call(makeReservation, { ...of(purchaseId), body: { acceptsConditions: true, ...contact } }),
    resume: (reservationId: string, { performanceId }: Of) =>
      call(takeReservation, { params: { purchaseId: '0' }, body: { reservationId, performanceId } }),
    resumePart: (reservationId: string, { performanceId }: Of, placeIds: readonly number[]) =>
      call(takeReservedPlaces, { params: { purchaseId: '0' }, body: { reservationId, performanceId, placeIds: [...placeIds] } }),
    cancelReservation: (reservationId: string) => call(cancelReservation, { params: { reservationId } }),
    order: (orderId: string, part?: number) => call(getOrder, { params: { orderId }, query: { part } }),
    orders: () => call(listOrders, { query: {} }),
  };
}
