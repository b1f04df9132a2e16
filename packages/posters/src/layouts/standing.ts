import { justify } from '../lettering/block.ts';
import { box } from '../svg.ts';
import { beside, column, footOf, type Layout, type Sheet, smallPrint, titleOf, within } from './sheet.ts';

const inkOn = ({ art }: Sheet) => art.palette[1];

/** Art above, title and credits at the foot. */
const base: Layout = {
  poster(sheet) {
    const { width, height, margin } = sheet;
    const small = smallPrint(sheet, width - margin * 2);
    const title = titleOf(sheet, width - margin * 2, 300, 'left', 260);
    const titleTop = Math.round(height - margin - small.height - 34 - title.height);
    const window = { x: 0, y: 0, width, height: titleTop - 44 };
    const free = { ...window, y: margin * 0.6, height: window.height - margin * 0.6 };
    const { fill, ink } = footOf(sheet);
    const foot = box(0, window.height - 1, width, height - window.height + 1, fill);
    return {
      window,
      focus: within(free, sheet.motif),
      front: foot + title.at(margin, titleTop, ink) + small.at(margin, height - margin - small.height, ink),
    };
  },
  wide(sheet) {
    const { width, height, margin } = sheet;
    const wide = width * 0.46 - margin;
    const small = smallPrint(sheet, wide);
    const title = titleOf(sheet, wide, height * (sheet.motif.ground ? 0.4 : 0.55), 'left', 200);
    const half = { x: width * 0.5, y: 0, width: width * 0.5, height };
    if (sheet.motif.ground)
      return { window: beside(sheet, half), focus: within(half, sheet.motif), front: column(sheet, title, small, margin) };
    const titleTop = height - margin - small.height - 30 - title.height;
    return {
      window: beside(sheet, half),
      focus: within(half, sheet.motif),
      front: title.at(margin, titleTop, inkOn(sheet)) + small.at(margin, height - margin - small.height, inkOn(sheet)),
    };
  },
};

/** Title and credits at the head, art below them down to the edge. */
const top: Layout = {
  poster(sheet) {
    const { width, height, margin } = sheet;
    const title = titleOf(sheet, width - margin * 2, 330, 'left', 250);
    const small = smallPrint(sheet, width - margin * 2);
    const smallTop = margin + title.height + 30;
    const edge = smallTop + small.height + 40;
    const window = { x: 0, y: edge, width, height: height - edge };
    return {
      window,
      focus: within(window, sheet.motif),
      front: title.at(margin, margin, inkOn(sheet)) + small.at(margin, smallTop, inkOn(sheet)),
    };
  },
  wide(sheet) {
    const { width, height, margin } = sheet;
    const wide = width * 0.46 - margin;
    const title = titleOf(sheet, wide, height * (sheet.motif.ground ? 0.4 : 0.58), 'left', 200);
    const small = smallPrint(sheet, wide);
    const half = { x: width * 0.5, y: 0, width: width * 0.5, height };
    return {
      window: beside(sheet, half),
      focus: within(half, sheet.motif),
      front: column(sheet, title, small, margin),
    };
  },
};

/** A rule, the title in the wide column, the credits in the narrow one; art bleeds off the foot. */
const swiss: Layout = {
  poster(sheet) {
    const { width, height, margin } = sheet;
    const ink = inkOn(sheet);
    const title = titleOf(sheet, (width - margin * 2) * 0.66, 330, 'left', 190);
    const small = smallPrint(sheet, (width - margin * 2) * 0.29);
    const edge = margin + 34 + Math.max(title.height, small.height) + 46;
    const window = { x: 0, y: edge, width, height: height - edge };
    const front =
      box(margin, margin, width - margin * 2, 7, ink) +
      title.at(margin, margin + 36, ink) +
      small.at(margin + (width - margin * 2) * 0.71, margin + 36, ink);
    return { window, focus: within(window, sheet.motif), front };
  },
  wide(sheet) {
    const { width, height, margin } = sheet;
    const ink = inkOn(sheet);
    const wide = width * 0.46 - margin;
    const title = titleOf(sheet, wide, height * 0.5, 'left', 170);
    const small = smallPrint(sheet, wide);
    const half = { x: width * 0.5, y: 0, width: width * 0.5, height };
    const front =
      box(margin, margin, wide, 7, ink) +
      title.at(margin, margin + 40, ink) +
      box(margin, height - margin - small.height - 30, wide, 2, ink) +
      small.at(margin, height - margin - small.height, ink);
    return { window: beside(sheet, half), focus: within(half, sheet.motif), front };
  },
};

/** The title as large as the sheet is wide, at the very foot; credits at the head. */
const giant: Layout = {
  poster(sheet) {
    const { width, height } = sheet;
    const margin = 36;
    const title = titleOf(sheet, width - margin * 2, 430, 'left', 420);
    const small = smallPrint(sheet, width - margin * 2);
    const edge = Math.round(height - margin - title.height);
    const window = { x: 0, y: margin + small.height + 26, width, height: edge - 34 - (margin + small.height + 26) };
    const { fill, ink } = footOf(sheet);
    const foot = box(0, edge - 35, width, height - edge + 35, fill);
    return {
      window,
      focus: within(window, sheet.motif),
      front: foot + small.at(margin + 3, margin, inkOn(sheet)) + title.at(margin, edge, ink),
    };
  },
  wide(sheet) {
    const { width, height } = sheet;
    const margin = 44;
    const wide = width * 0.52 - margin;
    const title = titleOf(sheet, wide, height * 0.62, 'left', 330);
    const small = smallPrint(sheet, wide);
    const half = { x: width * 0.57, y: 0, width: width * 0.43, height };
    return {
      window: beside(sheet, half),
      focus: within(half, sheet.motif),
      front: small.at(margin + 3, margin, inkOn(sheet)) + title.at(margin, height - margin - title.height, inkOn(sheet)),
    };
  },
};

/** Lines of wood type, each as wide as the sheet. */
const stack: Layout = {
  poster(sheet) {
    const { width, height, art, subject } = sheet;
    const margin = 40;
    const title = justify(subject.title, { face: art.face, width: width - margin * 2, height: 520, largest: 330 });
    const small = smallPrint(sheet, width - margin * 2);
    const edge = margin + title.height + 34;
    const window = { x: 0, y: edge, width, height: height - margin - small.height - 34 - edge };
    return {
      window,
      focus: within(window, sheet.motif),
      front: title.at(margin, margin, inkOn(sheet)) + small.at(margin + 3, height - margin - small.height, inkOn(sheet)),
    };
  },
  wide(sheet) {
    const { width, height, art, subject } = sheet;
    const margin = 44;
    const wide = width * 0.5 - margin;
    const small = smallPrint(sheet, wide);
    const title = justify(subject.title, { face: art.face, width: wide, height: height - margin * 2 - small.height - 34, largest: 300 });
    const half = { x: width * 0.53, y: 0, width: width * 0.47, height };
    return {
      window: beside(sheet, half),
      focus: within(half, sheet.motif),
      front: title.at(margin, margin, inkOn(sheet)) + small.at(margin + 3, height - margin - small.height, inkOn(sheet)),
    };
  },
};

export const standing = { base, top, swiss, giant, stack };
