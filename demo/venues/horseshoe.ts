import type { Point, Row, SeatedSection } from '@butaca/venue-map';
import { curvedRow, letters, polar, range, straightRow } from './shapes.ts';

/** The plan of an Italian hall: two straight arms from the stage to a half circle at the back, which is everything's center. */
export interface Horseshoe {
  readonly center: Point;
  /** Where the arms begin, at the stage. */
  readonly top: number;
}

/** Whether a point lies inside the horseshoe of this radius, in front of the stage. */
export function inside({ center, top }: Horseshoe, radius: number, { x, y }: Point): boolean {
  if (y < top) return false;
  return y < center.y ? Math.abs(x - center.x) < radius : Math.hypot(x - center.x, y - center.y) < radius;
}

/** A gallery in three parts: the left arm, the back and the right arm; seats count from the stage on the left to the right. */
export function gallery(hall: Horseshoe, tier: { id: string; name: string; radius: number; rows: number; rowGap: number; pitch: number }) {
  const { id, name, radius, rows, rowGap, pitch } = tier;
  const aisle = pitch * 1.6;
  const middle = (hall.top + hall.center.y - aisle) / 2;
  const length = hall.center.y - hall.top - aisle;
  const arm = (side: -1 | 1) =>
    range(rows).map((row): Row => {
      const at = { x: hall.center.x + side * (radius + row * rowGap), y: middle };
      const drawn = straightRow(letters(row), at, length, pitch, side === -1 ? 90 : -90, { category: id });
      return { ...drawn, traits: cutOff(drawn, row, side) };
    });
  const back = range(rows).map((row): Row => {
    const from = (aisle / (radius + row * rowGap)) * (180 / Math.PI) * 0.5;
    return curvedRow(letters(row), hall.center, radius + row * rowGap, [180 - from, from], pitch, { category: id });
  });
  return [
    part(`${id}-izquierda`, `${name} izquierda`, id, arm(-1)),
    part(`${id}-centro`, `${name} centro`, id, back),
    part(`${id}-derecha`, `${name} derecha`, id, arm(1)),
  ];
}

/** The seats beside the stage see a part of it only, the more so the further back they are. */
function cutOff(row: Row, index: number, side: -1 | 1): NonNullable<Row['traits']> {
  const count = row.count ?? 0;
  return range(Math.min(count, 2 + index)).map((seat) => ({
    seat: side === -1 ? seat : count - 1 - seat,
    trait: 'restricted-view',
  }));
}

/** A tier of boxes of four, two at the rail and two behind; numbered from the stage on the left around to the right. */
export function boxes(hall: Horseshoe, tier: { id: string; name: string; radius: number; width: number; category: string }): SeatedSection {
  const { id, name, radius, width, category } = tier;
  const arm = hall.center.y - hall.top;
  const back = Math.PI * radius;
  const count = Math.floor((2 * arm + back) / width);
  const step = (2 * arm + back) / count;
  const rows = range(count).map((number): Row => {
    const seat = (along: number, behind: number) => onHorseshoe(hall, radius + behind, radius, step * (number + 0.5) + along);
    const points = [seat(-width * 0.19, 0), seat(width * 0.19, 0), seat(-width * 0.19, 12), seat(width * 0.19, 12)];
    const besideStage = number < 2 || number >= count - 2;
    return {
      label: `Palco ${number + 1}`,
      curve: { type: 'points', points },
      category,
      ...(besideStage ? { traits: [2, 3].map((seat) => ({ seat, trait: 'restricted-view' as const })) } : {}),
    };
  });
  return part(id, name, id, rows);
}

/** `along` is measured on the horseshoe of the radius `rail`, from the stage on the left. */
function onHorseshoe({ center, top }: Horseshoe, radius: number, rail: number, along: number): Point {
  const arm = center.y - top;
  const back = Math.PI * rail;
  if (along < arm) return { x: center.x - radius, y: tenth(top + along) };
  if (along > arm + back) return { x: center.x + radius, y: tenth(center.y - (along - arm - back)) };
  return polar(center, radius, 180 - ((along - arm) / back) * 180);
}

const part = (id: string, label: string, level: string, rows: readonly Row[]): SeatedSection => ({
  id,
  label,
  level,
  kind: 'seated',
  rows,
});

const tenth = (value: number) => Math.round(value * 10) / 10;
