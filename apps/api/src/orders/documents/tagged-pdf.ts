import type { LanguageCode } from '@butaca/brand/languages';
import { escapeUTF8 } from 'entities';
import PDFDocument from 'pdfkit';

type Document = InstanceType<typeof PDFDocument>;
type Element = ReturnType<Document['struct']>;

interface DocumentFacts {
  readonly language: LanguageCode;
  readonly title: string;
  readonly author: string;
  /** In the file instead of the time it is made at, so that the same content is the same bytes. */
  readonly dated: Date;
}

/** A document without pages yet that says what it contains (PDF 1.7, ISO 32000-1, 14.8); what is drawn is read by adding it to `read`. */
export function taggedPdf({ language, title, author, dated }: DocumentFacts): { readonly document: Document; readonly read: Element } {
  const document = new TaggedDocument({
    autoFirstPage: false,
    // No font but ours: pdfkit would open Helvetica first.
    font: null as unknown as string,
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: author, Creator: author, Producer: 'pdfkit', CreationDate: dated, ModDate: dated },
  });
  const read = document.struct('Document');
  document.addStructure(read);
  return { document, read };
}

/** pdfkit puts the title and the names into the XML of the metadata as they are: "Romeo & Julieta" would break it. */
class TaggedDocument extends PDFDocument {
  override endMetadata() {
    const { info } = this;
    const texts = Object.entries(info).map(([key, value]) => [key, typeof value === 'string' ? escapeUTF8(value) : value]);
    this.info = Object.fromEntries(texts);
    super.endMetadata();
    this.info = info;
  }
}

/** The file, when everything is drawn. Twice as fast as `buffer` of `node:stream/consumers`, which makes a blob of it first. */
export async function endPdf(document: Document): Promise<Buffer> {
  document.end();
  return Buffer.concat(await Array.fromAsync(document));
}

/** What is drawn belongs to a part that is read, or it is an artifact: both have to be marked as what they are. */
export interface Marking {
  mark(draw: () => void): void;
}

/** Decoration and what is repeated on every page; screen readers skip it. */
export const artifact = (document: Document): Marking => ({
  mark(draw) {
    document.markContent('Artifact');
    draw();
    document.endMarkedContent();
  },
});

type ElementType = 'H1' | 'H2' | 'P' | 'Figure' | 'TH' | 'TD';

interface ElementFacts {
  /** Read instead of a figure. */
  readonly alt?: string;
  /** Left, top, right and bottom edge of a figure, on the page that is drawn at the time it is read. */
  readonly bbox?: readonly [number, number, number, number];
  /** Of what a header cell is the header. */
  readonly scope?: 'Column' | 'Row';
}

/** One element of the structure tree. It may be drawn at any time and in several pieces, which are read in the order they are drawn in. */
export class Part implements Marking {
  readonly #document: Document;
  readonly #type: ElementType;
  #facts: ElementFacts;
  readonly #contents: ReturnType<Document['markStructureContent']>[] = [];

  constructor(document: Document, type: ElementType, facts: ElementFacts = {}) {
    this.#document = document;
    this.#type = type;
    this.#facts = facts;
  }

  mark(draw: () => void) {
    this.#contents.push(this.#document.markStructureContent(this.#type));
    draw();
    this.#document.endMarkedContent();
  }

  describe(facts: ElementFacts): this {
    this.#facts = facts;
    return this;
  }

  get isDrawn(): boolean {
    return this.#contents.length > 0;
  }

  /** To be asked for once, when all of it is drawn. */
  element(): Element {
    return this.#document.struct(this.#type, this.#facts, this.#contents);
  }
}

/** A part for each name; they are read in this order, whatever order they are drawn in. */
export const partsOf = <Name extends string>(document: Document, types: Readonly<Record<Name, ElementType>>): Record<Name, Part> =>
  Object.fromEntries(Object.entries<ElementType>(types).map(([name, type]) => [name, new Part(document, type)])) as Record<Name, Part>;

/** Of the parts those that were drawn, as one section. */
export const section = (document: Document, parts: readonly Part[]): Element =>
  document.struct(
    'Sect',
    {},
    parts.filter(({ isDrawn }) => isDrawn).map((part) => part.element()),
  );
