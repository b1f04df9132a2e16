import { hasWords } from '@butaca/browser/search-words.ts';
import type { ShowCard } from '../card.ts';

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
