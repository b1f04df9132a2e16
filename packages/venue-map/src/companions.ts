import { type CompiledMap, rangeOf } from './compile.ts';
import type { SeatTrait } from './form.ts';

/**
 * Of places that are chosen together, the companions' seats that have no wheelchair space chosen in their section: they are
 * kept for people who come with somebody who needs one.
 */
export function companionsAlone(map: Pick<CompiledMap, 'sections' | 'traits'>, placeIds: readonly number[]): number[] {
  const has = (place: number, trait: SeatTrait) => map.traits.get(place)?.includes(trait) === true;
  const companions = placeIds.filter((place) => has(place, 'companion'));
  if (companions.length === 0) return [];
  const sectionOf = (place: number) => rangeOf(map.sections, place)?.id;
  const accompanied = new Set(placeIds.filter((place) => has(place, 'wheelchair')).map(sectionOf));
  return companions.filter((place) => !accompanied.has(sectionOf(place)));
}
