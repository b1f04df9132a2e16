import type { SeatTrait } from '@butaca/venue-map';
import { addPlaces, removePlaces } from '@butaca/venue-map/bits';
import type { Stock } from '../live/stock.ts';
import { bestOf } from './best-available.ts';

export interface ReplacementRequest {
  /** As chosen. */
  readonly placeIds: readonly number[];
  /** Those among them that cannot be had any more. */
  readonly gone: readonly number[];
}

/** Which place may stand for which; those that stay are not in it. */
export type Replacements = ReadonlyMap<number, number>;

/**
 * Equal places for those that are gone (decision 012): in their sector and price level, with their traits, side by side among
 * themselves. A part of the choice, of one sector and level, moves as a whole, and stays where nothing of it is gone. Null
 * when there are none. `free` has a bit for each place that can be taken.
 */
export function equalPlaces(stock: Stock, free: Uint32Array, { placeIds, gone }: ReplacementRequest): Replacements | null {
  const left = free.slice();
  const parts = [...Map.groupBy(placeIds, (place) => `${stock.sectorOf(place)?.id} ${stock.levelOf(place)?.id}`).values()];
  const moving = parts.filter((part) => part.some((place) => gone.includes(place)));
  removePlaces(left, placeIds);
  addPlaces(
    left,
    moving.flat().filter((place) => !gone.includes(place)),
  );
  const replacements = new Map<number, number>();
  for (const part of moving) {
    const found = equalPart(stock, left, part);
    if (!found) return null;
    removePlaces(left, found);
    const [from, to] = [inOrder(stock, part), inOrder(stock, found)];
    from.forEach((place, index) => {
      if (place !== to[index]) replacements.set(place, to[index] as number);
    });
  }
  return replacements;
}

function equalPart(stock: Stock, free: Uint32Array, part: readonly number[]): readonly number[] | null {
  const [first = -1] = part;
  const [sector, level] = [stock.sectorOf(first), stock.levelOf(first)];
  if (!sector || !level) return null;
  const left = free.slice();
  if (count(stock, part, 'restricted-view') === 0) removePlaces(left, withRestrictedView(stock));
  const best = bestOf(stock, left, {
    sectorId: sector.id,
    priceLevelId: level.id,
    quantity: part.length,
    accessible: count(stock, part, 'wheelchair') > 0,
  });
  if (!best || (best.kind !== 'adjacent' && best.kind !== 'adjacent_with_orphan')) return null;
  const isEqual = (['wheelchair', 'companion'] as const).every((trait) => count(stock, best.places, trait) >= count(stock, part, trait));
  return isEqual ? best.places : null;
}

const has = ({ venue }: Stock, place: number, trait: SeatTrait) => venue.map.traits.get(place)?.includes(trait) === true;
const count = (stock: Stock, places: readonly number[], trait: SeatTrait) => places.filter((place) => has(stock, place, trait)).length;
const withRestrictedView = ({ venue }: Stock) =>
  [...venue.map.traits].flatMap(([place, traits]) => (traits.includes('restricted-view') ? [place] : []));

/** Places for wheelchairs before companions' before all others: each stands for one of its kind, with its price type. */
const inOrder = (stock: Stock, places: readonly number[]) => {
  const rank = (place: number) => (has(stock, place, 'wheelchair') ? 0 : has(stock, place, 'companion') ? 1 : 2);
  return places.toSorted((a, b) => rank(a) - rank(b) || a - b);
};
