import { useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { type DayNumber, partsOf, readDay } from '../calendar.ts';
import { type DateOption, dateOptions } from '../date-filter.ts';
import { catalogueTexts } from '../texts.ts';
import styles from './DateFilter.module.css';

interface DateFilterProps {
  readonly option: DateOption;
  readonly specific: DayNumber | null;
  readonly onOption: (option: DateOption) => void;
  readonly onSpecific: (day: DayNumber | null) => void;
}

/** The date filter (FL-010) with native elements: a select, and a date input for a specific date. */
export function DateFilter({ option, specific, onOption, onSpecific }: DateFilterProps) {
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
