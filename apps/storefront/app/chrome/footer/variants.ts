import type { Tone } from '../tone.ts';

/** How one of the 13 footers differs (C-24): the same links, arranged and coloured otherwise. */
export interface FooterVariant {
  /** Three columns over the marks, or the house's name large beside its pages, with its rights in a row below. */
  readonly arrangement: 'columns' | 'marquee';
  readonly tone: Tone;
}

const columns = (tone: Tone): FooterVariant => ({ arrangement: 'columns', tone });
const marquee = (tone: Tone): FooterVariant => ({ arrangement: 'marquee', tone });

const variants: Readonly<Record<number, FooterVariant>> = {
  1: columns('paper'),
  2: columns('sunken'),
  3: columns('night'),
  4: marquee('sunken'),
  5: columns('paper'),
  6: columns('night'),
  7: marquee('paper'),
  8: columns('sunken'),
  9: marquee('night'),
  10: columns('paper'),
  11: marquee('night'),
  12: marquee('sunken'),
  13: columns('night'),
};

export const footerVariant = (number: number): FooterVariant => variants[number] ?? columns('sunken');
