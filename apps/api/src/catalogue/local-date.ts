import type { PerformanceDate } from '@butaca/contract';

const FIRST_MONDAY = 4;
const weekdays = new Map<string, readonly string[]>();

/** When something starts, as the venue's wall clock and calendar show it; the year is always there (C-40). */
export function localDate(startsAt: Temporal.Instant, timeZone: string, locale: string): PerformanceDate {
  const { dayOfWeek, day, month, year, hour, minute } = startsAt.toZonedDateTimeISO(timeZone);
  const name = weekdaysIn(locale)[dayOfWeek - 1];
  return { ...(name ? { weekday: { name } } : {}), day, month, year, hour, minute };
}

/** From Monday to Sunday, made once a language: formatting is slow. */
function weekdaysIn(locale: string): readonly string[] {
  const known = weekdays.get(locale);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const names = Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2027, 0, FIRST_MONDAY + day)));
  weekdays.set(locale, names);
  return names;
}
