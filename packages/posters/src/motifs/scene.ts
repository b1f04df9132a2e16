import type { ImageKind } from '../format.ts';

/**
 * Where a motif draws: the focus is the origin, its circle has radius 100, y points down.
 * left…bottom are the edges of the window, for parts that bleed off it.
 */
type Scene = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly kind: ImageKind;
  readonly paper: string;
  readonly ink: string;
  readonly first: string;
  readonly second: string;
  readonly third: string;
  readonly random: () => number;
  /** An id that no other image has, for clip paths and patterns. */
  readonly id: (name: string) => string;
};

export type Motif = {
  readonly draw: (scene: Scene) => string;
  /** What the picture shows, in Spanish, to stand after "Afiche de Hamlet:". */
  readonly alt: string;
  /** How far the drawing reaches from its focus, without the parts that bleed off: left, top, right, bottom. */
  readonly reach: readonly [left: number, top: number, right: number, bottom: number];
  /** Fills its window from edge to edge, so the type needs a place beside it. */
  readonly field?: true;
  /** Its floor must not run on under type that stands beside it. */
  readonly bounded?: true;
  /** Rises from the lower edge of its window instead of floating in the middle. */
  readonly stands?: true;
  /** The ink of its lower part, which may run on under the type. */
  readonly ground?: 'second' | 'third';
};
