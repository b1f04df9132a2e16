import type { CompiledMap } from '../compile.ts';
import type { Point } from '../form.ts';

/** A row as far as sitting side by side goes. */
export interface SeatingRow {
  readonly section: number;
  readonly firstPlace: number;
  readonly placeCount: number;
  /** Of its seat that is nearest to the focal point. */
  readonly nearest: number;
  /** The row behind or before it in the section, or null. */
  readonly next: SeatingRow | null;
}

/** A map prepared for choosing: made once per version. */
export interface Seating {
  readonly map: CompiledMap;
  /** Numbered rows of the whole venue, the one nearest to the focal point first. */
  readonly rows: readonly SeatingRow[];
  /** Of each place to the focal point, in the map's units. */
  readonly distance: Float32Array;
  /** 1 where an aisle or a gap separates the place from the one before it, or it begins its row. */
  readonly apart: Uint8Array;
  /** 1 where the place is for a wheelchair, 2 where it is for its company: nobody else is given them. */
  readonly kept: Uint8Array;
}

/** Farther than so many times the usual step to the neighbour means an aisle between them. */
const AISLE = 1.5;

export function seatingOf(map: CompiledMap, focal: Point): Seating {
  const distance = new Float32Array(map.placeCount);
  const apart = new Uint8Array(map.placeCount);
  const kept = new Uint8Array(map.placeCount);
  for (let place = 0; place < map.placeCount; place++) {
    distance[place] = Math.hypot((map.x[place] ?? 0) - focal.x, (map.y[place] ?? 0) - focal.y);
  }
  for (const [place, traits] of map.traits) {
    kept[place] = traits.includes('wheelchair') ? 1 : traits.includes('companion') ? 2 : 0;
  }

  const rows: SeatingRow[] = [];
  map.sections.forEach((section, index) => {
    let next: SeatingRow | null = null;
    for (const { firstPlace, placeCount } of section.rows.toReversed()) {
      markAisles(map, apart, firstPlace, placeCount);
      const nearest = distance.subarray(firstPlace, firstPlace + placeCount).reduce((least, one) => Math.min(least, one), Infinity);
      next = { section: index, firstPlace, placeCount, nearest, next };
      rows.push(next);
    }
  });
  rows.sort((a, b) => a.nearest - b.nearest || a.firstPlace - b.firstPlace);
  return { map, rows, distance, apart, kept };
}

function markAisles({ x, y }: CompiledMap, apart: Uint8Array, firstPlace: number, placeCount: number) {
  const step = (place: number) => Math.hypot((x[place] ?? 0) - (x[place - 1] ?? 0), (y[place] ?? 0) - (y[place - 1] ?? 0));
  const steps = Array.from({ length: Math.max(0, placeCount - 1) }, (_, index) => step(firstPlace + index + 1));
  const usual = steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0;
  apart[firstPlace] = 1;
  steps.forEach((one, index) => {
    if (one > usual * AISLE) apart[firstPlace + index + 1] = 1;
  });
}
