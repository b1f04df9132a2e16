import type { Tx } from '#db/connect';
import type { ShowEntry } from './entries.ts';
import { writeImage, writeShowImages, writeVariants } from './queries-shows.ts';
import type { Written } from './written.ts';

/** Bytes first, each content once, then what each show shows of them. */
export async function writeImages(tx: Tx, shows: readonly ShowEntry[]): Promise<readonly Written[]> {
  const images = shows.flatMap((show) => show.images.map((image) => ({ show: show.seo, ...image })));
  const made = images.flatMap(({ show, kind, made }) => (made ? [{ show, kind, ...made }] : []));
  const contents = new Map(made.flatMap(({ image, variants }) => [image, ...variants]).map((content) => [content.hash, content]));
  for (const content of contents.values()) await writeImage(tx, content);
  const written = await writeShowImages(
    tx,
    images.map(({ show, kind, alt, ink, sourceHash, made }) => ({ show, kind, alt, ink, sourceHash, imageHash: made?.image.hash ?? null })),
  );
  await writeVariants(
    tx,
    made.map(({ show, kind, variants }) => ({ show, kind, hashes: variants.map(({ hash }) => hash) })),
  );
  return written;
}
