import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef } from 'react';
import { settings } from '../settings.ts';
import { officeTexts } from '../texts.ts';
import { DoubtfulPayments } from './DoubtfulPayments.tsx';
import { Filters } from './Filters.tsx';
import { Freshness } from './Freshness.tsx';
import { countsBySpan, filtered } from './filter.ts';
import { OfficeBar } from './OfficeBar.tsx';
import { PerformanceList } from './PerformanceList.tsx';
import styles from './Performances.module.css';
import { sumsOf } from './sums.ts';
import { Totals } from './Totals.tsx';
import { useFilter } from './use-filter.ts';
import { usePerformances } from './use-performances.ts';
import { Waiting } from './Waiting.tsx';

/** Every performance with what is held, sold and taken at this moment. */
export function PerformancesScreen({ name }: { name: string }) {
  const { t } = useTranslation(officeTexts);
  const { data, dataUpdatedAt, isError, isFetching, refetch } = usePerformances();
  const [filter, changeFilter] = useFilter();
  const title = useRef<HTMLHeadingElement>(null);
  const found = data ? filtered(data.items, filter, data.countedAt) : null;

  // Who logs in goes on reading here.
  useEffect(() => title.current?.focus(), []);

  return (
    <>
      <title>{`${t('performances')} · ${t('office')} · ${settings.name}`}</title>
      <OfficeBar name={name} />
      <main id="main" className={styles.screen}>
        <div className={styles.heading}>
          <h1 ref={title} tabIndex={-1}>
            {t('performances')}
          </h1>
          {data && <Freshness updatedAt={dataUpdatedAt} failed={isError} sold={data.totals.sold} />}
        </div>
        {!data && isError ? (
          <Notice
            kind="error"
            title={t('failed.title')}
            actions={
              <Button kind="secondary" small busy={isFetching} onClick={() => void refetch()}>
                {t('retry')}
              </Button>
            }
          >
            {t('failed.text')}
          </Notice>
        ) : (
          <>
            {data && <DoubtfulPayments payments={data.doubtfulPayments} />}
            <Totals sums={found && sumsOf(found)} />
            <Filters
              filter={filter}
              onChange={changeFilter}
              counts={data ? countsBySpan(data.items, filter.search, data.countedAt) : null}
            />
            {found ? <PerformanceList found={found} filter={filter} onClear={() => changeFilter({ search: '' })} /> : <Waiting />}
          </>
        )}
      </main>
    </>
  );
}
