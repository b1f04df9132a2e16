import { artOf } from './art.ts';
import type { PosterSubject } from './subject.ts';

const spreadOf = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
  return Math.max(red, green, blue) - Math.min(red, green, blue);
};

/** The paper's colour, to stand behind an image while it loads, and its liveliest ink; both #rrggbb. */
export function inkOf(show: PosterSubject): { readonly background: string; readonly accent: string } {
  const [background, ...inks] = artOf(show).palette;
  const accent = inks.reduce((one, other) => (spreadOf(other) > spreadOf(one) ? other : one));
  return { background, accent };
}
