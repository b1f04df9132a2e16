import type { BillboardShow, InputOf, searchShows as searchCall } from '@butaca/contract';
import type { Db } from '#db/connect';
import { presentShow } from './present-show.ts';
import type { PresenterSettings } from './presenter-settings.ts';
import { findShowsInOrder } from './queries.ts';
import { findMatches, findWords, type MeantWord } from './queries-search.ts';

export type Search = Pick<InputOf<typeof searchCall>, 'query' | 'body'>;

/** A page of the shows that fit a text and filters, the best fit first; see `searchShows` of the contract. */
export async function searchShows(
  db: Db,
  { query, body }: Search,
  settings: PresenterSettings,
): Promise<{ items: BillboardShow[]; total: number }> {
  const { perPage = 15, page = 1 } = query ?? {};
  const { text = '', typeIds, venueId = null, from = null, until = null, maxPrice = null } = body ?? {};
  const meant = text === '' ? null : wordsMeant(await findWords(db, text));
  // Signs alone, or a word that nothing resembles.
  if (meant?.length === 0) return { items: [], total: 0 };
  const filters = { meant, typeIds: typeIds ?? null, venueId, from, until, maxPrice, displayUnit: settings.displayUnit };
  const matches = await findMatches(db, filters, { limit: perPage, offset: (page - 1) * perPage });
  const ids = matches.map(({ id }) => id);
  const shows = ids.length === 0 ? [] : await findShowsInOrder(db, ids);
  return { items: shows.map((row) => presentShow(row, settings)), total: matches[0]?.total ?? 0 };
}

/**
 * What each typed word stands for. Words with a typing error count only where none has the letters as they were typed, so that a text
 * without errors finds nothing else. Empty as soon as one of them stands for nothing.
 */
function wordsMeant(
  rows: readonly { readonly turn: number; readonly typed: string; readonly id: number | null; readonly word: string | null }[],
): MeantWord[] {
  const meant: MeantWord[] = [];
  for (const [turn, candidates] of Map.groupBy(rows, (row) => row.turn)) {
    const close = candidates.flatMap(({ typed, id, word }) =>
      id === null || word === null ? [] : [{ turn, wordId: id, exact: word.includes(typed), closeness: closenessOf(typed, word) }],
    );
    const exact = close.filter((each) => each.exact);
    const counted = exact.length > 0 ? exact : close.filter(({ closeness }) => closeness > 0);
    if (counted.length === 0) return [];
    meant.push(...counted.map(({ wordId, closeness }) => ({ turn, wordId, closeness })));
  }
  return meant;
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
