import { inflateSync } from 'node:zlib';
import jsqr from 'jsqr';
import type PDFDocument from 'pdfkit';
import { getDocumentProxy } from 'unpdf';
import { vi } from 'vitest';

/** An element of the structure tree with what it says; a figure says its alternative text. */
export interface ReadElement {
  readonly role: string;
  readonly text: string;
  readonly children: readonly ReadElement[];
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;
type StructNode = Awaited<ReturnType<Page['getStructTree']>>;

/** What a screen reader gets from a PDF: facts of the document, and page by page its elements in reading order. */
export async function readPdf(bytes: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const { info, metadata } = await pdf.getMetadata();
  const pages = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { texts, loose, artifacts } = await textsOf(page);
    pages.push({ elements: elementsOf(await page.getStructTree(), texts), loose: [...loose, ...texts.values()], artifacts });
  }
  return {
    info: info as Record<string, unknown>,
    xmpTitle: metadata?.get('dc:title'),
    marks: await pdf.getMarkInfo(),
    preferences: await pdf.getViewerPreferences(),
    pages,
  };
}

/** The elements that say something, in reading order: `H1 Bodas de sangre`. */
export const outline = (elements: readonly ReadElement[]): string[] =>
  elements.flatMap(({ role, text, children }) => [...(text ? [`${role} ${text}`] : []), ...outline(children)]);

/** Texts by the id of their marked content, those that are marked as nothing, and artifacts. */
async function textsOf(page: Page) {
  const texts = new Map<string, string>();
  const loose: string[] = [];
  const artifacts: string[] = [];
  const open: { readonly id: string | undefined; readonly tag: string | undefined }[] = [];
  for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
    if ('str' in item) {
      const text = `${item.str}${item.hasEOL ? ' ' : ''}`;
      const { id, tag } = open.at(-1) ?? {};
      if (id !== undefined) texts.set(id, `${texts.get(id) ?? ''}${text}`);
      else if (tag === 'Artifact') artifacts.push(text);
      else if (text.trim() !== '') loose.push(text);
    } else if (item.type === 'endMarkedContent') open.pop();
    else {
      const { id, tag } = item as { id?: string; tag?: string };
      open.push({ id, tag });
    }
  }
  return { texts, loose, artifacts };
}

/** Takes the texts that it finds. */
function elementsOf(node: StructNode | null, texts: Map<string, string>): ReadElement[] {
  const children = (node?.children ?? []) as (StructNode & { type?: string; id?: string; alt?: string })[];
  return children.flatMap((child) => {
    if (child.type !== undefined) return [];
    const contents = child.children as { type?: string; id?: string }[];
    const spoken = contents.map(({ id = '' }) => {
      const text = texts.get(id) ?? '';
      texts.delete(id);
      return text;
    });
    const text = (child.alt ?? spoken.join(' ')).replaceAll(/\s+/g, ' ').trim();
    return [{ role: child.role, text, children: elementsOf(child, texts) }];
  });
}

/** The operators of its pages, decompressed. */
export const drawingsOf = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/\/Filter \/FlateDecode\n>>\nstream\n([\s\S]*?)\nendstream/g)].map(([, bytes = '']) =>
    inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1'),
  );

/** Of a page those operators that put ink on it and are marked neither as content nor as an artifact. */
export function unmarkedInk(drawing: string): string[] {
  let depth = 0;
  return drawing.split('\n').filter((line) => {
    if (/(BDC|BMC)$/.test(line)) depth += 1;
    if (line === 'EMC') depth -= 1;
    return depth === 0 && /(^| )(S|s|f|F|B|b|Tj|TJ|Do|sh)\*?$/.test(line);
  });
}

/** Its types name the module where Node gives the function. */
const decode = jsqr as unknown as typeof jsqr.default;

/** What a scanner reads off the squares that a page draws. */
export function scanned(drawing: string): string | undefined {
  const runs = [...drawing.matchAll(/^(\d+) (\d+) (\d+) 1 re$/gm)].map((run) => run.slice(1, 4).map(Number) as [number, number, number]);
  const side = 8;
  const size = (Math.max(0, ...runs.map(([x, , length]) => x + length)) + 8) * side;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (const [x, y, length] of runs) {
    for (let down = 0; down < side; down += 1) {
      const start = ((y + 4) * side + down) * size + (x + 4) * side;
      for (let at = start; at < start + length * side; at += 1) pixels.fill(0, at * 4, at * 4 + 3);
    }
  }
  return decode(pixels, size, size)?.data;
}

interface Written {
  readonly text: string;
  /** Of the document, from 1. */
  readonly page: number;
  readonly x: number;
  /** Its baseline. */
  readonly y: number;
  readonly right: number;
  readonly size: number;
}

/** The texts that will be written on a document, and where. */
export function writtenOn(document: InstanceType<typeof PDFDocument>): readonly Written[] {
  const written: Written[] = [];
  let page = 0;
  document.on('pageAdded', () => {
    page += 1;
  });
  const write = document.text.bind(document);
  vi.spyOn(document, 'text').mockImplementation((text: string, x?: unknown, y?: unknown, options?: unknown) => {
    const right = Number(x) + document.widthOfString(text.trimEnd(), options as PDFKit.Mixins.TextOptions);
    written.push({ text: text.trimEnd(), page, x: Number(x), y: Number(y), right, size: Number(Reflect.get(document, '_fontSize')) });
    return write(text, Number(x), Number(y), options as PDFKit.Mixins.TextOptions);
  });
  return written;
}

/** Texts that meet another one below them. */
export const overlapsOf = (written: readonly Written[]): Written[] =>
  written.filter((one) =>
    written.some(
      (other) =>
        other.page === one.page &&
        other.y > one.y + 0.1 &&
        other.y - other.size * 0.7 < one.y &&
        other.x < one.right - 0.1 &&
        one.x < other.right - 0.1,
    ),
  );
