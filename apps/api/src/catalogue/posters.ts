import type { Db } from '#db/connect';
import { BoundedCache } from '#http/bounded-cache';
import { densityFor } from '#http/drawing-density';
import type { Watch } from '#watch/watch';
import { findImage, findPosters } from './queries.ts';

/** The picture of a show as mail programs and printed tickets take it, which read no SVG, WebP or AVIF. */
export interface Poster {
  readonly jpeg: Uint8Array;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** `#rrggbb`, what surrounds it; null where the show names none. */
  readonly ink: string | null;
  readonly alt: string;
  /** The same for the same picture. */
  readonly hash: string;
}

/** By performance; without those whose show has no picture. */
export type Posters = ReadonlyMap<number, Poster>;
export type ReadPosters = (performanceIds: readonly number[]) => Promise<Posters>;

/** In pixels: 170 dots to the inch on a ticket, and more than two for each pixel of a mail. A picture is 20 to 70 kB then. */
const LARGEST = { width: 660, height: 660 };
const MOST_PIXELS = 60_000_000;
const MOST_KEPT = 200;

interface PosterReaderDeps {
  readonly db: Db;
  readonly watch: Pick<Watch, 'say'>;
}

/** Reads posters through a memory of at most some 14 MB. A picture that cannot be read is logged and left out: tickets do without it. */
export function posterReader({ db, watch }: PosterReaderDeps): ReadPosters {
  const kept = new BoundedCache<Pick<Poster, 'jpeg' | 'width' | 'height'> | null>({ mostEntries: MOST_KEPT });
  const drawn = async (hash: string) => {
    const [image] = await findImage(db, hash);
    try {
      return image ? await drawPoster(image) : null;
    } catch (error) {
      watch.say('poster-unreadable', { hash, error });
      return null;
    }
  };
  return async (performanceIds) => {
    const found = await findPosters(db, performanceIds);
    const posters = await Promise.all(
      found.map(async ({ performanceId, ...facts }): Promise<[number, Poster] | null> => {
        const picture = await kept.get(facts.hash, () => drawn(facts.hash));
        return picture && [performanceId, { ...facts, ...picture }];
      }),
    );
    return new Map(posters.filter((poster) => poster !== null));
  };
}

async function drawPoster(image: Awaited<ReturnType<typeof findImage>>[number]) {
  // Loaded with the first poster, not with the server.
  const { default: sharp } = await import('sharp');
  const open = (density?: number) => sharp(image.bytes, { limitInputPixels: MOST_PIXELS, ...(density && { density }) });
  const { width, height } = await open().metadata();
  const scale = Math.min(LARGEST.width / width, LARGEST.height / height);
  // A drawing is drawn at the size that it is needed in: a small one enlarged would have soft edges.
  const source = image.mediaType === 'image/svg+xml' ? open(densityFor(width, width * scale)) : open();
  const { data, info } = await source
    .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 84 })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, width: info.width, height: info.height };
}
