import { type ImageKind } from '../kinds.ts';
import { type Align, type Block, fit, paragraph } from '../lettering/block.ts';
import { type PosterArt, type PosterSubject } from '../subject.ts';

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** An empty sheet and what has to stand on it. Pixels. */
export type Sheet = {
  readonly kind: ImageKind;
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly subject: PosterSubject;
  readonly art: PosterArt;
  readonly field: boolean;
};

/** Where the motif stands (clipped to its window), and the type in front of it. */
export type Composition = {
  readonly window: Box;
  readonly focus: { readonly x: number; readonly y: number; readonly radius: number };
  readonly front: string;
};

export type Layout = { readonly poster: (sheet: Sheet) => Composition; readonly wide: (sheet: Sheet) => Composition };

/** A motif reaches about 175 units up and down and 150 to the sides of its focus. */
export function within(window: Box, shrink = 1): Composition['focus'] {
  const radius = Math.min(window.width / 3.1, window.height / 3.5) * shrink;
  return { x: window.x + window.width / 2, y: window.y + window.height / 2, radius };
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
