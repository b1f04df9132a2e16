import { type FaceName, faceOf, fontOf } from './faces.ts';

/** One line of outlines in em units, y up; multiply by the size to get pixels. */
export type Line = {
  readonly text: string;
  readonly width: number;
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  readonly glyphs: readonly Glyph[];
};
type Glyph = { readonly x: number; readonly commands: readonly Command[] };
type Command = { readonly command: string; readonly args: readonly number[] };

const measured = new Map<string, Line>();

/** Shapes a text (kerning, ligatures) in a face that has all its letters. */
export function lineOf(text: string, name: FaceName): Line {
  const key = `${name}/${text}`;
  const known = measured.get(key);
  if (known) return known;
  const font = fontOf(name);
  const tracking = faceOf(name).tracking ?? 0;
  const em = font.unitsPerEm;
  const run = font.layout(text);
  const glyphs: Glyph[] = [];
  let pen = 0;
  let [left, right, top, bottom] = [Infinity, -Infinity, -Infinity, Infinity];
  run.glyphs.forEach((glyph, index) => {
    const position = run.positions[index];
    const x = pen + (position?.xOffset ?? 0) / em;
    const { bbox } = glyph;
    if (glyph.path.commands.length > 0) {
      left = Math.min(left, x + bbox.minX / em);
      right = Math.max(right, x + bbox.maxX / em);
      top = Math.max(top, bbox.maxY / em);
      bottom = Math.min(bottom, bbox.minY / em);
      const commands = glyph.path.commands.map(({ command, args }) => ({ command, args: args.map((value) => value / em) }));
      glyphs.push({ x, commands });
    }
    pen += (position?.xAdvance ?? 0) / em + tracking;
  });
  const line =
    glyphs.length > 0 ? { text, width: right - left, left, top, bottom, glyphs } : { text, width: 0, left: 0, top: 0, bottom: 0, glyphs };
  if (measured.size < 20_000) measured.set(key, line);
  return line;
}

const letters: Record<string, string> = { moveTo: 'm', lineTo: 'l', quadraticCurveTo: 'q', bezierCurveTo: 'c', closePath: 'z' };

/** The line as one path; relative whole numbers on a grid a quarter pixel wide keep it small. */
export function outline(line: Line, size: number): { readonly d: string; readonly scale: number } {
  const grid = Math.min(1000, Math.max(140, Math.round(size * 3.5)));
  let d = '';
  let [x, y, startX, startY] = [0, 0, 0, 0];
  for (const glyph of line.glyphs) {
    for (const { command, args } of glyph.commands) {
      const points = args.map((value, index) => Math.round(index % 2 === 0 ? (glyph.x + value - line.left) * grid : -value * grid));
      d += letters[command] ?? '';
      d += points
        .map((value, index) => value - (index % 2 === 0 ? x : y))
        .join(' ')
        .replaceAll(' -', '-');
      [x, y] = command === 'closePath' ? [startX, startY] : [points.at(-2) ?? x, points.at(-1) ?? y];
      if (command === 'moveTo') [startX, startY] = [x, y];
    }
  }
  return { d: d.replace(/^m/, 'M'), scale: size / grid };
}
