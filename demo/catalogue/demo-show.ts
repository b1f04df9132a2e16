import type { PosterArt } from '@butaca/posters';
import type { DemoShowTypeId } from './show-types.ts';

export type DemoVenueSlug =
  | 'gran-teatro-alborada'
  | 'polideportivo-del-bajo'
  | 'arena-parque-norte'
  | 'estadio-ribera-sur'
  | 'sotano-club'
  | 'museo-de-la-estampa';

/** A show of a demo: a work in the public domain, or invented artists; never a living person. */
export interface PlannedShow {
  /** Last part of the landing page's address: a-z, 0-9 and hyphens. */
  readonly slug: string;
  readonly title: string;
  readonly subtitle?: string;
  /** One line: author, director, performers. */
  readonly credits: string;
  readonly synopsis: string;
  readonly typeId: number;
  readonly venue: string;
  readonly durationMinutes: number;
  readonly ageNote: string;
  readonly art: PosterArt;
  readonly tags?: readonly string[];
}

/** Of the house's own demo. */
export type DemoShow = PlannedShow & { readonly typeId: DemoShowTypeId; readonly venue: DemoVenueSlug };
