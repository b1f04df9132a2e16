import type { LevelEntry } from '../entries.ts';
import { categoryNamed } from '../import-transaction.ts';
import type { KnownCategory } from '../queries.ts';
import { type PriceRefusal, readPrice } from '../understand/price.ts';
import { isNode, listOf, type Node, textIn, typesOf, wordsOf } from './node.ts';

/** What prices are read by. */
export interface PriceOptions {
  /** Prices in another are left out. */
  readonly currency: string;
  /** BCP 47, of texts whose publisher says none. */
  readonly language: string;
}

export interface PublishedOffers {
  readonly offers: readonly { readonly name: string; readonly faceValue: number }[];
  readonly soldOut: boolean;
  /** When the sale opens, as published. */
  readonly validFrom: string | undefined;
  readonly notes: readonly string[];
}

const GONE = new Set(['SoldOut', 'OutOfStock', 'Discontinued']);
const GENERAL = 'General';

/** What is said of an offer whose price is none of ours. */
const REASONS: Readonly<Record<PriceRefusal, string>> = {
  none: 'it has no price',
  free: 'it is free; give it the price 0',
  several: 'several numbers are no price',
  range: 'a range is no price',
  'from-price': 'the lowest or highest of several prices is no price',
  'multi-buy': 'a price of several together is no price of one',
  percentage: 'a percentage is no price',
  negative: 'a price is not below 0',
  'two currencies': 'it names two currencies',
  'other currency': 'it is in another currency',
  'too many decimals': 'it has more decimals than the currency',
  ambiguous: 'its marks can be read in two ways',
  'too much': 'it is too high',
  words: 'it has words that are not understood',
};

/** Prices of an event. An offer whose price is not exactly one number of our currency is left out with a note. */
export function readOffers(event: Node, { currency, language }: PriceOptions): PublishedOffers {
  const published = listOf(event.offers).filter(isNode).flatMap(unfold);
  const notes = new Set<string>();
  const offers = new Map<string, number>();
  for (const offer of published) {
    const { value, priceCurrency } = priceOf(offer);
    const name = textIn(offer.name) ?? textIn(offer.category);
    const price = readPrice(value, { currency, priceCurrency, language: languageOf(event) ?? language });
    if ('amount' in price) offers.set(name ?? GENERAL, price.amount);
    else
      notes.add(
        `the offer ${[name, quoted(value), priceCurrency].filter(Boolean).join(' ') || 'without a price'} is left out: ${REASONS[price.refused]}`,
      );
  }
  return {
    offers: [...offers].map(([name, faceValue]) => ({ name, faceValue })),
    soldOut: published.length > 0 && published.every((offer) => [...wordsOf(offer.availability)].some((word) => GONE.has(word))),
    validFrom: published.map((offer) => textIn(offer.validFrom)).find((from) => from !== undefined),
    notes: [...notes],
  };
}

/** Its price, in a specification where it has none of its own; the lowest of several is one only where the highest is the same. */
function priceOf(offer: Node): { readonly value: unknown; readonly priceCurrency: string | undefined } {
  const [specification] = listOf(offer.priceSpecification).filter(isNode);
  const of = (node: Node | undefined) =>
    rawOf(node?.price) ?? limitsOf(node?.lowPrice ?? node?.minPrice, node?.highPrice ?? node?.maxPrice);
  return { value: of(offer) ?? of(specification), priceCurrency: textIn(offer.priceCurrency) ?? textIn(specification?.priceCurrency) };
}

const rawOf = (value: unknown): string | number | undefined => {
  const [first] = listOf(value);
  return typeof first === 'number' ? first : textIn(first);
};

function limitsOf(lowest: unknown, highest: unknown): string | number | undefined {
  const [low, high] = [rawOf(lowest), rawOf(highest)];
  if (low === high) return low;
  return low === undefined || high === undefined ? `${low === undefined ? 'hasta' : 'desde'} ${low ?? high}` : `${low} - ${high}`;
}

const quoted = (value: unknown): string =>
  typeof value === 'string' ? `"${value.slice(0, 60)}"` : typeof value === 'number' ? String(value) : '';

const languageOf = (event: Node): string | undefined => {
  const language = textIn(event.inLanguage);
  return language && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language) ? language : undefined;
};

const unfold = (offer: Node): readonly Node[] => {
  const inner = typesOf(offer).includes('AggregateOffer') ? listOf(offer.offers).filter(isNode) : [];
  return inner.length > 0
    ? inner.map((each) => ({ priceCurrency: offer.priceCurrency, availability: offer.availability, ...each }))
    : [offer];
};

/**
 * Offers as price levels: one that is named like a category of the map gets that category; in a map of one category all are
 * price types of it; without a map each name is a level to be. Undefined when they cannot be told apart.
 */
export function levelsOf(
  offers: PublishedOffers['offers'],
  categories: readonly KnownCategory[] | null,
  taxClass: string,
): LevelEntry[] | undefined {
  const only = categories?.length === 1 ? categories[0] : undefined;
  if (only) return [level(only, offers, taxClass)];
  const levels = offers.flatMap(({ name, faceValue }) => {
    const category = categories ? categoryNamed(categories, name) : { id: name, name };
    return category ? [level(category, [{ name: GENERAL, faceValue }], taxClass)] : [];
  });
  return levels.length === offers.length ? levels : undefined;
}

const level = ({ id, name, color }: KnownCategory, offers: PublishedOffers['offers'], taxClass: string): LevelEntry => ({
  category: id,
  name,
  color: color?.toLowerCase() ?? null,
  types: offers.map((offer) => ({ ...offer, taxClass })),
});
