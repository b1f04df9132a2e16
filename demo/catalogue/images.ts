import { drawImage, imageAlt, imageKinds, inkOf } from '@butaca/posters';
import { type ImageEntry, makeImage, sourceHashOf } from '../../apps/api/src/catalogue/import/index.ts';
import type { PlannedShow } from './demo-show.ts';

/** Every kind of image of a show, drawn. */
export const imagesOf = (show: PlannedShow): Promise<ImageEntry[]> =>
  Promise.all(
    imageKinds.map(async (kind) => {
      const drawing = Buffer.from(drawImage(show, kind).svg);
      return {
        kind,
        alt: imageAlt(show, kind),
        ink: inkOf(show).background,
        sourceHash: sourceHashOf(drawing),
        made: await makeImage(drawing, kind),
      };
    }),
  );
