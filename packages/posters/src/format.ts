/** Size in pixels of every image kind; the wire names are WEB_CARTEL, WEB_DESTACADO, WEB_CABECERA, WEB_MINIATURA, WEB_COMPARTIR. */
export const imageSizes = {
  poster: { width: 800, height: 1200 },
  featured: { width: 1280, height: 720 },
  header: { width: 1680, height: 720 },
  thumbnail: { width: 400, height: 400 },
  share: { width: 1200, height: 630 },
} as const;

export type ImageKind = keyof typeof imageSizes;
export const imageKinds = Object.keys(imageSizes) as readonly ImageKind[];

/** Five inks as #rrggbb: paper, type, then three for the drawing. */
export type Palette = readonly [paper: string, ink: string, first: string, second: string, third: string];
