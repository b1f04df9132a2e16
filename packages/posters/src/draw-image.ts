import { artOf } from './art.ts';
import { type ImageKind, imageSizes } from './kinds.ts';
import { compose } from './layouts/index.ts';
import { motifOf } from './motifs/index.ts';
import { hash, randomFrom } from './random.ts';
import type { PosterSubject } from './subject.ts';
import { box, inside, place, round } from './svg.ts';

/**
 * Draws one image of a show; sizes in pixels. All lettering is outlines, so the SVG needs no font and works in an <img>.
 * The same subject and kind give the same text, and ids differ between images, so several can stand in one page.
 * Throws RangeError when a letter is in none of the faces.
 */
export function drawImage(
  subject: PosterSubject,
  kind: ImageKind,
): { readonly svg: string; readonly width: number; readonly height: number } {
  const { width, height } = imageSizes[kind];
  const art = artOf(subject);
  const motif = motifOf(art.motif);
  const [paper, ink, first, second, third] = art.palette;
  const margin = kind === 'poster' ? 52 : 56;
  const { window, focus, front } = compose(art.layout, { kind, width, height, margin, subject, art, motif });
  const scale = focus.radius / 100;
  const prefix = `${subject.slug}-${kind}`;
  const drawing = motif.draw({
    kind,
    paper,
    ink,
    first,
    second,
    third,
    left: (window.x - focus.x) / scale,
    top: (window.y - focus.y) / scale,
    right: (window.x + window.width - focus.x) / scale,
    bottom: (window.y + window.height - focus.y) / scale,
    random: randomFrom(hash(subject.slug)),
    id: (name) => `${prefix}-${name}`,
  });
  const placed = inside(
    `${prefix}-window`,
    box(window.x, window.y, window.width, window.height, paper),
    place(focus.x, focus.y, drawing, scale),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${round(height)}">${box(0, 0, width, height, paper)}${placed}${front}</svg>`;
  return { svg, width, height };
}

const openings = {
  poster: 'Afiche de',
  featured: 'Imagen destacada de',
  header: 'Ilustración de',
  thumbnail: 'Ilustración de',
  share: 'Imagen de',
} as const satisfies Record<ImageKind, string>;

/** Alternative text in Spanish: which show, and what the picture shows. */
export const imageAlt = (show: PosterSubject, kind: ImageKind) => `${openings[kind]} ${show.title}: ${motifOf(artOf(show).motif).alt}.`;

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
