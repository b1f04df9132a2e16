import { createHash } from 'node:crypto';
import { formatMoney } from '@butaca/brand/money';
import type PDFDocument from 'pdfkit';
import type { Poster } from '../../catalogue/index.ts';
import { textsOf } from '../../texts/index.ts';
import { type Setting, set } from './lettering.ts';
import { drawQr, QUIET, qrOf, write, writeText } from './pen.ts';
import { artifact, type Part, section } from './tagged-pdf.ts';
import { type TicketParts, ticketParts } from './ticket-parts.ts';
import type { TicketSheet } from './ticket-sheet.ts';
import { type DocumentBrand, longDate, priceText } from './wording.ts';

type Document = InstanceType<typeof PDFDocument>;

const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = 56;
const LEFT = MARGIN;
const RIGHT = PAGE.width - MARGIN;
const WIDTH = RIGHT - LEFT;
const INK = '#221d19';
const SOFT = '#5e554c';
const LINE = '#c9bfae';
/** A square of the QR: 1.3 mm, for scanners that see badly. */
const QR_SQUARE = 3.7;
const PAPER = '#ffffff';
const COLUMN_GAP = 28;
const NOTE_GAP = 8;
const POSTER_PADDING = 26;
const CORNER = 6;
const COLUMN = (WIDTH - COLUMN_GAP) / 2;

const RULES = ['rule.early', 'rule.cancelled', 'rule.questions'] as const;

interface Page {
  readonly brand: DocumentBrand;
  readonly poster?: Poster | undefined;
  readonly read: TicketParts;
}

/** A part of the page is drawn upwards from here. */
interface Above extends Page {
  readonly bottom: number;
}

/** One ticket on a page of its own, laid out from the foot upwards; the show fills what is left below the head. Returns what is read of it. */
export function drawA4(document: Document, sheet: TicketSheet, brand: DocumentBrand, poster?: Poster) {
  document.addPage({ size: [PAGE.width, PAGE.height], margin: 0 });
  const page: Page = { brand, poster, read: ticketParts(document) };
  const head = drawHead(document, sheet, page);
  const foot = drawFoot(document, page);
  const notes = drawNotes(document, sheet, { ...page, bottom: foot - 22 });
  const details = drawDetails(document, sheet, { ...page, bottom: notes - 24 });
  const seat = drawPlace(document, sheet, { ...page, bottom: details - 24 });
  const top = head + 18;
  drawShow(document, sheet, page, { x: LEFT, y: top, width: WIDTH, height: seat - 24 - top });
  return section(document, Object.values(page.read));
}

function drawHead(document: Document, { turn, outOf }: TicketSheet, { brand, read }: Page): number {
  const y = MARGIN - 8;
  writeText(
    document,
    textsOf(brand.language).tickets('turn', { turn: String(turn), outOf: String(outOf) }),
    { face: 'text', size: 9.5, width: WIDTH / 3 },
    { x: RIGHT, y: y + 3, color: SOFT, align: 'end', part: read.turn },
  );
  const name = { face: 'titleBold', size: 14, least: 9, width: (WIDTH * 3) / 5 } as const;
  return writeText(document, brand.name, name, { x: LEFT, y, color: INK, part: read.seller });
}

/** Returns its top edge. */
function drawFoot(document: Document, { brand, read }: Page): number {
  const note = set(textsOf(brand.language).tickets('door'), { face: 'text', size: 8.5, width: WIDTH, mostLines: 3 });
  const y = PAGE.height - MARGIN + 8 - note.height;
  write(document, note, { x: LEFT, y, color: SOFT, part: read.door });
  return y;
}

/** The way there and what to know before; returns its top edge. */
function drawNotes(document: Document, { venueName, venueAddress, products }: TicketSheet, { brand, read, bottom }: Above): number {
  const { tickets: t } = textsOf(brand.language);
  const small = { face: 'text', size: 9.5 } as const;
  const bold = { ...small, face: 'textBold', size: 10.5, least: 8, mostLines: 2 } as const;
  const note = (part: Part, text: string, setting: Omit<Setting, 'width'>) => ({ part, block: set(text, { ...setting, width: COLUMN }) });
  const columns = [
    [
      note(read.wayThere, t('wayThere'), small),
      note(read.venue, venueName, bold),
      ...(venueAddress ? [note(read.address, venueAddress, { ...small, least: 8, mostLines: 3 })] : []),
      ...(products.length > 0
        ? [
            note(read.products, t('products'), bold),
            note(read.productList, products.join(' · '), { ...small, least: 7, mostLines: 6 }),
            note(read.productNote, t('products.note'), { ...small, mostLines: 2 }),
          ]
        : []),
    ],
    [note(read.before, t('before'), small), ...RULES.map((rule) => note(read[rule], t(rule), { ...small, mostLines: 2 }))],
  ];
  const heightOf = (column: (typeof columns)[number]) => column.reduce((sum, { block }) => sum + block.height + NOTE_GAP, -NOTE_GAP);
  const top = bottom - Math.max(...columns.map(heightOf));
  columns.forEach((column, index) => {
    let y = top;
    column.forEach(({ part, block }, line) => {
      write(document, block, { x: LEFT + index * (COLUMN + COLUMN_GAP), y, color: line === 0 ? SOFT : INK, part });
      y += block.height + NOTE_GAP;
    });
  });
  return rule(document, top - 20);
}

/** The QR with holder and price beside it; returns its top edge. */
function drawDetails(document: Document, sheet: TicketSheet, { brand, read, bottom }: Above): number {
  const { tickets: t } = textsOf(brand.language);
  const qr = qrOf(sheet.code);
  const side = qr.length * QR_SQUARE;
  const quiet = QUIET * QR_SQUARE;
  const top = bottom - side;
  read.code
    .describe({ alt: t('code.alt', { number: sheet.number }), bbox: [LEFT, top, LEFT + side, bottom] })
    .mark(() => drawQr(document, qr, { x: LEFT, y: top, side: QR_SQUARE }));
  const x = LEFT + side + quiet + 22;
  const width = RIGHT - x;
  const half = (width - 16) / 2;
  const middle = x + half + 16;

  let y = top;
  const label = (part: Part, text: string, at: number) =>
    writeText(document, text, { face: 'text', size: 8.5, width: half }, { x: at, y, color: SOFT, part });
  const value = (part: Part, text: string, { at, room = half, mostLines = 1 }: { at: number; room?: number; mostLines?: number }) =>
    writeText(document, text, { face: 'textBold', size: 12, least: 8, width: room, mostLines }, { x: at, y: y + 13, color: INK, part });
  const remark = (part: Part, text: string, below: number) =>
    writeText(document, text, { face: 'text', size: 7.5, width: half, mostLines: 2 }, { x: middle, y: below + 7, color: SOFT, part });

  label(read.holder, t('holder'), x);
  const holder = sheet.document === null ? sheet.holder : `${sheet.holder} · ${sheet.document}`;
  y = value(read.holder, holder, { at: x, room: width, mostLines: 2 }) + 20;
  label(read.priceType, t('priceType'), x);
  label(read.price, t('price'), middle);
  const priceType = value(read.priceType, sheet.priceTypeName, { at: x, mostLines: 3 });
  let below = value(read.price, priceText(sheet.price, brand), { at: middle });
  if (brand.showsNet) below = remark(read.net, t('net', { amount: formatMoney(sheet.net, brand.locale) }), below);
  y = Math.max(priceType, below) + 20;
  label(read.number, t('number'), x);
  label(read.order, t('order'), middle);
  value(read.number, sheet.number, { at: x });
  below = value(read.order, sheet.orderNumber, { at: middle });
  if (sheet.orderTotal !== null) remark(read.orderTotal, t('orderTotal', { amount: priceText(sheet.orderTotal, brand) }), below);
  return rule(document, top - 26);
}

/** Sector, row and seat, as large as they can be read across a foyer; returns their top edge. */
function drawPlace(document: Document, { sectorName, row, seat }: TicketSheet, { brand, read, bottom }: Above): number {
  const { tickets: t } = textsOf(brand.language);
  const numbered = [
    { label: t('row'), text: row },
    { label: t('seat'), text: seat },
  ].filter((part) => part.text !== null);
  const column = 104;
  const sector = set(sectorName, {
    face: 'title',
    size: numbered.length > 0 ? 34 : 40,
    least: 11,
    width: WIDTH - numbered.length * column - (numbered.length > 0 ? 20 : 0),
    mostLines: 3,
    balanced: true,
  });
  const values = numbered.map(({ text }) => set(text ?? '', { face: 'title', size: 52, least: 9, width: column - 14, mostLines: 2 }));
  const tallest = Math.max(sector.height, ...values.map(({ height }) => height), 28);
  const top = bottom - tallest;
  const labelAt = top - 18;
  const place = { y: labelAt, color: SOFT, part: read.place };
  const label = { face: 'text', size: 9.5, width: WIDTH } as const;
  writeText(document, t(numbered.length > 0 ? 'sector' : 'sector.unnumbered'), label, {
    ...place,
    x: LEFT,
  });
  write(document, sector, { x: LEFT, y: top + (tallest - sector.height), color: INK, part: read.place });
  values.forEach((value, index) => {
    const x = RIGHT - (numbered.length - index) * column + 14;
    writeText(document, numbered[index]?.label ?? '', { ...label, width: column - 14 }, { ...place, x });
    write(document, value, { x, y: top + (tallest - value.height), color: INK, part: read.place });
  });
  return labelAt;
}

/** Show and date beside its poster, on the poster's colour; without one on a curtain in the brand's. */
function drawShow(
  document: Document,
  { number, showName, startsAt, timeZone }: TicketSheet,
  { brand: { accent, language }, poster, read }: Page,
  area: Area,
) {
  const ground = poster?.ink ?? accent;
  let taken = 0;
  // What a poster says is the title beside it: there is nothing else to read out.
  artifact(document).mark(() => {
    if (poster) taken = drawPoster(document, poster, ground, area);
    else drawCurtain(document, number, ground, area);
  });
  const color = isLight(ground) ? INK : PAPER;
  const width = area.width - taken - 2 * POSTER_PADDING;
  const date = set(longDate(startsAt, timeZone, language), { face: 'titleItalic', size: 17, least: 10, width });
  const bottom = area.y + area.height - POSTER_PADDING;
  const mostHeight = area.height - 2 * POSTER_PADDING - date.height - 18;
  const title = set(showName, { face: 'title', size: 54, least: 12, width, mostLines: 4, mostHeight, balanced: true });
  const x = area.x + taken + POSTER_PADDING;
  write(document, date, { x, y: bottom - date.height, color, part: read.date });
  write(document, title, { x, y: bottom - date.height - 18 - title.height, color, part: read.show });
}

function rule(document: Document, y: number): number {
  artifact(document).mark(() => document.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.6).stroke(LINE));
  return y;
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Of the width: what a wide picture leaves for the title. */
const MOST_OF_WIDTH = 0.45;

/** The poster at the left edge, from top to bottom, on its colour; a wide one is cut at its sides. Returns its width. */
function drawPoster(document: Document, { jpeg, width, height }: Poster, ground: string, area: Area): number {
  const taken = Math.min((area.height * width) / height, area.width * MOST_OF_WIDTH);
  document.save();
  document.roundedRect(area.x, area.y, area.width, area.height, CORNER).clip();
  document.rect(area.x, area.y, area.width, area.height).fill(ground);
  document.rect(area.x, area.y, taken, area.height).clip();
  // By an address of its content pdfkit knows it again on the next page, and the file has it once.
  const picture = `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`;
  document.image(picture, area.x, area.y, { cover: [taken, area.height], align: 'center', valign: 'center' });
  document.restore();
  return taken;
}

/** Parts of the width whose shade is computed; the colour runs evenly between them. */
const SHADES = 160;
/** How much darker the depth of a fold is. */
const SHADOW = 0.42;

/** A theatre's curtain, its folds soft shades of one colour. They follow from the ticket's number: no two are the same. */
function drawCurtain(document: Document, number: string, color: string, { x, y, width, height }: Area) {
  const depthAt = foldsOf(number);
  const folds = document.linearGradient(x, y, x + width, y);
  for (let part = 0; part <= SHADES; part += 1) folds.stop(part / SHADES, darker(color, SHADOW * depthAt(part / SHADES)));
  document.roundedRect(x, y, width, height, CORNER).fill(folds);
}

const channelsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number, number];

const darker = (color: string, share: number) =>
  `#${channelsOf(color)
    .map((channel) =>
      Math.round(channel * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Whether dark letters are read better on it (WCAG 2.2, relative luminance). */
function isLight(color: string): boolean {
  const [red, green, blue] = channelsOf(color).map((channel) => (channel / 255) ** 2.2) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.22;
}

/** How deep in a fold each part of the width hangs; folds are wider in one place and narrower in another. */
function foldsOf(number: string) {
  const chance = [...createHash('sha256').update(number).digest()].map((byte) => byte / 255) as [number, number, number, number];
  const folds = 6 + Math.round(chance[0] * 5);
  const slow = 1 + Math.round(chance[1]);
  const turn = 2 * Math.PI;
  return (across: number) => {
    const phase = turn * folds * across + turn * 0.45 * Math.sin(turn * (slow * across + chance[2])) + turn * chance[3];
    return (1 - Math.cos(phase)) / 2;
  };
}
