import { fileURLToPath } from 'node:url';
import { type Font, openSync } from 'fontkit';

type Face = {
  /** Address of the font; spelt out, so that the tools see which packages are used. */
  readonly file: string;
  readonly capitals?: true;
  /** Baseline to baseline, in em. */
  readonly leading: number;
  /** Added between letters, in em. */
  readonly tracking?: number;
  /** A hairline face is thickened by this stroke, in em. */
  readonly swell?: number;
};

const faces = {
  condensed: { file: import.meta.resolve('@fontsource/anton/files/anton-latin-400-normal.woff'), capitals: true, leading: 1.02 },
  grotesque: {
    file: import.meta.resolve('@fontsource/archivo-black/files/archivo-black-latin-400-normal.woff'),
    leading: 0.94,
    tracking: -0.025,
  },
  didone: {
    file: import.meta.resolve('@fontsource/abril-fatface/files/abril-fatface-latin-400-normal.woff'),
    leading: 0.94,
    tracking: -0.01,
  },
  serif: {
    file: import.meta.resolve('@fontsource/dm-serif-display/files/dm-serif-display-latin-400-normal.woff'),
    leading: 0.94,
    tracking: -0.015,
  },
  'serif-italic': {
    file: import.meta.resolve('@fontsource/dm-serif-display/files/dm-serif-display-latin-400-italic.woff'),
    leading: 0.94,
    tracking: -0.01,
  },
  slab: { file: import.meta.resolve('@fontsource/alfa-slab-one/files/alfa-slab-one-latin-400-normal.woff'), capitals: true, leading: 0.98 },
  deco: { file: import.meta.resolve('@fontsource/limelight/files/limelight-latin-400-normal.woff'), capitals: true, leading: 0.98 },
  fun: { file: import.meta.resolve('@fontsource/chango/files/chango-latin-400-normal.woff'), leading: 0.96, tracking: -0.02 },
  'fat-italic': { file: import.meta.resolve('@fontsource/shrikhand/files/shrikhand-latin-400-normal.woff'), leading: 0.92 },
  wide: { file: import.meta.resolve('@fontsource/syne/files/syne-latin-800-normal.woff'), leading: 0.98, tracking: -0.02 },
  retro: { file: import.meta.resolve('@fontsource/righteous/files/righteous-latin-400-normal.woff'), leading: 1 },
  thin: { file: import.meta.resolve('@fontsource/poiret-one/files/poiret-one-latin-400-normal.woff'), leading: 1.02, swell: 0.024 },
  modern: {
    file: import.meta.resolve('@fontsource/space-grotesk/files/space-grotesk-latin-700-normal.woff'),
    leading: 0.96,
    tracking: -0.03,
  },
  text: { file: import.meta.resolve('@fontsource/archivo/files/archivo-latin-600-normal.woff'), leading: 1.32 },
} as const satisfies Record<string, Face>;

export type FaceName = keyof typeof faces;
export const faceNames = Object.keys(faces) as readonly FaceName[];
export const faceOf = (name: FaceName): Face => faces[name];

const opened = new Map<FaceName, Font>();

/** The font file behind a face, read once per process. */
export function fontOf(name: FaceName): Font {
  const known = opened.get(name);
  if (known) return known;
  const font = openSync(fileURLToPath(faces[name].file));
  if (!('layout' in font)) throw new Error(`${faces[name].file} is a collection, not one font`);
  opened.set(name, font);
  return font;
}

/** Which face can set the whole text: the wanted one, else the text face; a letter that neither has is refused. */
export function faceFor(text: string, wanted: FaceName): FaceName {
  const missing = (name: FaceName) => [...text].find((letter) => !fontOf(name).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  if (missing(wanted) === undefined) return wanted;
  const letter = missing('text');
  if (letter === undefined) return 'text';
  throw new RangeError(`no poster face has the letter "${letter}" (U+${letter.codePointAt(0)?.toString(16).toUpperCase()}) of "${text}"`);
}
