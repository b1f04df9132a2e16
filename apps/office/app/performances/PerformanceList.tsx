import { useMediaQuery } from '@butaca/browser/use-media-query.ts';
import { usePrinting } from '@butaca/browser/use-printing.ts';
import type { OfficePerformance } from '@butaca/contract/office';
import { typedText } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { memo, useRef, useState } from 'react';
import officeTexts from '../i18n/es/office.json';
import { DoorList } from './DoorList.tsx';
import type { Filter } from './Filters.tsx';
import { Count, PlacesBar, parts, RefundRule, ServiceCharge, StateTag, Swatch, Takings, Trend, When } from './PerformanceFacts.tsx';
import styles from './Performances.module.css';
import { PerformanceTable } from './PerformanceTable.tsx';
import { freeOf, occupancyText } from './sums.ts';

/** Shown at first: drawing hundreds at once takes a slow phone seconds. */
const FIRST = 60;

interface PerformanceListProps {
  readonly found: readonly OfficePerformance[];
  readonly filter: Filter;
  readonly onClear: () => void;
}

/** The performances of the current filter, as a table or as cards. */
export function PerformanceList({ found, filter, onClear }: PerformanceListProps) {
  const { t } = useTranslation(officeTexts);
  // Narrower windows have no room for the table.
  const wide = useMediaQuery('(min-width: 900px)');
  const printed = usePrinting();
  const [all, setAll] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const search = typedText(filter.search);
  const shown = all || printed ? found : found.slice(0, FIRST);

  const showAll = () => {
    setAll(true);
    // The button disappears with the focus on it, so the focus moves to the list.
    list.current?.focus({ preventScroll: true });
  };

  return (
    <div ref={list} className={styles.list} tabIndex={-1}>
      <p role="status" className={styles.found}>
        {t('found', { count: found.length })}
        <span className="paper-only">
          {[t(`when.${filter.span}`), search && `“${search}”`].filter(Boolean).map((word) => ` · ${word}`)}
        </span>
      </p>
      {found.length === 0 ? (
        <div className={styles.empty}>
          <p>{search === '' ? t(`empty.${filter.span}`) : t('empty.search', { search })}</p>
          {search !== '' && (
            <Button kind="secondary" small onClick={onClear}>
              {t('clear')}
            </Button>
          )}
        </div>
      ) : wide || printed ? (
        <PerformanceTable performances={shown} />
      ) : (
        <PerformanceCards performances={shown} />
      )}
      {shown.length < found.length && (
        <div className={styles.more}>
          <Button kind="secondary" onClick={showAll}>
            {t('more', { count: found.length - shown.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

const skeletonRows = ['1', '2', '3', '4', '5', '6', '7', '8'];

export function PerformanceListSkeleton() {
  const { t } = useTranslation(officeTexts);
  return (
    <div className={styles.waiting}>
      <span className="visually-hidden" role="status">
        {t('loading')}
      </span>
      <Skeleton width="6rem" height="1.3125rem" />
      {skeletonRows.map((row) => (
        <Skeleton key={row} height="3.25rem" />
      ))}
    </div>
  );
}

/** Where a table has no room: a card for each performance. */
function PerformanceCards({ performances }: { performances: readonly OfficePerformance[] }) {
  const { t } = useTranslation(officeTexts);
  return (
    <ul className={styles.cards} aria-label={t('performances')}>
      {performances.map((performance) => (
        <PerformanceCard key={performance.id} performance={performance} />
      ))}
    </ul>
  );
}

const PerformanceCard = memo(function PerformanceCard({ performance }: { performance: OfficePerformance }) {
  const { t } = useTranslation(officeTexts);
  const { showName, venueName, startsAt, timeZone, state, places, held, sold, soldLastHour, tickets, serviceCharge, trend } = performance;
  const counts = { sold, held, free: freeOf(performance) };
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <When startsAt={startsAt} timeZone={timeZone} />
        <StateTag state={state} />
      </div>
      <div>
        <h2 className={styles.show}>{showName}</h2>
        <p className={styles.soft}>
          {venueName} · {places > 0 ? t('places', { count: places }) : t('no-places')}
          <RefundRule soldAgain={performance.refundedPlacesSoldAgain} />
        </p>
        <DoorList performance={performance} />
      </div>
      {places > 0 && (
        <div className={styles.share}>
          <PlacesBar places={places} held={held} sold={sold} />
          <span className={styles.percent}>{occupancyText(performance)}</span>
        </div>
      )}
      <dl className={styles.counts}>
        {parts.map((part) => (
          <div key={part}>
            <dt>
              <Swatch part={part} />
              {t(part)}
            </dt>
            <dd>
              <Count value={counts[part]} />
            </dd>
          </div>
        ))}
      </dl>
      <dl className={styles.money}>
        <div>
          <dt>{t('tickets')}</dt>
          <dd>
            <Takings amount={tickets} />
            <ServiceCharge amount={serviceCharge} className={styles.soft} />
          </dd>
        </div>
        <div className={styles.trend}>
          <dt>{t('last-hour')}</dt>
          <dd className={styles.hour}>
            <Trend sold={trend} />
            <Count value={soldLastHour} />
          </dd>
        </div>
      </dl>
    </li>
  );
});
