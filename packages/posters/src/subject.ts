import type { Palette } from './format.ts';
import type { LayoutName } from './layouts/index.ts';
import type { FaceName } from './lettering/faces.ts';
import type { MotifName } from './motifs/index.ts';

/** Art direction of one show: motif, layout, typeface and inks. */
export type PosterArt = {
  readonly motif: MotifName;
  readonly layout: LayoutName;
  readonly face: FaceName;
  readonly palette: Palette;
};

/** The data of a show that its poster uses. Without `art` the art direction is chosen from the slug. */
export type PosterSubject = {
  readonly slug: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly credits: string;
  readonly art?: PosterArt;
};
