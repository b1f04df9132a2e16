import { bounds } from './bounds.ts';

export interface CalendarDay {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
}

/** The first thing wrong with a birthday (VA-022..VA-026); no minimum age. */
export function birthdayProblem(
  { year, month, day }: CalendarDay,
  today: CalendarDay,
): 'invalid_day' | 'invalid_month' | 'year_too_high' | 'year_too_low' | 'invalid_date' | 'in_the_future' | null {
  if (!between(day, 1, 31)) return 'invalid_day';
  if (!between(month, 1, 12)) return 'invalid_month';
  if (!Number.isInteger(year) || year < bounds.birthYearLowest) return 'year_too_low';
  if (year > today.year) return 'year_too_high';
  if (new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return 'invalid_date';
  const isLater = year === today.year && (month > today.month || (month === today.month && day > today.day));
  return isLater ? 'in_the_future' : null;
}

const between = (value: number, lowest: number, highest: number) => Number.isInteger(value) && value >= lowest && value <= highest;

/** `2026-11-21`, as the contract carries it. */
export const writeDay = ({ year, month, day }: CalendarDay): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

export function readDay(text: string): CalendarDay {
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = text.split('-').map(Number);
  return { year, month, day };
}
