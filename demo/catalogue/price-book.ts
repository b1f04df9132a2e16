import type { VenueMap } from '@butaca/venue-map';
import type { ChargeEntry, LevelEntry } from '../../apps/api/src/catalogue/import/index.ts';

/** What the places of a demo cost, as its house knows it. Amounts in whole units of the currency. */
export interface PriceBook {
  /** By venue and category; a name where the hall's own would not do here. */
  readonly usual: Readonly<Record<string, Readonly<Record<string, readonly [amount: number, name?: string]>>>>;
  readonly unknown: number;
  /** Prices are multiples of it. */
  readonly step: number;
  /** Beside the general price, of the show type's own kind of public; as parts of it. */
  readonly reduced: Readonly<Record<number, readonly (readonly [name: string, part: number])[]>>;
  readonly taxClasses: Readonly<Record<number, string>>;
  readonly charges: (show: { readonly venue: string; readonly typeId: number }) => ChargeEntry[];
}

export interface PricedBy {
  readonly venue: string;
  readonly typeId: number;
  /** Times the venue's usual price. */
  readonly factor: number;
}

const MINOR_UNITS = 100;

/** A price level for each category of the map. */
export function levelsFor(book: PriceBook, categories: VenueMap['categories'], { venue, typeId, factor }: PricedBy): LevelEntry[] {
  const kinds = [['General', 1] as const, ...(book.reduced[typeId] ?? [])];
  return categories.map((category) => {
    const [amount, name = category.name] = book.usual[venue]?.[category.id] ?? [book.unknown];
    return {
      category: category.id,
      name,
      color: category.color?.toLowerCase() ?? null,
      types: kinds.map(([kind, part]) => ({
        name: kind,
        faceValue: Math.ceil((amount * factor * part) / book.step) * book.step * MINOR_UNITS,
        taxClass: book.taxClasses[typeId] ?? 'exempt',
      })),
    };
  });
}
