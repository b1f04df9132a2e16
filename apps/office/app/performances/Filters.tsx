import { Field } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { officeTexts } from '../texts.ts';
import styles from './Filters.module.css';
import { type Filter, type Span, spans } from './filter.ts';

interface FiltersProps {
  readonly filter: Filter;
  readonly onChange: (change: Partial<Filter>) => void;
  /** What each span would show; null while it is not known. */
  readonly counts: Readonly<Record<Span, number>> | null;
}

export function Filters({ filter, onChange, counts }: FiltersProps) {
  const { t } = useTranslation(officeTexts);
  return (
    <search className={styles.filters}>
      <fieldset className={styles.spans}>
        <legend className="visually-hidden">{t('when')}</legend>
        {spans.map((span) => (
          <label key={span} className={styles.span}>
            <input type="radio" name="span" value={span} checked={filter.span === span} onChange={() => onChange({ span })} />
            <span>
              {t(`when.${span}`)} <span className={styles.number}>{counts?.[span] ?? '–'}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className={styles.search}>
        <Field
          label={t('search')}
          type="search"
          value={filter.search}
          autoComplete="off"
          onChange={(event) => onChange({ search: event.target.value })}
        />
      </div>
    </search>
  );
}
