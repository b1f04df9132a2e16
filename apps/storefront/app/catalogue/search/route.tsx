import { dateStyles } from '@butaca/brand/dates';
import { serverClock } from '@butaca/browser/server-clock.ts';
import { listVenues, searchShows, type Venue } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import type { AsOf } from '../../calls/as-of.ts';
import { serverCall, worldOf } from '../../calls/server-call.ts';
import { readCallSettings } from '../../calls/settings.ts';
import { SearchBox } from '../../chrome/top-bar/SearchBox.tsx';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import searchTexts from '../../i18n/es/search.json';
import { pathTo } from '../../paths.ts';
import { dayIn, partsOf, readDay, writeDay } from '../calendar.ts';
import { toCard } from '../card.ts';
import { daysOf } from '../date-filter.ts';
import { LiveResultList } from '../LiveResultList.tsx';
import type { ListedNow } from '../moments/live-cards.ts';
import { remember } from '../show-index.ts';
import type { Route } from './+types/route';
import styles from './Search.module.css';
import { SearchFilters } from './SearchFilters.tsx';
import { readSearch, type SearchQuery, searchQuery, toMinorUnits } from './search-query.ts';

/** Two, three and five columns are full with it. */
const PER_PAGE = 30;

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = readSearch(new URL(request.url).searchParams);
  const call = callFor(asked, worldOf(context).brand.locale.timeZone);
  const [found, venues] = await Promise.all([serverCall(context, searchShows, call), serverCall(context, listVenues, {})]);
  if (found.status !== 'ok' || venues.status !== 'ok') throw new Response(null, { status: 503 });
  return { asked, call, total: found.data.total, shows: found.data.items.map(toCard), venues: venues.data.items.map(toOption) };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [contract, { pageCall }] = await Promise.all([import('@butaca/contract/catalogue'), import('../../calls/page-call.ts')]);
  const asked = readSearch(new URL(request.url).searchParams);
  const call = callFor(asked, readCallSettings().timeZone);
  const [found, venues] = await Promise.all([pageCall(contract.searchShows, call, request), pageCall(contract.listVenues, {}, request)]);
  if (!found.ok || !venues.ok) throw new Response(null, { status: 503 });
  remember(found.data.items);
  return { asked, call, total: found.data.total, shows: found.data.items.map(toCard), venues: venues.data.items.map(toOption) };
}

/** The same page of results: 'today' stays the day on which the page was opened. */
async function readAgain(call: SearchCall, asOf: AsOf): Promise<ListedNow | undefined> {
  const [contract, { momentCall }] = await Promise.all([import('@butaca/contract/catalogue'), import('../../calls/page-call.ts')]);
  const found = await momentCall(contract.searchShows, call, asOf);
  return found?.ok ? { listed: found.data.items.map(toCard) } : undefined;
}

type SearchCall = ReturnType<typeof callFor>;

function callFor({ text, types, when, day, venue, maxPrice, page }: SearchQuery, timeZone: string) {
  const range = daysOf(when, dayIn(timeZone, serverClock.now()), readDay(day ?? ''));
  return {
    query: { perPage: PER_PAGE, page },
    body: {
      ...(text ? { text } : {}),
      ...(types.length > 0 ? { typeIds: [...types] } : {}),
      ...(range ? { from: writeDay(range.from), until: writeDay(range.to) } : {}),
      ...(venue === null ? {} : { venueId: venue }),
      ...(maxPrice === null ? {} : { maxPrice: toMinorUnits(maxPrice) }),
    },
  };
}

const toOption = ({ id, name, city }: Venue) => ({ id, name, city });

/** S-03: what matches a text and filters, the best fit first; the address says all of it, so it can be shared. */
export default function Search({ loaderData: { asked, call, shows, total, venues } }: Route.ComponentProps) {
  const { t } = useTranslation(searchTexts);
  const { brand, showTypes } = useFrame();
  const money = useMoney();
  const { text, types, venue, maxPrice } = asked;
  const chosen = showTypes.filter(({ id }) => types.includes(id));
  const at = venues.find(({ id }) => id === venue);
  const title = text ? t('title.text', { text }) : chosen.length === 1 && chosen[0] ? chosen[0].name : t('title');
  const day = readDay(asked.day ?? '');
  const chosenDay = day === null ? null : dateStyles.DM({ ...partsOf(day), hour: 0, minute: 0 });
  const chosenDates = asked.when === 'all' ? null : asked.when === 'specific' ? chosenDay : t(`dates.${asked.when}`);
  const pages = Math.ceil(total / PER_PAGE);

  return (
    <main id="main" className={styles.search} data-searches>
      <title>{`${title} · ${brand.name}`}</title>
      <meta name="robots" content="noindex, follow" />
      <header className={styles.header}>
        <h1 tabIndex={-1}>{title}</h1>
        <div className={styles.box}>
          <SearchBox id="search-page" text={text} minimum={brand.constants.searchMinimum} />
        </div>
        <SearchFilters key={searchQuery(asked)} asked={asked} showTypes={showTypes} venues={venues} />
        <ul className={styles.chips} aria-label={t('filters.chosen')}>
          {chosen.map(({ id, name }) => (
            <Chip key={id} name={name} without={{ ...asked, types: types.filter((each) => each !== id) }} />
          ))}
          {chosenDates !== null && <Chip name={chosenDates} without={{ ...asked, when: 'all', day: null }} />}
          {at && <Chip name={at.name} without={{ ...asked, venue: null }} />}
          {maxPrice !== null && (
            <Chip name={t('filters.price.up-to', { price: money(toMinorUnits(maxPrice)) })} without={{ ...asked, maxPrice: null }} />
          )}
        </ul>
        <p className={styles.count} role="status">
          {total > 0 && t('count', { count: total })}
        </p>
      </header>
      {shows.length > 0 ? (
        <LiveResultList shows={shows} read={(asOf) => readAgain(call, asOf)} />
      ) : total > 0 ? (
        <div className={styles.nothing}>
          <p>{t('nothing.page')}</p>
          <Link to={addressOf({ ...asked, page: pages })}>{t('pages.last')}</Link>
        </div>
      ) : (
        <div className={styles.nothing}>
          <p data-msg="no results found">{t('no results found')}</p>
          {text && <p className={styles.hint}>{t('nothing.hint')}</p>}
          <Link to={pathTo('cartelera', {})}>{t('to-billboard')}</Link>
        </div>
      )}
      {pages > 1 && asked.page <= pages && (
        <nav className={styles.pages} aria-label={t('pages')}>
          {asked.page > 1 && <Link to={addressOf({ ...asked, page: asked.page - 1 })}>{t('pages.previous')}</Link>}
          <span>{t('pages.now', { page: asked.page, pages })}</span>
          {asked.page < pages && <Link to={addressOf({ ...asked, page: asked.page + 1 })}>{t('pages.next')}</Link>}
        </nav>
      )}
    </main>
  );
}

function addressOf(asked: SearchQuery): string {
  const query = searchQuery(asked);
  return `${pathTo('advancedsearch', {})}${query && `?${query}`}`;
}

/** A filter that is on; pressed, it is taken away. */
function Chip({ name, without }: { name: string; without: SearchQuery }) {
  const { t } = useTranslation(searchTexts);
  return (
    <li>
      <Link className={styles.chip} to={addressOf({ ...without, page: 1 })} aria-label={t('filters.remove', { name })}>
        {name} <span aria-hidden="true">×</span>
      </Link>
    </li>
  );
}
