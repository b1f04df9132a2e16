import { createHash } from 'node:crypto';
import { formatMoney } from '@butaca/brand/money';
import type PDFDocument from 'pdfkit';
import { set } from './lettering.ts';
import { drawQr, QUIET, qrOf, write, writeText } from './pen.ts';
import type { TicketSheet } from './ticket-sheet.ts';
import { type DocumentBrand, longDate, words } from './wording.ts';

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
/** A long title raises the curtain, but not out of sight. */
const LEAST_CURTAIN = 52;

/** One ticket on a page of its own, laid out from the foot upwards; the curtain fills the space above the title. */
export function drawA4(document: Document, sheet: TicketSheet, brand: DocumentBrand) {
  document.addPage({ size: [PAGE.width, PAGE.height], margin: 0 });
  const head = drawHead(document, sheet, brand);
  const foot = drawFoot(document);
  const details = drawDetails(document, sheet, { brand, bottom: foot - 26 });
  const seat = drawPlace(document, sheet, details - 26);
  const top = head + 20;
  const title = drawTitle(document, sheet, { top: top + LEAST_CURTAIN + 34, bottom: seat - 30 });
  drawCurtain(document, sheet.number, brand.accent, { x: LEFT, y: top, width: WIDTH, height: title - 34 - top });
}

function drawHead(document: Document, { turn, outOf }: TicketSheet, brand: DocumentBrand): number {
  const y = MARGIN - 8;
  writeText(
    document,
    words.turn(turn, outOf),
    { face: 'text', size: 9.5, width: WIDTH / 3 },
    { x: RIGHT, y: y + 3, color: SOFT, align: 'end' },
  );
  return writeText(document, brand.name, { face: 'titleBold', size: 14, least: 9, width: (WIDTH * 3) / 5 }, { x: LEFT, y, color: INK });
}

/** Returns its top edge. */
function drawFoot(document: Document): number {
  const note = set(words.door, { face: 'text', size: 8.5, width: WIDTH, mostLines: 3 });
  const y = PAGE.height - MARGIN + 8 - note.height;
  write(document, note, { x: LEFT, y, color: SOFT });
  return y;
}

/** The QR with holder and price beside it; returns its top edge. */
function drawDetails(document: Document, sheet: TicketSheet, { brand, bottom }: { brand: DocumentBrand; bottom: number }): number {
  const qr = qrOf(sheet.code);
  const side = qr.length * QR_SQUARE;
  const quiet = QUIET * QR_SQUARE;
  const top = bottom - side;
  drawQr(document, qr, { x: LEFT, y: top, side: QR_SQUARE });
  const x = LEFT + side + quiet + 22;
  const width = RIGHT - x;
  const half = (width - 16) / 2;
  const middle = x + half + 16;

  let y = top;
  const label = (text: string, at: number) =>
    writeText(document, text, { face: 'text', size: 8.5, width: half }, { x: at, y, color: SOFT });
  const value = (text: string, at: number, room: number, mostLines = 1) =>
    writeText(document, text, { face: 'textBold', size: 12, least: 8, width: room, mostLines }, { x: at, y: y + 13, color: INK });

  label(words.holder, x);
  y = value(sheet.holder, x, width, 2) + 20;
  label(words.priceType, x);
  label(words.price, middle);
  const priceType = value(sheet.priceTypeName, x, half, 3);
  let below = value(formatMoney(sheet.price, brand.locale), middle, half);
  if (brand.showsNet) {
    const net = `${words.net} ${formatMoney(sheet.net, brand.locale)}`;
    below = writeText(document, net, { face: 'text', size: 7.5, width: half, mostLines: 2 }, { x: middle, y: below + 7, color: SOFT });
  }
  y = Math.max(priceType, below) + 20;
  label(words.number, x);
  label(words.order, middle);
  value(sheet.number, x, half);
  writeText(document, sheet.orderId, { face: 'text', size: 10, least: 6, width: half }, { x: middle, y: y + 14, color: INK });
  return rule(document, top - 26);
}

/** Sector, row and seat, as large as they can be read across a foyer; returns their top edge. */
function drawPlace(document: Document, { sectorName, row, seat }: TicketSheet, bottom: number): number {
  const numbered = [
    { label: words.row, text: row },
    { label: words.seat, text: seat },
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
  const place = { y: labelAt, color: SOFT };
  const label = { face: 'text', size: 9.5, width: WIDTH } as const;
  writeText(document, numbered.length > 0 ? words.sector : `${words.sector} · ${words.unnumbered.toLowerCase()}`, label, {
    ...place,
    x: LEFT,
  });
  write(document, sector, { x: LEFT, y: top + (tallest - sector.height), color: INK });
  values.forEach((value, index) => {
    const x = RIGHT - (numbered.length - index) * column + 14;
    writeText(document, numbered[index]?.label ?? '', { ...label, width: column - 14 }, { ...place, x });
    write(document, value, { x, y: top + (tallest - value.height), color: INK });
  });
  return rule(document, labelAt - 26);
}

/** Show, date and venue; returns their top edge. */
function drawTitle(document: Document, sheet: TicketSheet, { top: highest, bottom }: { top: number; bottom: number }): number {
  const date = set(longDate(sheet.startsAt, sheet.timeZone), { face: 'titleItalic', size: 19, least: 12, width: WIDTH });
  const venue = set(sheet.venueName, { face: 'textBold', size: 12, least: 9, width: WIDTH, mostLines: 2 });
  const address = sheet.venueAddress ? set(sheet.venueAddress, { face: 'text', size: 11, least: 8.5, width: WIDTH, mostLines: 2 }) : null;
  const gaps = 22 + 17 + (address ? 9 : 0);
  const below = date.height + venue.height + (address?.height ?? 0) + gaps;
  const mostHeight = bottom - below - highest;
  const title = set(sheet.showName, { face: 'title', size: 50, least: 12, width: WIDTH, mostLines: 4, mostHeight, balanced: true });
  const top = bottom - below - title.height;
  const titleEnd = write(document, title, { x: LEFT, y: top, color: INK });
  const dateEnd = write(document, date, { x: LEFT, y: titleEnd + 22, color: INK });
  const venueEnd = write(document, venue, { x: LEFT, y: dateEnd + 17, color: INK });
  if (address) write(document, address, { x: LEFT, y: venueEnd + 9, color: SOFT });
  return top;
}

function rule(document: Document, y: number): number {
  document.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.6).stroke(LINE);
  return y;
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Thread {
  readonly x: number;
  /** Line weight in points. */
  readonly weight: number;
  /** How deep in a fold it hangs, 0 to 1. */
  readonly depth: number;
}

const THREADS = 230;
/** The share by which threads move together in the depth of a fold. */
const CLOSER = 0.62;
const LIGHT = 0.16;
const SHADOW = 0.74;
const HEM = 9;

/** A theatre's curtain in the brand's colour, drawn with threads like an engraving. Its folds follow from the ticket's number: no two are the same. */
function drawCurtain(document: InstanceType<typeof PDFDocument>, number: string, color: string, area: Area) {
  document.save().lineCap('butt').strokeColor(color);
  const byWeight = Map.groupBy(threadsOf(number, area.width), ({ weight }) => weight);
  for (const [weight, threads] of byWeight) {
    document.lineWidth(weight);
    for (const { x, depth } of threads) {
      document.moveTo(round(area.x + x), area.y).lineTo(round(area.x + x), round(area.y + area.height - HEM * depth));
    }
    document.stroke();
  }
  document.restore();
}

function threadsOf(number: string, width: number): Thread[] {
  const depthAt = foldsOf(number);
  const depths = Array.from({ length: THREADS }, (_, index) => depthAt((index + 0.5) / THREADS));
  const room = depths.map((depth) => 1 - CLOSER * depth);
  const scale = width / room.reduce((sum, each) => sum + each, 0);
  let edge = 0;
  return depths.map((depth, index) => {
    const own = (room[index] as number) * scale;
    const x = edge + own / 2;
    edge += own;
    // Few weights, so that lines of one weight are one path.
    return { x, depth, weight: Math.ceil(own * (LIGHT + (SHADOW - LIGHT) * depth ** 1.6) * 20) / 20 };
  });
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

const round = (value: number) => Math.round(value * 100) / 100;
