import type { PublicBrand } from '@butaca/brand';
import { serverClock } from '@butaca/browser/server-clock.ts';
import { Button } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Suspense, useEffect } from 'react';
import { PageMeta } from '../../frame/PageMeta.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import { useHydrated } from '../../frame/use-hydrated.ts';
import catalogueTexts from '../../i18n/es/catalogue.json';
import { pathTo, queryNames } from '../../paths.ts';
import { dayIn } from '../calendar.ts';
import type { ShowCard, ShowLink } from '../card.ts';
import { LiveCards } from '../moments/lazy-live-cards.ts';
import { useAddressQuery } from '../use-address-query.ts';
import { BillboardFilters, clearFilters, filterShows, isFiltering, readChoice } from './BillboardFilters.tsx';
import styles from './BillboardScreen.module.css';
import { Featured } from './Featured.tsx';
import { ShowList } from './ShowList.tsx';
import { useWholeBillboard } from './use-whole-billboard.ts';

/** S-02: everything on sale, next date first, with the brand's filters. */
export function BillboardScreen({ shows, rest }: { shows: readonly ShowCard[]; rest: readonly ShowLink[] }) {
  const { t } = useTranslation(catalogueTexts);
  const { brand, origin } = useFrame();
  const [query, setQuery] = useAddressQuery();
  const isHydrated = useHydrated();
  const { filters } = brand.billboard;
  const choice = readChoice(query, filters);
  const filtering = isFiltering(choice);
  const billboard = useWholeBillboard(shows, rest);
  const today = dayIn(brand.locale.timeZone, serverClock.now());
  const shown = filtering ? filterShows(billboard.shows, choice, today) : billboard.shows;

  const { load } = billboard;
  // Venues and zones are offered of all shows.
  const needsAll = filtering || filters.venue || filters.zone;
  useEffect(() => {
    if (needsAll) load();
  }, [needsAll, load]);

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
        <BillboardFilters choice={choice} shows={billboard.shows} onChange={setQuery} />
      </header>
      {!filtering && <Featured shows={billboard.shows.slice(0, shows.length)} />}
      <p className="visually-hidden" role="status">
        {filtering && billboard.complete ? t('billboard.count', { count: shown.length }) : ''}
      </p>
      {isHydrated && (
        <Suspense>
          <LiveCards
            shows={billboard.shows}
            shown={shown}
            toCome={billboard.complete ? [] : rest}
            read={billboard.read}
            onRead={billboard.show}
          />
        </Suspense>
      )}
      {shown.length > 0 || (filtering && !billboard.complete) ? (
        <ShowList
          key={Object.values(choice).join(' ')}
          shows={shown}
          total={filtering ? shown.length : billboard.total}
          rest={rest}
          billboard={billboard}
        />
      ) : (
        <div className={styles.nothing}>
          <p data-msg="no results found">{t('no results found')}</p>
          {filtering && (
            <Button kind="secondary" onClick={() => setQuery(clearFilters)}>
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
