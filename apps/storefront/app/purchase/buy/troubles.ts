import type { FailureCode, HeldPlace, LostPlaces, Purchase, PurchasePerformance, PurchaseStage } from '@butaca/contract';
import type { TextKey } from '../../i18n/translate.ts';
import type { paymentTexts } from '../result/texts.ts';

/** Places of one performance that are gone. */
interface Lost {
  readonly performance: PurchasePerformance;
  readonly places: readonly HeldPlace[];
}

/** What went otherwise than the buyer wanted, with the facts that explain it. */
export type Trouble =
  /** The card's own words (PO-003). */
  | { readonly kind: 'declined'; readonly message: string | undefined }
  | { readonly kind: 'places_lost'; readonly lost: readonly Lost[]; readonly total: number | undefined }
  | { readonly kind: 'total_changed'; readonly before: number; readonly after: number }
  | { readonly kind: 'text'; readonly text: TextKey<typeof paymentTexts.es>; readonly seconds?: number };

/** A refused call, in the buyer's terms. */
export type Refused =
  | { readonly status: 'over'; readonly stage: PurchaseStage }
  | { readonly status: 'to-verify' }
  /** `purchase` when the refusal brought it; `stale` when it has to be read again. */
  | { readonly status: 'trouble'; readonly trouble: Trouble; readonly purchase?: Purchase; readonly stale?: true };

const says = (text: TextKey<typeof paymentTexts.es>, seconds?: number): Refused => ({
  status: 'trouble',
  trouble: { kind: 'text', text, ...(seconds !== undefined && { seconds }) },
});

/** What a refusal means for the purchase on the screen, of which one performance may have been changed; nothing was charged (ER-009). */
export function readRefusal(failure: FailureCode | undefined, facts: unknown, shown: Purchase, changed?: PurchasePerformance): Refused {
  const data = (facts ?? {}) as Record<string, unknown>;
  switch (failure) {
    case 'purchase_over':
      return { status: 'over', stage: data.stage as PurchaseStage };
    case 'purchase_paying':
      return { status: 'to-verify' };
    case 'places_lost':
      return placesLost(lostOf(shown, (data as LostPlaces).performances));
    case 'places_taken':
      return placesLost(lostOf(shown, [{ performanceId: changed?.id ?? 0, placeIds: (data as { placeIds: number[] }).placeIds }]));
    case 'total_changed': {
      const purchase = data.purchase as Purchase;
      return {
        status: 'trouble',
        trouble: { kind: 'total_changed', before: shown.totals?.total ?? 0, after: purchase.totals?.total ?? 0 },
        purchase,
      };
    }
    case 'payment_method_unavailable':
      return says('payment.method unavailable');
    case 'not_on_sale':
      return says('payment.not on sale');
    case 'captcha_failed':
      return says('payment.captcha failed');
    case 'busy':
    case 'too_many_requests':
    case 'too_many_attempts':
      return says('payment.busy', data.retryAfterSeconds as number);
    default:
      return says('payment.request failed');
  }
}

const placesLost = (lost: readonly Lost[]): Refused => ({
  status: 'trouble',
  trouble: { kind: 'places_lost', lost, total: undefined },
  stale: true,
});

/** By their performances: places of two halls may have the same number. */
const lostOf = ({ performances }: Purchase, lost: LostPlaces['performances']): Lost[] =>
  lost.flatMap(({ performanceId, placeIds }) => {
    const performance = performances.find(({ id }) => id === performanceId);
    const places = performance?.places?.filter(({ placeId }) => placeIds.includes(placeId)) ?? [];
    return performance && places.length > 0 ? [{ performance, places }] : [];
  });
