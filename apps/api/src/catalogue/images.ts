import type { GalleryImage, ShowImage } from '@butaca/contract';
import type { Db } from '#db/connect';
import { BoundedCache } from '#http/bounded-cache';
import { type Encodings, encodingsOf, inBrotli } from '#http/encodings';
import { findImage } from './queries.ts';
import type { GalleryImageRow, ImageFile, ImageRow } from './rows.ts';

const extensions: Readonly<Record<string, string>> = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

/** The address of an image changes with its content, so it may be cached for ever; the name is for people. */
export const addressOf = ({ hash, mediaType }: ImageFile, name: string) => `/images/${hash}/${name}.${extensions[mediaType] ?? 'bin'}`;

export const presentImages = (images: readonly ImageRow[], showSeo: string): ShowImage[] =>
  images.map((image) => ({ kind: image.kind, ...presentPicture(image, `${showSeo}-${image.kind}`) }));

export const presentGallery = (images: readonly GalleryImageRow[], showSeo: string): GalleryImage[] =>
  images.map((image, index) => presentPicture(image, `${showSeo}-${index + 1}`));

const presentPicture = (image: GalleryImageRow, name: string): GalleryImage => ({
  url: addressOf(image, name),
  width: image.width,
  height: image.height,
  alt: image.alt,
  ...(image.ink ? { ink: image.ink } : {}),
  ...(image.variants.length > 0 ? { variants: image.variants.map((variant) => presentVariant(variant, name)) } : {}),
});

const presentVariant = (variant: ImageFile, name: string) => ({
  url: addressOf(variant, `${name}-${variant.width}`),
  width: variant.width,
  mediaType: variant.mediaType,
});

/** Only text formats become smaller. */
export interface StoredImage extends Encodings {
  readonly mediaType: string;
}

const MOST_IMAGES = 400;
const LARGEST_KEPT_BYTES = 256 * 1024;

/** Reads images through a memory of at most 100 MB; the content of an address never changes, so no entry becomes stale. */
export function imageReader(db: Db): (hash: string) => StoredImage | null | Promise<StoredImage | null> {
  const kept = new BoundedCache<StoredImage | null>({ mostEntries: MOST_IMAGES });
  const small = (image: StoredImage | null) => image !== null && image.plain.length <= LARGEST_KEPT_BYTES;
  return (hash) => kept.get(hash, () => readImage(db, hash), small);
}

async function readImage(db: Db, hash: string): Promise<StoredImage | null> {
  const [row] = await findImage(db, hash);
  if (!row) return null;
  const drawn = row.mediaType === 'image/svg+xml';
  return { mediaType: row.mediaType, ...encodingsOf(row.bytes, drawn ? await inBrotli(row.bytes, 9) : null) };
}
