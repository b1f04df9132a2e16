import { formatMoney, type MoneyLocale } from '@butaca/brand/money';
import type PDFDocument from 'pdfkit';
import { billTexts as t } from '../../texts/index.ts';
import type { BillSheet } from './bill-sheet.ts';
import { type Setting, set } from './lettering.ts';
import { type Place, write } from './pen.ts';
import { artifact, Part } from './tagged-pdf.ts';

export type Document = InstanceType<typeof PDFDocument>;
export type Element = ReturnType<Part['element']>;

export const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = 56;
export const TOP = MARGIN - 6;
/** The number of the page stands below. */
export const BOTTOM = PAGE.height - MARGIN - 14;
export const LEFT = MARGIN;
export const RIGHT = PAGE.width - MARGIN;
export const WIDTH = RIGHT - LEFT;
export const COLUMN_GAP = 24;
export const INK = '#221d19';
export const SOFT = '#5e554c';
export const LINE = '#c9bfae';

/** What a bill is drawn on, and what is read of it so far: it is drawn in reading order. */
export interface Paper {
  readonly document: Document;
  readonly elements: Element[];
  /** With cents, which prices may show without. */
  readonly money: (amount: number) => string;
}

export const billPaper = (document: Document, locale: MoneyLocale): Paper => ({
  document,
  elements: [],
  // A hyphen before an amount is not read aloud; a minus sign is.
  money: (amount) => formatMoney(amount, { ...locale, decimals: 2 }).replace('-', '\u2212'),
});

/** What `draw` writes is an element of its own; returns what `draw` does. */
export function reading<Result>({ document, elements }: Paper, type: 'H1' | 'H2' | 'P', draw: (part: Part) => Result): Result {
  const part = new Part(document, type);
  const result = draw(part);
  elements.push(part.element());
  return result;
}

/** Writes a text as an element of its own; returns its last baseline. */
export const say = (paper: Paper, type: 'H2' | 'P', text: string, setting: Setting, place: Omit<Place, 'part'>): number =>
  reading(paper, type, (part) => write(paper.document, set(text, setting), { ...place, part }));

export function drawRule(document: Document, y: number, { color = LINE, thickness = 0.6 } = {}): number {
  artifact(document).mark(() => document.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(thickness).stroke(color));
  return y;
}

export const padded = (number: number, digits: number) => String(number).padStart(digits, '0');

/** `Factura B 00005-00001234`. */
export const nameOf = ({ letter, pointOfSale, number }: Pick<BillSheet, 'letter' | 'pointOfSale' | 'number'>, kind: BillSheet['kind']) =>
  t('name', { kind: t(kind), letter, pointOfSale: padded(pointOfSale, 5), number: padded(number, 8) });

/** `26/11/2026`. */
export const dateText = (date: string) => date.split('-').reverse().join('/');

const rates = new Intl.NumberFormat('es', { style: 'percent', maximumFractionDigits: 2 });
/** `10,5 %` of 1050 basis points. */
export const percent = (basisPoints: number) => rates.format(basisPoints / 10_000);
