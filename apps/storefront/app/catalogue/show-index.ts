import type { ListedShow } from '@butaca/contract';

/** Shows that were read since the page was opened, by seo name, so that opening one needs no list of all (C-10). */
const seen = new Map<string, Pick<ListedShow, 'id' | 'hash'>>();

export function remember(shows: readonly Pick<ListedShow, 'id' | 'hash' | 'seo'>[]) {
  for (const { seo, id, hash } of shows) seen.set(seo, { id, hash });
}

export const recall = (seo: string) => seen.get(seo);
