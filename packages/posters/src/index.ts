export { drawImage } from './draw-image.ts';
export { imageAlt } from './image-alt.ts';
export { inkOf } from './ink-of.ts';
export { type ImageKind, imageKinds, imageSizes } from './kinds.ts';
export type { Palette } from './palette.ts';
export type { PosterArt, PosterSubject } from './subject.ts';
