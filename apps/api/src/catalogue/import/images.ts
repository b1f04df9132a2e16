import { createHash } from 'node:crypto';
import type { ImageKind } from '@butaca/contract';
import sharp from 'sharp';
import { densityFor } from '#http/drawing-density';
import type { GalleryEntry, ImageContent, ImageEntry, ProductEntry } from './entries.ts';
import type { Known } from './import-transaction.ts';
import type { Problem } from './problem.ts';

/** An image file that is refused; the message is the reason. */
export class ImageRefused extends Error {}

const LARGEST_IMAGE_BYTES = 10 * 1024 * 1024;
const LARGEST_SVG_BYTES = 512 * 1024;
const MOST_PIXELS = 60_000_000;

/** In pixels: what messengers show large; narrower pictures become a thumbnail beside the text. */
const SHARED = { width: 1200, height: 630 };

/** What an image is made for: a kind of its show, or one of its gallery. */
type ImageUse = ImageKind | 'gallery';

/** In pixels; an image is never enlarged, except to be shared. */
const widths: Readonly<Record<ImageUse, readonly number[]>> = {
  poster: [400, 800, 1200],
  featured: [640, 1280, 1920],
  header: [640, 1280, 1920],
  thumbnail: [160, 320, 640],
  share: [SHARED.width],
  gallery: [480, 960, 1920],
};

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 32);

/** Part of every source hash: raised when the derived images change, so that all are made again. */
const RECIPE = '2';
export const sourceHashOf = (bytes: Buffer) => hashOf(Buffer.concat([Buffer.from(`${RECIPE}:`), bytes]));

export type MadeImage = NonNullable<ImageEntry['made']>;

/**
 * What is served for an image of that use. A drawing stays a drawing, except where it is shared: there it becomes a PNG, the
 * one format every network shows. A photograph becomes WebP and AVIF in three widths.
 */
export async function makeImage(bytes: Buffer, use: ImageUse): Promise<MadeImage> {
  if (bytes.length > LARGEST_IMAGE_BYTES) throw new ImageRefused(`the image is larger than ${LARGEST_IMAGE_BYTES / 1024 / 1024} MB`);
  const format = formatOf(bytes);
  if (!format) throw new ImageRefused('the image is neither SVG, PNG, JPEG nor WebP');
  try {
    return format === 'svg' ? await drawing(bytes, use) : await photograph(bytes, use);
  } catch (error) {
    if (error instanceof ImageRefused) throw error;
    throw new ImageRefused('the image cannot be read');
  }
}

/** In pixels: what graphics cards of phones take as one picture. */
const PANORAMA = { least: 1024, most: 4096 };
/** How far from twice as wide as high a picture may be, for one that was cut by a pixel or two. */
const OFF_SHAPE = 0.01;

/** What is served for a picture of everything around: one WebP, whatever it was made from. */
export async function makePanorama(bytes: Buffer): Promise<ImageContent> {
  if (bytes.length > LARGEST_IMAGE_BYTES) throw new ImageRefused(`the image is larger than ${LARGEST_IMAGE_BYTES / 1024 / 1024} MB`);
  const format = formatOf(bytes);
  if (!format) throw new ImageRefused('the image is neither SVG, PNG, JPEG nor WebP');
  const problem = format === 'svg' ? svgProblem(bytes.toString('utf8')) : null;
  if (problem) throw new ImageRefused(`the drawing is not taken: ${problem}`);
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    const { width, height } = (await picture.metadata()).autoOrient;
    if (Math.abs(width / height - 2) > 2 * OFF_SHAPE)
      throw new ImageRefused(`the image is ${width} × ${height}, not twice as wide as high`);
    if (width < PANORAMA.least) throw new ImageRefused(`the image is less than ${PANORAMA.least} pixels wide`);
    const most = Math.min(width, PANORAMA.most);
    const sized = picture.rotate().resize({ width: most, height: Math.round(most / 2), fit: 'fill' });
    return content(await sized.webp({ quality: 78, effort: 3 }).toBuffer({ resolveWithObject: true }), 'image/webp');
  } catch (error) {
    if (error instanceof ImageRefused) throw error;
    throw new ImageRefused('the image cannot be read');
  }
}

async function drawing(bytes: Buffer, use: ImageUse): Promise<MadeImage> {
  if (bytes.length > LARGEST_SVG_BYTES) throw new ImageRefused(`the drawing is larger than ${LARGEST_SVG_BYTES / 1024} kB`);
  const problem = svgProblem(bytes.toString('utf8'));
  if (problem) throw new ImageRefused(`the drawing is not taken: ${problem}`);
  const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS });
  const { width, height } = await picture.metadata();
  if (use !== 'share') return { image: { hash: hashOf(bytes), mediaType: 'image/svg+xml', width, height, bytes }, variants: [] };
  const pixels = sharp(bytes, { limitInputPixels: MOST_PIXELS, density: densityFor(width, SHARED.width) }).resize({ width: SHARED.width });
  const png = await pixels.png({ palette: true, effort: 4 }).toBuffer({ resolveWithObject: true });
  return { image: content(png, 'image/png'), variants: [] };
}

async function photograph(bytes: Buffer, use: ImageUse): Promise<MadeImage> {
  const upright = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).rotate().toBuffer({ resolveWithObject: true });
  const sizes = [...new Set(widths[use].map((width) => Math.min(width, upright.info.width)))];
  if (use === 'share') {
    const jpeg = await sharp(upright.data)
      .resize({ width: SHARED.width })
      .flatten()
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
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
async function dominantColour(bytes: Buffer): Promise<string> {
  const { dominant } = await sharp(await sharp(bytes).resize({ width: 64 }).flatten({ background: '#ffffff' }).png().toBuffer()).stats();
  return `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function formatOf(bytes: Buffer): 'svg' | 'png' | 'jpeg' | 'webp' | null {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png';
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'jpeg';
  if (bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP') return 'webp';
  return /^\uFEFF?\s*<(?:\?xml|svg|!--)/.test(bytes.subarray(0, 200).toString('utf8')) ? 'svg' : null;
}

const svgElements = new Set(
  `svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title desc clipPath mask pattern marker
   linearGradient radialGradient stop style filter feBlend feColorMatrix feComponentTransfer feFuncR feFuncG feFuncB feFuncA feComposite
   feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feGaussianBlur feMerge feMergeNode feMorphology
   feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence metadata`.split(/\s+/),
);

const TAG = /<(?<end>\/?)(?<name>[A-Za-z][\w:.-]*)(?<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/y;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const SKIPPED = /<\?xml[^?]*\?>|<!--(?:[^-]|-(?!-))*-->/g;
const FOREIGN_PREFIX = /^(?:sodipodi|inkscape|rdf|cc|dc):/;

/** The reason to refuse an SVG, or null. Anything but plain drawing is refused rather than repaired, so that no repair can miss something. */
function svgProblem(svg: string): string | null {
  const text = svg.replace(SKIPPED, '');
  if (/<[!?]/.test(text)) return 'a document type, entity, CDATA or instruction is not allowed';
  if (!/^\s*<svg[\s>]/.test(text)) return 'the root is not <svg>';
  for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', start + 1)) {
    TAG.lastIndex = start;
    const tag = TAG.exec(text)?.groups;
    if (!tag) return 'a tag is not well formed';
    const problem = elementProblem(tag.name ?? '') ?? attributesProblem(tag.attributes ?? '');
    if (problem) return problem;
  }
  return styleProblem(text);
}

const elementProblem = (name: string) => (svgElements.has(name) || FOREIGN_PREFIX.test(name) ? null : `<${name}> is not allowed`);

function attributesProblem(attributes: string): string | null {
  for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? '';
    if (/^on/i.test(name)) return `${name} is not allowed`;
    if (/(?:^|:)href$/i.test(name) && !value.startsWith('#')) return `${name} may only point inside the image`;
    if (value.includes('&#')) return `${name} hides letters behind references`;
    if (name === 'style' && value.includes('\\')) return 'an escape in a style is not allowed';
  }
  return null;
}

/** Addresses in attributes and style sheets; an escape could hide one. */
function styleProblem(text: string): string | null {
  if (/@import/i.test(text)) return '@import is not allowed';
  if (/url\(\s*["']?(?!\s*["']?#)/i.test(text)) return 'url() may only point inside the image';
  if (/<style[^>]*>[^<]*\\/i.test(text)) return 'an escape in a style sheet is not allowed';
  return null;
}

export interface NamedImage {
  readonly show: string;
  readonly kind: ImageKind;
  readonly file: string;
  readonly alt: string;
  readonly ink: string | null;
  /** Where the file is named. */
  readonly at: string;
}

/** Bytes of a file beside the import file, by its relative name; null when it does not exist, or lies elsewhere. */
export type ReadBeside = (name: string) => Promise<Buffer | null>;

/** Hash of its file, and what is made of it with its colour: null when the database has it already. */
type ReadImage = Pick<ImageEntry, 'sourceHash' | 'made'> & { readonly colour: string | null };

/** Reads and makes the images that are new; the others are known by the hash of their file. */
async function readFiles<Named extends { readonly file: string; readonly at: string }>(
  wanted: readonly Named[],
  readBeside: ReadBeside,
  { use, isKnown }: { use: (named: Named) => ImageUse; isKnown: (named: Named, sourceHash: string) => boolean },
) {
  const read: (Named & ReadImage)[] = [];
  const problems: Problem[] = [];
  for (const named of wanted) {
    const { file, at } = named;
    const bytes = await readBeside(file);
    if (!bytes) {
      problems.push({ at, reason: `there is no image ${file} beside the file` });
      continue;
    }
    const sourceHash = sourceHashOf(bytes);
    try {
      const made = isKnown(named, sourceHash) ? null : await makeImage(bytes, use(named));
      read.push({ ...named, sourceHash, made, colour: made && (await dominantColour(bytes)) });
    } catch (error) {
      if (!(error instanceof ImageRefused)) throw error;
      problems.push({ at, reason: error.message });
    }
  }
  return { read, problems };
}

/** The images of shows, by their show; one that brings none to be shared gets it from its others. */
export async function readImages(wanted: readonly NamedImage[], known: Known, readBeside: ReadBeside) {
  const { read, problems } = await readFiles(wanted, readBeside, {
    use: ({ kind }) => kind,
    isKnown: ({ show, kind }, sourceHash) => known.imageSource(show, kind) === sourceHash,
  });
  const images = new Map<string, ImageEntry[]>();
  for (const [show, ofShow] of Map.groupBy(read, ({ show }) => show)) {
    const shared = await sharedOf(show, ofShow, known, readBeside);
    const own = ofShow.map(({ kind, alt, ink, sourceHash, made, colour }) => ({ kind, alt, ink: ink ?? colour, sourceHash, made }));
    images.set(show, shared ? [...own, shared] : own);
  }
  return { images, problems };
}

/** The others that a shared picture is made from, the best one first. */
const sharedFrom: readonly ImageKind[] = ['featured', 'header', 'poster', 'thumbnail'];

/** Of a shared picture that was made from another image: it is known by the source of that one. */
const madeFrom = (sourceHash: string) => hashOf(Buffer.from(`shared:${sourceHash}`));

/** A picture to be shared, for a show that never brought its own; null when the database has it, or keeps a better one. */
async function sharedOf(
  show: string,
  read: readonly (NamedImage & ReadImage)[],
  known: Known,
  readBeside: ReadBeside,
): Promise<ImageEntry | null> {
  if (read.some(({ kind }) => kind === 'share')) return null;
  const before = known.imageSource(show, 'share');
  const kind = sharedFrom.find((each) => {
    const source = known.imageSource(show, each);
    return source !== undefined && madeFrom(source) === before;
  });
  // The show's own.
  if (before !== undefined && kind === undefined) return null;
  const best = sharedFrom.find((each) => each === kind || read.some((image) => image.kind === each));
  const from = read.find((image) => image.kind === best);
  if (!from || madeFrom(from.sourceHash) === before) return null;
  const bytes = await readBeside(from.file);
  if (!bytes) return null;
  const colour = from.ink ?? (await dominantColour(bytes));
  return { kind: 'share', alt: from.alt, ink: colour, sourceHash: madeFrom(from.sourceHash), made: await makeShared(bytes, colour) };
}

/** The whole image in the middle of a shared picture, on its own colour. */
async function makeShared(bytes: Buffer, background: string): Promise<MadeImage> {
  const { width, format } = await sharp(bytes, { limitInputPixels: MOST_PIXELS }).metadata();
  const picture = sharp(bytes, {
    limitInputPixels: MOST_PIXELS,
    ...(format === 'svg' ? { density: densityFor(width, SHARED.width) } : {}),
  });
  const fitted = picture
    .rotate()
    .resize({ ...SHARED, fit: 'contain', background })
    .flatten({ background });
  return { image: content(await fitted.jpeg({ quality: 82 }).toBuffer({ resolveWithObject: true }), 'image/jpeg'), variants: [] };
}

export type NamedGalleryImage = Omit<NamedImage, 'kind' | 'ink'>;

/** The galleries of shows, by their show and in the order of the file. */
export async function readGalleries(wanted: readonly NamedGalleryImage[], known: Known, readBeside: ReadBeside) {
  const { read, problems } = await readFiles(wanted, readBeside, {
    use: () => 'gallery',
    isKnown: ({ show }, sourceHash) => known.hasGalleryImage(show, sourceHash),
  });
  const galleries = new Map<string, GalleryEntry[]>();
  for (const { show, alt, sourceHash, made, colour } of read) {
    galleries.set(show, [...(galleries.get(show) ?? []), { alt, ink: colour, sourceHash, made }]);
  }
  return { galleries, problems };
}

export interface NamedProductImage {
  readonly key: string;
  readonly file: string;
  readonly alt: string;
  /** Where the file is named. */
  readonly at: string;
}

/** The pictures of products, by their key: one size each. */
export async function readProductImages(wanted: readonly NamedProductImage[], known: Known, readBeside: ReadBeside) {
  const { read, problems } = await readFiles(wanted, readBeside, {
    use: () => 'thumbnail',
    isKnown: ({ key }, sourceHash) => known.productImageSource(key) === sourceHash,
  });
  const images = new Map(
    read.map(({ key, alt, sourceHash, made }): [string, NonNullable<ProductEntry['image']>] => [
      key,
      { alt, sourceHash, made: made?.image ?? null },
    ]),
  );
  return { images, problems };
}
