import type { CompiledMap, CompiledRow, Point } from '@butaca/venue-map';
import { onScreen, type Size, type View } from '../map/view.ts';

/** Labels longer than this are words of their own, such as "Palco 3", and appear only in the tip. */
const LONGEST_LABEL = 3;
/** From the last place of a row to its label, in distances between places. */
const BESIDE = 0.88;
const LARGEST = 14;
/** Between two names, in pixels: closer they read as one. */
const APART = 3;
/** Of a capital letter, per pixel of its size. */
const LETTER = 0.68;
/** The label at the screen's edge for a row whose ends are both out of sight: its inset and its width. */
export const TAB = { near: 6, far: 22, wide: 20 };

/** The name of a row where it is painted, in CSS pixels. */
export interface RowName {
  readonly label: string;
  readonly at: Point;
  /** Size of its letters. */
  readonly font: number;
  /** At the left edge of the screen (`x`) or at the upper one (`y`), in stead of beside its row. */
  readonly pinned: 'x' | 'y' | null;
}

interface NamedSection {
  readonly index: number;
  /** From one place to the next, in the map's unit. */
  readonly pitch: number;
}

/**
 * The names of rows at their left end, else at the other one, else at the edge of the screen. A name that would touch another one, as
 * those of neighbouring blocks do, is left out: the tip says it.
 */
export function rowNames(
  { sections, x, y }: Pick<CompiledMap, 'sections' | 'x' | 'y'>,
  shown: readonly NamedSection[],
  { view, size }: { readonly view: View; readonly size: Size },
): RowName[] {
  const names: RowName[] = [];
  for (const { index, pitch } of shown) {
    const distance = pitch * view.scale;
    const font = Math.floor(Math.min(LARGEST, distance * 0.42) * 2) / 2;
    for (const row of sections[index]?.rows ?? []) {
      if (row.label.length > LONGEST_LABEL || row.placeCount < 2) continue;
      const ends = endsOf(row, distance).map((at) => ({ label: row.label, at, font, pinned: null }));
      const name = ends.length > 0 ? ends.find(isClear) : [pinnedOf(row, font)].find((one) => one !== null && isClear(one));
      if (name) names.push(name);
    }
  }
  return names;

  function isClear(name: RowName): boolean {
    return names.every(
      (other) =>
        Math.abs(other.at.x - name.at.x) > (widthOf(other) + widthOf(name)) / 2 + APART ||
        Math.abs(other.at.y - name.at.y) > (other.font + name.font) / 2,
    );
  }

  /** In the first place of the row that is seen, moved to the edge of the screen that the row crosses. */
  function pinnedOf({ label, firstPlace, placeCount }: CompiledRow, font: number): RowName | null {
    const [first, last] = [spot(firstPlace), spot(firstPlace + placeCount - 1)];
    const along = Math.abs(first.x - last.x) > Math.abs(first.y - last.y) ? 'x' : 'y';
    let nearest: Point | null = null;
    for (let place = firstPlace; place < firstPlace + placeCount; place += 1) {
      const at = spot(place);
      if (isSeen(at) && (nearest === null || at[along] < nearest[along])) nearest = at;
    }
    return nearest && { label, at: { ...nearest, [along]: TAB.far / 2 }, font, pinned: along };
  }

  /** Beside its left end and beside its right one, as far as they are seen. */
  function endsOf({ firstPlace, placeCount }: CompiledRow, distance: number): readonly Point[] {
    const last = firstPlace + placeCount - 1;
    const [left, right] = (x[last] ?? 0) < (x[firstPlace] ?? 0) ? [last, firstPlace] : [firstPlace, last];
    const beside = (end: number, inwards: 1 | -1): Point => {
      const [a, b] = [spot(end), spot(end + inwards)];
      const step = (distance * BESIDE) / (Math.hypot(a.x - b.x, a.y - b.y) || 1);
      return { x: a.x + (a.x - b.x) * step, y: a.y + (a.y - b.y) * step };
    };
    return [beside(left, left === firstPlace ? 1 : -1), beside(right, right === firstPlace ? 1 : -1)].filter(isSeen);
  }

  function spot(place: number): Point {
    return onScreen(view, { x: x[place] ?? 0, y: y[place] ?? 0 });
  }

  function isSeen(at: Point): boolean {
    return at.x >= 0 && at.y >= 0 && at.x <= size.width && at.y <= size.height;
  }
}

const widthOf = ({ label, font }: RowName): number => label.length * font * LETTER;
