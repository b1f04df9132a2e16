import type { Tx } from '#db/connect';
import { findKnown, type KnownCategory, type KnownVenue } from './queries.ts';

/** What is in the database already and an import may refer to. */
export interface Known {
  readonly venues: ReadonlyMap<string, KnownVenue>;
  readonly taxClasses: ReadonlySet<string>;
  readonly showTypes: readonly { readonly id: number; readonly name: string }[];
  /** Hash of the file an image of a show was made from. */
  readonly imageSource: (show: string, kind: string) => string | undefined;
}

export async function readKnown(tx: Tx): Promise<Known> {
  const [row] = await findKnown(tx);
  const images = new Map(row?.images.map(({ show, kind, sourceHash }) => [`${show} ${kind}`, sourceHash]));
  return {
    venues: new Map(row?.venues.map((venue) => [venue.seo, venue])),
    taxClasses: new Set(row?.taxClasses),
    showTypes: row?.showTypes ?? [],
    imageSource: (show, kind) => images.get(`${show} ${kind}`),
  };
}

/** Files may name a category by its id or the way people do. */
export const categoryNamed = (categories: readonly KnownCategory[], name: string): KnownCategory | undefined =>
  categories.find(({ id }) => id === name) ?? categories.find((category) => category.name.toLowerCase() === name.toLowerCase());
