import { artOf } from './art.ts';
import type { ImageKind } from './kinds.ts';
import { motifOf } from './motifs/index.ts';
import type { PosterSubject } from './subject.ts';

const openings = {
  poster: 'Afiche de',
  featured: 'Imagen destacada de',
  header: 'Ilustración de',
  thumbnail: 'Ilustración de',
  share: 'Imagen de',
} as const satisfies Record<ImageKind, string>;

/** Alternative text in Spanish: which show, and what the picture shows. */
export const imageAlt = (show: PosterSubject, kind: ImageKind) => `${openings[kind]} ${show.title}: ${motifOf(artOf(show).motif).alt}.`;
