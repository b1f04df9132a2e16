export { drawImage, drawScene, imageAlt, inkOf, type Scene, sceneAlt, scenes } from './draw-image.ts';
export type { Palette } from './format.ts';
export { type ImageKind, imageKinds, imageSizes } from './format.ts';
export type { PosterArt, PosterSubject } from './subject.ts';
