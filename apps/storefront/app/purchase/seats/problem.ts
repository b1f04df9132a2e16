import type { FailureCode } from '@butaca/contract';

/** Why places were not taken, with the facts that explain it. */
export type Problem =
  | { readonly kind: 'taken'; readonly placeIds: readonly number[] /** As far as they are known. */; readonly names: readonly string[] }
  | { readonly kind: 'short'; readonly offers: readonly { readonly name: string; readonly free: number }[] }
  | { readonly kind: 'most' | 'purchases' | 'busy' | 'closed' | 'over' | 'paying' | 'failed' };

const MOST_OFFERS = 5;

/** A refused claim in the buyer's terms. */
export function problemOf(failure: FailureCode | undefined, facts: unknown): Problem {
  const data = (facts ?? {}) as { placeIds?: number[]; sectors?: { name: string; free: number }[] };
  switch (failure) {
    case 'places_taken':
      return { kind: 'taken', placeIds: data.placeIds ?? [], names: [] };
    case 'not_enough_places':
      return {
        kind: 'short',
        offers: (data.sectors ?? [])
          .filter(({ free }) => free > 0)
          .sort((a, b) => b.free - a.free)
          .slice(0, MOST_OFFERS),
      };
    case 'too_many_places':
      return { kind: 'most' };
    case 'too_many_purchases':
      return { kind: 'purchases' };
    case 'busy':
    case 'too_many_requests':
      return { kind: 'busy' };
    case 'not_on_sale':
      return { kind: 'closed' };
    case 'purchase_over':
    case 'not_found':
      return { kind: 'over' };
    case 'purchase_paying':
      return { kind: 'paying' };
    default:
      return { kind: 'failed' };
  }
}

/** Whether what waits behind a refused claim may still come true: one place less says nothing about the next. */
export const othersMayGoOn = ({ kind }: Problem): boolean => kind === 'taken' || kind === 'short' || kind === 'most';
