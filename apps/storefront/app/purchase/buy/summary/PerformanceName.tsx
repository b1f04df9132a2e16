import type { PurchasePerformance } from '@butaca/contract';
import { dayOfWeekAndMonth, timeOf, useCalendarWords } from '../../../catalogue/when.ts';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { buyTexts } from '../texts.ts';

/** One performance among others, in a line: what, and when. */
export function PerformanceName({ performance: { show, date } }: { performance: Pick<PurchasePerformance, 'show' | 'date'> }) {
  const { t } = useTranslation(buyTexts);
  const words = useCalendarWords();
  const when = date && `${dayOfWeekAndMonth(date, words)}, ${t('time', { time: timeOf(date) })}`;
  return (
    <>
      {show && <strong>{show.name}</strong>}
      {show && when && ' · '}
      {when}
    </>
  );
}
