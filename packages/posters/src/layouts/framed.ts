import { box, turn } from '../svg.ts';
import { beside, column, type Layout, type Sheet, smallPrint, titleOf, within } from './sheet.ts';

const inkOn = ({ art }: Sheet) => art.palette[1];
const frame = ({ width, height, art }: Sheet, inset: number, line: number) =>
  `<rect x="${inset}" y="${inset}" width="${width - inset * 2}" height="${height - inset * 2}" fill="none" stroke="${art.palette[1]}" stroke-width="${line}"/>`;

/** Everything on one axis inside a ruled frame: the opera house. */
const centred: Layout = {
  poster(sheet) {
    const { width, height } = sheet;
    const margin = 76;
    const small = smallPrint(sheet, width - margin * 2, 'centre');
    const title = titleOf(sheet, width - margin * 2, 230, 'centre', 230);
    const titleTop = height - margin - small.height - 36 - title.height;
    const window = { x: 26, y: 26, width: width - 52, height: titleTop - 66 };
    const front =
      frame(sheet, 26, 3) + title.at(width / 2, titleTop, inkOn(sheet)) + small.at(width / 2, height - margin - small.height, inkOn(sheet));
    return { window, focus: within({ ...window, y: 56, height: window.height - 30 }, sheet.motif, 0.9), front };
  },
  wide(sheet) {
    const { width, height } = sheet;
    const wide = width * 0.42;
    const small = smallPrint(sheet, wide, 'centre');
    const title = titleOf(sheet, wide, height * 0.5, 'centre', 180);
    const tall = title.height + 40 + small.height;
    const middle = width * 0.27;
    const front =
      frame(sheet, 24, 3) +
      title.at(middle, (height - tall) / 2, inkOn(sheet)) +
      small.at(middle, (height + tall) / 2 - small.height, inkOn(sheet));
    const half = { x: width * 0.52, y: 24, width: width * 0.48 - 24, height: height - 48 };
    const window = sheet.motif.field || sheet.motif.bounded ? half : { x: 24, y: 24, width: width - 48, height: height - 48 };
    return { window, focus: within(half, sheet.motif), front };
  },
};

/** Title up the left edge, read from below. */
const spine: Layout = {
  poster(sheet) {
    const { width, height, margin } = sheet;
    const title = titleOf(sheet, height - margin * 2, 190, 'left', 230);
    const left = margin + title.height + 40;
    const small = smallPrint(sheet, width - left - margin);
    const foot = height - margin - small.height;
    const window = { x: sheet.motif.field ? left : left - 20, y: 0, width: width - left + (sheet.motif.field ? 0 : 20), height: foot - 40 };
    const front = turn(-90, margin, height - margin, title.at(margin, height - margin, inkOn(sheet))) + small.at(left, foot, inkOn(sheet));
    return { window, focus: within(window, sheet.motif), front };
  },
  wide(sheet) {
    const { width, height, margin } = sheet;
    const wide = width * 0.44 - margin;
    const right = width * 0.56;
    const small = smallPrint(sheet, wide);
    const title = titleOf(sheet, wide, height - margin * 2 - small.height - 60, 'left', 210);
    const half = { x: 0, y: 0, width: width * 0.52, height };
    return {
      window: beside(sheet, half),
      focus: within(half, sheet.motif),
      front: title.at(right, margin, inkOn(sheet)) + small.at(right, height - margin - small.height, inkOn(sheet)),
    };
  },
};

/** Art in a window, the title on a panel in the type's ink. */
const band: Layout = {
  poster(sheet) {
    const { width, height, margin, art } = sheet;
    const small = smallPrint(sheet, width - margin * 2);
    const title = titleOf(sheet, width - margin * 2, 260, 'left', 220);
    const tall = margin * 0.9 + title.height + 30 + small.height + margin * 0.9;
    const edge = height - tall;
    const front =
      box(0, edge, width, tall, art.palette[1]) +
      title.at(margin, edge + margin * 0.9, art.palette[0]) +
      small.at(margin, height - margin * 0.9 - small.height, art.palette[0]);
    const window = { x: 0, y: 0, width, height: edge };
    return { window, focus: within(window, sheet.motif), front };
  },
  wide(sheet) {
    const { width, height, margin, art } = sheet;
    const panel = Math.round(width * 0.48);
    const wide = panel - margin * 2;
    const small = smallPrint(sheet, wide);
    const title = titleOf(sheet, wide, height * 0.5, 'left', 190);
    const front =
      box(0, 0, panel, height, art.palette[1]) +
      title.at(margin, margin, art.palette[0]) +
      small.at(margin, height - margin - small.height, art.palette[0]);
    const window = { x: panel, y: 0, width: width - panel, height };
    return { window, focus: within(window, sheet.motif), front };
  },
};

/** Title and credits ranged right at the head, art below them down to the edge. */
const corner: Layout = {
  poster(sheet) {
    const { width, height, margin } = sheet;
    const title = titleOf(sheet, (width - margin * 2) * 0.94, 280, 'right', 190);
    const small = smallPrint(sheet, width - margin * 2, 'right');
    const smallTop = margin + title.height + 30;
    const edge = smallTop + small.height + 36;
    const window = { x: 0, y: edge, width, height: height - edge };
    return {
      window,
      focus: within(window, sheet.motif),
      front: title.at(width - margin, margin, inkOn(sheet)) + small.at(width - margin, smallTop, inkOn(sheet)),
    };
  },
  wide(sheet) {
    const { width, height, margin } = sheet;
    const wide = width * 0.44 - margin;
    const title = titleOf(sheet, wide, height * (sheet.motif.ground ? 0.32 : 0.55), 'right', 180);
    const small = smallPrint(sheet, wide, 'right');
    const half = { x: 0, y: 0, width: width * 0.52, height };
    return {
      window: beside(sheet, half),
      focus: within(half, sheet.motif),
      front: column(sheet, title, small, width - margin),
    };
  },
};

const tilt = -9;

/** The title climbs on a slanted bar across the sheet. */
const diagonal: Layout = {
  poster(sheet) {
    const { width, height, margin, art } = sheet;
    const title = titleOf(sheet, width - margin * 2, 310, 'left', 210);
    const small = smallPrint(sheet, width - margin * 2);
    const foot = height - margin - small.height;
    const barTop = foot - title.height - 150;
    const bar = box(-120, barTop, width + 240, title.height + 72, art.palette[1]);
    const front =
      turn(tilt, width / 2, barTop + title.height / 2, bar + title.at(margin + 4, barTop + 36, art.palette[0])) +
      small.at(margin, foot, inkOn(sheet));
    const window = { x: 0, y: 0, width, height: barTop + 40 };
    return { window: { ...window, height: barTop + title.height / 2 + 60 }, focus: within({ ...window, y: 20 }, sheet.motif), front };
  },
  wide(sheet) {
    const { width, height, margin, art } = sheet;
    const wide = width * 0.5 - margin;
    const title = titleOf(sheet, wide, height * 0.44, 'left', 160);
    const small = smallPrint(sheet, wide);
    const barTop = height / 2 - title.height / 2 - 64;
    const bar = box(-90, barTop, wide + margin + 130, title.height + 64, art.palette[1]);
    const front =
      turn(tilt, margin, height / 2, bar + title.at(margin, barTop + 32, art.palette[0])) +
      small.at(margin, height - margin - small.height, inkOn(sheet));
    const half = { x: width * 0.54, y: 0, width: width * 0.46, height };
    return { window: beside(sheet, half), focus: within(half, sheet.motif), front };
  },
};

export const framed = { centred, spine, band, corner, diagonal };
