import { type ImageKind } from '../kinds.ts';

/**
 * Where a motif draws: the focus is the origin, its circle has radius 100, y points down.
 * left…bottom are the edges of the window, for what bleeds off it.
 */
export type Scene = {
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

/** `field` motifs fill their window from edge to edge and need one of their own beside the type. */
export type Motif = { readonly draw: (scene: Scene) => string; readonly alt: string; readonly field?: true };
