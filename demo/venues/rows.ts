import type { Row } from '@butaca/venue-map';

type Look = Omit<Row, 'curve' | 'count' | 'label'>;

/** A straight row whose seats stand exactly a pitch apart, in the middle of the room there is. */
export function straightRow(
  label: string,
  middle: { x: number; y: number },
  length: number,
  pitch: number,
  angle: number,
  look: Look,
): Row {
  const count = Math.max(1, Math.floor(length / pitch) + 1);
  const half = ((count - 1) * pitch) / 2;
  const along = { x: Math.cos((angle * Math.PI) / 180) * half, y: Math.sin((angle * Math.PI) / 180) * half };
  const at = (sign: 1 | -1) => ({ x: round(middle.x + sign * along.x), y: round(middle.y + sign * along.y) });
  return { label, curve: { type: 'line', from: at(-1), to: at(1) }, count, ...look };
}

/** A row on a circle from one angle to another, its seats at least a pitch apart; degrees, clockwise from east. */
export function curvedRow(
  label: string,
  center: { x: number; y: number },
  radius: number,
  [from, to]: readonly [number, number],
  pitch: number,
  look: Look,
): Row {
  const room = (Math.abs(to - from) * Math.PI * radius) / 180;
  const count = Math.max(1, Math.floor(room / pitch) + 1);
  return { label, curve: { type: 'arc', center, radius, start: round(from), end: round(to) }, count, ...look };
}

/** A, B … Z, AA, AB …, as rows are called. */
export function letters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${letters(Math.floor(index / 26) - 1)}${letter}`;
}

export const range = (count: number) => Array.from({ length: count }, (_, index) => index);

const round = (value: number) => Math.round(value * 1000) / 1000;
