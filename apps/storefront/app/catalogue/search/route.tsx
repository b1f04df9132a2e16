import { hasWords } from '@butaca/browser/search-words.ts';
import { getBillboard } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import { serverCall } from '../../calls/server-call.ts';
import { SearchBox } from '../../chrome/top-bar/SearchBox.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import searchTexts from '../../i18n/es/search.json';
import { pathTo, queryNames } from '../../paths.ts';
import { type ShowCard, toCard } from '../card.ts';
import { ResultList } from '../ResultList.tsx';
import { remember } from '../show-index.ts';
import type { Route } from './+types/route';
import styles from './Search.module.css';

/** Text and types that an address asks for. */
function askedFor(request: Request) {
  const query = new URL(request.url).searchParams;
  return { text: query.get(queryNames.search)?.trim() ?? '', types: typesIn(query.getAll(queryNames.showType)) };
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const outcome = await serverCall(context, getBillboard, {});
  if (outcome.status !== 'ok') throw new Response(null, { status: 503 });
  const asked = askedFor(request);
  return { ...asked, shows: findShows(outcome.data.items, asked).map(toCard) };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [contract, { pageCall }] = await Promise.all([import('@butaca/contract/catalogue'), import('../../calls/page-call.ts')]);
  const answer = await pageCall(contract.getBillboard, {}, request);
  if (!answer.ok) throw new Response(null, { status: 503 });
  remember(answer.data.items);
  const asked = askedFor(request);
  return { ...asked, shows: findShows(answer.data.items, asked).map(toCard) };
}

/** S-03: what matches a text and a show type; the address says both, so it can be shared. */
export default function Search({ loaderData: { text, types, shows } }: Route.ComponentProps) {
  const { t } = useTranslation(searchTexts);
  const { brand, showTypes } = useFrame();
  const chosen = showTypes.filter(({ id }) => types.includes(id));
  const title = text ? t('title.text', { text }) : chosen.length === 1 && chosen[0] ? chosen[0].name : t('title');

  return (
    <main id="main" className={styles.search}>
      <title>{`${title} · ${brand.name}`}</title>
      <meta name="robots" content="noindex, follow" />
      <header className={styles.header}>
        <h1 tabIndex={-1}>{title}</h1>
        <div className={styles.box}>
          <SearchBox id="search-page" text={text} minimum={brand.constants.searchMinimum} />
        </div>
        {chosen.length > 0 && (
          <ul className={styles.chips} aria-label={t('filters')}>
            {chosen.map(({ id, name }) => (
              <li key={id}>
                <Link
                  className={styles.chip}
                  to={pathTo(
                    'advancedsearch',
                    {},
                    { search: text || undefined, showType: types.filter((each) => each !== id).join(',') || undefined },
                  )}
                  aria-label={t('filters.remove', { name })}
                >
                  {name} <span aria-hidden="true">×</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        <p className={styles.count} role="status">
          {shows.length > 0 && t('count', { count: shows.length })}
        </p>
      </header>
      {shows.length > 0 ? (
        <ResultList shows={shows} />
      ) : (
        <div className={styles.nothing}>
          <p data-msg="no results found">{t('no results found')}</p>
          <Link to={pathTo('cartelera', {})}>{t('to-billboard')}</Link>
        </div>
      )}
    </main>
  );
}

type Searched = Pick<ShowCard, 'name' | 'subtitle' | 'typeId' | 'typeName' | 'venueName' | 'venueCity'>;

/** Whether every word occurs in the show's name, subtitle, type or venue. */
function matches(show: Searched, text: string): boolean {
  return hasWords([show.name, show.subtitle, show.typeName, show.venueName, show.venueCity].filter(Boolean).join(' '), text);
}

/** The types of an address: one id, the parameter repeated, or a comma list. */
export const typesIn = (values: readonly string[]): readonly number[] => [
  ...new Set(
    values
      .flatMap((value) => value.split(','))
      .filter((id) => /^[1-9]\d{0,9}$/.test(id))
      .map(Number),
  ),
];

export const findShows = <S extends Searched>(shows: readonly S[], { text, types }: { text: string; types: readonly number[] }): S[] =>
  shows.filter((show) => (types.length === 0 || types.includes(show.typeId)) && (text.trim() === '' || matches(show, text)));
