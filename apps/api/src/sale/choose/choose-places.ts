import type { WantedQuantity } from '@butaca/contract';
import { type Best, bestAvailable } from '@butaca/venue-map/best-available';
import { priceTypeOf, type Stock } from '../live/stock.ts';
import { type Choose, withoutPlaces } from './choice.ts';

/** Picks the best free places for each quantity in turn, and gives each place its price type. */
export function choosePlaces(stock: Stock, quantities: readonly WantedQuantity[]) {
  const wantedOf = new Map<number, number | undefined>();
  const places: Choose = (free) => {
    const left = free.slice();
    const placeIds: number[] = [];
    let contiguous = true;
    wantedOf.clear();
    for (const wanted of quantities) {
      const best = bestOf(stock, left, wanted);
      if (best === null) return null;
      withoutPlaces(left, best.places);
      placeIds.push(...best.places);
      contiguous &&= best.kind !== 'not_contiguous';
      for (const place of best.places) wantedOf.set(place, wanted.priceTypeId);
    }
    return { placeIds, contiguous };
  };
  const priceTypesFor = (placeIds: readonly number[]) => placeIds.map((place) => priceTypeOf(stock, place, wantedOf.get(place))?.id ?? 0);
  return { places, priceTypesFor };
}

/** Only places that have a price; the map's sections are the sale's sectors, and its categories have the price levels. */
export function bestOf(
  { sale, venue }: Stock,
  free: Uint32Array,
  { sectorId, priceLevelId, quantity, accessible = false }: WantedQuantity,
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
