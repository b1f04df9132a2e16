import { Refusal, selectDelivery, wireNameOf } from '@butaca/contract';
import type { AttemptRow, WantedAttempt } from '../../payments/index.ts';
import type { LockedPurchase, WhenLocked } from '../checkout/queries-checkout.ts';
import { demandOpen } from '../own-purchase.ts';
import type { PricedPurchase, PurchaseRow } from '../queries.ts';
import { type OwnPlace, placesOf } from './queries-own-places.ts';
import type { Changes } from './sell-places.ts';

export interface Beginning {
  /** As it was when it was priced. */
  readonly row: PurchaseRow;
  readonly customerId: string;
  /** Of the click. */
  readonly key: string;
  /** What the buyer saw, in minor units. */
  readonly total: number;
  /** Null when it was not open. */
  readonly priced: PricedPurchase | null;
  /** Throws its refusal. */
  readonly attempt: (priced: PricedPurchase) => WantedAttempt;
}

/** `repeated`: this click has begun a payment before. `changed`: what was priced is not what is to be paid. */
export type Begun = 'repeated' | 'changed' | { readonly attempt: AttemptRow; readonly changes: Changes };

/** `alone`: somebody else is changing it, or the database refused what it came with; it has to be looked at by itself. */
export type Verdict = Begun | Error | 'alone';

/** What is about to be written down of a purchase that may be paid. */
export interface Terms {
  readonly purchaseId: string;
  readonly priced: PricedPurchase;
  readonly attempt: WantedAttempt;
  readonly places: readonly OwnPlace[];
}

/** What one purchase throws is its own; the others of its batch hear nothing of it. */
export function thrownOr<T>(look: () => T): T | Error {
  try {
    return look();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

export function termsOf(
  { row, customerId, total, priced, attempt }: Beginning,
  purchase: LockedPurchase | undefined,
  before: boolean,
): Terms | Begun {
  if (purchase?.customerId !== customerId) throw new Refusal('not_found');
  if (before) return 'repeated';
  demandOpen(purchase);
  demandDelivery(purchase);
  if (!priced || priced.totals.total !== total || !isSame(row, purchase)) return 'changed';
  return { purchaseId: row.id, priced, attempt: attempt(priced), places: placesOf(row.id, purchase.holds) };
}

/** A counter hands its tickets over, so that there is nothing to choose. */
export function demandDelivery({ channel, deliveryTypeId }: Pick<LockedPurchase, 'channel' | 'deliveryTypeId'>): void {
  if (channel === 'online' && deliveryTypeId === null)
    throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(selectDelivery.body, 'deliveryTypeId'), reason: 'missing' }] });
}

/** What was priced is what is locked now. */
const isSame = (row: PurchaseRow, { holds, deliveryTypeId }: LockedPurchase) =>
  JSON.stringify([row.holds, row.deliveryTypeId]) === JSON.stringify([holds, deliveryTypeId]);

/** Recounts that every place is still its own (design §5.5). */
export function withAllPlaces(terms: Terms, own: readonly OwnPlace[], whenLocked: WhenLocked): Terms | Error | 'alone' {
  if (own.length === terms.places.length && own.length > 0) return terms;
  if (whenLocked === 'leave-out') return 'alone';
  const have = new Set(own.map(({ performanceId, placeId }) => `${performanceId}/${placeId}`));
  const lost = terms.places.filter(({ performanceId, placeId }) => !have.has(`${performanceId}/${placeId}`));
  return placesLost(lost);
}

/** Names each place with its performance: places of two halls may have the same number. */
export function placesLost(lost: readonly Pick<OwnPlace, 'performanceId' | 'placeId'>[]): Refusal<'places_lost'> {
  const byPerformance = [...Map.groupBy(lost, ({ performanceId }) => performanceId)];
  return new Refusal('places_lost', {
    performances: byPerformance.map(([performanceId, places]) => ({ performanceId, placeIds: places.map(({ placeId }) => placeId) })),
  });
}
