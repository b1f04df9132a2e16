import { type Detail, detailAt } from '../map/detail.ts';
import type { Box } from '../map/view.ts';
import { isAccessible } from '../store/place-state.ts';
import type { SeatMapStore } from '../store/seat-map-store.ts';
import type { Palette } from './colours.ts';
import { circle, companion, cut, type Dots, type Looks, levelOfLook, TAKEN, wheelchair } from './dots.ts';
import type { Scene } from './scene.ts';

/** Of the distance between places. */
export const RADIUS = 0.42;
/** Of the radius. */
const TAKEN_RADIUS = 0.46;
const TAKEN_LINE = 0.12;
const NUMBER_SIZE = 0.92;
/** Of the distance between places in CSS pixels: smaller signs are not recognisable. */
const SIGNS_FROM = 10;

interface Spot {
  readonly place: number;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly detail: Detail;
}

interface Paint {
  readonly store: SeatMapStore;
  readonly scene: Scene;
  readonly palette: Palette;
  readonly looks: Looks;
  readonly dots: Dots;
}

/**
 * Draws the places of a box of the map, at `scale` pixels of the screen per unit of the map and `ratio` of them per pixel
 * of CSS; the buyer's own are painted over them, opaque and larger.
 */
export function paintPlaces(
  pen: CanvasRenderingContext2D,
  { box, scale, ratio }: { box: Box; scale: number; ratio: number },
  paint: Paint,
): void {
  const { scene, looks, store, dots } = paint;
  const { x, y } = store.map;
  const shapes = new Map<number, Spot[]>();
  const reach = scene.mostPitch;
  const area = { left: box.left - reach, top: box.top - reach, width: box.width + 2 * reach, height: box.height + 2 * reach };
  const [width, height] = [box.width * scale, box.height * scale];
  const pitches = scene.sections.map(({ pitch }) => pitch * scale);
  const details = pitches.map((pitch) => detailAt(pitch / ratio));

  scene.grid.around(area, (place) => {
    const look = looks[place] as number;
    const section = scene.sectionOf[place] as number;
    const detail = details[section] as Detail;
    if (detail === 'section') return;
    const radius = (pitches[section] as number) * RADIUS;
    const atX = ((x[place] as number) - box.left) * scale;
    const atY = ((y[place] as number) - box.top) * scale;
    if (atX < -radius || atY < -radius || atX > width + radius || atY > height + radius) return;
    if (detail === 'dot') {
      dots.add(look, atX, atY, radius);
      return;
    }
    const spots = shapes.get(look);
    const spot = { place, x: atX, y: atY, radius, detail };
    if (spots) spots.push(spot);
    else shapes.set(look, [spot]);
  });
  dots.paint(pen);
  for (const [look, spots] of shapes) paintShapes(pen, look, spots, paint, ratio);
}

function paintShapes(pen: CanvasRenderingContext2D, look: number, spots: readonly Spot[], paint: Paint, ratio: number) {
  const { palette } = paint;
  pen.beginPath();
  if (look === TAKEN) {
    for (const { x, y, radius } of spots) circle(pen, x, y, radius * TAKEN_RADIUS);
    pen.strokeStyle = palette.edge;
    pen.lineWidth = Math.max(ratio, (spots[0]?.radius ?? 0) * TAKEN_LINE);
    pen.stroke();
    return;
  }
  const { level, dimmed } = levelOfLook(look);
  const colours = palette.levels[level];
  if (!colours) return;
  for (const { x, y, radius } of spots) circle(pen, x, y, radius);
  pen.fillStyle = dimmed ? colours.dimmed : colours.fill;
  pen.fill();
  if (dimmed) return;
  for (const spot of spots) if (spot.radius / RADIUS >= SIGNS_FROM * ratio) paintSign(pen, spot, paint, colours.ink);
}

function paintSign(pen: CanvasRenderingContext2D, { place, x, y, radius, detail }: Spot, { store, palette }: Paint, ink: string) {
  const traits = store.map.traits.get(place);
  pen.fillStyle = ink;
  pen.strokeStyle = ink;
  if (traits?.includes('wheelchair')) wheelchair(pen, x, y, radius);
  else if (isAccessible(traits)) companion(pen, x, y, radius);
  else if (detail === 'number') {
    const number = store.map.seatNumbers[place] ?? '';
    pen.font = `600 ${(radius * NUMBER_SIZE * (number.length > 2 ? 0.78 : 1)).toFixed(1)}px ${palette.font}`;
    pen.textAlign = 'center';
    pen.textBaseline = 'alphabetic';
    pen.fillText(number, x, y + radius * 0.32);
  }
  if (!traits?.includes('restricted-view')) return;
  pen.strokeStyle = palette.surface;
  pen.lineWidth = Math.max(1.2, radius * 0.2);
  pen.beginPath();
  cut(pen, x, y, radius);
  pen.stroke();
}
