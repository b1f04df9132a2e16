import { settings } from '../settings.ts';
import styles from './Performances.module.css';
import { dateText, timeText } from './when.ts';

/** Day and hour by the clocks of the venue. */
export function When({ startsAt, timeZone }: { startsAt: number; timeZone: string }) {
  const { language } = settings.locale;
  return (
    <time dateTime={new Date(startsAt).toISOString()} className={styles.when}>
      <span>{dateText(startsAt, timeZone, language)}</span> <span className={styles.hour}>{timeText(startsAt, timeZone, language)}</span>
    </time>
  );
}
