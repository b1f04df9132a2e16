import type { PerformanceDate } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import catalogueTexts from '../i18n/es/catalogue.json';
import { dayNumber, weekdayOf } from './calendar.ts';
import type { ShowCard } from './card.ts';

/** Names of days and months as a sentence needs them, in the reader's language; Monday and January first. */
export interface CalendarWords {
  readonly weekdays: readonly string[];
  readonly months: readonly string[];
}

const two = (value: number) => String(value).padStart(2, '0');
export const timeOf = ({ hour, minute }: PerformanceDate) => `${two(hour)}:${two(minute)}`;

const monthOf = ({ month }: PerformanceDate, { months }: CalendarWords) => months[month - 1] ?? '';
/** `05 mar` (OP-013). */
const dayAndMonth = (date: PerformanceDate, words: CalendarWords) => `${two(date.day)} ${monthOf(date, words)}`;

/** `vie 5 mar`; without the weekday when the year is unknown. */
export function dayOfWeekAndMonth(date: PerformanceDate, words: CalendarWords): string {
  if (date.year === undefined) return dayAndMonth(date, words);
  return `${words.weekdays[weekdayOf(dayNumber(date.year, date.month, date.day))]} ${date.day} ${monthOf(date, words)}`;
}

const sameDay = (a: PerformanceDate, b: PerformanceDate) => a.year === b.year && a.month === b.month && a.day === b.day;

type When =
  | { readonly kind: 'none' }
  | { readonly kind: 'once'; readonly day: string; readonly time: string }
  | { readonly kind: 'one-day'; readonly day: string; readonly count: number }
  | { readonly kind: 'run'; readonly from: string; readonly to: string };

/** When a show plays, in short: one date with its time, one day with several performances, or a run. */
export function whenOf(
  {
    firstDate,
    lastDate,
    performanceCount,
  }: { firstDate?: PerformanceDate | undefined; lastDate?: PerformanceDate | undefined; performanceCount: number },
  words: CalendarWords,
): When {
  if (!firstDate) return { kind: 'none' };
  if (!lastDate || performanceCount <= 1) return { kind: 'once', day: dayOfWeekAndMonth(firstDate, words), time: timeOf(firstDate) };
  if (sameDay(firstDate, lastDate)) return { kind: 'one-day', day: dayOfWeekAndMonth(firstDate, words), count: performanceCount };
  const sameMonth = firstDate.year === lastDate.year && firstDate.month === lastDate.month;
  return { kind: 'run', from: sameMonth ? two(firstDate.day) : dayAndMonth(firstDate, words), to: dayAndMonth(lastDate, words) };
}

export function useCalendarWords(): CalendarWords {
  const { t } = useTranslation(catalogueTexts);
  return { weekdays: t('weekdays.short').split(' '), months: t('months.short').split(' ') };
}

/** When a show plays, in a few words. */
export function ShowWhen({ show }: { show: Pick<ShowCard, 'firstDate' | 'lastDate' | 'performanceCount'> }) {
  const { t } = useTranslation(catalogueTexts);
  const when = whenOf(show, useCalendarWords());
  switch (when.kind) {
    case 'none':
      return t('when.none');
    case 'once':
      return t('when.once', when);
    case 'one-day':
      return t('when.one-day', when);
    case 'run':
      return t('when.run', when);
  }
}
