import type { Order, PurchasePerformance } from '@butaca/contract';
import { useFrame } from '../../frame/use-frame.ts';
import styles from './Order.module.css';

/** Date and time in the venue's time zone, and the venue. */
export function PerformanceWhen({ order, performance }: { order: Order; performance: PurchasePerformance }) {
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
          <span>{clockTime(startsAt, clock)}</span>
        </time>
      </p>
      <p className={styles.where}>
        {venueName}
        {venueAddress && <span className={styles.address}>{venueAddress}</span>}
      </p>
    </>
  );
}

interface Place {
  readonly language: string;
  readonly timeZone: string;
}

/** `domingo, 22 de noviembre` in a venue's time zone, with the year when it differs from that of `now`. */
export function longDay(at: number, now: number, { language, timeZone }: Place): string {
  const yearOf = (moment: number) => new Intl.DateTimeFormat(language, { timeZone, year: 'numeric' }).format(moment);
  return new Intl.DateTimeFormat(language, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(yearOf(at) === yearOf(now) ? {} : { year: 'numeric' as const }),
  }).format(at);
}

/** `18:30`. */
export const clockTime = (at: number, { language, timeZone }: Place): string =>
  new Intl.DateTimeFormat(language, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
