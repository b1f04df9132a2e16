import type { TextKey } from '@butaca/brand/translate';
import type { HeldPlace, LostPlaces, Purchase, PurchasePerformance, PurchaseStage, RefusalCodeOf } from '@butaca/contract';
import type { selectDelivery } from '@butaca/contract/delivery';
import type { charge, chargeTerminal, preValidate, selectPaymentMethod } from '@butaca/contract/payment';
import type { setPlaces } from '@butaca/contract/places';
import type { getPurchase } from '@butaca/contract/purchase';
import { lookUpRefusal, type RefusalIn, type RefusalTable } from '@butaca/contract/refusals';
import type paymentTexts from '../../i18n/es/payment.json';

/** Places of one performance that are gone. */
export interface Lost {
  readonly performance: PurchasePerformance;
  readonly places: readonly HeldPlace[];
  /** It is sold no more: it was cancelled, or taken off sale. */
  readonly isOffSale?: boolean;
}

/** What the buyer is shown when a call was refused or had no answer, with the facts that explain it. */
export type ShownRefusal =
  /** With the issuer's message (PO-003), and the places that were lost while the payment was under way. */
  | {
      readonly kind: 'declined';
      /** The first of two cards goes on waiting. */
      readonly isSecondCard?: boolean;
      readonly message: string | undefined;
      /** Whose message it is, by its name; undefined of a card that was typed here. */
      readonly method?: string | undefined;
      readonly triesLeft: number | undefined;
      readonly lost: readonly Lost[];
      readonly total: number | undefined;
    }
  | { readonly kind: 'places_lost'; readonly lost: readonly Lost[]; readonly total: number | undefined }
  | { readonly kind: 'total_changed'; readonly before: number; readonly after: number }
  /** The law wants to know whom the bill is made out to. */
  | { readonly kind: 'bill_receiver_needed' }
  | { readonly kind: 'text'; readonly text: TextKey<typeof paymentTexts>; readonly seconds?: number; readonly minutes?: number };

/** A refused call, in the buyer's terms. */
export type Refused =
  | { readonly status: 'over'; readonly stage: PurchaseStage }
  | { readonly status: 'to-verify' }
  /** `purchase` when the refusal brought it; `stale` when it has to be read again. */
  | { readonly status: 'refusal'; readonly refusal: ShownRefusal; readonly purchase?: Purchase; readonly stale?: true };

const says = (text: TextKey<typeof paymentTexts>, wait: { readonly seconds?: number; readonly minutes?: number } = {}): Refused => ({
  status: 'refusal',
  refusal: { kind: 'text', text, ...wait },
});

/** What any call of the buy screen and of the counter may be refused for; `terms_not_accepted`, `coupon_used` and `price_refused` belong to a field. */
type BuyRefusal = Exclude<
  RefusalCodeOf<
    | typeof preValidate
    | typeof charge
    | typeof chargeTerminal
    | typeof selectDelivery
    | typeof selectPaymentMethod
    | typeof setPlaces
    | typeof getPurchase
  >,
  'terms_not_accepted' | 'coupon_used' | 'price_refused'
>;

const requestFailed = () => says('payment.request failed');
const busy = ({ retryAfterSeconds }: { readonly retryAfterSeconds: number }) => says('payment.busy', { seconds: retryAfterSeconds });

const refusedTable = (shown: Purchase, changed: PurchasePerformance | undefined): RefusalTable<BuyRefusal, Refused> => ({
  purchase_over: ({ stage }) => ({ status: 'over', stage }),
  purchase_paying: () => ({ status: 'to-verify' }),
  places_lost: ({ performances }) => placesLost(lostOf(shown, performances)),
  places_taken: ({ placeIds }) => placesLost(lostOf(shown, [{ performanceId: changed?.id ?? 0, placeIds }])),
  total_changed: ({ purchase }) => ({
    status: 'refusal',
    refusal: { kind: 'total_changed', before: shown.totals?.total ?? 0, after: purchase.totals?.total ?? 0 },
    purchase,
  }),
  companion_alone: () => says('payment.companion alone'),
  payment_method_unavailable: () => says('payment.method unavailable'),
  payment_method_down: () => says('payment.method down'),
  delivery_unavailable: ({ reason }) => says(`payment.delivery ${reason}`),
  product_refused: ({ reason }) => says(`payment.product ${reason}`),
  balance_too_low: () => says('payment.balance too low'),
  not_on_sale: ({ reason }) => says(reason === 'cancelled' ? 'payment.cancelled' : 'payment.not on sale'),
  cannot_reserve: () => says('payment.reservation fixed'),
  turn_needed: () => says('payment.turn needed'),
  key_reused: () => ({ status: 'refusal', refusal: { kind: 'text', text: 'payment.key reused' }, stale: true }),
  too_many_card_tries: ({ retryAfterSeconds, scope }) =>
    says(scope === 'card' ? 'payment.card tried too often' : 'payment.too many declines', { minutes: Math.ceil(retryAfterSeconds / 60) }),
  captcha_failed: () => says('payment.captcha failed'),
  address_unconfirmed: () => says('payment.address unconfirmed'),
  bill_receiver_needed: () => ({ status: 'refusal', refusal: { kind: 'bill_receiver_needed' } }),
  busy,
  too_many_requests: busy,
  not_found: requestFailed,
  not_for_you: requestFailed,
  too_many_places: requestFailed,
  crowded_network: requestFailed,
  invalid_input: requestFailed,
  malformed_address: requestFailed,
  foreign_page: () => says('payment.foreign page'),
  malformed_body: requestFailed,
  body_too_large: requestFailed,
  unsupported_media_type: requestFailed,
});

/** What a refusal means for the purchase on the screen, of which one performance may have been changed; nothing was charged (ER-009). */
export const readRefusal = (refusal: RefusalIn<BuyRefusal>, shown: Purchase, changed?: PurchasePerformance): Refused =>
  lookUpRefusal(refusedTable(shown, changed), refusal);

/** The same to whoever has paid a part with another card. */
export const ofSecondCard = (refusal: ShownRefusal | null): ShownRefusal | null =>
  refusal?.kind === 'text' && (refusal.text === 'payment.cancelled' || refusal.text === 'payment.not on sale')
    ? { ...refusal, text: `${refusal.text}.second` }
    : refusal;

/** An answer that cannot be read, where nothing can have been charged. */
export const unreadable: Refused = requestFailed();

const placesLost = (lost: readonly Lost[]): Refused => ({
  status: 'refusal',
  refusal: { kind: 'places_lost', lost, total: undefined },
  stale: true,
});

/** What a purchase had and has no more: others may take its places while a payment outlasts their hold. */
export const lostSince = (before: Purchase, now: Purchase): Lost[] =>
  before.performances.flatMap((performance) => {
    const left = new Set(now.performances.find(({ id }) => id === performance.id)?.places?.map(({ placeId }) => placeId));
    const places = performance.places?.filter(({ placeId }) => !left.has(placeId)) ?? [];
    return places.length > 0 ? [{ performance, places }] : [];
  });

/** By their performances: places of two halls may have the same number. */
const lostOf = ({ performances }: Purchase, lost: LostPlaces['performances']): Lost[] =>
  lost.flatMap(({ performanceId, placeIds, isOffSale = false }) => {
    const performance = performances.find(({ id }) => id === performanceId);
    const places = performance?.places?.filter(({ placeId }) => placeIds.includes(placeId)) ?? [];
    return performance && places.length > 0 ? [{ performance, places, isOffSale }] : [];
  });
