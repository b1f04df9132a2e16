import type { CompiledMap, CompiledSection } from '@butaca/venue-map';
import type { PlaceGrid } from './place-grid.ts';

/** Enough to know how close the places of a section stand. */
const SAMPLES = 60;
/** For a place that has no neighbour. */
const LONE = 10;

/** How far apart the places of each section stand, in the map's unit; 0 for a section without numbers. */
export function pitches(map: CompiledMap, grid: PlaceGrid): Float32Array {
  return Float32Array.from(map.sections, (section) => (section.kind === 'seated' ? pitchOf(map, section, grid) : 0));
}

function pitchOf({ x, y }: CompiledMap, { rows, firstPlace, placeCount }: CompiledSection, grid: PlaceGrid): number {
  const guess = Math.max(
    LONE,
    ...rows.slice(0, 3).map(({ firstPlace: first, placeCount: count }) => (count > 1 ? gap(first, first + 1) : 0)),
  );
  const step = Math.max(1, Math.floor(placeCount / SAMPLES));
  const gaps: number[] = [];
  for (let place = firstPlace; place < firstPlace + placeCount; place += step) {
    let nearest = Infinity;
    const area = { left: at(x, place) - guess, top: at(y, place) - guess, width: 2 * guess, height: 2 * guess };
    grid.around(area, (other) => {
      if (other !== place) nearest = Math.min(nearest, gap(place, other));
    });
    if (nearest > 0 && nearest < Infinity) gaps.push(nearest);
  }
  gaps.sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 10)] ?? LONE;

  function gap(one: number, other: number) {
    return Math.hypot(at(x, one) - at(x, other), at(y, one) - at(y, other));
  }
}

const at = (values: Float32Array, place: number) => values[place] as number;
