import type { Places } from '../bits.ts';
import type { CompiledMap, CompiledRow, CompiledSection } from '../compile.ts';

/** Between neighbours, as a share of the usual step; the second pair of a box stands 1.54 away, a seat beyond an empty position 2. */
const WIDEST_STEP = 1.6;
/** Fewer steps do not tell what is usual in a row. */
const FEWEST_STEPS = 4;

export interface SeatedRow extends Places {
  /** Seats side by side, from aisle to aisle. */
  readonly stretches: readonly Places[];
}

/** Rows cut at their aisles. */
export function rowsOf(map: CompiledMap, { rows }: CompiledSection): SeatedRow[] {
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

/** Of seats that stand on top of each other nothing can be said: they are neighbours. */
function middle(steps: readonly number[]): number {
  const sorted = steps.filter((step) => step > 0).sort((a, b) => a - b);
  return sorted[(sorted.length - 1) >>> 1] ?? Number.POSITIVE_INFINITY;
}
