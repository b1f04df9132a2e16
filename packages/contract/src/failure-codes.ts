/** Every way the API says no, by name, with its code on the wire. What facts a refusal brings stands in failures.ts. */
export const failureCodes = {
  invalid_input: 400,
  malformed_body: 400,
  malformed_address: 400,
  not_for_you: 403,
  not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  busy: 503,
  event_not_available: 410,
  wrong_credentials: 460,
  too_many_attempts: 461,
  email_taken: 462,
  captcha_failed: 463,
  places_taken: 470,
  /** So many are not to be had together, or not at all. */
  not_enough_places: 471,
  too_many_places: 472,
  too_many_purchases: 473,
  not_on_sale: 474,
  /** Expired, cancelled or paid: nothing can be changed any more. */
  purchase_over: 475,
  /** A charge is under way. */
  purchase_paying: 476,
  /** These places were lost before the payment began. */
  places_lost: 480,
  /** What is to be paid is not what the buyer was shown. */
  total_changed: 481,
  payment_method_unavailable: 482,
  terms_not_accepted: 483,
  /** No places are offered to this purchase, or the offer has ended otherwise. */
  offer_over: 484,
  /** Not paid, or given back: there is nothing to enter with. */
  no_valid_tickets: 490,
  /** The box office gives these tickets out, and nobody else. */
  tickets_at_box_office: 491,
} as const;

export type FailureCode = keyof typeof failureCodes;

export const isFailureCode = (value: unknown): value is FailureCode => typeof value === 'string' && Object.hasOwn(failureCodes, value);
