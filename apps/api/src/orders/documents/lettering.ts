import { LRUCache } from 'lru-cache';
import { type Face, type Run, runsOf } from './typefaces.ts';

/** Both families' capitals are this high; texts are placed by the tops of their capitals. */
export const CAP_HEIGHT = 0.7;

export interface Setting {
  readonly face: Face;
  readonly size: number;
  /** A text that is too long becomes smaller, down to this. */
  readonly least?: number;
  readonly width: number;
  /** More are cut off with an ellipsis; one by default. */
  readonly mostLines?: number;
  /** Height of the block; makes the text smaller, but never cuts it off. */
  readonly mostHeight?: number;
  /** Lines of one length rather than a full one and a rest. */
  readonly balanced?: boolean;
}

/** Lines that fit; `height` is from the top of the first capital to the last baseline. */
export interface Block {
  readonly face: Face;
  readonly size: number;
  /** Each ends with a space, so that its last word is not read together with what follows; one in the middle of a word does not. */
  readonly lines: readonly string[];
  readonly leading: number;
  readonly height: number;
}

const DISPLAY_SIZE = 20;
const STEP = 0.94;
const MOST_WIDTHS = 5000;
const widths = new LRUCache<string, number>({ max: MOST_WIDTHS });

/** Finds the largest size at which a text fits, and its lines. Nothing that comes out is wider or has more lines than asked for. */
export function set(text: string, setting: Setting): Block {
  const { face, size: largest, least = largest, width, mostLines = 1, mostHeight = Number.POSITIVE_INFINITY, balanced = false } = setting;
  // Spaces that hold an amount and its sign together are no place to break.
  const words = text
    .normalize('NFC')
    .replaceAll('\u202f', '\u00a0')
    .split(/[^\S\u00a0]+/u)
    .filter(Boolean);
  const longest = Math.max(0, ...words.map((word) => widthOf(word, face)));
  for (let size = largest; size > least; size *= STEP) {
    if (longest * size > width) continue;
    const lines = wrap(words, face, width / size);
    const fitting = block(balanced ? evenly(words, face, width / size, lines) : lines, face, size);
    if (lines.length <= mostLines && fitting.height <= mostHeight) return fitting;
  }
  const lines = wrap(words, face, width / least);
  return block(lines.length <= mostLines ? lines : cut(lines, mostLines, face, width / least), face, least);
}

/** Width of a text as a multiple of its size. */
export const widthOf = (text: string, face: Face): number => runsOf(text, face).reduce((sum, run) => sum + widthOfRun(run), 0);

/** The same words come again and again, and laying them out is half of the work. */
export function widthOfRun({ name, font, text, features = [] }: Run): number {
  const key = `${name} ${features} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    width = font.layout(text, features).advanceWidth / font.unitsPerEm;
    widths.set(key, width);
  }
  return width;
}

function block(lines: readonly string[], face: Face, size: number): Block {
  const leading = size * (size > DISPLAY_SIZE ? 1.16 : 1.36);
  return { face, size, lines, leading, height: CAP_HEIGHT * size + Math.max(0, lines.length - 1) * leading };
}

/** Fills line after line; a word that is wider than a line is broken. */
function wrap(words: readonly string[], face: Face, width: number): string[] {
  const lines: string[] = [];
  const space = widthOf(' ', face);
  let line = '';
  let used = 0;
  for (const word of words) {
    broken(word, face, width).forEach((part, index) => {
      const wide = widthOf(part, face);
      if (index === 0 && line !== '' && used + space + wide <= width) {
        line += ` ${part}`;
        used += space + wide;
      } else {
        if (line !== '') lines.push(index === 0 ? `${line} ` : line);
        line = part;
        used = wide;
      }
    });
  }
  return [...lines, `${line} `];
}

function broken(word: string, face: Face, width: number): string[] {
  if (widthOf(word, face) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const sign of word.match(/\P{M}\p{M}*/gu) ?? []) {
    if (part !== '' && widthOf(part + sign, face) > width) {
      parts.push(part);
      part = '';
    }
    part += sign;
  }
  return [...parts, part];
}

/** The narrowest column that has as many lines. */
function evenly(words: readonly string[], face: Face, width: number, lines: readonly string[]): readonly string[] {
  let narrowest = lines;
  for (let share = 0.95; share > 0.5; share -= 0.05) {
    const narrower = wrap(words, face, width * share);
    if (narrower.length > lines.length || narrower.join('') !== lines.join('')) break;
    narrowest = narrower;
  }
  return narrowest;
}

function cut(lines: readonly string[], most: number, face: Face, width: number): string[] {
  const kept = lines.slice(0, most);
  let last = [...(kept.at(-1) ?? '').trimEnd()];
  while (last.length > 0 && widthOf(`${last.join('')}…`, face) > width) last = last.slice(0, -1);
  return [...kept.slice(0, -1), `${last.join('').trimEnd()}… `];
}
