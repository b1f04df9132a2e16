import { billTexts as t } from '../../texts/index.ts';
import { closingOf } from './bill-closing.ts';
import {
  BOTTOM,
  billPaper,
  COLUMN_GAP,
  type Document,
  dateText,
  drawRule,
  type Element,
  INK,
  LEFT,
  LINE,
  nameOf,
  PAGE,
  type Paper,
  padded,
  RIGHT,
  reading,
  SOFT,
  say,
  TOP,
  WIDTH,
} from './bill-paper.ts';
import type { BillSheet } from './bill-sheet.ts';
import { drawRow, pagesOf, tableOf } from './bill-table.ts';
import { set } from './lettering.ts';
import { write, writeText } from './pen.ts';
import { artifact, endPdf, taggedPdf } from './tagged-pdf.ts';
import type { DocumentBrand } from './wording.ts';

const CENTRE = PAGE.width / 2;
/** Of the letter, a square. */
const BOX = 54;
/** Where lines begin on later pages. */
const CONTINUED = TOP + 34;

export type BillBrand = Pick<DocumentBrand, 'accent' | 'locale'>;

/** A bill or a credit note on A4, in Spanish whatever language its receiver reads; the same bytes for the same sheet. */
export function billPdf(sheet: BillSheet, brand: BillBrand): Promise<Buffer> {
  const { document, read } = taggedPdf({
    language: 'es',
    title: nameOf(sheet, sheet.kind),
    author: sheet.issuer.legalName,
    dated: new Date(`${sheet.issuedOn}T00:00:00Z`),
  });
  for (const element of drawBill(document, sheet, brand)) read.add(element);
  return endPdf(document);
}

/** Returns what is read of it. */
export function drawBill(document: Document, sheet: BillSheet, { accent, locale }: BillBrand): readonly Element[] {
  const paper = billPaper(document, locale);
  newPage(document);
  let y = drawFacts(paper, sheet, drawHead(paper, sheet, accent));
  const { header, rows } = tableOf(paper, sheet);
  const closing = closingOf(paper, sheet);
  const pages = pagesOf(rows, { first: BOTTOM - y - header.height, others: BOTTOM - CONTINUED - header.height, closing: closing.height });
  const table: Element[] = [];
  pages.forEach((page, index) => {
    if (index > 0) {
      newPage(document);
      drawRunningHead(document, sheet);
      y = CONTINUED;
    }
    if (page.length > 0) y = drawRow(document, header, y, table.length === 0 ? table : null);
    for (const row of page) y = drawRow(document, row, y, table);
    drawPageNumber(document, index + 1, pages.length);
  });
  paper.elements.push(document.struct('Table', {}, table));
  closing.draw(y);
  return paper.elements;
}

const newPage = (document: Document) => document.addPage({ size: [PAGE.width, PAGE.height], margin: 0 });

/** Issuer at the left, document at the right, between them the box with its letter; returns where it ends. */
function drawHead(paper: Paper, { kind, letter, typeCode, pointOfSale, number, issuedOn, issuer }: BillSheet, accent: string): number {
  const { document } = paper;
  const width = (WIDTH - BOX) / 2 - 18;
  const right = CENTRE + BOX / 2 + 18;
  const fact = { face: 'text', size: 9, least: 7, width, mostLines: 2 } as const;
  const box = { x: CENTRE, color: INK, align: 'middle' } as const;
  const small = { face: 'text', size: 7.5, width: BOX } as const;
  drawRule(document, TOP, { color: accent, thickness: 1.6 });
  artifact(document).mark(() =>
    document
      .rect(CENTRE - BOX / 2, TOP, BOX, BOX)
      .lineWidth(0.8)
      .fillAndStroke('#ffffff', INK),
  );

  const kindBlock = set(t(kind), { face: 'title', size: 24, least: 16, width });
  const baseline = TOP + 22 + kindBlock.height;
  reading(paper, 'H1', (part) => {
    write(document, kindBlock, { x: right, y: TOP + 22, color: INK, part });
    writeText(document, letter, { face: 'title', size: 30, width: BOX }, { ...box, y: TOP + 11, part });
  });
  say(paper, 'P', t('code', { code: padded(typeCode, 2) }), small, { ...box, y: TOP + BOX - 12, color: SOFT });
  say(paper, 'P', t('original'), { ...small, face: 'textBold' }, { ...box, y: TOP - 16, color: SOFT });

  const numbers = { face: 'figuresBold', size: 9, least: 7, width: width / 2 } as const;
  const numbersAt = { y: baseline + 16, color: INK } as const;
  let y =
    reading(paper, 'P', (part) => {
      writeText(document, t('pointOfSale', { number: padded(pointOfSale, 5) }), numbers, { ...numbersAt, x: right, part });
      return writeText(document, t('number', { number: padded(number, 8) }), numbers, { ...numbersAt, x: RIGHT, align: 'end', part });
    }) + 9;
  y = say(paper, 'P', t('issuedOn', { date: dateText(issuedOn) }), fact, { x: right, y, color: INK }) + 15;

  const name = set(issuer.tradeName, { face: 'titleBold', size: 18, least: 11, width, mostLines: 3 });
  // One line stands on the baseline of the title beside it.
  const nameAt = name.lines.length === 1 ? baseline - name.height : TOP + 22;
  let left = reading(paper, 'H2', (part) => write(document, name, { x: LEFT, y: nameAt, color: INK, part })) + 16;
  for (const text of [issuer.legalName, issuer.address, issuer.condition])
    left = say(paper, 'P', text, { ...fact, mostLines: 6 }, { x: LEFT, y: left, color: INK }) + 8;
  for (const text of [
    t('taxId', { id: issuer.taxId }),
    t('grossIncome', { id: issuer.grossIncomeId }),
    t('activitySince', { date: dateText(issuer.activitySince) }),
  ])
    y = say(paper, 'P', text, fact, { x: right, y, color: INK }) + 8;

  const bottom = Math.max(left, y) + 12;
  artifact(document).mark(() =>
    document
      .moveTo(CENTRE, TOP + BOX)
      .lineTo(CENTRE, bottom)
      .lineWidth(0.6)
      .stroke(LINE),
  );
  return drawRule(document, bottom);
}

/** Who it is for and what it is about, each fact below its name, in three columns; returns where the lines may begin. */
function drawFacts(paper: Paper, { receiver, service, credits, paidBy, orderNumber }: BillSheet, top: number): number {
  const { document } = paper;
  const width = (WIDTH - 2 * COLUMN_GAP) / 3;
  const facts: readonly (readonly [label: string, value: string | null | undefined])[] = [
    [t('receiver'), receiver.name ?? t('receiver.unnamed')],
    [t('document'), receiver.document],
    [t('condition'), receiver.condition],
    [t('address'), receiver.address],
    [t('credits'), credits && t('credits.value', { name: nameOf(credits, 'bill'), date: dateText(credits.issuedOn) })],
    [t('paidBy'), paidBy.length > 1 ? paidBy.map(({ by, amount }) => `${by}: ${paper.money(amount)}`).join('; ') : paidBy[0]?.by],
    [t('order'), orderNumber],
    [t('period'), service && t('period.value', { from: dateText(service.from), to: dateText(service.to) })],
    [t('dueOn'), service && dateText(service.dueOn)],
  ];
  const given = facts.flatMap(([label, value]) =>
    value ? [{ label, value: set(value, { face: 'textBold', size: 10, least: 8, width, mostLines: 8, balanced: true }) }] : [],
  );
  let y = top + 20;
  for (let first = 0; first < given.length; first += 3) {
    const row = given.slice(first, first + 3);
    row.forEach(({ label, value }, index) => {
      const x = LEFT + index * (width + COLUMN_GAP);
      reading(paper, first + index === 0 ? 'H2' : 'P', (part) => {
        writeText(document, label, { face: 'text', size: 8.5, least: 7, width }, { x, y, color: SOFT, part });
        write(document, value, { x, y: y + 13, color: INK, part });
      });
    });
    y += 13 + Math.max(...row.map(({ value }) => value.height)) + 18;
  }
  return drawRule(document, y) + 16;
}

/** On later pages: whose bill it is, and which. */
function drawRunningHead(document: Document, sheet: BillSheet) {
  const running = { y: TOP, color: SOFT, part: artifact(document) };
  write(document, set(sheet.issuer.tradeName, { face: 'titleBold', size: 10, width: WIDTH / 2 - COLUMN_GAP }), { ...running, x: LEFT });
  write(document, set(nameOf(sheet, sheet.kind), { face: 'figures', size: 9, width: WIDTH / 2 - COLUMN_GAP }), {
    ...running,
    x: RIGHT,
    align: 'end',
  });
  drawRule(document, TOP + 18);
}

function drawPageNumber(document: Document, page: number, pages: number) {
  const text = set(t('page', { page: String(page), pages: String(pages) }), { face: 'text', size: 8.5, width: WIDTH / 2 - COLUMN_GAP });
  write(document, text, { x: RIGHT, y: BOTTOM + 22, color: SOFT, align: 'end', part: artifact(document) });
}
