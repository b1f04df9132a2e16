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
  const grid = { columns, rows, cell, left: box.left, top: box.top, values: new Float32Array(columns * rows).fill(reach * reach) };
  for (const segment of segments) for (const piece of piecesOf(segment, 2 * reach)) stampSquares(grid, piece, reach);
  const { values } = grid;
  for (let index = 0; index < values.length; index += 1) values[index] = Math.sqrt(values[index] as number);
  return grid;
}

/** A long slanting line would touch many corners of the grid far from it. */
function piecesOf([a, b]: Segment, longest: number): Segment[] {
  const count = Math.max(1, Math.ceil(Math.max(Math.abs(b.x - a.x), Math.abs(b.y - a.y)) / longest));
  const at = (share: number): Point => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share });
  return Array.from({ length: count }, (_, index) => [at(index / count), at((index + 1) / count)]);
}

function stampSquares(grid: DistanceGrid, [a, b]: Segment, reach: number) {
  const { columns, rows, cell, left, top, values } = grid;
  const firstRow = Math.max(0, Math.ceil((Math.min(a.y, b.y) - reach - top) / cell));
  const lastRow = Math.min(rows - 1, Math.floor((Math.max(a.y, b.y) + reach - top) / cell));
  const firstColumn = Math.max(0, Math.ceil((Math.min(a.x, b.x) - reach - left) / cell));
  const lastColumn = Math.min(columns - 1, Math.floor((Math.max(a.x, b.x) + reach - left) / cell));
  const alongX = b.x - a.x;
  const alongY = b.y - a.y;
  const perLength = alongX === 0 && alongY === 0 ? 0 : 1 / (alongX * alongX + alongY * alongY);
  for (let row = firstRow; row <= lastRow; row += 1) {
    const y = top + row * cell - a.y;
    for (let column = firstColumn; column <= lastColumn; column += 1) {
      const x = left + column * cell - a.x;
      const share = Math.min(1, Math.max(0, (x * alongX + y * alongY) * perLength));
      const besideX = x - share * alongX;
      const besideY = y - share * alongY;
      const squared = besideX * besideX + besideY * besideY;
      const index = row * columns + column;
      if (squared < (values[index] as number)) values[index] = squared;
    }
  }
}
