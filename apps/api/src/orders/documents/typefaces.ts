import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { inflateSync } from 'node:zlib';
import { create, type Font, type Glyph } from 'fontkit';

/** Fraunces for large text, Figtree for the rest, as on screen; Noto for what neither has, such as Greek and Cyrillic. Figures stand in columns: all are equally wide. */
export type Face = 'title' | 'titleItalic' | 'titleBold' | 'text' | 'textBold' | 'figures' | 'figuresBold';

/** A part of a text and the font that has its letters. */
export interface Run {
  readonly font: Font;
  /** The font's own, among all. */
  readonly name: string;
  readonly text: string;
  /** OpenType features beside the usual ones. */
  readonly features?: 'tnum'[] | undefined;
}

const REPLACEMENT = '?';
/** Of a glyph that is only the rest of a letter: invisible, and no word ends at it. */
const WORD_JOINER = 0x2060;
// One file of each family; the others are found beside it.
const FIGTREE = import.meta.resolve('@fontsource/figtree/files/figtree-latin-400-normal.woff');
const FRAUNCES = import.meta.resolve('@fontsource/fraunces/files/fraunces-latin-400-normal.woff');
const NOTO_SANS = import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf');
const NOTO_SERIF = import.meta.resolve('@expo-google-fonts/noto-serif/400Regular/NotoSerif_400Regular.ttf');

interface Cut {
  /** Files of the family by alphabet. */
  readonly own: readonly string[];
  /** What helps out with what it lacks: other alphabets and marks, and signs (₲). */
  readonly others: readonly string[];
  readonly features?: Run['features'];
}

const regular: Cut = { own: figtree('400-normal'), others: [notoSans('400Regular'), ...fraunces('400-normal')] };
const semibold: Cut = { own: figtree('600-normal'), others: [notoSans('600SemiBold'), ...fraunces('600-normal')] };
const cuts: Record<Face, Cut> = {
  title: { own: fraunces('400-normal'), others: [notoSerif('400Regular')] },
  titleItalic: { own: fraunces('400-italic'), others: [notoSerif('400Regular_Italic')] },
  titleBold: { own: fraunces('600-normal'), others: [notoSerif('600SemiBold')] },
  text: regular,
  textBold: semibold,
  figures: { ...regular, features: ['tnum'] },
  figuresBold: { ...semibold, features: ['tnum'] },
};

type Opened = Pick<Run, 'font' | 'name'>;
const opened = new Map<string, Opened>();

/** Splits a text by the fonts that have its letters; a letter that none has becomes a question mark. */
export function runsOf(text: string, face: Face): Run[] {
  const { own, others, features } = cuts[face];
  const usual = open(own[0] as string);
  if (has(usual, text)) return [{ ...usual, text, features }];
  const runs: (Omit<Run, 'text'> & { text: string })[] = [];
  for (const letter of lettersOf(text)) {
    // Taken apart (ẽ as e and a tilde) it stays in its family, if less well drawn than whole.
    const found = drawable(letter, own) ??
      drawable(letter.normalize('NFD'), own) ??
      drawable(letter, others) ?? { ...usual, text: REPLACEMENT };
    const last = runs.at(-1);
    if (last?.font === found.font) last.text += found.text;
    else runs.push({ ...found, features });
  }
  return runs;
}

function drawable(letter: string, files: readonly string[]): Run | undefined {
  const font = files.map(open).find((each) => has(each, letter));
  return font && { ...font, text: letter };
}

const has = ({ font }: Opened, text: string) => [...text].every((sign) => font.hasGlyphForCodePoint(sign.codePointAt(0) as number));

/** A letter with the marks above and below it. */
const lettersOf = (text: string) => text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];

/** A font by the address of its file, which names it in documents too. */
function open(address: string): Opened {
  let font = opened.get(address);
  if (!font) {
    const bytes = readFileSync(new URL(address));
    font = { name: basename(address), font: legible(create(address.endsWith('.woff') ? unwrapWoff(bytes) : bytes) as Font) };
    opened.set(address, font);
  }
  return font;
}

/**
 * A document's texts are extracted by the letters of its glyphs. fontkit keeps a glyph with those it was first used for, and with
 * none if that was as a part of ó: o would then be missing from all later documents. Here each use has its own letters.
 */
function legible(font: Font): Font {
  const glyphs = new Map<string, Glyph>();
  const getGlyph = font.getGlyph.bind(font);
  const own = (id: number, codePoints: number[]) =>
    glyphs.getOrInsertComputed(`${id} ${codePoints}`, () => Object.assign(Object.create(getGlyph(id)), { codePoints }));
  font.getGlyph = (id, letters) => (letters ? own(id, letters) : getGlyph(id));
  const layout = font.layout.bind(font);
  font.layout = (...text) => {
    const run = layout(...text);
    // Not before: laying out hides what has no ink of its own.
    run.glyphs = run.glyphs.map((glyph) => (glyph.codePoints.length > 0 ? glyph : own(glyph.id, [WORD_JOINER])));
    return run;
  };
  return font;
}

function figtree(cut: string): string[] {
  return ['latin', 'latin-ext'].map((alphabet) => beside(FIGTREE, `figtree-${alphabet}-${cut}.woff`));
}

function fraunces(cut: string): string[] {
  return ['latin', 'latin-ext', 'vietnamese'].map((alphabet) => beside(FRAUNCES, `fraunces-${alphabet}-${cut}.woff`));
}

function notoSans(cut: string): string {
  return beside(NOTO_SANS, `../${cut}/NotoSans_${cut}.ttf`);
}

function notoSerif(cut: string): string {
  return beside(NOTO_SERIF, `../${cut}/NotoSerif_${cut}.ttf`);
}

function beside(file: string, path: string): string {
  return new URL(path, file).href;
}

const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;

/** The font inside a WOFF file (W3C, WOFF 1.0 §4–5). fontkit reads WOFF too, but inflates a table again for each of its letters. */
function unwrapWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const power = 2 ** Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + count * 16);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((count - power) * 16, 10);

  const tables: Buffer[] = [];
  let offset = head.length;
  for (let index = 0; index < count; index += 1) {
    const entry = HEADER_BYTES + index * ENTRY_BYTES;
    const [from, packed, length, checksum] = [4, 8, 12, 16].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number, number];
    const bytes = woff.subarray(from, from + packed);
    const table = packed < length ? inflateSync(bytes) : bytes;
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    tables.push(table, padding);
    woff.copy(head, 12 + index * 16, entry, entry + 4);
    head.writeUInt32BE(checksum, 16 + index * 16);
    head.writeUInt32BE(offset, 20 + index * 16);
    head.writeUInt32BE(length, 24 + index * 16);
    offset += length + padding.length;
  }
  return Buffer.concat([head, ...tables]);
}
