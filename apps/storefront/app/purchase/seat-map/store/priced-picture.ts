import type { VenuePicture } from '@butaca/venue-map';
import { type PriceLevel, type ShownLevel, shownLevels } from './price-levels.ts';

/** A venue's drawing with what this performance asks for its places: all that is known before the places are. */
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
