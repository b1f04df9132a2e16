import { type DayNumber, dayNumber, partsOf, weekdayOf } from './calendar.ts';

/** The options of the date filter in their order (OP-001..OP-009). */
export const dateOptions = [
  'all',
  'today',
  'tomorrow',
  'this_week',
  'this_weekend',
  'next_week',
  'this_month',
  'next_month',
  'specific',
] as const;
export type DateOption = (typeof dateOptions)[number];

/** First and last day, both included. */
export interface DayRange {
  readonly from: DayNumber;
  readonly to: DayNumber;
}

const FRIDAY = 4;

/** The days of an option, or null for no limit; weeks run from Monday to Sunday and nothing lies before today (C-39). */
export function daysOf(option: DateOption, today: DayNumber, specific: DayNumber | null = null): DayRange | null {
  const monday = today - weekdayOf(today);
  const { year, month } = partsOf(today);
  switch (option) {
    case 'all':
      return null;
    case 'today':
      return { from: today, to: today };
    case 'tomorrow':
      return { from: today + 1, to: today + 1 };
    case 'this_week':
      return { from: today, to: monday + 6 };
    case 'this_weekend':
      return { from: Math.max(today, monday + FRIDAY), to: monday + 6 };
    case 'next_week':
      return { from: monday + 7, to: monday + 13 };
    case 'this_month':
      return { from: today, to: dayNumber(year, month + 1, 1) - 1 };
    case 'next_month':
      return { from: dayNumber(year, month + 1, 1), to: dayNumber(year, month + 2, 1) - 1 };
    case 'specific':
      return specific === null ? null : { from: specific, to: specific };
  }
}

/** Whether a show plays on a day of the range. */
export const playsWithin = (days: readonly DayNumber[], range: DayRange | null): boolean =>
  range === null || days.some((day) => day >= range.from && day <= range.to);
