import { type FaceName, faceFor, faceOf } from './faces.ts';
import { type Line, lineOf, outline } from './line.ts';

export type Align = 'left' | 'centre' | 'right';

/** Lines set and measured, ready to stand anywhere. Sizes in pixels. */
export type Block = {
  readonly width: number;
  readonly height: number;
  readonly size: number;
  /** Draws the block with its top edge at y and its left edge, centre or right edge at x. */
  readonly at: (x: number, y: number, fill: string) => string;
};

type Setting = {
  readonly face: FaceName;
  readonly width: number;
  readonly height: number;
  readonly align?: Align;
  readonly largest?: number;
};

const prepared = (text: string, wanted: FaceName) => {
  const written = faceOf(wanted).capitals ? text.toLocaleUpperCase('es') : text;
  return { written, face: faceFor(written, wanted) };
};

/** Every way to break words into lines, fewest lines first. */
function* breaks(words: readonly string[]): Generator<string[]> {
  const gaps = Math.min(words.length - 1, 9);
  for (let mask = 0; mask < 2 ** gaps; mask += 1) {
    const lines: string[] = [];
    for (const [index, word] of words.entries()) {
      const joined = index > 0 && !(mask & (1 << (index - 1)));
      lines.push(joined ? `${lines.pop()} ${word}` : word);
    }
    yield lines;
  }
}

function stacked(face: FaceName, lines: readonly Line[], sizes: readonly number[], baselines: readonly number[], align: Align): Block {
  const width = Math.max(...lines.map((line, index) => line.width * (sizes[index] ?? 0)));
  const last = lines.length - 1;
  const height = (baselines[last] ?? 0) - (lines[last]?.bottom ?? 0) * (sizes[last] ?? 0);
  const { swell } = faceOf(face);
  const thicken = (size: number, scale: number, colour: string) =>
    swell ? ` stroke="${colour}" stroke-width="${Math.round((swell * size) / scale)}"` : '';
  const at = (x: number, y: number, fill: string) =>
    lines
      .map((line, index) => {
        const size = sizes[index] ?? 0;
        const { d, scale } = outline(line, size);
        const shift = align === 'left' ? 0 : (line.width * size) / (align === 'centre' ? 2 : 1);
        const [left, base] = [Math.round((x - shift) * 10) / 10, Math.round((y + (baselines[index] ?? 0)) * 10) / 10];
        return `<path transform="translate(${left} ${base})scale(${Math.round(scale * 10_000) / 10_000})" fill="${fill}"${thicken(size, scale, fill)} d="${d}"/>`;
      })
      .join('');
  return { width, height, size: Math.max(...sizes), at };
}

/** Baseline to baseline in em; capitals with accents need room that the face's own leading does not give. */
function leadingOf(lines: readonly Line[], face: FaceName): number {
  const { leading, capitals } = faceOf(face);
  if (!capitals) return leading;
  return lines.reduce(
    (widest, line, index) => Math.max(widest, index > 0 ? line.top - (lines[index - 1]?.bottom ?? 0) + 0.07 : 0),
    leading,
  );
}

/** Breaks the text so that it stands as large as the box allows, all lines of one size. */
export function fit(text: string, { face: wanted, width, height, align = 'left', largest = 400 }: Setting): Block {
  const { written, face } = prepared(text, wanted);
  let best: { lines: Line[]; size: number; leading: number } | undefined;
  for (const broken of breaks(written.split(/\s+/))) {
    const lines = broken.map((line) => lineOf(line, face));
    const leading = leadingOf(lines, face);
    const tall = (lines[0]?.top ?? 0) + (lines.length - 1) * leading - (lines.at(-1)?.bottom ?? 0);
    const size = Math.min(largest, width / Math.max(...lines.map((line) => line.width)), height / tall);
    if (!best || size > best.size + 0.5) best = { lines, size, leading };
  }
  const { lines, size, leading } = best ?? { lines: [lineOf('', face)], size: 0, leading: 1 };
  const first = (lines[0]?.top ?? 0) * size;
  return stacked(
    face,
    lines,
    lines.map(() => size),
    lines.map((_, index) => first + index * leading * size),
    align,
  );
}

/** Every line as wide as the box, each in its own size: the wood-type poster. */
export function justify(text: string, { face: wanted, width, height, largest = 400 }: Setting): Block {
  const { written, face } = prepared(text, wanted);
  const candidates = [...breaks(written.split(/\s+/))].map((broken) => {
    const lines = broken.map((line) => lineOf(line, face));
    const sizes = lines.map((line) => Math.min(largest, width / line.width));
    const gap = width * 0.03;
    const tall = lines.reduce((sum, line, index) => sum + (line.top - line.bottom) * (sizes[index] ?? 0) + (index > 0 ? gap : 0), 0);
    const shrink = Math.min(1, height / tall);
    return { lines, sizes: sizes.map((size) => size * shrink), gap: gap * shrink, tall: tall * shrink, shrink };
  });
  // A line much larger than the others shouts its word, and with it the wrong one ("la").
  const area = ({ tall, shrink, sizes }: (typeof candidates)[number]) =>
    (tall * shrink ** 2) / Math.sqrt(Math.max(...sizes) / Math.min(...sizes));
  const best = candidates.reduce((one, other) => (area(other) > area(one) ? other : one));
  let edge = 0;
  const baselines = best.lines.map((line, index) => {
    const base = edge + line.top * (best.sizes[index] ?? 0);
    edge = base - line.bottom * (best.sizes[index] ?? 0) + best.gap;
    return base;
  });
  return stacked(face, best.lines, best.sizes, baselines, 'left');
}

/** Running text at a fixed size, broken where the width ends; " · " is the preferred place. */
export function paragraph(text: string, size: number, width: number, align: Align = 'left', wanted: FaceName = 'text'): Block {
  const { written, face } = prepared(text, wanted);
  const fits = (line: string) => lineOf(line, face).width * size <= width;
  const lines: string[] = [];
  for (const part of written.split(' · ')) {
    const joined = lines.length > 0 ? `${lines.at(-1)} · ${part}` : part;
    if (fits(joined)) lines.splice(-1, 1, joined);
    else
      part.split(' ').forEach((word, index) => {
        const row = index === 0 ? word : `${lines.at(-1)} ${word}`;
        if (index > 0 && fits(row)) lines.splice(-1, 1, row);
        else lines.push(word);
      });
  }
  const set = lines.map((line) => lineOf(line, face));
  const { leading } = faceOf(face);
  return stacked(
    face,
    set,
    set.map(() => size),
    set.map((_, index) => 0.72 * size + index * leading * size),
    align,
  );
}
