import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useHydrated } from '../../frame/use-hydrated.ts';
import chromeTexts from '../../i18n/es/chrome.json';
import { pathTo, queryNames } from '../../paths.ts';
import { SearchIcon } from './icons.tsx';
import styles from './SearchBox.module.css';
import { SEARCH_MIN_CHARACTERS, searchable } from './searchable.ts';
import type { Suggestions } from './suggestions/Suggestions.tsx';

interface SearchBoxProps {
  readonly id: string;
  readonly minimum?: number;
  readonly text?: string;
}

/**
 * Searches on Enter or the icon; too little text searches nothing, and the field says why (VA-001..VA-005). Without a script it is a plain
 * form. The suggestions are loaded with the first focus, and set `aria-expanded` and what goes with it from then on.
 */
export function SearchBox({ id, minimum = SEARCH_MIN_CHARACTERS, text = '' }: SearchBoxProps) {
  const { t } = useTranslation(chromeTexts);
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  const [Suggesting, setSuggesting] = useState<typeof Suggestions | null>(null);

  const load = useCallback(async () => {
    const loaded = await import('./suggestions/Suggestions.tsx').catch(() => null);
    if (loaded) setSuggesting(() => loaded.Suggestions);
  }, []);
  useEffect(() => {
    if (document.activeElement === input.current) void load();
  }, [load]);

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
          {...(hydrated && ({ role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': false } as const))}
          onFocus={() => void load()}
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
      {Suggesting && <Suggesting key={text} box={input} id={id} minimum={minimum} />}
    </search>
  );
}
