import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import chromeTexts from '../../i18n/es/chrome.json';
import { pathTo, queryNames } from '../../paths.ts';
import { SearchIcon } from './icons.tsx';
import styles from './SearchBox.module.css';

interface SearchBoxProps {
  readonly id: string;
  readonly minimum?: number;
  readonly text?: string;
}

/** Searches on Enter or the icon; too little text searches nothing, and the field says why (VA-001..VA-005). Without a script it is a plain form. */
export function SearchBox({ id, minimum = SEARCH_MIN_CHARACTERS, text = '' }: SearchBoxProps) {
  const { t } = useTranslation(chromeTexts);
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);

  const search = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = searchable(input.current?.value ?? '', minimum);
    if (found !== null) return void navigate(pathTo('advancedsearch', {}, { search: found }));
    input.current?.setCustomValidity(t('search.too-short', { minimum }));
    input.current?.reportValidity();
  };

  return (
    <search className={styles.search}>
      <form action={pathTo('advancedsearch', {})} onSubmit={search} className={styles.form} noValidate>
        <label className="visually-hidden" htmlFor={id}>
          {t('search.label')}
        </label>
        <input
          key={text}
          ref={input}
          onInput={(event) => event.currentTarget.setCustomValidity('')}
          id={id}
          className={styles.input}
          type="search"
          name={queryNames.search}
          defaultValue={text}
          placeholder={t('search.placeholder', { minimum })}
          maxLength={80}
          autoComplete="off"
          enterKeyHint="search"
        />
        <button type="submit" className={styles.submit} aria-label={t('search.submit')}>
          <SearchIcon />
        </button>
      </form>
    </search>
  );
}

/** Fewer characters than this start no search (VA-001, CO-016); bar 2 and the search page. */
const SEARCH_MIN_CHARACTERS = 3;

/** The text to search for, or null when it is too short and nothing happens (VA-004). */
export function searchable(typed: string, minimum = SEARCH_MIN_CHARACTERS): string | null {
  const text = typed.trim().replace(/\s+/g, ' ');
  return [...text].length >= minimum ? text : null;
}
