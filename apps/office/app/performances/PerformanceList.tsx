import type { OfficePerformance } from '@butaca/contract/office';
import { Button } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useRef, useState } from 'react';
import { officeTexts } from '../texts.ts';
import type { Filter } from './filter.ts';
import { PerformanceCards } from './PerformanceCards.tsx';
import styles from './Performances.module.css';
import { PerformanceTable } from './PerformanceTable.tsx';
import { useWide } from './use-wide.ts';

/** The next weeks of a full house; drawing hundreds at once makes a slow phone wait. */
const FIRST = 60;

interface PerformanceListProps {
  readonly found: readonly OfficePerformance[];
  readonly filter: Filter;
  readonly onClear: () => void;
}

/** What was found, as a table or as cards, or that there is nothing. */
export function PerformanceList({ found, filter, onClear }: PerformanceListProps) {
  const { t } = useTranslation(officeTexts);
  const wide = useWide();
  const [all, setAll] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const search = filter.search.trim();
  const shown = all ? found : found.slice(0, FIRST);

  const showAll = () => {
    setAll(true);
    // The button goes away; what is read next is still the list.
    list.current?.focus({ preventScroll: true });
  };

  return (
    <div ref={list} className={styles.list} tabIndex={-1}>
      <p role="status" className={styles.found}>
        {t('found', { count: found.length })}
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
      ) : wide ? (
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
