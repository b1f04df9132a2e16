/** Every refusal by name, with its code on the wire; the facts that each brings are in failures.ts. */
export const failureCodes = {
  invalid_input: 400,
  malformed_body: 400,
  malformed_address: 400,
  not_for_you: 403,
  /** A browser says that a page of another site made the call. */
  foreign_page: 403,
  not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  unsupported_media_type: 415,
  /** This idempotency key was used before with something else asked; nothing was done. */
  key_reused: 422,
  too_many_requests: 429,
  busy: 503,
  event_not_available: 410,
  /** The session was opened by a remembered device: this call asks for the password or a passkey first. */
  second_look_needed: 450,
  /** Not remembered, forgotten, or its cookie was used before. */
  device_unknown: 451,
  /** Not registered here, or its answer does not hold. */
  passkey_refused: 452,
  /** Used, too old, or not ours. */
  link_over: 453,
  /** The link is good, in the browser that asked for it. */
  link_of_another_browser: 454,
  /** Started in another browser, too long ago, or finished already. */
  external_login_over: 455,
  /** What the provider answered does not hold. */
  external_login_refused: 456,
  /** The provider gives no answer. */
  external_login_down: 457,
  wrong_credentials: 460,
  too_many_attempts: 461,
  email_taken: 462,
  captcha_failed: 463,
  /** The password was right; a member of staff proves it with a second factor. */
  second_factor_needed: 464,
  /** The same, and this deployment asks staff to set one up first. */
  second_factor_missing: 465,
  /** Not this one, used before, or no longer valid. */
  wrong_code: 466,
  /** The password was given too long ago. */
  proof_over: 467,
  /** Staff of this deployment keep at least one second factor. */
  last_factor: 468,
  /** A list of the account, such as its addresses, is full. */
  too_many_entries: 469,
  places_taken: 470,
  /** Fewer places are free than were asked for. */
  not_enough_places: 471,
  too_many_places: 472,
  too_many_purchases: 473,
  not_on_sale: 474,
  /** Expired, cancelled or paid: nothing can be changed any more. */
  purchase_over: 475,
  /** Accounts of this network that have never paid hold as much of the performance as they may; others of it may go on. */
  crowded_network: 477,
  /** The show allows no reservation like that; the facts say why. */
  cannot_reserve: 478,
  /** A ticket of one’s own cannot be given this name; the facts say why. */
  cannot_nominate: 492,
  /** Tickets of one’s own, or staff: they are not issued anew; the facts say why. */
  cannot_reissue: 494,
  /** A charge is under way. */
  purchase_paying: 476,
  /** This code takes nothing off this purchase; the facts say why. */
  promotion_refused: 479,
  /** These places were lost before the payment began. */
  places_lost: 480,
  /** What is to be paid is not what the buyer was shown. */
  total_changed: 481,
  /** The same for a pay link: what it costs now, and nothing of the purchase. */
  price_changed: 487,
  payment_method_unavailable: 482,
  terms_not_accepted: 483,
  /** A seat for who accompanies somebody in a wheelchair, without a wheelchair space of its sector. */
  companion_alone: 493,
  /** No places are offered to this purchase, or the offer has ended otherwise. */
  offer_over: 484,
  /** Too many payments by card were declined: another card, or a wait. */
  too_many_card_tries: 485,
  /** The customer's address has to be confirmed before this purchase. */
  address_unconfirmed: 486,
  /** Tickets do not reach this buyer that way, or not any more; the facts say why. */
  delivery_unavailable: 488,
  /** Its provider does not work just now; nothing was charged, and places and form stay. Servers of before say 492, which clients read by its name. */
  payment_method_down: 495,
  /** The customer has less here than this purchase costs: spent meanwhile, in another tab or on another purchase. */
  balance_too_low: 489,
  /** Of an account that is to be erased: tickets still let in, a purchase is going on, or money is under way. */
  account_in_use: 497,
  /** Not paid, or given back: there is nothing to enter with. */
  no_valid_tickets: 490,
  /** Only the box office hands these tickets out. */
  tickets_at_box_office: 491,
  /** Staff: these tickets cannot be refunded like that; the facts say why. */
  cannot_refund: 510,
  /** Staff: not the amount that was previewed. */
  refund_changed: 511,
  /** Staff: the outcome of this payment is known. */
  not_in_doubt: 512,
  /** Staff: the provider does not answer, so it is not known whether there is money to give back. */
  provider_silent: 513,
  /** Staff: the provider has no such payment of this order; the facts say what it has. */
  payment_unlike: 518,
  /** Staff: another click is asking the provider about this payment, and has no answer yet. */
  still_asking: 519,
  /** Staff: the provider cannot cancel this payment, which goes on waiting until it is confirmed or its time is over. */
  cannot_call_off: 520,
  /** Staff: not the next step of this order’s delivery, or it has none. */
  not_the_next_step: 515,
  /** No mail of this order waits for another address. */
  nothing_undelivered: 516,
  /** Staff: this mail was sent meanwhile, put aside, or has nothing left to say. */
  mail_over: 517,
  /** Staff: there is nobody to write to. */
  no_buyer: 514,
  /** Box office: these products were handed over before; who did it and when stands with the sale. */
  handed_over: 567,
  /** Box office: not paid, or given back. */
  nothing_to_hand_over: 568,
  /** Staff: this ticket has no name that could be taken off it. */
  no_name: 566,
  /** Box office: a sale that this clerk may not void; the facts say why. */
  cannot_void: 530,
  /** Box office: tickets whose places cannot be changed like that; the facts say why. */
  cannot_change_places: 583,
  /** Box office: the drawer has its float already. */
  drawer_open: 531,
  /** Box office: this drawer was closed meanwhile. */
  drawer_over: 532,
  /** Box office: what was counted is not what should be there; a note is needed. */
  drawer_differs: 533,
  /** Products cannot be had like that; the facts say which one and why. */
  product_refused: 540,
  /** Box office: a sale was made with this paper of the card terminal before, or money given back with it. */
  coupon_used: 556,
  /** Box office: the tickets are not sold for this price; the facts say why. */
  price_refused: 557,
  /** A document that a promotion asks for does not reduce one more ticket; the facts say which one and why. */
  document_refused: 581,
  /** Pay link: the buyer's balance no longer has the part that it was to pay. */
  link_balance_gone: 586,
  /** Pay link: the first of two cards has paid its part, so another card of the buyer pays the rest. */
  first_card_waits: 587,
  /** This address is told of as many shows as it may be. */
  too_many_alerts: 600,
  /** The performance has a waiting room, and this buyer's turn has not come or is over; the facts say why. */
  turn_needed: 610,
  /** The law wants a name on the bill of a purchase of this price: the facts say from which price on. */
  bill_receiver_needed: 620,
  /** The tax office has not authorised this bill yet. */
  bill_not_authorised: 621,
  /** Staff: the tax office has refused no such bill. */
  bill_not_refused: 622,
  /** Organiser: the performance has an open waiting room already. */
  room_is_open: 611,
  /** Organiser: not what can be done with the waiting room in its phase; the facts name the phase. */
  wrong_phase: 612,
} as const;

export type FailureCode = keyof typeof failureCodes;
