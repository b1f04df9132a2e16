import { Button } from '@butaca/ui/components/Button.tsx';
import { useMemo, useState } from 'react';
import { useFrame } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { type DayNumber, dayIn, dayOf } from '../calendar.ts';
import type { ShowCard } from '../card.ts';
import { type DateOption, daysOf, playsWithin } from '../date-filter.ts';
import { catalogueTexts } from '../texts.ts';
import styles from './BillboardScreen.module.css';
import { DateFilter } from './DateFilter.tsx';
import { ShowList } from './ShowList.tsx';

/** S-02: everything on sale, next date first, with the date filter. */
export function BillboardScreen({ shows }: { shows: readonly ShowCard[] }) {
  const { t } = useTranslation(catalogueTexts);
  const { brand } = useFrame();
  const [option, setOption] = useState<DateOption>('all');
  const [specific, setSpecific] = useState<DayNumber | null>(null);

  const shown = useMemo(() => {
    if (option === 'all') return shows;
    const today = dayIn(brand.locale.timeZone, Date.now());
    const range = daysOf(option, today, specific);
    return shows.filter((show) => playsWithin(runOf(show, today), range));
  }, [shows, option, specific, brand.locale.timeZone]);

  const reset = () => {
    setOption('all');
    setSpecific(null);
  };

  return (
    <main id="main" className={styles.billboard}>
      <title>{`${brand.name} · ${brand.slogan}`}</title>
      <meta name="description" content={brand.slogan} />
      <header className={styles.header}>
        <h1 tabIndex={-1}>{t('billboard.title')}</h1>
        {brand.billboard.filters.date && <DateFilter option={option} specific={specific} onOption={setOption} onSpecific={setSpecific} />}
      </header>
      <p className="visually-hidden" role="status">
        {option === 'all' ? '' : t('billboard.count', { count: shown.length })}
      </p>
      {shown.length > 0 ? (
        <ShowList key={`${option} ${specific}`} shows={shown} />
      ) : (
        <div className={styles.nothing}>
          <p data-msg="no results found">{t('no results found')}</p>
          {option !== 'all' && (
            <Button kind="secondary" onClick={reset}>
              {t('billboard.reset')}
            </Button>
          )}
        </div>
      )}
    </main>
  );
}

function runOf({ firstDate, lastDate, performanceCount }: ShowCard, today: DayNumber) {
  const first = firstDate ? dayOf(firstDate, today) : Number.POSITIVE_INFINITY;
  return { first, last: lastDate ? dayOf(lastDate, today) : first, count: performanceCount };
}
