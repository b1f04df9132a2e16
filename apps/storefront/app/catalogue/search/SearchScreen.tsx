import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import { SearchBox } from '../../chrome/top-bar/SearchBox.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import searchTexts from '../../i18n/es/search.json';
import { pathTo } from '../../paths.ts';
import type { ShowCard } from '../card.ts';
import { ResultList } from '../ResultList.tsx';
import styles from './SearchScreen.module.css';

interface SearchScreenProps {
  readonly text: string;
  readonly types: readonly number[];
  readonly shows: readonly ShowCard[];
}

/** S-03: what matches a text and a show type; the address says both, so it can be shared. */
export function SearchScreen({ text, types, shows }: SearchScreenProps) {
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
