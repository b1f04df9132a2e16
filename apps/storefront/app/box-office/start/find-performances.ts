import { hasWords } from '@butaca/browser/search-words.ts';
import type { CounterPerformance } from '@butaca/contract';
import { type DayNumber, dayIn, dayNumber } from '../../catalogue/calendar.ts';

/** Those that have every typed word in the name of their show or venue, or in their time. */
export const findPerformances = (performances: readonly CounterPerformance[], typed: string): CounterPerformance[] =>
  performances.filter(({ showName, venueName, date }) =>
    hasWords(`${showName} ${venueName} ${date.hour}:${String(date.minute).padStart(2, '0')}`, typed),
  );

export interface CounterDay {
  readonly day: DayNumber;
  /** For `later` only the date is shown. */
  readonly name: 'today' | 'tomorrow' | 'later';
  readonly performances: readonly CounterPerformance[];
}

/** Grouped by day, each in its venue's time zone, with today first. */
export function byDay(performances: readonly CounterPerformance[], now: number): CounterDay[] {
  const days = Map.groupBy(performances, ({ date }) => dayNumber(date.year ?? 0, date.month, date.day));
  return [...days]
    .sort(([one], [other]) => one - other)
    .map(([day, some]) => {
      const away = day - dayIn(some[0]?.timeZone ?? 'UTC', now);
      return { day, name: away === 0 ? 'today' : away === 1 ? 'tomorrow' : 'later', performances: some };
    });
}
