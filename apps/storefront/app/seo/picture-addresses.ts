import type { BrandFile } from '@butaca/brand/load';
import { pathTo } from '../paths.ts';

/** Address of each picture of the brand by its file name. Vector pictures have one of ours, others travel inside the page. */
export const pictureAddresses = (files: readonly BrandFile[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    files.map(({ name, hash, mediaType, bytes }) => [
      name,
      mediaType === 'image/svg+xml' ? pathTo('brandFile', { hash, name }) : `data:${mediaType};base64,${bytes.toString('base64')}`,
    ]),
  );
