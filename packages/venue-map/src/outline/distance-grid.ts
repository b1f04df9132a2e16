import type { Point } from '../form.ts';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export type Segment = readonly [Point, Point];

/** Distances from the corners of a grid to the nearest of some segments, exact up to `reach` and `reach` beyond it. */
export interface DistanceGrid {
  readonly columns: number;
  readonly rows: number;
  readonly cell: number;
  readonly left: number;
  readonly top: number;
  readonly values: Float32Array;
}

export function distancesTo(segments: readonly Segment[], reach: number, box: Box, cell: number): DistanceGrid {
  const columns = Math.ceil((box.right - box.left) / cell) + 1;
  const rows = Math.ceil((box.bottom - box.top) / cell) + 1;
  const grid = { columns, rows, cell, left: box.left, top: box.top, values: new Float32Array(columns * rows).fill(reach) };
  for (const segment of segments) stamp(grid, segment, reach);
  return grid;
}

function stamp(grid: DistanceGrid, [a, b]: Segment, reach: number) {
  const { columns, rows, cell, left, top, values } = grid;
  const firstRow = Math.max(0, Math.ceil((Math.min(a.y, b.y) - reach - top) / cell));
  const lastRow = Math.min(rows - 1, Math.floor((Math.max(a.y, b.y) + reach - top) / cell));
  const firstColumn = Math.max(0, Math.ceil((Math.min(a.x, b.x) - reach - left) / cell));
  const lastColumn = Math.min(columns - 1, Math.floor((Math.max(a.x, b.x) + reach - left) / cell));
  const along = { x: b.x - a.x, y: b.y - a.y };
  const squared = along.x * along.x + along.y * along.y;
  for (let row = firstRow; row <= lastRow; row += 1) {
    const y = top + row * cell - a.y;
    for (let column = firstColumn; column <= lastColumn; column += 1) {
      const x = left + column * cell - a.x;
      const share = squared === 0 ? 0 : Math.min(1, Math.max(0, (x * along.x + y * along.y) / squared));
      const distance = Math.hypot(x - share * along.x, y - share * along.y);
      const at = row * columns + column;
      if (distance < (values[at] as number)) values[at] = distance;
    }
  }
}
