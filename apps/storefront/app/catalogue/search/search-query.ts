import { MINOR_UNITS } from '@butaca/brand/money';
import { queryNames } from '@butaca/contract/pages';
import { readDay } from '../calendar.ts';
import { type DateOption, dateOptions } from '../date-filter.ts';

/** What an address of the search asks for; whatever it cannot mean is left out. */
export interface SearchQuery {
  readonly text: string;
  /** In their order, each once. */
  readonly types: readonly number[];
  readonly when: DateOption;
  /** `2026-11-21`, of the option `specific`; null until one is chosen, which limits nothing. */
  readonly day: string | null;
  readonly venue: number | null;
  /** In whole units of the currency. */
  readonly maxPrice: number | null;
  /** From 1. */
  readonly page: number;
}

const MOST_CHARACTERS = 80;
const MOST_TYPES = 20;
const PRICE = /^[1-9]\d{0,8}$/;
const ID = /^[1-9]\d{0,8}$/;

export function readSearch(query: URLSearchParams): SearchQuery {
  const text = textIn(query.get(queryNames.search) ?? '');
  const asked = query.get(queryNames.when);
  const day = readDay(query.get(queryNames.day) ?? '') === null ? null : query.get(queryNames.day);
  const when = dateOptions.find((option) => option === asked) ?? 'all';
  const venue = query.get(queryNames.venue) ?? '';
  const maxPrice = query.get(queryNames.maxPrice) ?? '';
  const page = query.get(queryNames.page) ?? '';
  return {
    text,
    types: typesIn(query.getAll(queryNames.showType)).slice(0, MOST_TYPES),
    when,
    day: when === 'specific' ? day : null,
    venue: ID.test(venue) ? Number(venue) : null,
    maxPrice: PRICE.test(maxPrice) ? Number(maxPrice) : null,
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
  };
}

/** What the api takes: characters that cannot be printed are spaces, and no character is cut in two. */
const textIn = (typed: string) =>
  typed
    .normalize()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS)
    .replace(/\p{Cs}$/u, '')
    .trim();

/** The query of the one address that asks for it; without anything to ask for it is empty. */
export function searchQuery({ text, types, when, day, venue, maxPrice, page }: SearchQuery): string {
  const query = new URLSearchParams();
  if (text) query.set(queryNames.search, text);
  if (types.length > 0) query.set(queryNames.showType, types.join(','));
  if (when !== 'all') query.set(queryNames.when, when);
  if (day !== null) query.set(queryNames.day, day);
  if (venue !== null) query.set(queryNames.venue, String(venue));
  if (maxPrice !== null) query.set(queryNames.maxPrice, String(maxPrice));
  if (page > 1) query.set(queryNames.page, String(page));
  return query.toString();
}

/** The types of an address: one id, the parameter repeated, or a comma list. */
const typesIn = (values: readonly string[]): readonly number[] =>
  [
    ...new Set(
      values
        .flatMap((value) => value.split(','))
        .filter((id) => ID.test(id))
        .map(Number),
    ),
  ].sort((a, b) => a - b);

/** A price of an address as amounts are calculated with. */
export const toMinorUnits = (price: number): number => price * MINOR_UNITS;
