import { withWords } from '@butaca/browser/search-words.ts';
import type { OfficePerformance } from '@butaca/contract/office';
import { typedText } from '@butaca/contract/rules/typed';
import { Field } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import officeTexts from '../i18n/es/office.json';
import styles from './Filters.module.css';
import { dayOf } from './when.ts';

interface FiltersProps {
  readonly filter: Filter;
  readonly onChange: (change: Partial<Filter>) => void;
  /** How many performances each span would show; null until the first answer. */
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

const NAMES = { search: 'buscar', span: 'cuando' } as const;
const IN_ADDRESS: Readonly<Record<Span, string>> = { upcoming: 'proximas', today: 'hoy', week: 'semana', past: 'pasadas' };

/** The filter, kept in the address so that it can be bookmarked and sent. */
export function useFilter(): readonly [Filter, (change: Partial<Filter>) => void] {
  const [filter, setFilter] = useState(() => readFilter(new URLSearchParams(location.search)));
  const change = (part: Partial<Filter>) => {
    const next = { ...filter, ...part };
    setFilter(next);
    history.replaceState(null, '', `${location.pathname}${addressOf(next)}`);
  };
  return [filter, change];
}

function readFilter(query: URLSearchParams): Filter {
  const span = spans.find((each) => IN_ADDRESS[each] === query.get(NAMES.span)) ?? 'upcoming';
  return { search: query.get(NAMES.search) ?? '', span };
}

function addressOf({ search, span }: Filter): string {
  const query = new URLSearchParams();
  if (typedText(search) !== '') query.set(NAMES.search, typedText(search));
  if (span !== 'upcoming') query.set(NAMES.span, IN_ADDRESS[span]);
  return query.size > 0 ? `?${query}` : '';
}

const spans = ['upcoming', 'today', 'week', 'past'] as const;
type Span = (typeof spans)[number];

export interface Filter {
  readonly search: string;
  readonly span: Span;
}

const DAY_MS = 86_400_000;

const inSpan: Readonly<Record<Span, (performance: OfficePerformance, now: number) => boolean>> = {
  upcoming: ({ startsAt }, now) => startsAt > now,
  // The whole day in the venue's time zone, with the performances that have begun.
  today: ({ startsAt, timeZone }, now) => dayOf(startsAt, timeZone) === dayOf(now, timeZone),
  week: ({ startsAt }, now) => startsAt > now && startsAt <= now + 7 * DAY_MS,
  past: ({ startsAt }, now) => startsAt <= now,
};

/** The performances that match, in order of time; past ones with the latest first. */
export function filtered(performances: readonly OfficePerformance[], { search, span }: Filter, now: number): OfficePerformance[] {
  const found = withWords(performances, ({ showName, venueName }) => `${showName} ${venueName}`, search).filter((one) =>
    inSpan[span](one, now),
  );
  return span === 'past' ? found.reverse() : found;
}

export const countsBySpan = (performances: readonly OfficePerformance[], search: string, now: number) =>
  Object.fromEntries(spans.map((span) => [span, filtered(performances, { search, span }, now).length])) as Record<Span, number>;
