import { dateText, type MomentPlace, timeText } from '@butaca/brand/dates';
import type { Order, PurchasePerformance } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import orderTexts from '../../i18n/es/order.json';
import styles from './Order.module.css';

/** Date and time in the venue's time zone, and the venue. */
export function PerformanceWhen({ order, performance }: { order: Order; performance: PurchasePerformance }) {
  const { t } = useTranslation(orderTexts);
  const { language } = useFrame().brand.locale;
  const found = order.performances.find(({ id }) => id === performance.id);
  if (!found) return null;
  const { startsAt, timeZone, venueName, venueAddress, movedFrom } = found;
  const clock = { language, timeZone };
  return (
    <>
      <p>
        <time className={styles.when} dateTime={new Date(startsAt).toISOString()}>
          <span>{longDay(startsAt, order.purchase.serverNow ?? startsAt, clock)}</span>
          <span>{timeText(startsAt, clock)}</span>
        </time>
      </p>
      {movedFrom !== undefined && (
        <p className={styles.moved}>{t('moved', { day: longDay(movedFrom, startsAt, clock), time: timeText(movedFrom, clock) })}</p>
      )}
      <p className={styles.where}>
        {venueName}
        {venueAddress && <span className={styles.address}>{venueAddress}</span>}
      </p>
    </>
  );
}

/** `domingo, 22 de noviembre` in a venue's time zone, with the year when it differs from that of `now`. */
export function longDay(at: number, now: number, place: MomentPlace): string {
  const yearOf = (moment: number) => dateText(moment, place, { year: 'numeric' });
  const year = yearOf(at) === yearOf(now) ? {} : { year: 'numeric' as const };
  return dateText(at, place, { weekday: 'long', day: 'numeric', month: 'long', ...year });
}
