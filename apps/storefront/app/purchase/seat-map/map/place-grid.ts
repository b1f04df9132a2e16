import type { CompiledMap, CompiledSection, Point } from '@butaca/venue-map';
import type { Box } from './view.ts';

/** Places of a cell, on average. */
const PER_CELL = 8;
/** A sample large enough to measure the distance between a section's places. */
const SAMPLES = 60;
/** For a place that has no neighbour. */
const LONE = 10;

export interface PlaceGrid {
  /** Every numbered place in the cells that a box touches: some stand a little outside of it. */
  readonly around: (box: Box, visit: (place: number) => void) => void;
  /** The numbered place nearest to a point, none beyond `reach`. */
  readonly nearest: (point: Point, reach: number) => number | null;
}

/** Numbered places by where they stand, built once: cells in one array, each a run of another. */
export function placeGrid({ x, y, sections }: CompiledMap): PlaceGrid {
  const seated = sections.filter(({ kind }) => kind === 'seated');
  const count = seated.reduce((sum, { placeCount }) => sum + placeCount, 0);
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const each = (visit: (place: number) => void) => {
    for (const { firstPlace, placeCount } of seated) for (let place = firstPlace; place < firstPlace + placeCount; place += 1) visit(place);
  };
  each((place) => {
    box.left = Math.min(box.left, at(x, place));
    box.right = Math.max(box.right, at(x, place));
    box.top = Math.min(box.top, at(y, place));
    box.bottom = Math.max(box.bottom, at(y, place));
  });
  const [width, height] = [Math.max(1, box.right - box.left), Math.max(1, box.bottom - box.top)];
  const side = Math.sqrt((width * height * PER_CELL) / Math.max(1, count));
  const columns = Math.ceil(width / side) + 1;
  const rows = Math.ceil(height / side) + 1;
  const cellOf = (place: number) => Math.floor((at(y, place) - box.top) / side) * columns + Math.floor((at(x, place) - box.left) / side);

  const starts = new Uint32Array(columns * rows + 1);
  each((place) => {
    starts[cellOf(place) + 1] = (starts[cellOf(place) + 1] ?? 0) + 1;
  });
  for (let cell = 0; cell < columns * rows; cell += 1) starts[cell + 1] = (starts[cell + 1] ?? 0) + (starts[cell] ?? 0);
  const next = starts.slice();
  const places = new Uint32Array(count);
  each((place) => {
    const cell = cellOf(place);
    const slot = next[cell] ?? 0;
    places[slot] = place;
    next[cell] = slot + 1;
  });

  const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.floor(value / side)));
  function around(area: Box, visit: (place: number) => void) {
    if (count === 0) return;
    if (area.left > box.right || area.top > box.bottom || area.left + area.width < box.left || area.top + area.height < box.top) return;
    const [left, right] = [within(area.left - box.left, columns - 1), within(area.left + area.width - box.left, columns - 1)];
    const [top, bottom] = [within(area.top - box.top, rows - 1), within(area.top + area.height - box.top, rows - 1)];
    for (let row = top; row <= bottom; row += 1) {
      const end = starts[row * columns + right + 1] ?? 0;
      for (let slot = starts[row * columns + left] ?? 0; slot < end; slot += 1) visit(places[slot] as number);
    }
  }

  return {
    around,
    nearest(point, reach) {
      let found: number | null = null;
      let least = reach * reach;
      around({ left: point.x - reach, top: point.y - reach, width: 2 * reach, height: 2 * reach }, (place) => {
        const distance = (at(x, place) - point.x) ** 2 + (at(y, place) - point.y) ** 2;
        if (distance > least) return;
        least = distance;
        found = place;
      });
      return found;
    },
  };
}

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
