import type { LevelEntry } from '../entries.ts';
import { minorUnits } from '../file-values.ts';
import { categoryNamed } from '../import-transaction.ts';
import type { KnownCategory } from '../queries.ts';
import { isNode, listOf, type Node, textIn, typesOf, wordOf } from './node.ts';

export interface PublishedOffers {
  readonly offers: readonly { readonly name: string; readonly faceValue: number }[];
  readonly soldOut: boolean;
  /** When the sale opens, as published. */
  readonly validFrom: string | undefined;
  readonly notes: readonly string[];
}

const gone = new Set(['SoldOut', 'OutOfStock', 'Discontinued']);
const GENERAL = 'General';

/** Prices of an event: single offers, or the lowest of an aggregate; offers in another currency are left out with a note. */
export function readOffers(event: Node, currency: string): PublishedOffers {
  const published = listOf(event.offers).filter(isNode).flatMap(unfold);
  const notes = new Set<string>();
  const offers = new Map<string, number>();
  for (const offer of published) {
    const amount = amountIn(offer.price ?? offer.lowPrice ?? listOf(offer.priceSpecification).filter(isNode)[0]?.price);
    const priced = textIn(offer.priceCurrency) ?? textIn(listOf(offer.priceSpecification).filter(isNode)[0]?.priceCurrency);
    if (amount === undefined) notes.add('an offer has no readable price');
    else if (priced && priced !== currency) notes.add(`prices in ${priced} are left out, ours are in ${currency}`);
    else offers.set(textIn(offer.name) ?? textIn(offer.category) ?? GENERAL, amount);
  }
  return {
    offers: [...offers].map(([name, faceValue]) => ({ name, faceValue })),
    soldOut: published.length > 0 && published.every((offer) => gone.has(wordOf(offer.availability))),
    validFrom: published.map((offer) => textIn(offer.validFrom)).find((from) => from !== undefined),
    notes: [...notes],
  };
}

const unfold = (offer: Node): readonly Node[] => {
  const inner = typesOf(offer).includes('AggregateOffer') ? listOf(offer.offers).filter(isNode) : [];
  return inner.length > 0
    ? inner.map((each) => ({ priceCurrency: offer.priceCurrency, availability: offer.availability, ...each }))
    : [offer];
};

/** `1500`, `"1500.00"`, `"1.500,00"` and `"$ 1.500"` in hundredths. */
function amountIn(value: unknown): number | undefined {
  const text = textIn(value)?.replace(/[^\d.,]/g, '');
  if (!text) return undefined;
  const grouped = /^\d{1,3}([.,]\d{3})+$/.test(text) ? text.replace(/[.,]/g, '') : text;
  const decimal = grouped.replace(/[.,](?=.*[.,])/g, '').replace(',', '.');
  const amount = Number(decimal);
  return amount <= 10_000_000_000 ? minorUnits(amount) : undefined;
}

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
