import type { ShownPerformance } from '../../moments/moments.ts';
import styles from './Dates.module.css';
import { byMonth, type Month } from './date-choice.ts';
import { useMonthName } from './month-name.ts';
import { PerformanceRow } from './PerformanceRow.tsx';

interface MonthsProps {
  readonly performances: readonly ShownPerformance[];
  readonly showSeo: string;
}

/** Performances of a show under the names of their months. */
export function Months({ performances, showSeo }: MonthsProps) {
  const nameOf = useMonthName();
  return byMonth(performances).map((month) => (
    <section key={`${month.year} ${month.month}`} className={styles.month}>
      <h3 className={styles.name}>{nameOf(month)}</h3>
      <Rows month={month} showSeo={showSeo} />
    </section>
  ));
}

export const Rows = ({ month: { performances }, showSeo }: { month: Month<ShownPerformance>; showSeo: string }) => (
  <ul className={styles.list}>
    {performances.map((performance) => (
      <PerformanceRow key={performance.id} performance={performance} showSeo={showSeo} />
    ))}
  </ul>
);
