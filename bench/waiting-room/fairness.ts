/** Whether two orders agree: 1 for the same, -1 for the opposite, 0 when neither says anything about the other. Equal values share a rank. */
export function spearman(xs: readonly number[], ys: readonly number[]): number {
  const [ranksOfX, ranksOfY] = [ranksOf(xs), ranksOf(ys)];
  const mean = (xs.length + 1) / 2;
  let [both, squaresOfX, squaresOfY] = [0, 0, 0];
  for (const [index, rank] of ranksOfX.entries()) {
    const [x, y] = [rank - mean, (ranksOfY[index] ?? mean) - mean];
    both += x * y;
    squaresOfX += x * x;
    squaresOfY += y * y;
  }
  return both / Math.sqrt(squaresOfX * squaresOfY);
}

function ranksOf(values: readonly number[]): Float64Array {
  const order = Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = new Float64Array(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && values[order[to] ?? 0] === values[order[from] ?? 0]) to++;
    for (let at = from; at < to; at++) ranks[order[at] ?? 0] = (from + 1 + to) / 2;
    from = to;
  }
  return ranks;
}

const TENTHS = 10;

/**
 * How likely a fair draw is at least this uneven: chi-square over tenths of the order of arrival and tenths of the position. Both orders
 * are whole, so that a row and a column follow from the others.
 */
export function evennessOf(positions: readonly number[]): number {
  const tenth = (index: number) => Math.floor((index * TENTHS) / positions.length);
  const cells = new Array<number>(TENTHS * TENTHS).fill(0);
  for (const [arrival, position] of positions.entries()) {
    const cell = tenth(arrival) * TENTHS + tenth(position);
    cells[cell] = (cells[cell] ?? 0) + 1;
  }
  const expected = positions.length / cells.length;
  const chiSquare = cells.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  return chiSquareTail(chiSquare, (TENTHS - 1) ** 2);
}

/** By the approximation of Wilson and Hilferty: exact to three digits for that many degrees. */
function chiSquareTail(chiSquare: number, degrees: number): number {
  const spread = 2 / (9 * degrees);
  return normalTail((Math.cbrt(chiSquare / degrees) - (1 - spread)) / Math.sqrt(spread));
}

/** Abramowitz and Stegun, 26.2.17. */
function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
