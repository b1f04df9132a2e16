import type { PerformanceDetail } from '@butaca/contract';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useRef } from 'react';
import { Link } from 'react-router';
import { dayOfWeekAndMonth, timeOf, useCalendarWords } from '../catalogue/when.tsx';
import { useFrame } from '../frame/use-frame.ts';
import boxOfficeTexts from '../i18n/es/box-office.json';
import { pathTo } from '../paths.ts';
import { SeatsSection } from '../purchase/seats/SeatsSection.tsx';
import styles from './Counter.module.css';
import { CounterOver } from './CounterOver.tsx';
import { useFirstFocus } from './use-first-focus.ts';

/** The places of one performance, for the customer at the counter. */
export function PlacesScreen({ performance }: { performance: PerformanceDetail | null }) {
  const { t } = useTranslation(boxOfficeTexts);
  const { brand } = useFrame();
  const words = useCalendarWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useFirstFocus(heading);
  if (!performance) return <CounterOver stage={undefined} />;

  const { show, venue, date } = performance;
  return (
    <main id="main" className={styles.counter}>
      <title>{`${show.name} · ${t('title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <header className={styles.head}>
        <div>
          <p className={styles.when}>{`${dayOfWeekAndMonth(date, words)} · ${timeOf(date)}`}</p>
          <h1 ref={heading} tabIndex={-1}>
            {show.name}
          </h1>
          <p className={styles.where}>{venue.name}</p>
        </div>
        <Link className={styles.back} to={pathTo('BuyTicketBox', {})}>
          {t('other-performance')}
        </Link>
      </header>
      {performance.state === 'on_sale' ? (
        <SeatsSection key={performance.id} performance={performance} picture={null} certain seller="counter" />
      ) : (
        <Notice kind="warning" title={t(`closed.${performance.state}`)}>
          {t('closed.text')}
        </Notice>
      )}
    </main>
  );
}
