import type { PublicBrand } from '@butaca/brand';
import { Button } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useId, useMemo } from 'react';
import { PageMeta } from '../../frame/PageMeta.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import catalogueTexts from '../../i18n/es/catalogue.json';
import { pathTo, queryNames } from '../../paths.ts';
import { type DayNumber, dayIn, readDay, writeDay } from '../calendar.ts';
import type { ShowCard, ShowLink } from '../card.ts';
import { type DateOption, dateOptions, daysOf, playsWithin } from '../date-filter.ts';
import { useAddressQuery } from '../use-address-query.ts';
import styles from './BillboardScreen.module.css';
import { Featured } from './Featured.tsx';
import { ShowList } from './ShowList.tsx';
import { useWholeBillboard } from './use-whole-billboard.ts';

/** S-02: everything on sale, next date first, with the date filter. */
export function BillboardScreen({ shows, rest }: { shows: readonly ShowCard[]; rest: readonly ShowLink[] }) {
  const { t } = useTranslation(catalogueTexts);
  const { brand, origin } = useFrame();
  const [query, setQuery] = useAddressQuery();
  const option = dateOptions.find((each) => each === query.get(queryNames.when)) ?? 'all';
  const specific = option === 'specific' ? readDay(query.get(queryNames.day) ?? '') : null;
  const billboard = useWholeBillboard(shows, rest);
  const filtering = option !== 'all';

  const shown = useMemo(() => {
    if (!filtering) return billboard.shows;
    const range = daysOf(option, dayIn(brand.locale.timeZone, Date.now()), specific);
    return billboard.shows.filter(({ days }) => playsWithin(days, range));
  }, [billboard.shows, filtering, option, specific, brand.locale.timeZone]);

  const { load } = billboard;
  useEffect(() => {
    if (filtering) load();
  }, [filtering, load]);

  const choose = (next: DateOption) =>
    setQuery((address) => {
      address.delete(queryNames.day);
      if (next === 'all') address.delete(queryNames.when);
      else address.set(queryNames.when, next);
    });
  const chooseDay = (day: DayNumber | null) =>
    setQuery((address) => (day === null ? address.delete(queryNames.day) : address.set(queryNames.day, writeDay(day))));

  return (
    <main id="main" className={styles.billboard} aria-busy={filtering && !billboard.complete && !billboard.failed}>
      <PageMeta
        title={`${brand.name} · ${brand.slogan}`}
        description={brand.slogan}
        path={pathTo('cartelera', {})}
        facts={siteOf(brand, origin)}
      />
      <link rel="alternate" type="application/rss+xml" title={brand.name} href="/cartelera.rss" />
      <link rel="alternate" type="text/calendar" title={brand.name} href="/cartelera.ics" />
      <header className={styles.header}>
        <h1 tabIndex={-1}>{t('billboard.title')}</h1>
        {brand.billboard.filters.date && <DateFilter option={option} specific={specific} onOption={choose} onSpecific={chooseDay} />}
      </header>
      {!filtering && <Featured shows={shows} />}
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
            <Button kind="secondary" onClick={() => choose('all')}>
              {t('billboard.reset')}
            </Button>
          )}
        </div>
      )}
    </main>
  );
}

/** The site, how it is searched, and who runs it. */
function siteOf({ name, contact, links }: PublicBrand, origin: string) {
  const target = `${new URL(pathTo('advancedsearch', {}), origin).href}?${queryNames.search}={text}`;
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name,
      url: `${origin}/`,
      potentialAction: { '@type': 'SearchAction', target, 'query-input': 'required name=text' },
    },
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name,
      url: `${origin}/`,
      address: contact.address,
      email: contact.mail,
      telephone: contact.phones,
      sameAs: links.social.map(({ href }) => href).filter((href) => href.startsWith('https:')),
    },
  ];
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
