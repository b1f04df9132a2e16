import type { Tone } from './variants.ts';

export type FooterPart = 'house' | 'pages' | 'rights' | 'social' | 'newsletter' | 'marks';

/** How one of the 13 footers differs (C-24): the same links, arranged otherwise. */
export interface FooterVariant {
  /** A row each, in the names of the parts, from 1024 px on; below that the parts follow one another as they are read here. */
  readonly areas: readonly string[];
  readonly columns: string;
  /** The brand's name large, with its slogan. */
  readonly marquee?: true;
  /** The information pages in columns, one below the other, or in a line. */
  readonly pages: 'columns' | 'list' | 'line';
  /** The marks beside or below one another. */
  readonly marks: 'line' | 'stack';
  readonly centred?: true;
  /** How its parts are set off from each other, beside the gaps between them. */
  readonly look?: 'panel' | 'letterhead' | 'band' | 'index' | 'boxes';
  readonly tone: Tone;
}

export interface FooterVariants {
  readonly usual: FooterVariant;
  readonly purchase: FooterVariant;
}

/** The parts in the order of the grid, from left to right and from above. */
export const footerParts = ({ areas }: FooterVariant): FooterPart[] => [...new Set(areas.flatMap((row) => row.split(' ')) as FooterPart[])];
