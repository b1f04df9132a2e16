import type { Db, Tx } from '#db/connect';
import { announceChange } from '../queries.ts';
import { ImportProblem } from './problem.ts';
import { findKnown, type KnownCategory, type KnownVenue, lockImports } from './queries.ts';

/** Runs one import at a time, so that its look-ups still hold when it writes, and tells the servers; any error rolls it back. */
export function inImportTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.begin(async (tx) => {
    await lockImports(tx);
    const result = await work(tx);
    await announceChange(tx);
    return result;
  }) as Promise<Result>;
}

/** A database constraint that the file violates becomes a problem of the file, like any other. */
export async function orImportProblem<Result>(file: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const {
      code,
      constraint_name: rule,
      detail,
      message,
    } = error as { code?: unknown; constraint_name?: string; detail?: string; message?: string };
    if (typeof code !== 'string' || !/^2[23]/.test(code)) throw error;
    throw new ImportProblem(file, [{ at: '', reason: `the database refuses it: ${detail ?? message ?? ''}${rule ? ` (${rule})` : ''}` }]);
  }
}

/** What is in the database already and an import may refer to. */
export interface Known {
  readonly venues: ReadonlyMap<string, KnownVenue>;
  readonly taxClasses: ReadonlySet<string>;
  readonly showTypes: readonly { readonly id: number; readonly name: string }[];
  /** Hash of the file an image of a show was made from. */
  readonly imageSource: (show: string, kind: string) => string | undefined;
  /** Whether the show's gallery has an image made from that file. */
  readonly hasGalleryImage: (show: string, sourceHash: string) => boolean;
  readonly productImageSource: (key: string) => string | null | undefined;
}

export async function readKnown(tx: Tx): Promise<Known> {
  const [row] = await findKnown(tx);
  const images = new Map(row?.images.map(({ show, kind, sourceHash }) => [`${show} ${kind}`, sourceHash]));
  const gallery = new Set(row?.gallery.map(({ show, sourceHash }) => `${show} ${sourceHash}`));
  const products = new Map(row?.products.map(({ key, sourceHash }) => [key, sourceHash]));
  return {
    venues: new Map(row?.venues.map((venue) => [venue.seo, venue])),
    taxClasses: new Set(row?.taxClasses),
    showTypes: row?.showTypes ?? [],
    imageSource: (show, kind) => images.get(`${show} ${kind}`),
    hasGalleryImage: (show, sourceHash) => gallery.has(`${show} ${sourceHash}`),
    productImageSource: (key) => products.get(key),
  };
}

/** Files may name a category by its id or the way people do. */
export const categoryNamed = (categories: readonly KnownCategory[], name: string): KnownCategory | undefined =>
  categories.find(({ id }) => id === name) ?? categories.find((category) => category.name.toLowerCase() === name.toLowerCase());
