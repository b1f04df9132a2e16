import type { CounterPerformance } from '@butaca/contract';
import { Link } from 'react-router';
import { timeOf } from '../../catalogue/when.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { pathTo } from '../../paths.ts';
import { boxOfficeTexts } from '../texts.ts';
import styles from './Start.module.css';

export const isSellable = ({ state }: CounterPerformance): boolean => state === 'on_sale';

export const placesPath = ({ id, hash }: CounterPerformance): string => pathTo('BuyTicketBox', {}, { performance: id, hash });

interface PerformanceLineProps {
  readonly performance: CounterPerformance;
  /** Undefined until it has been told. */
  readonly free: number | undefined;
}

/** One performance to sell: when, what, where, and how many places it has left. */
export function PerformanceLine({ performance, free }: PerformanceLineProps) {
  const { t } = useTranslation(boxOfficeTexts);
  const { showName, venueName, date, state } = performance;
  const facts = (
    <>
      <span className={styles.time}>{timeOf(date)}</span>
      <span className={styles.what}>
        <strong>{showName}</strong>
        <span className={styles.venue}>{venueName}</span>
      </span>
    </>
  );
  if (!isSellable(performance) || free === 0) {
    return (
      <p className={styles.line} data-closed>
        {facts}
        <span className={styles.state}>{t(state === 'announced' ? 'state.announced' : 'state.sold_out')}</span>
      </p>
    );
  }
  return (
    <Link className={styles.line} to={placesPath(performance)} data-stop>
      {facts}
      <span className={styles.free}>{free === undefined ? '\u2026' : t('free', { count: free })}</span>
    </Link>
  );
}
