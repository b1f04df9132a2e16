import type { BillboardShow, InputOf, searchShows as searchCall } from '@butaca/contract';
import type { Db } from '#db/connect';
import { presentShow } from './present-show.ts';
import type { PresenterSettings } from './presenter-settings.ts';
import { findShowsInOrder } from './queries.ts';
import { findSearchVersion, findSoldOut } from './queries-search.ts';
import { findContaining, findSimilar, type SearchIndex, searchIndexReader } from './search-index.ts';
import { findMatches, type MeantWord } from './search-matches.ts';

export type Search = Pick<InputOf<typeof searchCall>, 'query' | 'body'>;

/** Finds a page of the shows that fit a text and filters, the best fit first; see `searchShows` of the contract. */
export function showSearch(db: Db, settings: PresenterSettings): (search: Search) => Promise<{ items: BillboardShow[]; total: number }> {
  const indexOfVersion = searchIndexReader(db, settings.displayUnit);

  return async ({ query, body }) => {
    const { perPage = 15, page = 1 } = query ?? {};
    const { text = '', typeIds = null, venueId = null, from = null, until = null, maxPrice = null } = body ?? {};
    const [[state], soldOut] = await Promise.all([findSearchVersion(db, text), maxPrice === null ? [] : findSoldOut(db)]);
    if (!state) throw new Error('search_version has no row');
    const { version, nowMs, typed } = state;
    const index = await indexOfVersion(version);
    const meant = typed.map((word) => wordsMeant(index, word));
    // Signs alone, or a word that nothing resembles.
    if ((text !== '' && typed.length === 0) || meant.some((words) => words.length === 0)) return { items: [], total: 0 };
    const filters = { typeIds, venueId, from, until, maxPrice };
    const criteria = { meant, filters, nowMs, soldOut: new Set(soldOut.map(({ id }) => id)) };
    const { ids, total } = findMatches(index, criteria, { limit: perPage, offset: (page - 1) * perPage });
    if (ids.length === 0) return { items: [], total };
    return { items: (await findShowsInOrder(db, ids)).map((row) => presentShow(row, settings)), total };
  };
}

/**
 * What a typed word stands for. Words with a typing error count only where none has the letters as they were typed, so that a text
 * without errors finds nothing else. Empty for one that nothing resembles.
 */
function wordsMeant(index: SearchIndex, typed: string): MeantWord[] {
  const containing = findContaining(index, typed);
  const candidates = containing.length > 0 || errorsForgiven(typed) === 0 ? containing : findSimilar(index, typed);
  return candidates
    .map(({ id, word }) => ({ id, closeness: Math.round(closenessOf(typed, word) * 100) }))
    .filter(({ closeness }) => closeness > 0);
}

/** How well a word fits what was typed: the word itself 1, its beginning, its inside, a typing error; else 0. */
export function closenessOf(typed: string, word: string): number {
  if (word === typed) return 1;
  if (word.startsWith(typed)) return 0.8;
  if (word.includes(typed)) return 0.5;
  const allowed = errorsForgiven(typed);
  // Somebody may not have typed the whole word yet.
  const errors = Math.min(editDistance(typed, word), editDistance(typed, word.slice(0, typed.length)) + 0.5);
  return errors <= allowed ? 0.4 - errors * 0.1 : 0;
}

const errorsForgiven = (typed: string) => (typed.length < 4 ? 0 : typed.length < 8 ? 1.5 : 2.5);

/** Letters to add, to drop, to change or to swap with their neighbour (optimal string alignment). */
export function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let least = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      next.push(least);
    }
    before = last;
    last = next;
  }
  return last[other.length] ?? 0;
}
