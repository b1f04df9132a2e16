import { Refusal } from '@butaca/contract';
import type { ClaimRow, Terms } from '../rows.ts';

/** Why a claim got nothing, as the buyer is told. */
export function refusalOf({ verdict, stage, taken }: ClaimRow, { mostPlaces, mostPurchases }: Terms): Refusal {
  switch (verdict) {
    case 'taken':
      return new Refusal('places_taken', { placeIds: [...taken] });
    case 'locked':
      return new Refusal('busy', { retryAfterSeconds: 1 });
    case 'paying':
      return new Refusal('purchase_paying');
    case 'over':
      return new Refusal('purchase_over', { stage: stage === null || stage === 'open' ? 'expired' : stage });
    case 'too_many_places':
      return new Refusal('too_many_places', { most: mostPlaces });
    case 'too_many_purchases':
      return new Refusal('too_many_purchases', { most: mostPurchases });
    default:
      return new Refusal('not_found');
  }
}
