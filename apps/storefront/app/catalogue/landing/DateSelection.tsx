import type { ShowDetail } from '@butaca/contract';
import { useTranslation } from '../../i18n/use-translation.tsx';
import styles from './DateSelection.module.css';
import { byMonth } from './months.ts';
import { PerformanceRow } from './PerformanceRow.tsx';
import { landingTexts } from './texts.ts';

/** A show's performances by month (SC-001). */
export function DateSelection({ show }: { show: ShowDetail }) {
  const { t } = useTranslation(landingTexts);
  const monthNames = t('months').split(' ');
  if (show.performances.length === 0) return <p>{t('dates.none')}</p>;

  return byMonth(show.performances).map(({ year, month, performances }) => (
    <section key={`${year} ${month}`} className={styles.month}>
      <h3 className={styles.name}>
        {monthNames[month - 1]} {year}
      </h3>
      <ul className={styles.list}>
        {performances.map((performance) => (
          <PerformanceRow key={performance.id} performance={performance} showSeo={show.seo} />
        ))}
      </ul>
    </section>
  ));
}
