import type { WantedQuantity } from '@butaca/contract';
import { type Choose, withoutPlaces } from './choice.ts';
import { priceTypeOf, type Stock } from './stock.ts';

/** Picks the best free places for each quantity in turn, and gives each place its price type. */
export function choosePlaces(stock: Stock, quantities: readonly WantedQuantity[]) {
  const wantedOf = new Map<number, number | undefined>();
  const places: Choose = (free) => {
    const left = free.slice();
    const placeIds: number[] = [];
    let contiguous = true;
    wantedOf.clear();
    for (const wanted of quantities) {
      const choice = pick(stock, left, wanted);
      if (choice === null) return null;
      withoutPlaces(left, choice.placeIds);
      placeIds.push(...choice.placeIds);
      contiguous &&= choice.contiguous;
      for (const place of choice.placeIds) wantedOf.set(place, wanted.priceTypeId);
    }
    return { placeIds, contiguous };
  };
  const priceTypesFor = (placeIds: readonly number[]) => placeIds.map((place) => priceTypeOf(stock, place, wantedOf.get(place))?.id ?? 0);
  return { places, priceTypesFor };
}

function pick(stock: Stock, free: Uint32Array, { sectorId, priceLevelId, quantity }: WantedQuantity) {
  const sectors = stock.sale.sectors.filter(({ id }) => sectorId === undefined || id === sectorId);
  const placeIds: number[] = [];
  for (const { firstPlace, placeCount } of sectors) {
    for (let place = firstPlace; place < firstPlace + placeCount && placeIds.length < quantity; place++) {
      const level = stock.levelOf(place);
      if (!level || (priceLevelId !== undefined && level.id !== priceLevelId)) continue;
      if ((free[place >>> 5] ?? 0) & (1 << (place & 31))) placeIds.push(place);
    }
  }
  return placeIds.length === quantity ? { placeIds, contiguous: true } : null;
}
