import { add, bitSet, type Places, remove } from '../bits.ts';
import type { CompiledMap, CompiledRow, CompiledSection } from '../compile.ts';
import type { Point } from '../form.ts';

/** Seats side by side in one row, with no aisle between them. */
export interface Stretch extends Places {
  readonly section: number;
  /** Counted through the whole map. */
  readonly row: number;
  /** Score of its best place. */
  readonly best: number;
}

/** A map made ready for the choice of places; sections are indexes into the map's. */
export interface Seating {
  readonly map: CompiledMap;
  readonly sections: readonly (Places & { readonly seated: boolean })[];
  /** In place order. */
  readonly stretches: readonly Stretch[];
  /** Best place first. */
  readonly bestFirst: readonly Stretch[];
  /** Sum of the scores of all places before one; whole numbers, so that equal places have equal sums. Lower is better. */
  readonly scoreBefore: Float64Array;
  /** For each seat the nearest one of its section's next row; -1 in the last row. */
  readonly behind: Int32Array;
  /** Neither for a wheelchair nor for its companion. */
  readonly ordinary: Uint32Array;
  readonly wheelchairs: readonly number[];
  /** Places of each category, by its index. */
  readonly categories: readonly Uint32Array[];
}

/** A seat that sees only a part counts as if it were this much further away. */
const RESTRICTED_VIEW = 1.5;
const FINEST_SCORE = 2 ** 20;

/** Takes milliseconds: once per version of a map, to be kept. The focal point is the map's (`VenueMap.focal`). */
export function seatingOf(map: CompiledMap, focal: Point): Seating {
  const scores = scoresOf(map, focal);
  const scoreBefore = new Float64Array(map.placeCount + 1);
  scores.forEach((score, place) => {
    scoreBefore[place + 1] = (scoreBefore[place] ?? 0) + score;
  });
  const { stretches, behind } = rowsIn(map, scores);
  return {
    map,
    sections: map.sections.map(({ kind, firstPlace, placeCount }) => ({
      seated: kind === 'seated',
      first: firstPlace,
      end: firstPlace + placeCount,
    })),
    stretches,
    bestFirst: stretches.toSorted((a, b) => a.best - b.best || a.first - b.first),
    scoreBefore,
    behind,
    ...traitsOf(map),
    categories: categoriesOf(map),
  };
}

export const scoreOf = ({ scoreBefore }: Seating, first: number, quantity: number) =>
  (scoreBefore[first + quantity] ?? 0) - (scoreBefore[first] ?? 0);

export const sectionOf = ({ sections }: Seating, place: number): Places => {
  const section = sections.find(({ first, end }) => place >= first && place < end);
  if (!section) throw new RangeError(`no place ${place}`);
  return section;
};

/** The stretch that a seat belongs to; null for a place without a number. */
export function stretchAt({ stretches }: Seating, place: number): Stretch | null {
  let [low, high] = [0, stretches.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const stretch = stretches[middle] as Stretch;
    if (place < stretch.first) high = middle - 1;
    else if (place >= stretch.end) low = middle + 1;
    else return stretch;
  }
  return null;
}

function scoresOf({ placeCount, x, y, traits }: CompiledMap, focal: Point): Float64Array {
  const distances = Float64Array.from({ length: placeCount }, (_, place) =>
    Math.hypot((x[place] ?? 0) - focal.x, (y[place] ?? 0) - focal.y),
  );
  const furthest = distances.reduce((most, distance) => Math.max(most, distance), 0) || 1;
  for (const [place, all] of traits) if (all.includes('restricted-view')) distances[place] = (distances[place] ?? 0) * RESTRICTED_VIEW;
  return distances.map((distance) => Math.round((distance / furthest) * FINEST_SCORE));
}

function rowsIn(map: CompiledMap, scores: Float64Array) {
  const stretches: Stretch[] = [];
  const behind = new Int32Array(map.placeCount).fill(-1);
  let count = 0;
  map.sections.forEach((section, index) => {
    const rows = rowsOf(map, section);
    rows.forEach((row, r) => {
      const next = rows[r + 1];
      if (next) seatsBehind(map, row, next, behind);
      for (const { first, end } of row.stretches) {
        const best = scores.subarray(first, end).reduce((least, score) => Math.min(least, score), Number.POSITIVE_INFINITY);
        stretches.push({ first, end, section: index, row: count, best });
      }
      count += 1;
    });
  });
  return { stretches, behind };
}

function traitsOf({ placeCount, traits }: CompiledMap): Pick<Seating, 'ordinary' | 'wheelchairs'> {
  const ordinary = bitSet(placeCount).fill(0xffffffff);
  const wheelchairs: number[] = [];
  for (const [place, all] of traits) {
    if (all.includes('wheelchair')) wheelchairs.push(place);
    if (all.includes('wheelchair') || all.includes('companion')) remove(ordinary, place);
  }
  return { ordinary, wheelchairs: wheelchairs.sort((a, b) => a - b) };
}

function categoriesOf({ placeCount, category }: CompiledMap): Uint32Array[] {
  const categories: Uint32Array[] = [];
  category.forEach((index, place) => {
    while (categories.length <= index) categories.push(bitSet(placeCount));
    add(categories[index] as Uint32Array, place);
  });
  return categories;
}

/** For each seat of a row, which one of the next row is nearest to it. */
function seatsBehind({ x, y }: CompiledMap, row: Places, next: Places, into: Int32Array) {
  let nearest = next.first;
  for (let seat = next.first + 1; seat < next.end; seat += 1) if (away(row.first, seat) < away(row.first, nearest)) nearest = seat;
  for (let place = row.first; place < row.end; place += 1) {
    // Starts at the seat nearest to the neighbour: the result is a step or two away.
    while (nearest + 1 < next.end && away(place, nearest + 1) < away(place, nearest)) nearest += 1;
    while (nearest > next.first && away(place, nearest - 1) < away(place, nearest)) nearest -= 1;
    into[place] = nearest;
  }

  function away(from: number, to: number) {
    return Math.hypot((x[to] ?? 0) - (x[from] ?? 0), (y[to] ?? 0) - (y[from] ?? 0));
  }
}

/** Between neighbours, as a share of the usual step; the second pair of a box stands 1.54 away, a seat beyond an empty position 2. */
const WIDEST_STEP = 1.6;
/** With fewer steps the median of the row is not meaningful. */
const FEWEST_STEPS = 4;

interface SeatedRow extends Places {
  /** Seats side by side, from aisle to aisle. */
  readonly stretches: readonly Places[];
}

/** Rows cut at their aisles. */
function rowsOf(map: CompiledMap, { rows }: CompiledSection): SeatedRow[] {
  const steps = rows.map((row) => stepsOf(map, row));
  const usual = middle(steps.flat());
  return rows.map(({ firstPlace, placeCount }, index) => {
    const own = steps[index] ?? [];
    const pitch = own.length < FEWEST_STEPS ? usual : middle(own);
    const cuts = own.flatMap((step, seat) => (step > pitch * WIDEST_STEP ? [firstPlace + seat + 1] : []));
    const ends = [...cuts, firstPlace + placeCount];
    return {
      first: firstPlace,
      end: firstPlace + placeCount,
      stretches: ends.map((end, cut) => ({ first: cuts[cut - 1] ?? firstPlace, end })),
    };
  });
}

const stepsOf = ({ x, y }: CompiledMap, { firstPlace, placeCount }: CompiledRow): number[] =>
  Array.from({ length: Math.max(0, placeCount - 1) }, (_, seat) => {
    const place = firstPlace + seat;
    return Math.hypot((x[place + 1] ?? 0) - (x[place] ?? 0), (y[place + 1] ?? 0) - (y[place] ?? 0));
  });

/** Seats at the same spot have no measurable step: they count as neighbours. */
function middle(steps: readonly number[]): number {
  const sorted = steps.filter((step) => step > 0).sort((a, b) => a - b);
  return sorted[(sorted.length - 1) >>> 1] ?? Number.POSITIVE_INFINITY;
}
