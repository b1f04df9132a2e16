import { detailAt, placesShare } from '../map/detail.ts';
import { onScreen, type Size, type View } from '../map/view.ts';
import type { SeatMapStore } from '../store/seat-map-store.ts';
import { levelShown } from './paint-sections.ts';
import type { Palette } from './palette.ts';
import type { Scene, SceneSection } from './scene.ts';

interface Paint {
  readonly store: SeatMapStore;
  readonly scene: Scene;
  readonly palette: Palette;
  readonly view: View;
}

/** In pixels: no smaller, and no larger, than can be read at a glance. */
const TEXT = { least: 8.5, most: 15 };
const SECOND_LINE = 11.5;
/** From here on the labels of rows say where one is. */
const NAMES_UNTIL = 13;

/** Names of sections with their lowest price, of rows where places can be chosen, and of the stage; in CSS pixels. */
export function paintLabels(pen: CanvasRenderingContext2D, paint: Paint, sections: readonly SceneSection[], size: Size): void {
  pen.textBaseline = 'middle';
  pen.textAlign = 'center';
  paintDecorTexts(pen, paint);
  for (const section of sections) {
    const pitch = section.pitch * paint.view.scale;
    if (pitch < NAMES_UNTIL) paintName(pen, paint, section, placesShare(pitch) > 0.5);
    if (detailAt(pitch) === 'number' || pitch >= NAMES_UNTIL) paintRowNames(pen, paint, section, size);
  }
}

function paintDecorTexts(pen: CanvasRenderingContext2D, { store, palette, view }: Paint) {
  for (const { at, text, kind } of store.picture.decor) {
    if (!at || text === '') continue;
    const { x, y } = onScreen(view, at);
    const font = Math.max(10, Math.min(22, 16 * view.scale));
    pen.font = `600 ${font}px ${palette.font}`;
    pen.letterSpacing = '0.14em';
    pen.fillStyle = kind === 'stage' ? palette.paper : palette['ink-soft'];
    pen.fillText(text.toUpperCase(), x, y);
    pen.letterSpacing = '0px';
  }
}

function paintName(
  pen: CanvasRenderingContext2D,
  { store, palette, view }: Paint,
  { index, box, pitch }: SceneSection,
  overPlaces: boolean,
) {
  const shape = store.picture.sections[index];
  if (!shape || shape.labelSize * view.scale < TEXT.least) return;
  const { free } = store.state.stock[index] ?? {};
  const font = Math.min(TEXT.most, shape.labelSize * view.scale);
  const { x, y } = onScreen(view, shape.labelAt);
  const level = levelShown(store, index);
  const solid = !overPlaces && free !== 0 && free !== undefined;
  pen.save();
  pen.translate(x, y);
  if (shape.labelTurned) pen.rotate(-Math.PI / 2);
  pen.font = `600 ${font}px ${palette.font}`;
  const width = pen.measureText(shape.label).width;
  const price = store.levels[level]?.lowestText ?? '';
  const long = pitch === 0 || !overPlaces;
  const room = (shape.labelTurned ? box.width : box.height) * view.scale;
  const second = long && font >= SECOND_LINE && room > 4.2 * font && free !== 0 ? price : '';
  if (overPlaces) {
    pen.fillStyle = palette.surface;
    pen.globalAlpha = 0.88;
    pen.beginPath();
    pen.roundRect(-width / 2 - 6, -font * 0.8, width + 12, font * 1.6, font * 0.8);
    pen.fill();
    pen.globalAlpha = 1;
  }
  pen.fillStyle = solid ? (palette.levels[level]?.ink ?? palette.ink) : free === 0 ? palette['ink-soft'] : palette.ink;
  pen.fillText(shape.label, 0, second ? -font * 0.6 : 0);
  if (second) {
    pen.font = `500 ${Math.min(font, SECOND_LINE + 1)}px ${palette.font}`;
    pen.fillText(second, 0, font * 0.7);
  }
  pen.restore();
}

function paintRowNames(pen: CanvasRenderingContext2D, { store, palette, view }: Paint, { index, pitch }: SceneSection, size: Size) {
  const { map } = store;
  pen.fillStyle = palette['ink-soft'];
  const font = Math.min(14, pitch * view.scale * 0.42);
  pen.font = `600 ${font}px ${palette.font}`;
  for (const { label, firstPlace, placeCount } of map.sections[index]?.rows ?? []) {
    const last = firstPlace + placeCount - 1;
    if (placeCount < 2) continue;
    nameBeside(label, firstPlace, firstPlace + 1);
    if (label.length <= 3) nameBeside(label, last, last - 1);
  }

  /** Where the next place would stand, away from the row. */
  function nameBeside(label: string, end: number, inner: number) {
    const a = onScreen(view, { x: map.x[end] ?? 0, y: map.y[end] ?? 0 });
    if (a.x < -40 || a.y < -40 || a.x > size.width + 40 || a.y > size.height + 40) return;
    const b = onScreen(view, { x: map.x[inner] ?? 0, y: map.y[inner] ?? 0 });
    const away = Math.hypot(a.x - b.x, a.y - b.y) || 1;
    const step = (pitch * view.scale * 0.86) / away;
    if (label.length <= 3) pen.fillText(label, a.x + (a.x - b.x) * step, a.y + (a.y - b.y) * step);
  }
}
