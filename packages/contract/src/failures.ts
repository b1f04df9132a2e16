import * as z from 'zod/mini';
import { ClosedPerformance } from './closed-performance.ts';
import { DeliveryObstacle } from './delivery-rule.ts';
import { type FailureCode, failureCodes } from './failure-codes.ts';
import { NominationRefused } from './nomination-rule.ts';
import { UnlikePayment } from './office.ts';
import { RefundObstacle } from './office-orders.ts';
import { RoomPhase } from './office-queue.ts';
import { LostPlaces, Offers, PlacesLimit, TakenPlaces } from './places.ts';
import { PriceObstacle } from './price-obstacle.ts';
import { ErasureObstacles } from './privacy.ts';
import { RefusedProduct } from './product-rule.ts';
import { PromotionRefusal, RefusedDocument } from './promotion-obstacle.ts';
import { Purchase, PurchaseStage } from './purchase.ts';
import { TurnObstacle } from './queue.ts';
import { ReissueRefused } from './reissue-rule.ts';
import { ReservationObstacle } from './reservation-rule.ts';
import { SaleObstacle } from './sale-obstacle.ts';
import { CatalogueId, Money, wireEnum } from './scalars.ts';
import { EnrolmentAsked, FactorAsked } from './second-factor.ts';
import { ChangeObstacle, VoidObstacle } from './void-obstacle.ts';
import { wireObject } from './wire.ts';

/** Refusals that bring no facts. */
export const NoFacts = wireObject({});
/** The fields that are refused, named as on the wire, each with one reason. */
export const RefusedFields = wireObject({
  fields: ['listaCampo', z.array(wireObject({ name: ['cCampo', z.string()], reason: ['cMotivo', z.string()] }))],
});
export const RetryLater = wireObject({ retryAfterSeconds: ['nSegundos', z.int()] });

/** The facts that a refusal brings; those that are not here bring none. */
const facts = {
  invalid_input: RefusedFields,
  too_many_requests: RetryLater,
  busy: RetryLater,
  too_many_attempts: RetryLater,
  email_taken: RefusedFields,
  /** Of a performance whose link was its own, what became of it. */
  event_not_available: wireObject({ performance: ['oFuncion', z.optional(ClosedPerformance)] }),
  second_factor_needed: FactorAsked,
  second_factor_missing: EnrolmentAsked,
  too_many_entries: wireObject({ most: ['nMaximo', z.int()] }),
  places_taken: TakenPlaces,
  not_enough_places: Offers,
  /** `has`: what counted already, without what was asked for; missing from a server that does not say it yet. */
  too_many_places: wireObject({ limit: ['ctLimite', PlacesLimit], most: ['nMaximo', z.int()], has: ['nTiene', z.optional(z.int())] }),
  crowded_network: RetryLater,
  too_many_purchases: wireObject({ most: ['nMaximo', z.int()] }),
  too_many_alerts: wireObject({ most: ['nMaximo', z.int()] }),
  wrong_phase: wireObject({ phase: ['ctFase', RoomPhase] }),
  turn_needed: wireObject({ performanceId: ['idFuncion', CatalogueId], obstacle: ['ctImpedimento', TurnObstacle] }),
  /** Left out where a price of it is missing. */
  not_on_sale: wireObject({ reason: ['cMotivo', z.optional(SaleObstacle)] }),
  purchase_over: wireObject({ stage: ['cEtapa', PurchaseStage] }),
  places_lost: LostPlaces,
  too_many_card_tries: wireObject({
    retryAfterSeconds: ['nSegundos', z.int()],
    /** What to change, if there is no time to wait: the card, or the way to pay. */
    scope: ['cAlcance', wireEnum({ card: 'TARJETA', buyer: 'COMPRADOR' })],
  }),
  total_changed: wireObject({ purchase: ['oProceso', Purchase] }),
  price_changed: wireObject({ amount: ['fTotal', Money] }),
  balance_too_low: wireObject({ balance: ['fSaldo', Money] }),
  account_in_use: ErasureObstacles,
  cannot_refund: wireObject({ obstacle: ['cMotivo', RefundObstacle] }),
  payment_unlike: wireObject({ said: ['cSegunProcesadora', UnlikePayment] }),
  price_refused: wireObject({ obstacle: ['cImpedimento', PriceObstacle] }),
  cannot_void: wireObject({ obstacle: ['cImpedimento', VoidObstacle] }),
  cannot_change_places: wireObject({ obstacle: ['cImpedimento', ChangeObstacle] }),
  drawer_differs: wireObject({ difference: ['fDiferencia', Money] }),
  refund_changed: wireObject({ amount: ['fDevuelve', Money] }),
  cannot_reserve: wireObject({ reason: ['cMotivo', ReservationObstacle], most: ['nMaximo', z.optional(z.int())] }),
  promotion_refused: wireObject({
    reason: ['cMotivo', PromotionRefusal],
    lacks: ['nFaltan', z.optional(z.int())],
    most: ['nMaximo', z.optional(z.int())],
  }),
  document_refused: RefusedDocument,
  cannot_nominate: NominationRefused,
  cannot_reissue: ReissueRefused,
  product_refused: RefusedProduct,
  delivery_unavailable: DeliveryObstacle,
  bill_receiver_needed: wireObject({ namedFrom: ['fIdentificadoDesde', Money] }),
  offer_over: wireObject({ stage: ['cEtapa', PurchaseStage] }),
} as const;

type FactsOf<C extends FailureCode> = C extends keyof typeof facts ? (typeof facts)[C] : typeof NoFacts;

/** For each refusal its code on the wire and the shape of its facts. */
export const failures = Object.fromEntries(
  Object.entries(failureCodes).map(([failure, code]) => [
    failure,
    { code, data: failure in facts ? facts[failure as keyof typeof facts] : NoFacts },
  ]),
) as unknown as { readonly [C in FailureCode]: { readonly code: (typeof failureCodes)[C]; readonly data: FactsOf<C> } };

export type FailureFacts = { readonly [C in FailureCode]: z.output<(typeof failures)[C]['data']> };
export type FailureData<C extends FailureCode> = FailureFacts[C];

/** Thrown, never returned, so that a transaction undoes itself. */
export class Refusal<C extends FailureCode = FailureCode> extends Error {
  readonly failure: C;
  readonly data: FailureData<C>;

  constructor(failure: C, ...[data]: Record<string, never> extends FailureData<C> ? [data?: FailureData<C>] : [data: FailureData<C>]) {
    super(failure);
    this.name = 'Refusal';
    this.failure = failure;
    this.data = data ?? ({} as FailureData<C>);
  }
}
