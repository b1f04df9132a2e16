import { Button } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useId, useMemo, useState } from 'react';
import { useFrame } from '../../frame/use-frame.ts';
import catalogueTexts from '../../i18n/es/catalogue.json';
import { type DayNumber, dayIn, partsOf, readDay } from '../calendar.ts';
import type { ShowCard, ShowLink } from '../card.ts';
import { type DateOption, dateOptions, daysOf, playsWithin } from '../date-filter.ts';
import styles from './BillboardScreen.module.css';
import { ShowList } from './ShowList.tsx';
import { useWholeBillboard } from './use-whole-billboard.ts';

/** S-02: everything on sale, next date first, with the date filter. */
export function BillboardScreen({ shows, rest }: { shows: readonly ShowCard[]; rest: readonly ShowLink[] }) {
  const { t } = useTranslation(catalogueTexts);
  const { brand } = useFrame();
  const [option, setOption] = useState<DateOption>('all');
  const [specific, setSpecific] = useState<DayNumber | null>(null);
  const billboard = useWholeBillboard(shows, rest);
  const filtering = option !== 'all';

  const shown = useMemo(() => {
    if (!filtering) return billboard.shows;
    const range = daysOf(option, dayIn(brand.locale.timeZone, Date.now()), specific);
    return billboard.shows.filter(({ days }) => playsWithin(days, range));
  }, [billboard.shows, filtering, option, specific, brand.locale.timeZone]);

  const choose = (next: DateOption) => {
    setOption(next);
    if (next !== 'all') billboard.load();
  };
  const reset = () => {
    setOption('all');
    setSpecific(null);
  };

  return (
    <main id="main" className={styles.billboard} aria-busy={filtering && !billboard.complete && !billboard.failed}>
      <title>{`${brand.name} · ${brand.slogan}`}</title>
      <meta name="description" content={brand.slogan} />
      <header className={styles.header}>
        <h1 tabIndex={-1}>{t('billboard.title')}</h1>
        {brand.billboard.filters.date && <DateFilter option={option} specific={specific} onOption={choose} onSpecific={setSpecific} />}
      </header>
      <p className="visually-hidden" role="status">
        {filtering && billboard.complete ? t('billboard.count', { count: shown.length }) : ''}
      </p>
      {shown.length > 0 || (filtering && !billboard.complete) ? (
        <ShowList
          key={`${option} ${specific}`}
          shows={shown}
          total={filtering ? shown.length : billboard.total}
          rest={rest}
          billboard={billboard}
        />
      ) : (
        <div className={styles.nothing}>
          <p data-msg="no results found">{t('no results found')}</p>
          {filtering && (
            <Button kind="secondary" onClick={reset}>
              {t('billboard.reset')}
            </Button>
          )}
        </div>
      )}
    </main>
  );
}

interface DateFilterProps {
  readonly option: DateOption;
  readonly specific: DayNumber | null;
  readonly onOption: (option: DateOption) => void;
  readonly onSpecific: (day: DayNumber | null) => void;
}

/** The date filter (FL-010) with native elements: a select, and a date input for a specific date. */
function DateFilter({ option, specific, onOption, onSpecific }: DateFilterProps) {
  const { t } = useTranslation(catalogueTexts);
  const id = useId();
  return (
    <search className={styles.filter}>
      <label htmlFor={id}>{t('dates.label')}</label>
      <select id={id} className={styles.select} value={option} onChange={(event) => onOption(event.target.value as DateOption)}>
        {dateOptions.map((each) => (
          <option key={each} value={each}>
            {t(`dates.${each}`)}
          </option>
        ))}
      </select>
      {option === 'specific' && (
        <input
          type="date"
          className={styles.date}
          aria-label={t('dates.specific')}
          value={specific === null ? '' : writeDay(specific)}
          onChange={(event) => onSpecific(readDay(event.target.value))}
        />
      )}
    </search>
  );
}

function writeDay(number: DayNumber): string {
  const { year, month, day } = partsOf(number);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
