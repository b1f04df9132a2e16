import type { CompiledRow, Point } from '@butaca/venue-map';
import { onScreen, type Size, type View } from '../map/view.ts';
import type { SeatMapStore } from '../store/seat-map-store.ts';
import type { Palette } from './palette.ts';
import type { SceneSection } from './scene.ts';

interface Paint {
  readonly store: SeatMapStore;
  readonly palette: Palette;
  readonly view: View;
}

/** Labels longer than this are words of their own, such as "Palco 3", and are told by the tip alone. */
const LONGEST_LABEL = 3;
/** From the last place of a row to its label, in distances between places. */
const BESIDE = 0.88;
const LARGEST = 14;

/** The names of rows at their left end, or at the other one where that is out of sight; in CSS pixels. */
export function paintRowNames(
  pen: CanvasRenderingContext2D,
  { store, palette, view }: Paint,
  { index, pitch }: SceneSection,
  size: Size,
): void {
  const { map } = store;
  const distance = pitch * view.scale;
  pen.font = `600 ${Math.floor(Math.min(LARGEST, distance * 0.42) * 2) / 2}px ${palette.font}`;
  pen.fillStyle = palette['ink-soft'];
  pen.strokeStyle = palette.surface;
  pen.lineWidth = 3;
  pen.lineJoin = 'round';
  for (const row of map.sections[index]?.rows ?? []) {
    if (row.label.length > LONGEST_LABEL || row.placeCount < 2) continue;
    const at = besideRow(row);
    if (!at) continue;
    pen.strokeText(row.label, at.x, at.y);
    pen.fillText(row.label, at.x, at.y);
  }

  function besideRow({ firstPlace, placeCount }: CompiledRow): Point | null {
    const last = firstPlace + placeCount - 1;
    const ends: [number, number][] = [
      [firstPlace, firstPlace + 1],
      [last, last - 1],
    ];
    if ((map.x[last] ?? 0) < (map.x[firstPlace] ?? 0)) ends.reverse();
    return beside(...(ends[0] as [number, number])) ?? beside(...(ends[1] as [number, number]));
  }

  function beside(end: number, inner: number): Point | null {
    const a = onScreen(view, { x: map.x[end] ?? 0, y: map.y[end] ?? 0 });
    const b = onScreen(view, { x: map.x[inner] ?? 0, y: map.y[inner] ?? 0 });
    const step = (distance * BESIDE) / (Math.hypot(a.x - b.x, a.y - b.y) || 1);
    const at = { x: a.x + (a.x - b.x) * step, y: a.y + (a.y - b.y) * step };
    return at.x >= 0 && at.y >= 0 && at.x <= size.width && at.y <= size.height ? at : null;
  }
}
