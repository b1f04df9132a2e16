import { formatMoney } from '@butaca/brand/money';
import type PDFDocument from 'pdfkit';
import { textsOf } from '../../texts/index.ts';
import { type Block, CAP_HEIGHT, type Setting, set } from './lettering.ts';
import { drawQr, qrOf, write } from './pen.ts';
import { artifact, section } from './tagged-pdf.ts';
import { type TicketParts, ticketParts } from './ticket-parts.ts';
import type { TicketSheet } from './ticket-sheet.ts';
import { type DocumentBrand, longDate, priceText } from './wording.ts';

type Document = InstanceType<typeof PDFDocument>;

const MILLIMETRE = 72 / 25.4;
/** Eight to a millimetre; everything with an edge stands on them. */
const DOT = MILLIMETRE / 8;
const PAPER = 80 * MILLIMETRE;
const LEFT = 4 * MILLIMETRE;
/** 576 dots. */
const WIDTH = 72 * MILLIMETRE;
const RIGHT = LEFT + WIDTH;
const QR_SQUARE = 10 * DOT;
const BLACK = '#000000';
const GAP = 6 * MILLIMETRE;
/** PDF allows no longer page; a roll that is longer goes on on the next. */
const LONGEST = 14_400;

/** Where a receipt is drawn, and what is read of it. */
interface Paper {
  readonly document: Document;
  readonly read: TicketParts;
}

/** Draws at `y`, or only measures; returns where it ends. */
type Strip = (y: number, paper: Paper | null) => number;

/** Tickets one below the other, a line to cut along after each. Returns what is read of each. */
export function drawReceipts(document: Document, sheets: readonly TicketSheet[], brand: DocumentBrand) {
  const receipts = sheets.map((sheet) => {
    const strips = stripsOf(sheet, brand);
    return { strips, height: drawStrips(strips, 0, null) };
  });
  return pagesOf(receipts).flatMap((page) => {
    document.addPage({ size: [PAPER, page.reduce((sum, { height }) => sum + height, 0)], margin: 0 });
    let y = 0;
    return page.map(({ strips, height }) => {
      const read = ticketParts(document);
      drawStrips(strips, y, { document, read });
      y += height;
      return section(document, Object.values(read));
    });
  });
}

function pagesOf<Receipt extends { height: number }>(receipts: readonly Receipt[]): Receipt[][] {
  const pages: Receipt[][] = [];
  let used = LONGEST;
  for (const receipt of receipts) {
    if (used + receipt.height > LONGEST) {
      pages.push([]);
      used = 0;
    }
    pages.at(-1)?.push(receipt);
    used += receipt.height;
  }
  return pages;
}

const drawStrips = (strips: readonly Strip[], from: number, paper: Paper | null) => strips.reduce((y, strip) => strip(y, paper), from);

function stripsOf(sheet: TicketSheet, brand: DocumentBrand): Strip[] {
  const { price, net } = sheet;
  const { tickets: t } = textsOf(brand.language);
  return [
    space(GAP),
    pair(
      ['seller', brand.name, { face: 'titleBold', size: 13, least: 8 }],
      ['turn', t('turn', { turn: String(sheet.turn), outOf: String(sheet.outOf) }), { face: 'text', size: 9 }],
    ),
    space(8),
    rule(2 * DOT),
    space(16),
    text('show', sheet.showName, { face: 'titleBold', size: 25, least: 13, mostLines: 4, balanced: true }),
    space(14),
    text('date', longDate(sheet.startsAt, sheet.timeZone, brand.language), { face: 'textBold', size: 10.5, least: 8, mostLines: 2 }),
    space(10),
    text('venue', sheet.venueName, { face: 'textBold', size: 9.5, mostLines: 3 }),
    ...(sheet.venueAddress ? [space(7), text('address', sheet.venueAddress, { face: 'text', size: 9, mostLines: 3 })] : []),
    space(15),
    rule(2 * DOT),
    space(13),
    ...placeOf(sheet, brand),
    space(15),
    rule(2 * DOT),
    space(GAP),
    code(sheet, brand),
    space(GAP),
    pair(['number', t('number'), { face: 'text', size: 9 }], ['number', sheet.number, { face: 'textBold', size: 11 }]),
    space(9),
    pair(
      ['holder', t('holder'), { face: 'text', size: 9 }],
      ['holder', sheet.holder, { face: 'textBold', size: 9.5, least: 8, mostLines: 2 }],
    ),
    ...(sheet.document === null ? [] : [space(5), pair(null, ['holder', sheet.document, { face: 'textBold', size: 9.5, least: 8 }])]),
    space(9),
    pair(
      ['priceType', sheet.priceTypeName, { face: 'text', size: 9, mostLines: 3 }],
      ['price', priceText(price, brand), { face: 'textBold', size: 11, least: 8 }],
    ),
    ...(brand.showsNet
      ? [space(7), text('net', t('net', { amount: formatMoney(net, brand.locale) }), { face: 'text', size: 8, mostLines: 2 })]
      : []),
    space(9),
    pair(['order', t('order'), { face: 'text', size: 8 }], ['order', sheet.orderNumber, { face: 'textBold', size: 9.5 }]),
    ...(sheet.orderTotal === null
      ? []
      : [
          space(7),
          text('orderTotal', t('orderTotal', { amount: priceText(sheet.orderTotal, brand) }), { face: 'text', size: 8, mostLines: 2 }),
        ]),
    ...(sheet.products.length > 0
      ? [
          space(13),
          text('products', t('products'), { face: 'textBold', size: 9.5 }),
          ...sheet.products.flatMap((product) => [space(5), text('productList', product, { face: 'text', size: 9, mostLines: 2 })]),
          space(5),
          text('productNote', t('products.note'), { face: 'text', size: 8, mostLines: 2 }),
        ]
      : []),
    space(13),
    text('door', t('door'), { face: 'text', size: 8, mostLines: 6 }),
    space(GAP),
    cutLine,
  ];
}

function placeOf({ sectorName, row, seat }: TicketSheet, { language }: DocumentBrand): Strip[] {
  const { tickets: t } = textsOf(language);
  const sector = text('place', sectorName, { face: 'titleBold', size: 20, least: 10, mostLines: 4, balanced: true });
  const label = { face: 'text', size: 9 } as const;
  const value = { face: 'titleBold', size: 40, least: 9, mostLines: 2 } as const;
  const numbered = [
    { label: t('row'), text: row },
    { label: t('seat'), text: seat },
  ].filter((part): part is { label: string; text: string } => part.text !== null);
  if (numbered.length === 0) return [text('place', t('sector.unnumbered'), label), space(8), sector];
  const width = (WIDTH - 12) / numbered.length;
  const columns = numbered.map((part) => ({ label: set(part.label, { ...label, width }), value: set(part.text, { ...value, width }) }));
  return [text('place', t('sector'), label), space(7), sector, space(14), labelled(columns)];
}

const space =
  (height: number): Strip =>
  (y) =>
    y + height;

const rule =
  (height: number): Strip =>
  (y, paper) => {
    if (paper) artifact(paper.document).mark(() => paper.document.rect(LEFT, onDot(y), WIDTH, height).fill(BLACK));
    return onDot(y) + height;
  };

/** What it is read as, and how it is set. */
type Line = readonly [part: keyof TicketParts, text: string, setting: Omit<Setting, 'width'>];

const text = (...[part, content, setting]: Line): Strip => {
  const block = set(content, { ...setting, width: WIDTH });
  return (y, paper) => {
    if (paper) write(paper.document, block, { x: LEFT, y, color: BLACK, part: paper.read[part] });
    return y + block.height;
  };
};

/** One at the left, one at the right, on one baseline; the left one gets two fifths. */
function pair(left: Line | null, right: Line): Strip {
  const blocks = [
    ...(left ? [{ part: left[0], block: set(left[1], { ...left[2], width: WIDTH * 0.42 }), x: LEFT, align: 'start' as const }] : []),
    { part: right[0], block: set(right[1], { ...right[2], width: WIDTH * 0.55 }), x: RIGHT, align: 'end' as const },
  ];
  const first = Math.max(...blocks.map(({ block }) => block.size)) * CAP_HEIGHT;
  const drop = (size: number) => first - size * CAP_HEIGHT;
  return (y, paper) => {
    for (const { part, block, x, align } of blocks)
      if (paper) write(paper.document, block, { x, y: y + drop(block.size), color: BLACK, align, part: paper.read[part] });
    return y + Math.max(...blocks.map(({ block }) => drop(block.size) + block.height));
  };
}

/** Row and seat beside each other, their numbers on one baseline. */
function labelled(columns: readonly { readonly label: Block; readonly value: Block }[]): Strip {
  const labels = Math.max(...columns.map(({ label }) => label.height));
  const bottom = labels + 8 + Math.max(...columns.map(({ value }) => value.height));
  return (y, paper) => {
    columns.forEach(({ label, value }, index) => {
      if (!paper) return;
      const place = { x: LEFT + (WIDTH / columns.length) * index, color: BLACK, part: paper.read.place };
      write(paper.document, label, { ...place, y: y + labels - label.height });
      write(paper.document, value, { ...place, y: y + bottom - value.height });
    });
    return y + bottom;
  };
}

function code({ code, number }: TicketSheet, { language }: DocumentBrand): Strip {
  const qr = qrOf(code);
  const side = qr.length * QR_SQUARE;
  const alt = textsOf(language).tickets('code.alt', { number });
  return (y, paper) => {
    const top = onDot(y);
    const left = LEFT + onDot((WIDTH - side) / 2);
    paper?.read.code
      .describe({ alt, bbox: [left, top, left + side, top + side] })
      .mark(() => drawQr(paper.document, qr, { x: left, y: top, side: QR_SQUARE }));
    return top + side;
  };
}

const cutLine: Strip = (y, paper) => {
  if (paper) artifact(paper.document).mark(() => drawCutLine(paper.document, y));
  return y + GAP;
};

const drawCutLine = (document: Document, y: number) =>
  document
    .moveTo(LEFT, y)
    .lineTo(RIGHT, y)
    .lineWidth(2 * DOT)
    .dash(16 * DOT, { space: 12 * DOT })
    .stroke(BLACK)
    .undash();

const onDot = (length: number) => Math.round(length / DOT) * DOT;
