import type { CompiledMap, CompiledSection, Point } from '@butaca/venue-map';

/** Even-odd rule. */
export function isInside({ x, y }: Point, polygon: readonly Point[]): boolean {
  let inside = false;
  polygon.forEach((a, index) => {
    const b = polygon[(index + 1) % polygon.length] as Point;
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  });
  return inside;
}

export const pointOf = ({ x, y }: CompiledMap, place: number): Point => ({ x: x[place] as number, y: y[place] as number });

export const placesOf = ({ firstPlace, placeCount }: Pick<CompiledSection, 'firstPlace' | 'placeCount'>): number[] =>
  Array.from({ length: placeCount }, (_, index) => firstPlace + index);

export const seatsOutside = (map: CompiledMap, section: CompiledSection): number[] =>
  placesOf(section).filter((place) => !isInside(pointOf(map, place), section.outline));
