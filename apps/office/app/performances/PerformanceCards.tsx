import type { OfficePerformance } from '@butaca/contract/office';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { memo } from 'react';
import officeTexts from '../i18n/es/office.json';
import styles from './PerformanceCards.module.css';
import { Count, PlacesBar, parts, ServiceCharge, StateTag, Swatch, Takings, Trend, When } from './PerformanceFacts.tsx';
import { freeOf, occupancyText } from './sums.ts';

/** Where a table has no room: a card for each performance. */
export function PerformanceCards({ performances }: { performances: readonly OfficePerformance[] }) {
  const { t } = useTranslation(officeTexts);
  return (
    <ul className={styles.cards} aria-label={t('performances')}>
      {performances.map((performance) => (
        <PerformanceCard key={performance.id} performance={performance} />
      ))}
    </ul>
  );
}

const PerformanceCard = memo(function PerformanceCard({ performance }: { performance: OfficePerformance }) {
  const { t } = useTranslation(officeTexts);
  const { showName, venueName, startsAt, timeZone, state, places, held, sold, soldLastHour, tickets, serviceCharge, trend } = performance;
  const counts = { sold, held, free: freeOf(performance) };
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <When startsAt={startsAt} timeZone={timeZone} />
        <StateTag state={state} />
      </div>
      <div>
        <h2 className={styles.show}>{showName}</h2>
        <p className={styles.soft}>
          {venueName} · {places > 0 ? t('places', { count: places }) : t('no-places')}
        </p>
      </div>
      {places > 0 && (
        <div className={styles.share}>
          <PlacesBar places={places} held={held} sold={sold} />
          <span className={styles.percent}>{occupancyText(performance)}</span>
        </div>
      )}
      <dl className={styles.counts}>
        {parts.map((part) => (
          <div key={part}>
            <dt>
              <Swatch part={part} />
              {t(part)}
            </dt>
            <dd>
              <Count value={counts[part]} />
            </dd>
          </div>
        ))}
      </dl>
      <dl className={styles.money}>
        <div>
          <dt>{t('tickets')}</dt>
          <dd>
            <Takings amount={tickets} />
            <ServiceCharge amount={serviceCharge} className={styles.soft} />
          </dd>
        </div>
        <div className={styles.trend}>
          <dt>{t('last-hour')}</dt>
          <dd className={styles.hour}>
            <Trend sold={trend} />
            <Count value={soldLastHour} />
          </dd>
        </div>
      </dl>
    </li>
  );
});
