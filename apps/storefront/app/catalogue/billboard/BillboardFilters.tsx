import type { PublicBrand } from '@butaca/brand';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ReactNode, useId } from 'react';
import { useFrame } from '../../frame/use-frame.ts';
import catalogueTexts from '../../i18n/es/catalogue.json';
import { queryNames } from '../../paths.ts';
import { type DayNumber, readDay, writeDay } from '../calendar.ts';
import type { ShowCard } from '../card.ts';
import { type DateOption, dateOptions, daysOf, playsWithin } from '../date-filter.ts';
import styles from './BillboardScreen.module.css';

type Filters = PublicBrand['billboard']['filters'];
type ChangeQuery = (change: (query: URLSearchParams) => void) => void;

/** What an address asks of the billboard; '' is no filter. */
export interface BillboardChoice {
  readonly option: DateOption;
  readonly specific: DayNumber | null;
  /** Ids as they stand in the address. */
  readonly type: string;
  readonly venue: string;
  /** A city's name. */
  readonly zone: string;
}

const names = { type: queryNames.showType, venue: queryNames.venue, zone: queryNames.zone } as const;
type NamedFilter = keyof typeof names;
const namedFilters: readonly NamedFilter[] = ['type', 'venue', 'zone'];

/** Ignores filters that the brand does not offer: the page has no control to clear them. */
export function readChoice(query: URLSearchParams, filters: Filters): BillboardChoice {
  const option = (filters.date && dateOptions.find((each) => each === query.get(queryNames.when))) || 'all';
  const named = (filter: NamedFilter) => (filters[filter] && query.get(names[filter])) || '';
  return {
    option,
    specific: option === 'specific' ? readDay(query.get(queryNames.day) ?? '') : null,
    type: named('type'),
    venue: named('venue'),
    zone: named('zone'),
  };
}

export const isFiltering = ({ option, type, venue, zone }: BillboardChoice): boolean =>
  option !== 'all' || type !== '' || venue !== '' || zone !== '';

export function filterShows(shows: readonly ShowCard[], { option, specific, type, venue, zone }: BillboardChoice, today: DayNumber) {
  const range = daysOf(option, today, specific);
  return shows.filter(
    ({ days, typeId, venueId, venueCity }) =>
      playsWithin(days, range) &&
      (type === '' || type === String(typeId)) &&
      (venue === '' || venue === String(venueId)) &&
      (zone === '' || zone === venueCity),
  );
}

export function clearFilters(query: URLSearchParams) {
  for (const name of [queryNames.when, queryNames.day, ...Object.values(names)]) query.delete(name);
}

interface BillboardFiltersProps {
  readonly choice: BillboardChoice;
  /** Those that venues and zones are offered of. */
  readonly shows: readonly ShowCard[];
  readonly onChange: ChangeQuery;
}

/** The filters that the brand offers (FL-010..FL-014), of native elements. */
export function BillboardFilters({ choice, shows, onChange }: BillboardFiltersProps) {
  const { brand, showTypes } = useFrame();
  const { filters } = brand.billboard;
  if (!filters.date && !namedFilters.some((filter) => filters[filter])) return null;
  const options: Readonly<Record<NamedFilter, readonly Option[]>> = {
    type: showTypes.map(({ id, name }) => [String(id), name]),
    venue: distinct(shows.map(({ venueId, venueName }) => [String(venueId), venueName])),
    zone: distinct(shows.flatMap(({ venueCity }) => (venueCity ? [[venueCity, venueCity] as const] : []))),
  };
  return (
    <search className={styles.filters}>
      {filters.date && <DateFilter choice={choice} onChange={onChange} />}
      {namedFilters.map(
        (filter) =>
          filters[filter] && (
            <NamedFilterSelect
              key={filter}
              filter={filter}
              value={choice[filter]}
              options={options[filter]}
              onChoose={(value) => onChange((query) => (value === '' ? query.delete(names[filter]) : query.set(names[filter], value)))}
            />
          ),
      )}
    </search>
  );
}

/** What stands in the address, and what is shown for it. */
type Option = readonly [value: string, label: string];

const distinct = (options: readonly Option[]): readonly Option[] =>
  [...new Map(options)].sort(([, one], [, other]) => one.localeCompare(other));

interface NamedFilterSelectProps {
  readonly filter: NamedFilter;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChoose: (value: string) => void;
}

function NamedFilterSelect({ filter, value, options, onChoose }: NamedFilterSelectProps) {
  const { t } = useTranslation(catalogueTexts);
  // A value of an old link that nothing has any more stays to be seen, and to be taken away.
  const known = value === '' || options.some(([each]) => each === value);
  return (
    <Labelled label={t(`filters.${filter}`)}>
      {(id) => (
        <select id={id} className={styles.select} value={value} onChange={(event) => onChoose(event.target.value)}>
          <option value="">{t(`filters.${filter}.any`)}</option>
          {!known && <option value={value}>{filter === 'zone' ? value : t('filters.gone')}</option>}
          {options.map(([each, label]) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

/** All dates, days by name, and a date input for a specific one. */
function DateFilter({ choice: { option, specific }, onChange }: { choice: BillboardChoice; onChange: ChangeQuery }) {
  const { t } = useTranslation(catalogueTexts);
  const choose = (next: string) =>
    onChange((query) => {
      query.delete(queryNames.day);
      if (next === 'all') query.delete(queryNames.when);
      else query.set(queryNames.when, next);
    });
  const chooseDay = (day: DayNumber | null) =>
    onChange((query) => (day === null ? query.delete(queryNames.day) : query.set(queryNames.day, writeDay(day))));
  return (
    <Labelled label={t('dates.label')}>
      {(id) => (
        <>
          <select id={id} className={styles.select} value={option} onChange={(event) => choose(event.target.value)}>
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
              onChange={(event) => chooseDay(readDay(event.target.value))}
            />
          )}
        </>
      )}
    </Labelled>
  );
}

function Labelled({ label, children }: { readonly label: string; readonly children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}
