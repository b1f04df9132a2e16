import { useStore } from '@butaca/browser/create-store.ts';
import type { BillboardShow } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type RefObject, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { loadClient } from '../../../calls/load-client.ts';
import { remember } from '../../../catalogue/show-index.ts';
import { dayOfWeekAndMonth, timeOf, useCalendarWords } from '../../../catalogue/when.tsx';
import catalogueTexts from '../../../i18n/es/catalogue.json';
import searchTexts from '../../../i18n/es/search.json';
import { pathTo } from '../../../paths.ts';
import styles from './Suggestions.module.css';
import { createSuggester } from './suggester.ts';

const MOST = 6;

interface SuggestionsProps {
  /** The search box whose text they are for. */
  readonly box: RefObject<HTMLInputElement | null>;
  readonly id: string;
  readonly minimum: number;
}

const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** Shows that fit what is being typed, below the box: the list of an ARIA combobox, whose input the page already has. */
export function Suggestions({ box, id, minimum }: SuggestionsProps) {
  const { t } = useTranslation(searchTexts);
  const [suggester] = useState(() => createSuggester({ minimum, ask: findShows }));
  const { items, chosen } = useStore(suggester.shown);
  const navigate = useNavigate();
  const { key } = useLocation();
  const listId = `${id}-suggestions`;
  const isOpen = items.length > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes what was open on the one before
  useEffect(() => suggester.close, [suggester, key]);

  useEffect(() => {
    const input = box.current;
    if (!input) return;
    const left = new AbortController();
    const { signal } = left;
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const { items, chosen } = suggester.shown.get();
      const isOpen = items.length > 0;
      const show = chosen === null ? undefined : items[chosen];
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') suggester.move(event.key === 'ArrowDown' ? 1 : -1);
      // Escape in an open list leaves the text, which the browser would empty.
      else if (event.key === 'Escape' && isOpen) suggester.close();
      else if (event.key === 'Enter' && show) void navigate(pathTo('landing', { seo: show.seo }));
      else return;
      event.preventDefault();
    };
    input.addEventListener('input', () => suggester.typed(input.value), { signal });
    input.addEventListener('keydown', onKey, { signal });
    input.addEventListener('blur', suggester.close, { signal });
    input.form?.addEventListener('submit', suggester.close, { signal });
    // Typed before this was loaded.
    if (input.value !== input.defaultValue && document.activeElement === input) suggester.typed(input.value);
    return () => left.abort();
  }, [box, suggester, navigate]);

  useEffect(() => {
    const input = box.current;
    if (!input) return;
    input.setAttribute('aria-expanded', String(isOpen));
    setOrRemove(input, 'aria-controls', isOpen ? listId : null);
    setOrRemove(input, 'aria-activedescendant', chosen === null ? null : optionId(listId, chosen));
    if (chosen !== null) document.getElementById(optionId(listId, chosen))?.scrollIntoView({ block: 'nearest' });
  }, [box, isOpen, chosen, listId]);

  return (
    <>
      <p className="visually-hidden" role="status">
        {isOpen && t('suggestions.count', { count: items.length })}
      </p>
      {isOpen && (
        <div id={listId} className={styles.list} role="listbox" aria-label={t('suggestions')}>
          {items.map((show, index) => (
            <Link
              key={show.id}
              id={optionId(listId, index)}
              className={styles.option}
              role="option"
              aria-selected={index === chosen}
              tabIndex={-1}
              to={pathTo('landing', { seo: show.seo })}
              // The box keeps the focus: leaving it would close the list before the press has become a click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={suggester.close}
            >
              <span className={styles.name}>{show.name}</span>
              <NextTime show={show} />
            </Link>
          ))}
        </div>
      )}
    </>
  );
}

/** When it plays next, and where. */
function NextTime({ show: { firstDate, venueName, soldOut } }: { show: BillboardShow }) {
  const { t } = useTranslation(catalogueTexts);
  const words = useCalendarWords();
  const when = firstDate ? t('when.once', { day: dayOfWeekAndMonth(firstDate, words), time: timeOf(firstDate) }) : t('when.none');
  return (
    <span className={styles.next}>
      {soldOut ? t('sold out') : when} · {venueName}
    </span>
  );
}

async function findShows(text: string, signal: AbortSignal): Promise<readonly BillboardShow[] | undefined> {
  const [client, { searchShows }] = await Promise.all([loadClient(), import('@butaca/contract/catalogue')]);
  const found = await client.ask(searchShows, { query: { perPage: MOST }, body: { text } }, { signal });
  if (found) remember(found.items);
  return found?.items;
}

function setOrRemove(input: HTMLInputElement, name: string, value: string | null) {
  if (value === null) input.removeAttribute(name);
  else input.setAttribute(name, value);
}
