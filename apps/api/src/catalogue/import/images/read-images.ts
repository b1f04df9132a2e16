import type { ImageKind } from '@butaca/contract';
import type { ImageEntry } from '../entries.ts';
import type { Known } from '../known.ts';
import type { Problem } from '../problem.ts';
import { dominantColour, ImageRefused, makeImage, sourceHashOf } from './make-image.ts';

export interface WantedImage {
  readonly show: string;
  readonly kind: ImageKind;
  readonly file: string;
  readonly alt: string;
  readonly ink: string | null;
  /** Where the file is named. */
  readonly at: string;
}

/** Bytes of a file beside the import file, by its relative name; null when there is none, or it is elsewhere. */
export type ReadBeside = (name: string) => Promise<Buffer | null>;

/** Reads and makes the images that are new; the others are known by the hash of their file. */
export async function readImages(wanted: readonly WantedImage[], known: Known, readBeside: ReadBeside) {
  const images = new Map<string, ImageEntry[]>();
  const problems: Problem[] = [];
  for (const { show, kind, file, alt, ink, at } of wanted) {
    const bytes = await readBeside(file);
    if (!bytes) {
      problems.push({ at, reason: `there is no image ${file} beside the file` });
      continue;
    }
    const sourceHash = sourceHashOf(bytes);
    try {
      const made = known.imageSource(show, kind) === sourceHash ? null : await makeImage(bytes, kind);
      const entry: ImageEntry = { kind, alt, ink: ink ?? (made && (await dominantColour(bytes))), sourceHash, made };
      images.set(show, [...(images.get(show) ?? []), entry]);
    } catch (error) {
      if (!(error instanceof ImageRefused)) throw error;
      problems.push({ at, reason: error.message });
    }
  }
  return { images, problems };
}
