import type { Order, PurchasePerformance } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import orderTexts from '../../i18n/es/order.json';
import { clockTime, longDay } from './long-date.ts';
import styles from './Order.module.css';

/** Date and time in the venue's time zone, and the venue. */
export function PerformanceWhen({ order, performance }: { order: Order; performance: PurchasePerformance }) {
  const { t } = useTranslation(orderTexts);
  const { language } = useFrame().brand.locale;
  const found = order.performances.find(({ id }) => id === performance.id);
  if (!found) return null;
  const { startsAt, timeZone, venueName, venueAddress } = found;
  const clock = { language, timeZone };
  return (
    <>
      <p>
        <time className={styles.when} dateTime={new Date(startsAt).toISOString()}>
          <span>{longDay(startsAt, order.purchase.serverNow ?? startsAt, clock)}</span>
          <span>{t('time', { time: clockTime(startsAt, clock) })}</span>
        </time>
      </p>
      <p className={styles.where}>
        {venueName}
        {venueAddress && <span className={styles.address}>{venueAddress}</span>}
      </p>
    </>
  );
}
