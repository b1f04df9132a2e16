import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import { useMoney } from '../../../frame/use-frame.ts';
import landingTexts from '../../../i18n/es/landing.json';
import { type DayNumber, dayNumber, partsOf, weekdayOf } from '../../calendar.ts';
import type { ShownPerformance } from '../../moments/moments.ts';
import { dayOfWeekAndMonth, useCalendarWords } from '../../when.tsx';
import styles from './Dates.module.css';
import { byMonth, type DateChoice, dayOf, fits, isOpen, lowestOf } from './date-choice.ts';
import { useMonthName } from './month-name.ts';

interface CalendarProps {
  readonly performances: readonly ShownPerformance[];
  readonly choice: DateChoice;
  readonly onDay: (day: DayNumber) => void;
}

/** The months in which a show plays, one at a time; a day with a performance is a button. Hidden where no script runs. */
export function Calendar({ performances, choice, onDay }: CalendarProps) {
  const { t } = useTranslation(landingTexts);
  const words = useCalendarWords();
  const nameOf = useMonthName();
  const months = byMonth(performances).filter(({ year }) => year !== undefined);
  const [turned, setTurned] = useState<number | null>(null);
  const chosen = choice.day === null ? -1 : months.findIndex((month) => isIn(month, choice.day ?? 0));
  const index = turned ?? Math.max(0, chosen);
  const month = months[index];
  if (month?.year === undefined) return null;
  const first = dayNumber(month.year, month.month, 1);
  const count = dayNumber(month.year, month.month + 1, 1) - first;
  const byDay = Map.groupBy(month.performances, (performance) => dayOf(performance) ?? 0);

  return (
    <div className={styles.calendar}>
      <div className={styles.turn}>
        <button type="button" disabled={index === 0} onClick={() => setTurned(index - 1)} aria-label={t('calendar.previous')}>
          ‹
        </button>
        <p aria-live="polite">{nameOf(month)}</p>
        <button type="button" disabled={index === months.length - 1} onClick={() => setTurned(index + 1)} aria-label={t('calendar.next')}>
          ›
        </button>
      </div>
      <ul className={styles.heads} aria-hidden="true">
        {words.weekdays.map((weekday) => (
          <li key={weekday}>{weekday}</li>
        ))}
      </ul>
      <ul className={styles.days} aria-label={nameOf(month)}>
        {Array.from({ length: count }, (_, offset) => {
          const day = first + offset;
          const plays = byDay.get(day);
          return (
            <li
              key={day}
              style={offset === 0 ? { gridColumnStart: weekdayOf(first) + 1 } : undefined}
              aria-hidden={plays ? undefined : true}
            >
              {plays ? <Day day={day} performances={plays} choice={choice} onDay={onDay} /> : offset + 1}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const isIn = ({ year, month }: { year: number | undefined; month: number }, day: DayNumber) => {
  const parts = partsOf(day);
  return parts.year === year && parts.month === month;
};

function Day({ day, performances, choice, onDay }: CalendarProps & { day: DayNumber }) {
  const { t } = useTranslation(landingTexts);
  const money = useMoney();
  const words = useCalendarWords();
  const { year, month, day: number } = partsOf(day);
  const lowest = lowestOf(performances);
  const open = isOpen(performances);
  const label = [
    dayOfWeekAndMonth({ year, month, day: number, hour: 0, minute: 0 }, words),
    t('dates.count', { count: performances.length }),
    open && lowest !== undefined ? t('price.from', { price: money(lowest) }) : t(`state.${performances[0]?.state ?? 'sold_out'}`),
  ].join(', ');
  return (
    <button
      type="button"
      className={styles.day}
      aria-label={label}
      aria-pressed={choice.day === day}
      data-closed={!open || undefined}
      data-other={!performances.some((performance) => fits(performance, { ...choice, day: null })) || undefined}
      onClick={() => onDay(day)}
    >
      {number}
    </button>
  );
}
