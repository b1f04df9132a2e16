import { dateText } from '@butaca/brand/dates';
import type { Translate } from '@butaca/brand/translate';
import { withWords } from '@butaca/browser/search-words.ts';
import type { CounterPerformance } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import { type DayNumber, dayIn, dayNumber, partsOf } from '../../catalogue/calendar.ts';
import { dayOfWeekAndMonth, timeOf, useCalendarWords } from '../../catalogue/when.tsx';
import boxOfficeTexts from '../../i18n/es/box-office.json';
import { pathTo } from '../../paths.ts';
import { useBegun } from './Begun.tsx';
import styles from './Start.module.css';

interface DayOfPerformancesProps {
  readonly day: CounterDay;
  /** Free places by performance, for those whose answer has arrived. */
  readonly free: ReadonlyMap<number, number>;
}

export function DayOfPerformances({ day: { day, name, performances }, free }: DayOfPerformancesProps) {
  const { t } = useTranslation(boxOfficeTexts);
  const date = dayOfWeekAndMonth({ ...partsOf(day), hour: 0, minute: 0 }, useCalendarWords());
  const id = `day-${day}`;
  return (
    <section className={styles.day} aria-labelledby={id}>
      <h2 id={id}>
        {name === 'later' ? date : t(`day.${name}`)} {name !== 'later' && <span className={styles.date}>{date}</span>}
      </h2>
      <ul className={styles.lines}>
        {performances.map((performance) => (
          <li key={performance.id}>
            <PerformanceLine performance={performance} free={free.get(performance.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export const isSellable = ({ state }: CounterPerformance): boolean => state === 'on_sale';

/** Why a performance cannot be opened to sell; null while it can, as far as this page knows. */
export function closedBy(
  { state, startsAt, sellsUntil }: CounterPerformance,
  { free, now }: { readonly free: number | undefined; readonly now: number },
): 'announced' | 'sold_out' | 'ended' | null {
  if (state !== 'on_sale') return state === 'announced' ? 'announced' : 'sold_out';
  if (sellsUntil !== undefined && now >= startsAt && now >= sellsUntil) return 'ended';
  return free === 0 ? 'sold_out' : null;
}

export const placesPath = ({ id, hash }: CounterPerformance): string => pathTo('BuyTicketBox', {}, { performance: id, hash });

interface PerformanceLineProps {
  readonly performance: CounterPerformance;
  /** Undefined until the first answer. */
  readonly free: number | undefined;
}

/** One performance to sell: when, what, where, and how many places it has left. */
function PerformanceLine({ performance, free }: PerformanceLineProps) {
  const { t } = useTranslation(boxOfficeTexts);
  const { showName, venueName, date, state } = performance;
  const begun = useBegun(performance);
  const isSold = isSellable(performance) && free !== 0 && !begun?.isOver;
  const facts = (
    <>
      <span className={styles.time}>{timeOf(date)}</span>
      <span className={styles.what}>
        <strong>{showName}</strong>
        <span className={styles.venue}>{venueName}</span>
        {begun && <span className={styles.begun}>{isSold ? begun.text : begun.short}</span>}
      </span>
    </>
  );
  if (!isSold) {
    return (
      <p className={styles.line} data-closed>
        {facts}
        {!begun?.isOver && <span className={styles.state}>{t(state === 'announced' ? 'state.announced' : 'state.sold_out')}</span>}
      </p>
    );
  }
  return (
    <Link className={styles.line} to={placesPath(performance)} data-stop>
      {facts}
      <span className={styles.free}>{free === undefined ? '\u2026' : t('free', { count: free })}</span>
    </Link>
  );
}

interface SearchedDays {
  readonly language: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly t: Translate<typeof boxOfficeTexts>;
}

/** Those that have every typed word in the name of their show or venue, or in their day or time, however these are written. */
export function findPerformances(
  performances: readonly CounterPerformance[],
  typed: string,
  { language, now, t }: SearchedDays,
): CounterPerformance[] {
  const textOf = ({ showName, venueName, date, timeZone }: CounterPerformance) => {
    const { day, month, year = 0, hour } = date;
    const [dd, mm, hh] = [day, month, hour].map((number) => String(number).padStart(2, '0'));
    const name = nameOfDay(dayNumber(year, month, day), timeZone, now);
    return [
      ...[showName, venueName, `${hour}:${timeOf(date).slice(3)}`, `${hh}:${timeOf(date).slice(3)}`],
      ...[`${day}/${month}`, `${dd}/${mm}`].flatMap((short) => [short, `${short}/${year}`, `${short}/${year % 100}`]),
      dateText(Date.UTC(year, month - 1, day), { language, timeZone: 'UTC' }, { weekday: 'long', day: 'numeric', month: 'long' }),
      ...(name === 'later' ? [] : [t(`day.${name}`)]),
    ].join(' ');
  };
  // A day's parts are typed with any sign between them.
  return withWords(performances, textOf, typed.replace(/(\d)[-.](?=\d)/g, '$1/'));
}

interface CounterDay {
  readonly day: DayNumber;
  /** For `later` only the date is shown. */
  readonly name: 'today' | 'tomorrow' | 'later';
  readonly performances: readonly CounterPerformance[];
}

function nameOfDay(day: DayNumber, timeZone: string, now: number): CounterDay['name'] {
  const away = day - dayIn(timeZone, now);
  return away === 0 ? 'today' : away === 1 ? 'tomorrow' : 'later';
}

/** Grouped by day, each in its venue's time zone, with today first. */
export function byDay(performances: readonly CounterPerformance[], now: number): CounterDay[] {
  const days = Map.groupBy(performances, ({ date }) => dayNumber(date.year ?? 0, date.month, date.day));
  return [...days]
    .sort(([one], [other]) => one - other)
    .map(([day, some]) => {
      return { day, name: nameOfDay(day, some[0]?.timeZone ?? 'UTC', now), performances: some };
    });
}
