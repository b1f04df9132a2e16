import type { ImageKind, Palette } from '../format.ts';
import { type Align, type Block, fit, paragraph } from '../lettering/block.ts';
import type { FaceName } from '../lettering/faces.ts';
import type { Motif } from '../motifs/scene.ts';

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** An empty sheet and its contents. Pixels. */
export type Sheet = {
  readonly kind: ImageKind;
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly subject: { readonly title: string; readonly subtitle?: string; readonly credits: string };
  readonly art: { readonly face: FaceName; readonly palette: Palette };
  readonly motif: Motif;
};

/** Where the motif stands (clipped to its window), and the type in front of it. */
export type Composition = {
  readonly window: Box;
  readonly focus: { readonly x: number; readonly y: number; readonly radius: number };
  readonly front: string;
};

export type Layout = { readonly poster: (sheet: Sheet) => Composition; readonly wide: (sheet: Sheet) => Composition };

/** Puts the whole drawing into a window, in the middle or on its lower edge. */
export function within(window: Box, { reach: [left, top, right, bottom], stands }: Motif, share = 0.93): Composition['focus'] {
  const scale = Math.min((window.width * share) / (right - left), (window.height * share) / (bottom - top));
  const x = window.x + window.width / 2 - ((left + right) / 2) * scale;
  const y = stands ? window.y + window.height - bottom * scale : window.y + window.height / 2 - ((top + bottom) / 2) * scale;
  return { x, y, radius: scale * 100 };
}

/** Beside type, a drawing may bleed across the whole sheet, unless it would disturb the type. */
export const beside = ({ width, height, motif }: Sheet, half: Box): Box =>
  motif.field || motif.bounded ? half : { x: 0, y: 0, width, height };

/** Title at the head and credits at the foot of a column; above a ground, the credits move up under the title. */
export function column(sheet: Sheet, title: Block, small: Block, x: number, from = sheet.margin): string {
  const ink = sheet.art.palette[1];
  const foot = sheet.height - sheet.margin - small.height;
  return title.at(x, from, ink) + small.at(x, sheet.motif.ground ? from + title.height + 34 : foot, ink);
}

const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => (Number.parseInt(hex.slice(start, start + 2), 16) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The paper below the art: the motif's ground when it has one, and the ink that reads best on it. */
export function footOf({ art: { palette }, motif }: Sheet): { readonly fill: string; readonly ink: string } {
  const [paper, ink, , second, third] = palette;
  const fill = motif.ground === 'second' ? second : motif.ground === 'third' ? third : paper;
  const contrast = (other: string) => {
    const [low = 0, high = 0] = [luminance(fill), luminance(other)].sort((one, two) => one - two);
    return (high + 0.05) / (low + 0.05);
  };
  return {
    fill,
    ink: palette.reduce((best, other) => (contrast(other) > contrast(best) * 1.15 ? other : best), contrast(ink) > 4.5 ? ink : paper),
  };
}

export const titleOf = ({ subject, art }: Sheet, width: number, height: number, align: Align = 'left', largest = 400) =>
  fit(subject.title, { face: art.face, width, height, align, largest });

/** Subtitle and credits, set small, one under the other. */
export function smallPrint({ subject, kind }: Sheet, width: number, align: Align = 'left'): Block {
  const size = kind === 'poster' ? 23 : kind === 'share' ? 27 : 24;
  const credits = paragraph(subject.credits, size, width, align);
  if (!subject.subtitle) return credits;
  const subtitle = paragraph(subject.subtitle, size * 1.42, width, align);
  const gap = size * 0.75;
  return {
    size,
    width: Math.max(credits.width, subtitle.width),
    height: subtitle.height + gap + credits.height,
    at: (x, y, fill) => subtitle.at(x, y, fill) + credits.at(x, y + subtitle.height + gap, fill),
  };
}
