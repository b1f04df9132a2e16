import { partsOf } from '../../catalogue/calendar.ts';
import { useCalendarWords } from '../../catalogue/use-calendar-words.ts';
import { dayOfWeekAndMonth } from '../../catalogue/when.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { boxOfficeTexts } from '../texts.ts';
import type { CounterDay } from './find-performances.ts';
import { PerformanceLine } from './PerformanceLine.tsx';
import styles from './Start.module.css';

interface DayOfPerformancesProps {
  readonly day: CounterDay;
  /** Places left, of the performances that have been told. */
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
