import type { BillboardShow, InputOf, searchShows as searchCall } from '@butaca/contract';
import { closenessOf, errorsForgiven } from '@butaca/contract/rules/typing-errors';
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
