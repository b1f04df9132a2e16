import type { ShowType, Venue } from '@butaca/contract';
import { Button } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useId, useState } from 'react';
import { Form } from 'react-router';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import { useHydrated } from '../../frame/use-hydrated.ts';
import searchTexts from '../../i18n/es/search.json';
import { pathTo, queryNames } from '../../paths.ts';
import { dateOptions } from '../date-filter.ts';
import styles from './Search.module.css';
import { type SearchQuery, toMinorUnits } from './search-query.ts';

interface SearchFiltersProps {
  readonly asked: SearchQuery;
  readonly showTypes: readonly ShowType[];
  readonly venues: readonly Pick<Venue, 'id' | 'name' | 'city'>[];
}

/**
 * Type, date, venue and price; a plain form, so that it works without a script: the day's field then comes with the page that answers
 * the option. Open where there is no text, which is where the sliders lead, and where that day is still to be chosen.
 */
export function SearchFilters({ asked, showTypes, venues }: SearchFiltersProps) {
  const { t } = useTranslation(searchTexts);
  const money = useMoney();
  const prices = priceOptions(useFrame().brand.billboard.filters.prices, asked.maxPrice);
  const id = useId();
  const [when, setWhen] = useState(asked.when);
  const lacksDay = asked.when === 'specific' && asked.day === null;
  const hydrated = useHydrated();
  return (
    <details className={styles.filters} open={asked.text === '' || lacksDay}>
      <summary>{t('filters')}</summary>
      <Form action={pathTo('advancedsearch', {})} preventScrollReset className={styles.form}>
        {asked.text && <input type="hidden" name={queryNames.search} value={asked.text} />}
        <fieldset className={styles.types}>
          <legend>{t('filters.types')}</legend>
          {showTypes.map((type) => (
            <label key={type.id} className={styles.type}>
              <input type="checkbox" name={queryNames.showType} value={type.id} defaultChecked={asked.types.includes(type.id)} />
              {type.name}
            </label>
          ))}
        </fieldset>
        <p className={styles.field}>
          <label htmlFor={`${id}-when`}>{t('filters.when')}</label>
          <select
            id={`${id}-when`}
            name={queryNames.when}
            defaultValue={asked.when}
            onChange={(event) => setWhen(dateOptions.find((option) => option === event.target.value) ?? 'all')}
          >
            {dateOptions.map((option) => (
              <option key={option} value={option}>
                {t(`dates.${option}`)}
              </option>
            ))}
          </select>
        </p>
        {when === 'specific' && (
          <p className={styles.field}>
            <label htmlFor={`${id}-day`}>{t('filters.day')}</label>
            {/* Without a script this field stays when another option is chosen; were it required, an empty one would block the form. */}
            <input id={`${id}-day`} type="date" name={queryNames.day} defaultValue={asked.day ?? ''} required={hydrated} />
          </p>
        )}
        <p className={styles.field}>
          <label htmlFor={`${id}-venue`}>{t('filters.venue')}</label>
          <select id={`${id}-venue`} name={queryNames.venue} defaultValue={asked.venue ?? ''}>
            <option value="">{t('filters.venue.any')}</option>
            {venues.map((venue) => (
              <option key={venue.id} value={venue.id}>
                {venue.name}, {venue.city}
              </option>
            ))}
          </select>
        </p>
        {prices.length > 0 && (
          <p className={styles.field}>
            <label htmlFor={`${id}-price`}>{t('filters.price')}</label>
            <select id={`${id}-price`} name={queryNames.maxPrice} defaultValue={asked.maxPrice ?? ''}>
              <option value="">{t('filters.price.any')}</option>
              {prices.map((price) => (
                <option key={price} value={price}>
                  {t('filters.price.up-to', { price: money(toMinorUnits(price)) })}
                </option>
              ))}
            </select>
          </p>
        )}
        <Button kind="primary" type="submit">
          {t('filters.apply')}
        </Button>
      </Form>
    </details>
  );
}

/** The brand's steps, and among them another price that the address has. */
const priceOptions = (steps: readonly number[], maxPrice: number | null): readonly number[] =>
  [...new Set([...steps, ...(maxPrice === null ? [] : [maxPrice])])].sort((one, other) => one - other);
