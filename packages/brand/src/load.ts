import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { z } from 'zod';
import type { LanguageCode } from './languages.ts';
import { type PictureSize, pictureSize } from './picture-size.ts';
import { plainWords } from './plain-words.ts';
import { type Brand, brandSchema } from './schema.ts';

const brandsDirectory = join(import.meta.dirname, '../../../brands');
const mediaTypes: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp' };

/** A file of the brand that pages show; its address changes with its content. */
export interface BrandFile {
  readonly name: string;
  readonly mediaType: string;
  readonly hash: string;
  readonly bytes: Buffer;
  /** Its own size; null where the file is none of its kind, which no brand is started with. */
  readonly size: PictureSize | null;
}

export interface LoadedBrand {
  readonly brand: Brand;
  /** Values of the brand for the tokens of the design language. */
  readonly tokensCss: string;
  /** Drawn inline, in the colour of the text around it. */
  readonly logoSvg: string;
  readonly files: readonly BrandFile[];
  /** Markdown of the information pages by name, in the brand's language. */
  readonly pages: Readonly<Record<string, string>>;
  /** The same in its other languages. */
  readonly translatedPages: Readonly<Partial<Record<LanguageCode, Readonly<Record<string, string>>>>>;
}

/** A brand that cannot be used; each line names the file, the field and the reason. */
export class BrandProblem extends Error {}

/** Every page has to be there, or its address would be a dead end. */
const INFORMATION_PAGES = [
  'eticket',
  'termsAndConditions',
  'privacyPolicies',
  'PointSales',
  'Services',
  'TechnicalSupport',
  'ComplaintsBook',
  'FAQ',
  'withdrawal',
  'withdrawalDocument',
] as const;

/** As refusals name it. */
export const brandFile = (name: string): string => `brands/${name}/brand.json`;

/** Reads and checks a brand once, at start. `configured`: the providers of payments that this deployment has. */
export async function loadBrand(
  name: string,
  directory: string = brandsDirectory,
  configured: ReadonlySet<string> = new Set(),
): Promise<LoadedBrand> {
  if (!/^[a-z0-9-]{1,40}$/.test(name)) throw new BrandProblem(`BRAND: ${JSON.stringify(name)} is no folder of brands`);
  const home = join(directory, name);
  const text = (file: string) => readText(home, name, file);
  const brand = payableWith(parseBrand(await text('brand.json'), brandFile(name)), configured);
  const readPages = (folder: string) =>
    Promise.all(INFORMATION_PAGES.map(async (page) => [page, await text(`${folder}/${page}.md`)] as const));
  const pages = await readPages('pages');
  const others = brand.locale.languages.filter((language) => language !== brand.locale.language);
  const translated = await Promise.all(others.map(async (language) => [language, await readPages(`pages/${language}`)] as const));
  const files = await readFiles(join(home, 'files'));
  const has = (wanted: string) => files.some((file) => file.name === wanted);
  const tokensCss = await text('tokens.css');
  const logoSvg = await text('logo.svg');
  const strayPages = (await readdir(join(home, 'pages'))).filter(
    (file) => !INFORMATION_PAGES.some((page) => `${page}.md` === file) && !others.some((language) => language === file),
  );
  refuseFaults(`brands/${name}`, [
    ...strayPages.map((file) => `pages/${file}: name: is no information page`),
    ...pages.flatMap(([page, markdown]) => pageFaults(markdown).map((fault) => `pages/${page}.md: ${fault}`)),
    ...translated.flatMap(([language, those]) =>
      those.flatMap(([page, markdown]) => pageFaults(markdown).map((fault) => `pages/${language}/${page}.md: ${fault}`)),
    ),
    ...styleFaults(tokensCss).map((fault) => `tokens.css: ${fault}`),
    ...drawingFaults(logoSvg).map((fault) => `logo.svg: ${fault}`),
    ...files.flatMap((file) =>
      file.name.endsWith('.svg') ? drawingFaults(file.bytes.toString()).map((fault) => `files/${file.name}: ${fault}`) : [],
    ),
    ...files.filter(({ size }) => !size).map(({ name }) => `files/${name}: has no size that can be read`),
    ...(has('favicon.svg') ? [] : ['files/favicon.svg: is missing']),
    ...pictures(brand).flatMap((wanted) => (has(wanted) ? [] : [`brand.json: links: files/${wanted} is missing`])),
  ]);
  const translatedPages = Object.fromEntries(translated.map(([language, those]) => [language, Object.fromEntries(those)]));
  return fixed({ brand, tokensCss, logoSvg, files, pages: Object.fromEntries(pages), translatedPages });
}

const payableWith = (brand: Brand, configured: ReadonlySet<string>): Brand => ({
  ...brand,
  payments: { methods: brand.payments.methods.filter(({ onlyIfConfigured, provider }) => !onlyIfConfigured || configured.has(provider)) },
});

export function parseBrand(json: string, file: string): Brand {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new BrandProblem(`${file}: ${(error as Error).message}`);
  }
  const read = brandSchema.safeParse(value, { error: plainWords });
  if (!read.success) throw new BrandProblem(read.error.issues.map((issue) => describe(issue, file)).join('\n'));
  return fixed(read.data);
}

function describe(issue: z.core.$ZodIssue, file: string): string {
  const strange = issue.code === 'unrecognized_keys';
  const field = [...issue.path, ...(strange ? [issue.keys.join(', ')] : [])].join('.') || 'the file';
  return `${file}: ${field}: ${strange ? 'is no key of a brand' : issue.message}`;
}

function refuseFaults(folder: string, faults: readonly string[]): void {
  if (faults.length > 0) throw new BrandProblem(faults.map((fault) => `${folder}/${fault}`).join('\n'));
}

/** Frozen: the brand of a running deployment does not change. */
function fixed<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  for (const part of Object.values(value)) fixed(part);
  return Object.freeze(value);
}

const pictures = ({ links }: Brand) => [...Object.values(links.badges), ...links.partners, ...links.poweredBy].map(({ image }) => image);

async function readText(home: string, name: string, file: string): Promise<string> {
  try {
    return await readFile(join(home, file), 'utf8');
  } catch {
    throw new BrandProblem(`brands/${name}/${file}: cannot be read`);
  }
}

async function readFiles(directory: string): Promise<BrandFile[]> {
  const names = (await readdir(directory).catch((): string[] => [])).filter((name) => mediaTypes[extname(name)] !== undefined);
  return Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(directory, name));
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
      const mediaType = mediaTypes[extname(name)] ?? '';
      return { name, mediaType, hash, bytes, size: pictureSize(bytes, mediaType) };
    }),
  );
}

/** Reasons why a brand's CSS cannot be inlined in every page: it ends the style element or loads something. */
const styleFaults = (css: string): string[] => [
  ...(css.includes('</') ? ['contains </, which would end the style element'] : []),
  ...(/@import|url\(\s*['"]?(?!data:)/i.test(css) ? ['loads another file; pictures belong into files'] : []),
];

/** Reasons why a drawing cannot be inlined: it runs a script or loads something. */
const drawingFaults = (svg: string): string[] => [
  ...(/^\s*<svg\b[^>]*\sviewBox="/.test(svg) ? [] : ['must begin with <svg and have a viewBox']),
  ...(/<script|<foreignObject|\son\w+=|href="(?!#)/i.test(svg) ? ['holds a script, an event handler or an outside address'] : []),
];

/** A page is a title, which is also that of the browser's tab, and some text. */
const pageFaults = (markdown: string): string[] =>
  /^# \S.*\n+\S/.test(markdown) ? [] : ['must begin with "# " and a title, followed by text'];
