import { add, bitsFrom, has, type Places, remove, startsFrom } from '../bits.ts';
import { type Seating, type Stretch, stretchAt } from './seating.ts';

/** A mask of the 32 places from `from`: the starts at which taking this many places would leave a single seat beside them. */
export function strandingFrom(open: Uint32Array, from: number, stretch: Places, quantity: number): number {
  const before = bitsFrom(open, from - 1, stretch) & ~bitsFrom(open, from - 2, stretch);
  const after = bitsFrom(open, from + quantity, stretch) & ~bitsFrom(open, from + quantity + 1, stretch);
  return before | after;
}

/** Whether taking these seats, which lie side by side, would leave a single seat beside them. */
export const strands = (seating: Seating, open: Uint32Array, first: number, quantity: number) =>
  (strandingFrom(open, first, stretchAt(seating, first) ?? { first, end: first }, quantity) & 1) === 1;

/**
 * The single seats that a buyer's own choice would leave alone. Empty where no seats side by side in the same row, as many as
 * were chosen in it, would do better. `free` may have the chosen places or not.
 */
export function leavesOrphan(seating: Seating, free: Uint32Array, places: readonly number[]): number[] {
  const before = seating.ordinary.map((ordinary, word) => ordinary & (free[word] ?? 0));
  const after = before.slice();
  for (const place of places) {
    if (has(seating.ordinary, place)) add(before, place);
    remove(after, place);
  }
  const rows = Map.groupBy(
    places.flatMap((place) => stretchAt(seating, place) ?? []),
    ({ row }) => row,
  );
  return [...rows].flatMap(([row, chosen]) => {
    const orphans = [...new Set(chosen)].flatMap((stretch) => newlyAlone(before, after, stretch));
    return orphans.length > 0 && couldDoBetter(seating, before, row, chosen.length) ? orphans : [];
  });
}

function newlyAlone(before: Uint32Array, after: Uint32Array, { first, end }: Stretch): number[] {
  const alone = (free: Uint32Array, place: number) =>
    has(free, place) && !(place > first && has(free, place - 1)) && !(place + 1 < end && has(free, place + 1));
  const found: number[] = [];
  for (let place = first; place < end; place += 1) if (alone(after, place) && !alone(before, place)) found.push(place);
  return found;
}

function couldDoBetter({ stretches }: Seating, free: Uint32Array, row: number, quantity: number): boolean {
  return stretches.some((stretch) => {
    if (stretch.row !== row) return false;
    for (let from = stretch.first; from < stretch.end; from += 32) {
      if (startsFrom(free, from, stretch, quantity) & ~strandingFrom(free, from, stretch, quantity)) return true;
    }
    return false;
  });
}
