import type { Numbering, Point, Row } from '../form.ts';
import { LARGEST_START } from '../limits.ts';
import { seatNumbers } from '../numbering.ts';
import type { PlanRow } from './file.ts';
import { fitRow } from './fit.ts';

/** One row of a plan; seats that stand at even steps on a curve become that curve, others keep their points. */
export function rowOf(row: PlanRow, label: string, points: readonly Point[], categoryIds: ReadonlyMap<string, string>): Row {
  const categoryOf = (name: string) => categoryIds.get(name) as string;
  const category = categoryOf(mostCommon(row.seats.map((seat) => seat.category)));
  const exceptions = row.seats.flatMap((seat, index) =>
    categoryOf(seat.category) === category ? [] : [{ from: index, to: index, category: categoryOf(seat.category) }],
  );
  return {
    label,
    ...fitRow(points),
    numbering: numberingOf(row.seats.map(({ seat_number }) => seat_number)),
    category,
    ...(exceptions.length > 0 ? { exceptions } : {}),
  };
}

/** The scheme that gives the numbers as written, else the numbers themselves. */
function numberingOf(numbers: readonly string[]): Numbering {
  const [first, last] = [Number(numbers[0]), Number(numbers.at(-1))];
  const schemes: Numbering[] = [
    { scheme: 'up', start: first },
    { scheme: 'down', start: last },
    { scheme: first % 2 === 0 ? 'even' : 'odd', start: first },
    { scheme: 'center-out' },
  ];
  const starts = (start = 0) => Number.isInteger(start) && start >= 0 && start <= LARGEST_START;
  const found = schemes.find(
    (numbering) =>
      numbering.scheme !== 'list' &&
      starts(numbering.start) &&
      seatNumbers(numbers.length, numbering).every((number, index) => number === numbers[index]),
  );
  return found ?? { scheme: 'list', numbers };
}

function mostCommon(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}
