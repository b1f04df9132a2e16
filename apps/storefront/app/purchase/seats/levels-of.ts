import type { PriceLevel as PriceLevelOfCatalogue } from '@butaca/contract';
import type { VenuePicture } from '@butaca/venue-map';
import type { PriceLevel } from '../seat-map/store/price-levels.ts';

/** What each category of a map costs at this performance, in the map's order; undefined for one that it does not sell. */
export function levelsOf(
  { categories }: Pick<VenuePicture, 'categories'>,
  priceLevels: readonly PriceLevelOfCatalogue[],
  money: (amount: number) => string,
): (PriceLevel | undefined)[] {
  return categories.map(({ id, color }) => {
    const level = priceLevels.find(({ category }) => category === id);
    if (!level || level.prices.length === 0) return undefined;
    const lowest = Math.min(...level.prices.map(({ final }) => final));
    const prices = level.prices.map(({ name, final }) => ({ name, text: money(final) }));
    return { id: level.id, name: level.name, colour: level.color ?? color, lowest, lowestText: money(lowest), prices };
  });
}
