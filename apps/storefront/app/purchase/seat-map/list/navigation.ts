/** Rows that a page of the keyboard jumps over. */
const PAGE = 5;

interface Step {
  readonly key: string;
  readonly ctrl: boolean;
}

/**
 * Where a key leads from a place of a grid: along its row; to the nearest place of another row, as one would walk; to the
 * ends. Null for a key that leads nowhere.
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
