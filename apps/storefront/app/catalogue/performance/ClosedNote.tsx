import type { ClosedPerformance } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import frameTexts from '../../i18n/es/frame.json';
import landingTexts from '../../i18n/es/landing.json';
import { pathTo } from '../../paths.ts';
import { dayOfWeekAndMonth, timeOf, useCalendarWords } from '../when.tsx';
import { type OtherDates, OtherDatesSection } from './OtherDates.tsx';
import styles from './PerformanceScreen.module.css';

interface ClosedNoteProps {
  readonly closed: ClosedPerformance;
  readonly others: OtherDates;
}

/** What became of a performance that is not sold any more, and what else there is. */
export function ClosedNote({ closed: { showName, reason, show }, others }: ClosedNoteProps) {
  const { t } = useTranslation(landingTexts);
  const { t: frame } = useTranslation(frameTexts);
  return (
    <>
      <aside className={styles.note} data-closed={reason}>
        <h2>{t(`closed.${reason}`)}</h2>
        <p>{t(`closed.${reason}.text`)}</p>
        {reason === 'cancelled' && (
          <p className={styles.ways}>
            <Link to={pathTo('myOrders', {})}>{t('closed.orders')}</Link>
          </p>
        )}
      </aside>
      {show && <OtherDatesSection others={others} showSeo={show.seo} />}
      <p className={styles.ways}>
        {show && <Link to={pathTo('landing', { seo: show.seo })}>{t('closed.show', { name: showName })}</Link>}
        <Link to={pathTo('cartelera', {})}>{frame('to-billboard')}</Link>
      </p>
    </>
  );
}

/** What a screen reader is told of a performance that was there before; undefined of one that is not known. */
export function useClosedNews(closed: ClosedPerformance | null): string | undefined {
  const { t } = useTranslation(landingTexts);
  const words = useCalendarWords();
  return closed ? t(`closed.news.${closed.reason}`, { day: dayOfWeekAndMonth(closed.date, words), time: timeOf(closed.date) }) : undefined;
}
