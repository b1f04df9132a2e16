import type { OfficePerformance } from '@butaca/contract/office';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { memo } from 'react';
import officeTexts from '../i18n/es/office.json';
import { DoorList } from './DoorList.tsx';
import { Count, PlacesBar, parts, RefundRule, ServiceCharge, StateTag, Swatch, Takings, Trend, When } from './PerformanceFacts.tsx';
import styles from './PerformanceTable.module.css';
import { freeOf, occupancyText } from './sums.ts';

/** A row for each performance; the heads of the three counts are the key to the bars. */
export function PerformanceTable({ performances }: { performances: readonly OfficePerformance[] }) {
  const { t } = useTranslation(officeTexts);
  return (
    <table className={styles.table} aria-label={t('performances')}>
      <thead>
        <tr>
          <th scope="col" className={styles.date}>
            {t('column.date')}
          </th>
          <th scope="col">{t('column.show')}</th>
          <th scope="col" className={styles.occupancy}>
            {t('occupancy')}
          </th>
          {parts.map((part) => (
            <th key={part} scope="col" className={styles.count}>
              <span className={styles.key}>
                <Swatch part={part} />
                {t(part)}
              </span>
            </th>
          ))}
          <th scope="col" className={styles.money}>
            {t('tickets')}
          </th>
          <th scope="col" className={styles.trend}>
            {t('last-hour')}
          </th>
        </tr>
      </thead>
      <tbody>
        {performances.map((performance) => (
          <PerformanceRow key={performance.id} performance={performance} />
        ))}
      </tbody>
    </table>
  );
}

/** An unchanged performance is the same object after a poll, so its row is not drawn again. */
const PerformanceRow = memo(function PerformanceRow({ performance }: { performance: OfficePerformance }) {
  const { t } = useTranslation(officeTexts);
  const { showName, venueName, startsAt, timeZone, state, places, held, sold, soldLastHour, tickets, serviceCharge, trend } = performance;
  return (
    <tr>
      <td>
        <When startsAt={startsAt} timeZone={timeZone} />
      </td>
      <th scope="row">
        <span className={styles.show}>
          {showName} <StateTag state={state} />
        </span>
        <span className={styles.venue}>
          {venueName}
          <RefundRule soldAgain={performance.refundedPlacesSoldAgain} />
        </span>
        <DoorList performance={performance} />
      </th>
      <td>
        {places > 0 ? (
          <>
            <span className={styles.share}>
              <PlacesBar places={places} held={held} sold={sold} />
              <span className={styles.percent}>{occupancyText(performance)}</span>
            </span>
            <span className={styles.soft}>{t('places', { count: places })}</span>
          </>
        ) : (
          <span className={styles.soft}>{t('no-places')}</span>
        )}
      </td>
      <td className={styles.count}>
        <Count value={sold} />
      </td>
      <td className={styles.count}>
        <Count value={held} />
      </td>
      <td className={styles.count}>
        <Count value={freeOf(performance)} />
      </td>
      <td className={styles.money}>
        <Takings amount={tickets} />
        <ServiceCharge amount={serviceCharge} className={styles.soft} />
      </td>
      <td className={styles.trend}>
        <span className={styles.hour}>
          <Trend sold={trend} />
          <Count value={soldLastHour} />
        </span>
      </td>
    </tr>
  );
});
