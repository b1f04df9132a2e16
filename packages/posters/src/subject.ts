import type { Palette } from './format.ts';
import type { LayoutName } from './layouts/index.ts';
import type { FaceName } from './lettering/faces.ts';
import type { MotifName } from './motifs/index.ts';

/** Art direction of one show: what is drawn, how the type stands, in which face and inks. */
export type PosterArt = {
  readonly motif: MotifName;
  readonly layout: LayoutName;
  readonly face: FaceName;
  readonly palette: Palette;
};

/** What a poster needs to know of a show. Without `art` it is chosen from the slug. */
export type PosterSubject = {
  readonly slug: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly credits: string;
  readonly art?: PosterArt;
};
