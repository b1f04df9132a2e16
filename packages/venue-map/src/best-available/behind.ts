import type { Places } from '../bits.ts';
import type { CompiledMap } from '../compile.ts';

/** For each seat of a row, which one of the next row is nearest to it. */
export function seatsBehind({ x, y }: CompiledMap, row: Places, next: Places, into: Int32Array) {
  let nearest = next.first;
  for (let seat = next.first + 1; seat < next.end; seat += 1) if (away(row.first, seat) < away(row.first, nearest)) nearest = seat;
  for (let place = row.first; place < row.end; place += 1) {
    // From the one that is nearest to the neighbour it is a step or two.
    while (nearest + 1 < next.end && away(place, nearest + 1) < away(place, nearest)) nearest += 1;
    while (nearest > next.first && away(place, nearest - 1) < away(place, nearest)) nearest -= 1;
    into[place] = nearest;
  }

  function away(from: number, to: number) {
    return Math.hypot((x[to] ?? 0) - (x[from] ?? 0), (y[to] ?? 0) - (y[from] ?? 0));
  }
}
