import type { CompiledRow, Point } from '@butaca/venue-map';
import { onScreen, type Size, type View } from '../map/view.ts';
import type { SeatMapStore } from '../store/seat-map-store.ts';
import type { Palette } from './colours.ts';
import type { SceneSection } from './scene.ts';

interface Paint {
  readonly store: SeatMapStore;
  readonly palette: Palette;
  readonly view: View;
}

/** Labels longer than this are words of their own, such as "Palco 3", and appear only in the tip. */
const LONGEST_LABEL = 3;
/** From the last place of a row to its label, in distances between places. */
const BESIDE = 0.88;
const LARGEST = 14;
/** The label at the screen's edge for a row whose ends are both out of sight: its inset and its width. */
const TAB = { near: 6, far: 22, wide: 20 };

/** Between two names, in pixels: closer they read as one. */
const APART = 3;
/** Of a capital letter, per pixel of its size. */
const LETTER = 0.68;

/** Names that are painted already in this frame, of any section. */
export type PaintedNames = { readonly at: Point; readonly width: number; readonly height: number }[];

/**
 * The names of rows at their left end, else at the other one, else at the edge of the screen; in CSS pixels. A name that would touch one of
 * a neighbouring block is left out: the tip says it.
 */
export function paintRowNames(
  pen: CanvasRenderingContext2D,
  { store, palette, view }: Paint,
  { index, pitch }: SceneSection,
  size: Size,
  painted: PaintedNames,
): void {
  const { x, y } = store.map;
  const distance = pitch * view.scale;
  const font = Math.floor(Math.min(LARGEST, distance * 0.42) * 2) / 2;
  pen.font = `600 ${font}px ${palette.font}`;
  pen.strokeStyle = palette.surface;
  pen.lineWidth = 3;
  pen.lineJoin = 'round';
  for (const row of store.map.sections[index]?.rows ?? []) {
    if (row.label.length > LONGEST_LABEL || row.placeCount < 2) continue;
    const ends = endsOf(row);
    const at = ends.find((end) => isClear(row.label, end));
    if (at) paintBeside(row.label, at);
    else if (ends.length === 0) paintPinned(row);
  }

  function isClear(label: string, at: Point) {
    const [width, height] = [label.length * font * LETTER, font];
    return painted.every(
      (other) =>
        Math.abs(other.at.x - at.x) > (other.width + width) / 2 + APART || Math.abs(other.at.y - at.y) > (other.height + height) / 2,
    );
  }

  function paintBeside(label: string, at: Point) {
    painted.push({ at, width: label.length * font * LETTER, height: font });
    pen.strokeText(label, at.x, at.y);
    pen.fillStyle = palette['ink-soft'];
    pen.fillText(label, at.x, at.y);
  }

  function paintPinned({ label, firstPlace, placeCount }: CompiledRow) {
    const [first, last] = [spot(firstPlace), spot(firstPlace + placeCount - 1)];
    const along = Math.abs(first.x - last.x) > Math.abs(first.y - last.y) ? 'x' : 'y';
    let nearest: Point | null = null;
    for (let place = firstPlace; place < firstPlace + placeCount; place += 1) {
      const at = spot(place);
      if (isSeen(at) && (nearest === null || at[along] < nearest[along])) nearest = at;
    }
    if (!nearest) return;
    const at = along === 'x' ? { x: TAB.far / 2, y: nearest.y } : { x: nearest.x, y: TAB.far / 2 };
    const { near, far, wide } = TAB;
    pen.beginPath();
    if (along === 'x') pen.roundRect(-near, at.y - wide / 2, near + far, wide, near);
    else pen.roundRect(at.x - wide / 2, -near, wide, near + far, near);
    pen.fillStyle = palette.empty;
    pen.fill();
    pen.fillStyle = palette.ink;
    pen.fillText(label, at.x, at.y);
  }

  /** Beside its left end and beside its right one, as far as they are seen. */
  function endsOf({ firstPlace, placeCount }: CompiledRow): readonly Point[] {
    const last = firstPlace + placeCount - 1;
    const [left, right] = (x[last] ?? 0) < (x[firstPlace] ?? 0) ? [last, firstPlace] : [firstPlace, last];
    return [beside(left, left === firstPlace ? 1 : -1), beside(right, right === firstPlace ? 1 : -1)].filter((at) => at !== null);
  }

  function beside(end: number, inwards: 1 | -1): Point | null {
    const [a, b] = [spot(end), spot(end + inwards)];
    const step = (distance * BESIDE) / (Math.hypot(a.x - b.x, a.y - b.y) || 1);
    const at = { x: a.x + (a.x - b.x) * step, y: a.y + (a.y - b.y) * step };
    return isSeen(at) ? at : null;
  }

  function spot(place: number): Point {
    return onScreen(view, { x: x[place] ?? 0, y: y[place] ?? 0 });
  }

  function isSeen(at: Point): boolean {
    return at.x >= 0 && at.y >= 0 && at.x <= size.width && at.y <= size.height;
  }
}
