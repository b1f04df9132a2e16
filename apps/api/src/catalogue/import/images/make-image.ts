import { createHash } from 'node:crypto';
import type { ImageKind } from '@butaca/contract';
import sharp from 'sharp';
import type { ImageContent, ImageEntry } from '../entries.ts';
import { svgProblem } from './svg-problem.ts';

/** An image file that is not taken; the message says why. */
export class ImageRefused extends Error {}

const LARGEST_IMAGE_BYTES = 10 * 1024 * 1024;
const LARGEST_SVG_BYTES = 512 * 1024;
const MOST_PIXELS = 60_000_000;

/** In pixels; an image is never enlarged. */
const widths: Readonly<Record<ImageKind, readonly number[]>> = {
  poster: [400, 800, 1200],
  featured: [640, 1280, 1920],
  header: [640, 1280, 1920],
  thumbnail: [160, 320, 640],
  share: [1200],
};

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 32);

/** Part of every source hash, so that a change in what is made from a file makes it anew. */
const RECIPE = '1';
export const sourceHashOf = (bytes: Buffer) => hashOf(Buffer.concat([Buffer.from(`${RECIPE}:`), bytes]));

export type MadeImage = NonNullable<ImageEntry['made']>;

/**
 * What is served for an image of that kind. A drawing stays a drawing, except where it is shared: there it becomes a PNG, the
 * one format every network shows. A photograph becomes WebP and AVIF in three widths.
 */
export async function makeImage(bytes: Buffer, kind: ImageKind): Promise<MadeImage> {
  if (bytes.length > LARGEST_IMAGE_BYTES) throw new ImageRefused(`the image is larger than ${LARGEST_IMAGE_BYTES / 1024 / 1024} MB`);
  const format = formatOf(bytes);
  if (!format) throw new ImageRefused('the image is neither SVG, PNG, JPEG nor WebP');
  try {
    return format === 'svg' ? await drawing(bytes, kind) : await photograph(bytes, kind);
  } catch (error) {
    if (error instanceof ImageRefused) throw error;
    throw new ImageRefused('the image cannot be read');
  }
}

async function drawing(bytes: Buffer, kind: ImageKind): Promise<MadeImage> {
  if (bytes.length > LARGEST_SVG_BYTES) throw new ImageRefused(`the drawing is larger than ${LARGEST_SVG_BYTES / 1024} kB`);
  const problem = svgProblem(bytes.toString('utf8'));
  if (problem) throw new ImageRefused(`the drawing is not taken: ${problem}`);
  const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS });
  const { width, height } = await picture.metadata();
  if (kind !== 'share') return { image: { hash: hashOf(bytes), mediaType: 'image/svg+xml', width, height, bytes }, variants: [] };
  const png = await picture.png({ palette: true, effort: 4 }).toBuffer({ resolveWithObject: true });
  return { image: content(png, 'image/png'), variants: [] };
}

async function photograph(bytes: Buffer, kind: ImageKind): Promise<MadeImage> {
  const upright = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).rotate().toBuffer({ resolveWithObject: true });
  const sizes = [...new Set(widths[kind].map((width) => Math.min(width, upright.info.width)))];
  if (kind === 'share') {
    const [width] = sizes;
    const jpeg = await sharp(upright.data).resize({ width }).flatten().jpeg({ quality: 82 }).toBuffer({ resolveWithObject: true });
    return { image: content(jpeg, 'image/jpeg'), variants: [] };
  }
  const variants: ImageContent[] = [];
  for (const width of sizes) {
    const sized = sharp(upright.data).resize({ width });
    variants.push(content(await sized.clone().avif({ quality: 55, effort: 3 }).toBuffer({ resolveWithObject: true }), 'image/avif'));
    variants.push(content(await sized.clone().webp({ quality: 80 }).toBuffer({ resolveWithObject: true }), 'image/webp'));
  }
  const largest = variants.at(-1);
  if (!largest) throw new ImageRefused('the image has no width');
  return { image: largest, variants };
}

type Encoded = { readonly data: Buffer; readonly info: { readonly width: number; readonly height: number } };

const content = ({ data, info }: Encoded, mediaType: string): ImageContent => ({
  hash: hashOf(data),
  mediaType,
  width: info.width,
  height: info.height,
  bytes: data,
});

/** The colour that covers most, to stand in while the image loads. */
export async function dominantColour(bytes: Buffer): Promise<string> {
  const { dominant } = await sharp(await sharp(bytes).resize({ width: 64 }).flatten({ background: '#ffffff' }).png().toBuffer()).stats();
  return `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function formatOf(bytes: Buffer): 'svg' | 'png' | 'jpeg' | 'webp' | null {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png';
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'jpeg';
  if (bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP') return 'webp';
  return /^\uFEFF?\s*<(?:\?xml|svg|!--)/.test(bytes.subarray(0, 200).toString('utf8')) ? 'svg' : null;
}
