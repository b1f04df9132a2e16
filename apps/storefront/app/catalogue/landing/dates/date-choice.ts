import type { ShowPerformance } from '@butaca/contract';
import { queryNames } from '@butaca/contract/pages';
import { type DayNumber, dayNumber, readDay, weekdayOf, writeDay } from '../../calendar.ts';
import type { ShownPerformance } from '../../moments/moments.ts';

/** From this hour on it is evening. */
const EVENING = 19;
const partsOfDay = { day: 'tarde', evening: 'noche' } as const;
type PartOfDay = keyof typeof partsOfDay;

/** Which dates of a show somebody wants to see. */
export interface DateChoice {
  readonly day: DayNumber | null;
  /** From 0, Monday; none: all. */
  readonly weekdays: readonly number[];
  readonly part: PartOfDay | null;
}

export const allDates: DateChoice = { day: null, weekdays: [], part: null };
export const isChoice = ({ day, weekdays, part }: DateChoice) => day !== null || weekdays.length > 0 || part !== null;

export function readChoice(query: URLSearchParams): DateChoice {
  const part = (Object.keys(partsOfDay) as PartOfDay[]).find((each) => partsOfDay[each] === query.get(queryNames.hours)) ?? null;
  const weekdays = (query.get(queryNames.weekdays) ?? '').split(',').filter((text) => /^[1-7]$/.test(text));
  return { day: readDay(query.get(queryNames.day) ?? ''), weekdays: [...new Set(weekdays.map((text) => Number(text) - 1))].sort(), part };
}

/** Writes it into an address beside what else stands there. */
export function writeChoice(query: URLSearchParams, { day, weekdays, part }: DateChoice) {
  const put = (name: string, value: string | null) => (value ? query.set(name, value) : query.delete(name));
  put(queryNames.day, day === null ? null : writeDay(day));
  put(queryNames.weekdays, weekdays.map((weekday) => weekday + 1).join(','));
  put(queryNames.hours, part && partsOfDay[part]);
}

/** Answers bring the year (C-40); without it a date has no place in a calendar. */
export const dayOf = ({ date: { year, month, day } }: Pick<ShowPerformance, 'date'>): DayNumber | null =>
  year === undefined ? null : dayNumber(year, month, day);

const partOf = ({ date }: Pick<ShowPerformance, 'date'>): PartOfDay => (date.hour >= EVENING ? 'evening' : 'day');

export function fits(performance: Pick<ShowPerformance, 'date'>, { day, weekdays, part }: DateChoice): boolean {
  const own = dayOf(performance);
  return (
    (day === null || own === day) &&
    (weekdays.length === 0 || (own !== null && weekdays.includes(weekdayOf(own)))) &&
    (part === null || partOf(performance) === part)
  );
}

/** What there is to choose between: nothing where all dates are alike. */
export function choicesOf(performances: readonly Pick<ShowPerformance, 'date'>[]) {
  const weekdays = [...new Set(performances.flatMap((performance) => dayOf(performance) ?? []).map(weekdayOf))].sort();
  const parts = new Set(performances.map(partOf));
  return { weekdays: weekdays.length > 1 ? weekdays : [], parts: parts.size > 1 ? (['day', 'evening'] as const) : [] };
}

export interface Month<P> {
  readonly year: number | undefined;
  /** From 1. */
  readonly month: number;
  readonly performances: readonly P[];
}

/** Performances by month, in the order they came. */
export function byMonth<P extends Pick<ShowPerformance, 'date'>>(performances: readonly P[]): Month<P>[] {
  const months = new Map<string, { year: number | undefined; month: number; performances: P[] }>();
  for (const performance of performances) {
    const { year, month } = performance.date;
    const key = `${year} ${month}`;
    const found = months.get(key);
    if (found) found.performances.push(performance);
    else months.set(key, { year, month, performances: [performance] });
  }
  return [...months.values()];
}

/** Whether one of them can be bought now. */
export const isOpen = (performances: readonly Pick<ShownPerformance, 'state'>[]) => performances.some(({ state }) => state === 'on_sale');

/** The lowest price of those that can be bought, of all of them where none can. */
export function lowestOf(performances: readonly Pick<ShownPerformance, 'state' | 'lowestPrice'>[]): number | undefined {
  const open = performances.filter(({ state }) => state === 'on_sale');
  const prices = (open.length > 0 ? open : performances).flatMap(({ lowestPrice }) => lowestPrice ?? []);
  return prices.length > 0 ? Math.min(...prices) : undefined;
}
