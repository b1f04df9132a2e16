/** A table with data about people; `docs/privacy.md` is drawn from these. Columns are separated by blanks. */
export interface PersonalTable {
  /** Of whom, where it is not the customer. */
  readonly of?: string;
  readonly why: string;
  /** How long, and what enforces it. */
  readonly kept: string;
  readonly personal: string;
  readonly other: string;
  /** Personal columns that the person's file leaves out. */
  readonly withheld?: string;
  /** What becomes of a row when its owner erases the account. */
  readonly whenErased: 'deleted' | 'cleared' | 'stays, without a name';
}

const UNTIL_ERASED = 'until the account is erased, or the person deletes it';
const HOURLY = '`forget-old-traces`, every hour';

export const personalTables: Readonly<Record<string, PersonalTable>> = {
  customer: {
    why: 'to sell, to hand tickets to their buyer, and to bill',
    kept: 'until the account is erased',
    personal:
      'email first_name last_name gender document_type document_number birthday country password_hash email_confirmed_at has_alias alias',
    other: 'id role created_at erased_at',
    withheld: 'password_hash',
    whenErased: 'cleared',
  },
  customer_address: {
    why: 'to send what was bought',
    kept: UNTIL_ERASED,
    personal: 'type reference street number floor department country province location postcode',
    other: 'id customer_id preferred created_at',
    whenErased: 'deleted',
  },
  customer_phone: {
    why: 'to tell of a change of a performance',
    kept: UNTIL_ERASED,
    personal: 'type number',
    other: 'id customer_id preferred created_at',
    whenErased: 'deleted',
  },
  marketing_consent: {
    why: 'to prove that news by mail were wanted, since when, and with which text',
    kept: 'until the account is erased',
    personal: 'given text_version place at',
    other: 'customer_id id',
    whenErased: 'deleted',
  },
  data_export: {
    why: 'the file that the person asked for',
    kept: `7 days (${HOURLY})`,
    personal: 'content requested_at made_at expires_at',
    other: 'id customer_id',
    withheld: 'content',
    whenErased: 'deleted',
  },
  session: {
    why: 'to know who makes a call, and to show its owner where the account is open: the browser and the system, by name',
    kept: `a day after its end (${HOURLY})`,
    personal: 'created_at expires_at revoked_at second_factor device',
    other: 'id customer_id',
    whenErased: 'deleted',
  },
  external_identity: {
    why: 'to know who somebody is that logs in elsewhere',
    kept: UNTIL_ERASED,
    personal: 'issuer subject created_at',
    other: 'customer_id',
    whenErased: 'deleted',
  },
  external_session: {
    why: 'to end a session when its owner logs out elsewhere',
    kept: 'as long as its session',
    personal: 'issuer subject provider_session',
    other: 'session_id',
    withheld: 'issuer subject provider_session',
    whenErased: 'deleted',
  },
  external_log_out: {
    of: 'whoever logged out elsewhere, as the provider numbers its sessions',
    why: 'a log-in that is under way meanwhile opens nothing',
    kept: `a day (${HOURLY})`,
    personal: 'provider_session heard_at',
    other: 'issuer',
    withheld: 'provider_session heard_at',
    whenErased: 'stays, without a name',
  },
  second_factor: {
    why: 'to let its owner in and nobody else',
    kept: UNTIL_ERASED,
    personal: 'kind name sealed_secret last_step credential_id public_key counter transports created_at used_at',
    other: 'id customer_id',
    withheld: 'sealed_secret last_step credential_id public_key counter transports',
    whenErased: 'deleted',
  },
  recovery_code: {
    why: 'to let the owner of a lost second factor in',
    kept: 'until it is used or renewed, or the account is erased',
    personal: 'hash',
    other: 'customer_id',
    withheld: 'hash',
    whenErased: 'deleted',
  },
  password_proof: {
    why: 'the step between a password and what it allows',
    kept: `an hour after its end (${HOURLY})`,
    personal: 'is_complete challenge pending_secret',
    other: 'id customer_id session_id expires_at',
    withheld: 'is_complete challenge pending_secret',
    whenErased: 'deleted',
  },
  mail_code: {
    why: 'to know that a mailbox is its owner’s, also of somebody who forgot the password; neither the code nor the address typed is stored',
    kept: `a day (${HOURLY})`,
    personal: 'purpose created_at used_at',
    other: 'id customer_id tries address_key shared_code_id',
    whenErased: 'deleted',
  },
  purchase: {
    why: 'what was bought and for how much; the law on commercial books asks for it (Código Civil y Comercial, art. 328)',
    kept: 'paid or charged: ten years; never charged: 90 days; the name said at a counter: 12 months (`forget-old-purchases`, every night)',
    personal: 'channel stage started_at deadline total ended_at priced holder counter delivery_type_id',
    other: 'id customer_id claim_key payment_method_id extended slot claim_places claim_contiguous',
    withheld: 'priced delivery_type_id',
    whenErased: 'stays, without a name',
  },
  attempt: {
    why: 'to return money, to answer disputes, and for the books',
    kept: 'ten years; the digits of the card: 24 months (`forget-old-purchases`, every night)',
    personal: 'reference provider amount currency instalments brand bin last_four state started_at settled_at',
    other: 'purchase_id idempotency_key payment_method_id split payment_id asked_at check_at decline_reason decline_count',
    whenErased: 'stays, without a name',
  },
  ticket: {
    why: 'the right to enter',
    kept: 'as long as its order',
    personal: 'id performance_id purchase_id place_id state issued_at',
    other: '',
    withheld: 'performance_id place_id',
    whenErased: 'stays, without a name',
  },
  reading: {
    why: 'one person enters with a ticket; who was let in by whom',
    kept: 'as long as its order',
    personal: 'result ticket_id door read_at',
    other: 'performance_id id read_by session_id idempotency_key',
    whenErased: 'stays, without a name',
  },
  bought_places: {
    why: 'the limit of places per person',
    kept: 'as long as its orders',
    personal: 'places paid',
    other: 'customer_id performance_id',
    withheld: 'places paid',
    whenErased: 'stays, without a name',
  },
  hold: {
    why: 'which places a purchase has',
    kept: 'as long as its purchase',
    personal: 'place_ids price_type_ids network',
    other: 'performance_id purchase_id held_until state',
    withheld: 'place_ids price_type_ids network',
    whenErased: 'stays, without a name',
  },
  login_throttle: {
    of: 'whoever tries to log in or sign up, as keyed hashes of address and network',
    why: 'to slow down guessing',
    kept: `a day, where a log-in succeeded 90 days (${HOURLY})`,
    personal: 'key',
    other: 'attempts last_at blocked_until succeeded_at',
    withheld: 'key',
    whenErased: 'stays, without a name',
  },
  used_captcha: {
    of: 'whoever solved a challenge, as a keyed hash of the network',
    why: 'a challenge counts once',
    kept: `an hour after its end (${HOURLY})`,
    personal: 'network',
    other: 'signature expires_at click used_at',
    withheld: 'network',
    whenErased: 'stays, without a name',
  },
  card_try: {
    of: 'whoever paid by card, as keyed hashes of customer, card and network',
    why: 'to stop people who try stolen cards',
    kept: 'a day (`forget-card-tries`, every hour)',
    personal: 'customer card network',
    other: 'reference tried_at declined',
    withheld: 'customer card network',
    whenErased: 'stays, without a name',
  },
};

/** Tables without data about people, with all their columns: a new one is looked at before it is added. */
export const otherTables: Readonly<Record<string, string>> = {
  attempt_event: 'id purchase_id reference kind facts at',
  charge: 'id show_id performance_id kind channel percent fixed tax_class_id',
  claim_key: 'purchase_id key place_ids contiguous',
  delivery_type: 'id kind name description price tax_class_id position active',
  deployment: 'single brand',
  image: 'hash media_type width height bytes',
  ledger_entry: 'purchase_id transaction_id position account performance_id amount currency',
  ledger_transaction: 'purchase_id id reference kind at made_in',
  migration: 'name hash applied_at',
  offer: 'purchase_id reference changes made_at until ending ended_at',
  performance: 'id show_id venue_id venue_map_id starts_at doors_at on_sale_at state',
  place: 'performance_id place_id state purchase_id held_until version',
  price_level: 'id performance_id position name color category',
  price_type: 'id price_level_id position name face_value tax_class_id',
  sector: 'id venue_map_id position code name kind first_place place_count categories',
  show: 'id seo show_type_id venue_id name subtitle description credits age_note duration_minutes listed position most_per_customer newcomers_per_network',
  show_image: 'show_id kind alt ink source_hash image_hash',
  show_image_variant: 'show_id kind image_hash',
  show_type: 'id name position',
  tax_class: 'id code name rate',
  used_external_state: 'id expires_at',
  venue: 'id seo name address city time_zone',
  venue_map: 'id venue_id hash authoring place_count current created_at',
  worker_lease: 'worker_id until',
};
