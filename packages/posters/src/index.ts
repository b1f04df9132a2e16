export { drawImage, imageAlt, inkOf } from './draw-image.ts';
export { type ImageKind, imageKinds, imageSizes } from './kinds.ts';
export type { Palette } from './palette.ts';
export type { PosterArt, PosterSubject } from './subject.ts';
