import { type Detail, detailAt } from '../map/detail.ts';
import type { Box } from '../map/view.ts';
import { isAccessible } from '../store/place-state.ts';
import type { SeatMapStore } from '../store/seat-map-store.ts';
import type { Palette } from './palette.ts';
import type { Scene } from './scene.ts';
import { circle, companion, cut, wheelchair } from './signs.ts';

/** Of the distance between places. */
export const RADIUS = 0.42;
const TAKEN_RADIUS = 0.46;
const TAKEN_DOT = 0.5;
/** Below this many pixels a circle is a square. */
const SMALLEST_CIRCLE = 1.4;
const NUMBER_SIZE = 0.92;

interface Spot {
  readonly place: number;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly detail: Detail;
}

/** Draws the places of a box of the map, at `scale` pixels of the screen per unit of the map and `ratio` of them per pixel of CSS; the buyer's own are left out, because they are drawn on top of everything. */
export function paintPlaces(
  pen: CanvasRenderingContext2D,
  { box, scale, ratio }: { box: Box; scale: number; ratio: number },
  { store, scene, palette }: { store: SeatMapStore; scene: Scene; palette: Palette },
): void {
  const { map } = store;
  const free = new Map<string, Spot[]>();
  const taken: Spot[] = [];
  const signed: Spot[] = [];
  const reach = scene.mostPitch;
  const area = { left: box.left - reach, top: box.top - reach, width: box.width + 2 * reach, height: box.height + 2 * reach };
  scene.grid.around(area, (place) => {
    const pitch = (scene.sections[scene.sectionOf[place] ?? 0]?.pitch ?? 0) * scale;
    const detail = detailAt(pitch / ratio);
    if (detail === 'section') return;
    const radius = pitch * RADIUS;
    const spot = { place, x: ((map.x[place] ?? 0) - box.left) * scale, y: ((map.y[place] ?? 0) - box.top) * scale, radius, detail };
    if (spot.x < -radius || spot.y < -radius || spot.x > box.width * scale + radius || spot.y > box.height * scale + radius) return;
    const state = store.stateOf(place);
    if (state === 'mine' || state === 'pending') return;
    const colours = palette.levels[store.levelIndexOf(place)];
    if (state === 'taken' || !colours) {
      taken.push(spot);
      return;
    }
    const bright = state === 'free' && store.matches(place);
    const fill = bright ? colours.fill : colours.dimmed;
    const spots = free.get(fill);
    if (spots) spots.push(spot);
    else free.set(fill, [spot]);
    if (bright && detail !== 'dot' && (detail === 'number' || map.traits.has(place))) signed.push(spot);
  });

  for (const [fill, spots] of free) {
    pen.fillStyle = fill;
    fillSpots(pen, spots, 1);
  }
  paintTaken(pen, taken, palette);
  for (const spot of signed) paintSign(pen, spot, { store, palette });
}

function fillSpots(pen: CanvasRenderingContext2D, spots: readonly Spot[], share: number) {
  pen.beginPath();
  for (const { x, y, radius } of spots) {
    const r = radius * share;
    if (r < SMALLEST_CIRCLE) pen.rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8);
    else circle(pen, x, y, r);
  }
  pen.fill();
}

function paintTaken(pen: CanvasRenderingContext2D, spots: readonly Spot[], { edge }: Palette) {
  pen.fillStyle = edge;
  pen.globalAlpha = 0.55;
  fillSpots(
    pen,
    spots.filter(({ detail }) => detail === 'dot'),
    TAKEN_DOT,
  );
  pen.globalAlpha = 1;
  pen.strokeStyle = edge;
  pen.beginPath();
  let width = 1;
  for (const { x, y, radius, detail } of spots) {
    if (detail === 'dot') continue;
    width = Math.max(1, radius * 0.12);
    circle(pen, x, y, radius * TAKEN_RADIUS);
  }
  pen.lineWidth = width;
  pen.stroke();
}

function paintSign(
  pen: CanvasRenderingContext2D,
  { place, x, y, radius, detail }: Spot,
  { store, palette }: { store: SeatMapStore; palette: Palette },
) {
  const traits = store.map.traits.get(place);
  const colours = palette.levels[store.levelIndexOf(place)];
  if (!colours) return;
  pen.fillStyle = colours.ink;
  pen.strokeStyle = colours.ink;
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
