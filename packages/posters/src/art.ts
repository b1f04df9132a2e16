import type { Palette } from './palette.ts';
import { hash } from './random.ts';
import type { PosterArt, PosterSubject } from './subject.ts';

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
export function artOf(subject: PosterSubject): PosterArt {
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
