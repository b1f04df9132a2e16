import { formatMoney } from '@butaca/brand/money';
import type PDFDocument from 'pdfkit';
import { textsOf } from '../../texts/index.ts';
import { type Setting, set } from './lettering.ts';
import { drawQr, type Qr, qrOf, write } from './pen.ts';
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

/** Draws at `y`, or only measures; returns where it ends. */
type Part = (y: number, document: Document | null) => number;

/** Tickets one below the other, a line to cut along after each. */
export function drawReceipts(document: Document, sheets: readonly TicketSheet[], brand: DocumentBrand) {
  const receipts = sheets.map((sheet) => {
    const parts = partsOf(sheet, brand);
    return { parts, height: drawParts(parts, 0, null) };
  });
  for (const page of pagesOf(receipts)) {
    document.addPage({ size: [PAPER, page.reduce((sum, { height }) => sum + height, 0)], margin: 0 });
    let y = 0;
    for (const { parts, height } of page) {
      drawParts(parts, y, document);
      y += height;
    }
  }
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

const drawParts = (parts: readonly Part[], from: number, document: Document | null) => parts.reduce((y, part) => part(y, document), from);

function partsOf(sheet: TicketSheet, brand: DocumentBrand): Part[] {
  const { price, net } = sheet;
  const { tickets: t } = textsOf(brand.language);
  return [
    space(GAP),
    pair(
      [brand.name, { face: 'titleBold', size: 13, least: 8 }],
      [t('turn', { turn: String(sheet.turn), outOf: String(sheet.outOf) }), { face: 'text', size: 9 }],
    ),
    space(8),
    rule(2 * DOT),
    space(16),
    text(sheet.showName, { face: 'titleBold', size: 25, least: 13, mostLines: 4, balanced: true }),
    space(14),
    text(longDate(sheet.startsAt, sheet.timeZone, brand.language), { face: 'textBold', size: 10.5, least: 8, mostLines: 2 }),
    space(10),
    text(sheet.venueName, { face: 'textBold', size: 9.5, mostLines: 3 }),
    ...(sheet.venueAddress ? [space(7), text(sheet.venueAddress, { face: 'text', size: 9, mostLines: 3 })] : []),
    space(15),
    rule(2 * DOT),
    space(13),
    ...placeOf(sheet, brand),
    space(15),
    rule(2 * DOT),
    space(GAP),
    square(qrOf(sheet.code)),
    space(GAP),
    pair([t('number'), { face: 'text', size: 9 }], [sheet.number, { face: 'textBold', size: 11 }]),
    space(9),
    pair([t('holder'), { face: 'text', size: 9 }], [sheet.holder, { face: 'textBold', size: 9.5, least: 8, mostLines: 2 }]),
    ...(sheet.document === null
      ? []
      : [space(5), pair(['', { face: 'text', size: 9 }], [sheet.document, { face: 'textBold', size: 9.5, least: 8 }])]),
    space(9),
    pair(
      [sheet.priceTypeName, { face: 'text', size: 9, mostLines: 3 }],
      [priceText(price, brand), { face: 'textBold', size: 11, least: 8 }],
    ),
    ...(brand.showsNet
      ? [space(7), text(t('net', { amount: formatMoney(net, brand.locale) }), { face: 'text', size: 8, mostLines: 2 })]
      : []),
    space(9),
    pair([t('order'), { face: 'text', size: 8 }], [sheet.orderNumber, { face: 'textBold', size: 9.5 }]),
    ...(sheet.orderTotal === null
      ? []
      : [space(7), text(t('orderTotal', { amount: priceText(sheet.orderTotal, brand) }), { face: 'text', size: 8, mostLines: 2 })]),
    ...(sheet.products.length > 0
      ? [
          space(13),
          text(t('products'), { face: 'textBold', size: 9.5 }),
          ...sheet.products.flatMap((product) => [space(5), text(product, { face: 'text', size: 9, mostLines: 2 })]),
          space(5),
          text(t('products.note'), { face: 'text', size: 8, mostLines: 2 }),
        ]
      : []),
    space(13),
    text(t('door'), { face: 'text', size: 8, mostLines: 6 }),
    space(GAP),
    cutLine,
  ];
}

function placeOf({ sectorName, row, seat }: TicketSheet, { language }: DocumentBrand): Part[] {
  const { tickets: t } = textsOf(language);
  const sector = text(sectorName, { face: 'titleBold', size: 20, least: 10, mostLines: 4, balanced: true });
  const label = { face: 'text', size: 9 } as const;
  const value = { face: 'titleBold', size: 40, least: 9, mostLines: 2 } as const;
  const numbered = [
    { label: t('row'), text: row },
    { label: t('seat'), text: seat },
  ].filter((part): part is { label: string; text: string } => part.text !== null);
  if (numbered.length === 0) return [text(t('sector.unnumbered'), label), space(8), sector];
  const width = (WIDTH - 12) / numbered.length;
  return [
    text(t('sector'), label),
    space(7),
    sector,
    space(14),
    columns(numbered.map((part) => set(part.label, { ...label, width }))),
    space(8),
    columns(numbered.map((part) => set(part.text, { ...value, width }))),
  ];
}

const space =
  (height: number): Part =>
  (y) =>
    y + height;

const rule =
  (height: number): Part =>
  (y, document) => {
    document?.rect(LEFT, onDot(y), WIDTH, height).fill(BLACK);
    return onDot(y) + height;
  };

const text = (content: string, setting: Omit<Setting, 'width'>): Part => {
  const block = set(content, { ...setting, width: WIDTH });
  return (y, document) => {
    if (document) write(document, block, { x: LEFT, y, color: BLACK });
    return y + block.height;
  };
};

/** One at the left, one at the right, on one baseline; the left one gets two fifths. */
function pair([left, leftSetting]: [string, Omit<Setting, 'width'>], [right, rightSetting]: [string, Omit<Setting, 'width'>]): Part {
  const atLeft = set(left, { ...leftSetting, width: WIDTH * 0.42 });
  const atRight = set(right, { ...rightSetting, width: WIDTH * 0.55 });
  const first = Math.max(atLeft.size, atRight.size) * 0.7;
  const drop = (size: number) => first - size * 0.7;
  return (y, document) => {
    if (document) {
      write(document, atLeft, { x: LEFT, y: y + drop(atLeft.size), color: BLACK });
      write(document, atRight, { x: RIGHT, y: y + drop(atRight.size), color: BLACK, align: 'end' });
    }
    return y + Math.max(drop(atLeft.size) + atLeft.height, drop(atRight.size) + atRight.height);
  };
}

function columns(blocks: readonly ReturnType<typeof set>[]): Part {
  const tallest = Math.max(...blocks.map(({ height }) => height));
  return (y, document) => {
    blocks.forEach((block, index) => {
      if (document) write(document, block, { x: LEFT + (WIDTH / blocks.length) * index, y: y + tallest - block.height, color: BLACK });
    });
    return y + tallest;
  };
}

const square = (qr: Qr): Part => {
  const side = qr.length * QR_SQUARE;
  return (y, document) => {
    const top = onDot(y);
    const left = LEFT + onDot((WIDTH - side) / 2);
    if (document) drawQr(document, qr, { x: left, y: top, side: QR_SQUARE });
    return top + side;
  };
};

const cutLine: Part = (y, document) => {
  document
    ?.moveTo(LEFT, y)
    .lineTo(RIGHT, y)
    .lineWidth(2 * DOT)
    .dash(16 * DOT, { space: 12 * DOT })
    .stroke(BLACK)
    .undash();
  return y + GAP;
};

const onDot = (length: number) => Math.round(length / DOT) * DOT;
