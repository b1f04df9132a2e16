import type { QuantityRequest } from '@butaca/contract';
import { type Best, bestAvailable } from '@butaca/venue-map/best-available';
import { removePlaces } from '@butaca/venue-map/bits';
import type { PlaceSet } from '../claim/judge.ts';
import { priceTypeOf, type Stock } from '../live/stock.ts';

/** Places that were picked for a buyer who asked for a number of them. */
export interface PickedPlaces extends PlaceSet {
  /** Side by side, or in a sector without numbers. */
  readonly contiguous: boolean;
  /** Side by side, and no single seat is left alone beside them. */
  readonly ideal: boolean;
}

/** Picks among the places whose bit is set; null when there are not enough. */
export type PickPlaces = (free: Uint32Array) => PickedPlaces | null;

/** Picks the best free places for each quantity in turn, and gives each place its price type. */
export const pickPlaces =
  (stock: Stock, quantities: readonly QuantityRequest[]): PickPlaces =>
  (free) => {
    const left = quantities.length === 1 ? free : free.slice();
    const placeIds: number[] = [];
    const priceTypeIds: number[] = [];
    let contiguous = true;
    let ideal = true;
    for (const wanted of quantities) {
      const best = bestOf(stock, left, wanted);
      if (best === null) return null;
      if (left !== free) removePlaces(left, best.places);
      placeIds.push(...best.places);
      priceTypeIds.push(...best.places.map((place) => priceTypeOf(stock, place, wanted.priceTypeId)?.id ?? 0));
      contiguous &&= best.kind !== 'not_contiguous';
      ideal &&= best.kind === 'adjacent';
    }
    return { placeIds, priceTypeIds, contiguous, ideal };
  };

/** Only places that have a price; the map's sections are the sale's sectors, and its categories have the price levels. */
export function bestOf(
  { sale, venue }: Stock,
  free: Uint32Array,
  { sectorId, priceLevelId, quantity, accessible = false }: QuantityRequest,
): Best | null {
  const firstPlaces = new Set(
    sale.sectors.filter(({ id }) => sectorId === undefined || id === sectorId).map(({ firstPlace }) => firstPlace),
  );
  const priced = new Set(sale.levels.filter(({ id }) => priceLevelId === undefined || id === priceLevelId).map(({ category }) => category));
  return bestAvailable(venue.seating, free, {
    quantity,
    accessible,
    sections: venue.map.sections.flatMap(({ firstPlace }, index) => (firstPlaces.has(firstPlace) ? [index] : [])),
    categories: venue.categories.flatMap((category, index) => (priced.has(category) ? [index] : [])),
  });
}
