import { type ImageKind, imageSizes, type Palette } from './format.ts';
import { compose } from './layouts/index.ts';
import { type Composition, within } from './layouts/sheet.ts';
import { motifOf } from './motifs/index.ts';
import type { PosterArt, PosterSubject } from './subject.ts';
import { box, inside, place, round } from './svg.ts';

/**
 * Draws one image of a show; sizes in pixels. All lettering is outlines, so the SVG needs no font and works in an <img>.
 * The same subject and kind give the same text, and ids differ between images, so several can stand in one page.
 * Throws RangeError when a letter is in none of the faces.
 */
export function drawImage(subject: PosterSubject, kind: ImageKind): Drawing {
  const { width, height } = imageSizes[kind];
  const art = artOf(subject);
  const margin = kind === 'poster' ? 52 : 56;
  const composition = compose(art.layout, { kind, width, height, margin, subject, art, motif: motifOf(art.motif) });
  return drawn({ slug: subject.slug, name: kind, kind, art, width, height, composition });
}

interface Drawing {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** Pictures of a show's gallery: the drawing as a whole, from near, and in other light. They carry no type. */
export const scenes = ['whole', 'near', 'other-light'] as const;
export type Scene = (typeof scenes)[number];

const SCENE = { width: 1200, height: 800 };

/** Draws one picture of a show's gallery; like `drawImage` otherwise. */
export function drawScene(subject: PosterSubject, scene: Scene): Drawing {
  const art = artOf(subject);
  const { width, height } = SCENE;
  const window = { x: 0, y: 0, width, height };
  const whole = within(window, motifOf(art.motif));
  const [paper, ink, first, second, third] = art.palette;
  return drawn({
    slug: subject.slug,
    name: scene,
    kind: 'featured',
    art: scene === 'other-light' ? { ...art, palette: [third, ink, first, second, paper] } : art,
    width,
    height,
    composition: {
      window,
      focus: scene === 'near' ? { x: whole.x - width * 0.12, y: whole.y + height * 0.1, radius: whole.radius * 1.7 } : whole,
      front: '',
    },
  });
}

const sceneOpenings = {
  whole: 'Escena de',
  near: 'De cerca, una escena de',
  'other-light': 'Con otra luz, una escena de',
} as const satisfies Record<Scene, string>;

/** Alternative text of a scene, like that of an image. */
export const sceneAlt = (show: PosterSubject, scene: Scene) => `${sceneOpenings[scene]} ${show.title}: ${motifOf(artOf(show).motif).alt}.`;

interface Composed {
  readonly slug: string;
  /** Of the drawing among those of its show. */
  readonly name: string;
  readonly kind: ImageKind;
  readonly art: PosterArt;
  readonly width: number;
  readonly height: number;
  readonly composition: Composition;
}

function drawn({ slug, name, kind, art, width, height, composition: { window, focus, front } }: Composed): Drawing {
  const [paper, ink, first, second, third] = art.palette;
  const scale = focus.radius / 100;
  const prefix = `${slug}-${name}`;
  const drawing = motifOf(art.motif).draw({
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
    random: randomFrom(hash(slug)),
    id: (part) => `${prefix}-${part}`,
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

const palettes: readonly Palette[] = [
  ['#ea472c', '#fdf2de', '#fdf2de', '#321015', '#f9a63f'],
  ['#1c3f63', '#f5e8bd', '#f5e8bd', '#5f93b3', '#12304d'],
  ['#f4b832', '#2b1a3d', '#e2533b', '#2b1a3d', '#fbe9c6'],
  ['#bcc8ec', '#1a2350', '#1a2350', '#f0682f', '#f8f1df'],
  ['#143a2b', '#efe0c0', '#d6ac2d', '#c2242f', '#0c241b'],
  ['#f2618f', '#271b47', '#fff2de', '#f8c62a', '#271b47'],
];
/** Motifs that say nothing about one particular work. */
const motifs = ['variations', 'tide', 'moonlight', 'orbits', 'keys', 'neon-sun', 'organ'] as const;
const layouts = ['base', 'top', 'swiss', 'centred', 'band', 'corner'] as const;
const faces = ['condensed', 'grotesque', 'serif', 'modern', 'wide', 'didone'] as const;

/** The show's own art direction; without one an abstract motif, always the same for its slug. */
function artOf(subject: PosterSubject): PosterArt {
  if (subject.art) return subject.art;
  const pick = <T>(options: readonly T[], salt: string, fallback: T) =>
    options[hash(`${salt}/${subject.slug}`) % options.length] ?? fallback;
  return {
    motif: pick(motifs, 'motif', 'tide'),
    layout: pick(layouts, 'layout', 'base'),
    face: pick(faces, 'face', 'modern'),
    palette: pick(palettes, 'palette', ['#ea472c', '#fdf2de', '#fdf2de', '#321015', '#f9a63f']),
  };
}

/** FNV-1a, so that a slug always leads to the same picture. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}

/** Mulberry32: numbers in [0, 1), the same sequence for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
