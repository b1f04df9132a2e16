import type { CounterPerformance } from '@butaca/contract';
import { type DayNumber, dayIn, dayNumber } from '../../catalogue/calendar.ts';

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Those that have every word in the name of their show or venue, or in their hour; accents and capitals make no difference. */
export function findPerformances(performances: readonly CounterPerformance[], typed: string): CounterPerformance[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return performances.filter(({ showName, venueName, date }) => {
    const hour = `${date.hour}:${String(date.minute).padStart(2, '0')}`;
    const where = plain(`${showName} ${venueName} ${hour}`);
    return words.every((word) => where.includes(word));
  });
}

export interface CounterDay {
  readonly day: DayNumber;
  /** `later`: the date says it. */
  readonly name: 'today' | 'tomorrow' | 'later';
  readonly performances: readonly CounterPerformance[];
}

/** By the day of each one's venue, in the order they come; today is where the performance is. */
export function byDay(performances: readonly CounterPerformance[], now: number): CounterDay[] {
  const days = Map.groupBy(performances, ({ date }) => dayNumber(date.year ?? 0, date.month, date.day));
  return [...days]
    .sort(([one], [other]) => one - other)
    .map(([day, some]) => {
      const away = day - dayIn(some[0]?.timeZone ?? 'UTC', now);
      return { day, name: away === 0 ? 'today' : away === 1 ? 'tomorrow' : 'later', performances: some };
    });
}
