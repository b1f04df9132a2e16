/** Rows that Page Up and Page Down skip. */
const PAGE = 5;

interface Step {
  readonly key: string;
  readonly ctrl: boolean;
}

/**
 * The place that a key moves to in a grid: along the row, to the nearest place of another row, or to the ends. Null for a key
 * that does not move.
 */
export function stepFrom(
  place: number,
  { key, ctrl }: Step,
  rows: readonly (readonly number[])[],
  distance: (one: number, other: number) => number,
): number | null {
  const filled = rows.filter((row) => row.length > 0);
  const at = filled.findIndex((row) => row.includes(place));
  const row = filled[at];
  if (!row) return null;
  const index = row.indexOf(place);
  const nearest = (to: number) => {
    const other = filled[Math.min(filled.length - 1, Math.max(0, to))];
    return other?.reduce((best, next) => (distance(place, next) < distance(place, best) ? next : best)) ?? null;
  };
  switch (key) {
    case 'ArrowLeft':
      return row[Math.max(0, index - 1)] ?? null;
    case 'ArrowRight':
      return row[Math.min(row.length - 1, index + 1)] ?? null;
    case 'ArrowUp':
      return at === 0 ? place : nearest(at - 1);
    case 'ArrowDown':
      return at === filled.length - 1 ? place : nearest(at + 1);
    case 'PageUp':
      return at === 0 ? place : nearest(at - PAGE);
    case 'PageDown':
      return at === filled.length - 1 ? place : nearest(at + PAGE);
    case 'Home':
      return (ctrl ? filled[0]?.[0] : row[0]) ?? null;
    case 'End':
      return (ctrl ? filled.at(-1)?.at(-1) : row.at(-1)) ?? null;
    default:
      return null;
  }
}
