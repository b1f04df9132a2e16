import { placesShare } from '../map/detail.ts';
import type { Box, View } from '../map/view.ts';
import type { SeatMapStore } from '../store/seat-map-store.ts';
import type { Palette } from './colours.ts';
import type { Scene, SceneSection } from './scene.ts';

interface Paint {
  readonly store: SeatMapStore;
  readonly scene: Scene;
  readonly palette: Palette;
  readonly view: View;
  readonly ratio: number;
}

const HATCH_PX = 7;

/** The ground of the map: the stage and other decor, and each section in its colour until its places can be seen. */
export function paintSections(pen: CanvasRenderingContext2D, paint: Paint, sections: readonly SceneSection[]): void {
  const { scene, palette, view, ratio } = paint;
  const px = 1 / view.scale;
  pen.setTransform(view.scale * ratio, 0, 0, view.scale * ratio, -view.left * view.scale * ratio, -view.top * view.scale * ratio);
  for (const { path, kind } of scene.decor) {
    pen.fillStyle = kind === 'stage' ? palette.stage : palette.empty;
    pen.fill(path);
    if (kind !== 'stage') outline(pen, path, palette.hairline, px);
  }
  for (const section of sections) {
    const share = section.pitch === 0 ? 0 : placesShare(section.pitch * view.scale);
    pen.fillStyle = palette.surface;
    pen.fill(section.path);
    if (share < 1) {
      pen.globalAlpha = 1 - share;
      fillWhole(pen, paint, section, px);
      pen.globalAlpha = 1;
    }
    const focused = paint.store.get().focused === section.index;
    outline(pen, section.path, focused ? palette.edge : palette.hairline, focused ? 1.5 * px : px);
  }
}

function fillWhole(pen: CanvasRenderingContext2D, { store, palette }: Paint, { index, path, box }: SceneSection, px: number) {
  const { free, matching } = store.get().stock[index] ?? {};
  const colours = palette.levels[levelShown(store, index)];
  if (!colours || free === 0) {
    hatch(pen, path, box, palette, px);
    return;
  }
  pen.fillStyle = matching === undefined || matching > 0 ? colours.fill : colours.dimmed;
  if (free === undefined) pen.fillStyle = colours.dimmed;
  pen.fill(path);
}

/** The level that colours a whole section: the filtered one, or the cheapest, whose price is written beside it. */
export function levelShown(store: SeatMapStore, section: number): number {
  const levels = store.levelsOf(section);
  const wanted = levels.find(({ id }) => id === store.get().filter.level);
  const cheapest = wanted ?? levels.reduce<(typeof levels)[number] | undefined>((a, b) => (a && a.price <= b.price ? a : b), undefined);
  return cheapest ? store.levels.indexOf(cheapest) : -1;
}

/** Sold out: marked by lines, not by a paler colour. */
function hatch(pen: CanvasRenderingContext2D, path: Path2D, { left, top, width, height }: Box, { edge, hairline }: Palette, px: number) {
  pen.save();
  pen.clip(path);
  pen.strokeStyle = hairline;
  pen.lineWidth = 1.5 * px;
  pen.beginPath();
  const step = HATCH_PX * px;
  for (let x = left - height; x < left + width; x += step) {
    pen.moveTo(x, top + height);
    pen.lineTo(x + height, top);
  }
  pen.stroke();
  pen.restore();
  outline(pen, path, edge, px);
}

function outline(pen: CanvasRenderingContext2D, path: Path2D, colour: string, width: number) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke(path);
}
