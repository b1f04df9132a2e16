import * as z from 'zod/mini';
import { LostPlaces, Offers, TakenPlaces } from './places.ts';
import { Purchase, PurchaseStage } from './purchase.ts';
import { wireObject } from './wire.ts';

/** Refusals that bring no facts. */
export const NoFacts = wireObject({});
/** The fields that are refused, named as on the wire, each with one reason. */
export const RefusedFields = wireObject({
  fields: ['listaCampo', z.array(wireObject({ name: ['cCampo', z.string()], reason: ['cMotivo', z.string()] }))],
});
export const RetryLater = wireObject({ retryAfterSeconds: ['nSegundos', z.int()] });

/** Every way the API says no: its code on the wire, and the facts it brings. One line a failure. */
export const failures = {
  invalid_input: { code: 400, data: RefusedFields },
  malformed_body: { code: 400, data: NoFacts },
  malformed_address: { code: 400, data: NoFacts },
  not_for_you: { code: 403, data: NoFacts },
  not_found: { code: 404, data: NoFacts },
  method_not_allowed: { code: 405, data: NoFacts },
  body_too_large: { code: 413, data: NoFacts },
  unsupported_media_type: { code: 415, data: NoFacts },
  too_many_requests: { code: 429, data: RetryLater },
  busy: { code: 503, data: RetryLater },
  event_not_available: { code: 410, data: NoFacts },
  wrong_credentials: { code: 460, data: NoFacts },
  too_many_attempts: { code: 461, data: RetryLater },
  email_taken: { code: 462, data: RefusedFields },
  captcha_failed: { code: 463, data: NoFacts },
  places_taken: { code: 470, data: TakenPlaces },
  /** So many are not to be had together, or not at all. */
  not_enough_places: { code: 471, data: Offers },
  too_many_places: { code: 472, data: wireObject({ most: ['nMaximo', z.int()] }) },
  too_many_purchases: { code: 473, data: wireObject({ most: ['nMaximo', z.int()] }) },
  not_on_sale: { code: 474, data: NoFacts },
  /** Expired, cancelled or paid: nothing can be changed any more. */
  purchase_over: { code: 475, data: wireObject({ stage: ['cEtapa', PurchaseStage] }) },
  /** A charge is under way. */
  purchase_paying: { code: 476, data: NoFacts },
  /** These places were lost before the payment began. */
  places_lost: { code: 480, data: LostPlaces },
  /** What is to be paid is not what the buyer was shown. */
  total_changed: { code: 481, data: wireObject({ purchase: ['oProceso', Purchase] }) },
  payment_method_unavailable: { code: 482, data: NoFacts },
  terms_not_accepted: { code: 483, data: NoFacts },
  /** No places are offered to this purchase, or the offer has ended otherwise. */
  offer_over: { code: 484, data: wireObject({ stage: ['cEtapa', PurchaseStage] }) },
  /** Not paid, or given back: there is nothing to enter with. */
  no_valid_tickets: { code: 490, data: NoFacts },
  /** The box office gives these tickets out, and nobody else. */
  tickets_at_box_office: { code: 491, data: NoFacts },
} as const;

export type FailureCode = keyof typeof failures;
export type FailureData<C extends FailureCode> = z.output<(typeof failures)[C]['data']>;

/** Thrown, never returned, so that a transaction undoes itself. */
export class Refusal<C extends FailureCode = FailureCode> extends Error {
  readonly failure: C;
  readonly data: FailureData<C>;

  constructor(failure: C, ...[data]: Record<string, never> extends FailureData<C> ? [] : [data: FailureData<C>]) {
    super(failure);
    this.name = 'Refusal';
    this.failure = failure;
    this.data = data ?? ({} as FailureData<C>);
  }
}

export const isFailureCode = (value: unknown): value is FailureCode => typeof value === 'string' && Object.hasOwn(failures, value);
