import type { PriceLevel as PriceLevelOfCatalogue } from '@butaca/contract';
import type { VenuePicture } from '@butaca/venue-map';

/** What places of one category of the map cost. */
export interface PriceLevel {
  readonly id: number;
  readonly name: string;
  /** `#rrggbb`, as the map has it; the map's own series of colours where it has none. */
  readonly colour: string | undefined;
  /** The final price of what a click takes, in minor units: of the level's first price type. */
  readonly price: number;
  /** The same, to read: `$ 25.000`. */
  readonly priceText: string;
  /** Every price type with its final price, to read; the first is the one that a click takes. */
  readonly prices?: readonly { readonly name: string; readonly text: string }[];
}

/** A level as the map shows it: a letter identifies it beside its colour. */
export interface ShownLevel extends PriceLevel {
  readonly letter: string;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The different levels in the order of the map's categories, each with its letter: A, B … Z, AA … */
export function shownLevels(byCategory: readonly (PriceLevel | undefined)[]): readonly ShownLevel[] {
  const different = byCategory.filter((level, index): level is PriceLevel => {
    return level !== undefined && byCategory.findIndex((other) => other?.id === level.id) === index;
  });
  return different.map((level, index) => ({ ...level, letter: letterOf(index) }));
}

function letterOf(index: number): string {
  const letter = LETTERS[index % LETTERS.length] as string;
  return index < LETTERS.length ? letter : letterOf(Math.floor(index / LETTERS.length) - 1) + letter;
}

/** A venue's drawing with this performance's prices: all that is known before the places are loaded. */
export interface PricedPicture {
  readonly picture: VenuePicture;
  /** Those that places have, in the order of the map's categories. */
  readonly levels: readonly ShownLevel[];
  /** Index into `levels` by category of the map; -1 for a category that is not sold. */
  readonly levelOfCategory: readonly number[];
  readonly levelsOf: (section: number) => readonly ShownLevel[];
}

/** `byCategory` is in the order of the picture's categories; undefined for one that this performance does not sell. */
export function pricedPicture(picture: VenuePicture, byCategory: readonly (PriceLevel | undefined)[]): PricedPicture {
  const used = new Set(picture.sections.flatMap(({ categories }) => categories));
  const levels = shownLevels(byCategory.filter((_, index) => used.has(picture.categories[index]?.id ?? '')));
  const levelOfCategory = byCategory.map((level) => levels.findIndex(({ id }) => id === level?.id));
  const levelsOfSections = picture.sections.map(({ categories }) => {
    const sold = new Set(picture.categories.flatMap(({ id }, index) => (categories.includes(id) ? [levelOfCategory[index]] : [])));
    return levels.filter((_, index) => sold.has(index));
  });
  return { picture, levels, levelOfCategory, levelsOf: (section) => levelsOfSections[section] ?? [] };
}

/** What each category of a map costs at this performance, in the map's order; undefined for one that it does not sell. */
export function levelsOf(
  { categories }: Pick<VenuePicture, 'categories'>,
  priceLevels: readonly PriceLevelOfCatalogue[],
  money: (amount: number) => string,
): (PriceLevel | undefined)[] {
  return categories.map(({ id, color }) => {
    const level = priceLevels.find(({ category }) => category === id);
    const [taken] = level?.prices ?? [];
    if (!level || !taken) return undefined;
    const prices = level.prices.map(({ name, final }) => ({ name, text: money(final) }));
    return { id: level.id, name: level.name, colour: level.color ?? color, price: taken.final, priceText: money(taken.final), prices };
  });
}
