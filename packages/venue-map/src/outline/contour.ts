import type { Point } from '../form.ts';
import type { DistanceGrid } from './distance-grid.ts';

type Side = 'top' | 'right' | 'bottom' | 'left';

/** For each pattern of corners inside (1 top left, 2 top right, 4 bottom right, 8 bottom left): from which side to which a border runs. */
const borders: readonly (readonly (readonly [Side, Side])[])[] = [
  [],
  [['left', 'top']],
  [['top', 'right']],
  [['left', 'right']],
  [['right', 'bottom']],
  [
    ['left', 'top'],
    ['right', 'bottom'],
  ],
  [['top', 'bottom']],
  [['left', 'bottom']],
  [['bottom', 'left']],
  [['bottom', 'top']],
  [
    ['top', 'right'],
    ['bottom', 'left'],
  ],
  [['bottom', 'right']],
  [['right', 'left']],
  [['right', 'top']],
  [['top', 'left']],
  [],
];

/** The pattern of four corners inside, which no border crosses. */
const ALL = 15;

/**
 * The closed lines on which a grid's values pass `level`, by marching squares; values below it are inside. What lies outside
 * the grid counts as outside. Holes run the other way round than what they are in.
 */
export function contoursAt({ columns, rows, cell, left, top, values }: DistanceGrid, level: number): Point[][] {
  const next = new Map<number, number>();
  const points = new Map<number, Point>();
  const valueAt = (column: number, row: number) => values[row * columns + column] as number;

  for (let row = 0; row < rows - 1; row += 1) {
    let upper = inside(row * columns);
    let lower = inside((row + 1) * columns);
    for (let column = 0; column < columns - 1; column += 1) {
      const index = row * columns + column;
      const nextUpper = inside(index + 1);
      const nextLower = inside(index + columns + 1);
      const pattern = upper | (nextUpper << 1) | (nextLower << 2) | (lower << 3);
      upper = nextUpper;
      lower = nextLower;
      if (pattern === 0 || pattern === ALL) continue;
      for (const [from, to] of borders[pattern] ?? []) next.set(crossing(column, row, from), crossing(column, row, to));
    }
  }
  return loops(next).map((loop) => loop.map((key) => points.get(key) as Point));

  function inside(index: number): 0 | 1 {
    return (values[index] as number) < level ? 1 : 0;
  }

  /** Edges are known by their upper or left corner, twice for the two directions they can run in. */
  function crossing(column: number, row: number, side: Side): number {
    const [c, r] = [side === 'right' ? column + 1 : column, side === 'bottom' ? row + 1 : row];
    const across = side === 'top' || side === 'bottom';
    const key = 2 * (r * columns + c) + (across ? 0 : 1);
    if (!points.has(key)) {
      const from = valueAt(c, r);
      const share = (level - from) / (valueAt(across ? c + 1 : c, across ? r : r + 1) - from);
      points.set(key, { x: left + (c + (across ? share : 0)) * cell, y: top + (r + (across ? 0 : share)) * cell });
    }
    return key;
  }
}

function loops(next: Map<number, number>): number[][] {
  const found: number[][] = [];
  for (const start of [...next.keys()]) {
    const loop: number[] = [];
    for (let at: number | undefined = start; at !== undefined && next.has(at); ) {
      loop.push(at);
      const after: number | undefined = next.get(at);
      next.delete(at);
      at = after;
    }
    if (loop.length > 2) found.push(loop);
  }
  return found;
}
