import { useFrame } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { clockIn } from '../calendar.ts';
import { useCalendarWords } from '../use-calendar-words.ts';
import { dayOfWeekAndMonth, timeOf } from '../when.ts';
import styles from './PerformanceRow.module.css';
import { landingTexts } from './texts.ts';

/** When an announced performance goes on sale, in the time of the brand's own place. */
export function OnSaleFrom({ at }: { at: number }) {
  const { t } = useTranslation(landingTexts);
  const { timeZone } = useFrame().brand.locale;
  const clock = clockIn(timeZone, at);
  return <p className={styles.small}>{t('on-sale-from', { day: dayOfWeekAndMonth(clock, useCalendarWords()), time: timeOf(clock) })}</p>;
}
