import type { Point } from '@butaca/venue-map';
import { onScreen, type Size, type View } from '../map/view.ts';
import type { SeatMapStore } from '../store/seat-map-store.ts';
import type { Palette } from './colours.ts';
import { circle, tick } from './dots.ts';
import { RADIUS } from './paint-places.ts';
import type { Scene } from './scene.ts';

interface Paint {
  readonly store: SeatMapStore;
  readonly scene: Scene;
  readonly palette: Palette;
  readonly view: View;
}

/** The smallest radius of the buyer's places, so that they are visible on a small map. */
const LEAST_RADIUS_PX = 6;

/**
 * The buyer's few places and the one that is pointed at, drawn over the map with every frame, so that choosing one repaints
 * no tile; in CSS pixels.
 */
export function paintOwn(pen: CanvasRenderingContext2D, paint: Paint, pointed: number | null, size: Size): void {
  const { mine, pending } = paint.store.get();
  for (const place of mine) if (!pending.has(place)) on(pen, paint, place, size, paintMine);
  for (const place of pending) on(pen, paint, place, size, paintPending);
  if (pointed !== null) on(pen, paint, pointed, size, paintPointed);
}

type Painter = (pen: CanvasRenderingContext2D, at: Point, radius: number, paint: Paint, place: number) => void;

function on(pen: CanvasRenderingContext2D, paint: Paint, place: number, { width, height }: Size, painter: Painter) {
  const { store, scene, view } = paint;
  const section = scene.sections[scene.sectionOf[place] ?? 0];
  if (!section || section.pitch === 0) return;
  const at = onScreen(view, { x: store.map.x[place] ?? 0, y: store.map.y[place] ?? 0 });
  const radius = section.pitch * view.scale * RADIUS;
  if (at.x < -radius * 2 || at.y < -radius * 2 || at.x > width + radius * 2 || at.y > height + radius * 2) return;
  painter(pen, at, radius, paint, place);
}

function paintMine(pen: CanvasRenderingContext2D, { x, y }: Point, radius: number, { palette }: Paint) {
  const r = Math.max(LEAST_RADIUS_PX, radius);
  fill(pen, x, y, r * 1.24 + 1, palette.surface);
  stroke(pen, x, y, r * 1.2, palette.ink, Math.max(1.5, r * 0.16));
  fill(pen, x, y, r * 0.92, palette.ink);
  pen.beginPath();
  tick(pen, x, y, r * 0.92);
  pen.strokeStyle = palette.paper;
  pen.lineWidth = Math.max(1.5, r * 0.2);
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.stroke();
}

function paintPending(pen: CanvasRenderingContext2D, { x, y }: Point, radius: number, { palette, store }: Paint, place: number) {
  const r = Math.max(LEAST_RADIUS_PX, radius);
  const colours = palette.levels[store.levelIndexOf(place)];
  fill(pen, x, y, r * 1.24 + 1, palette.surface);
  fill(pen, x, y, r * 0.62, colours?.fill ?? palette.edge);
  pen.setLineDash([r * 0.5, r * 0.36]);
  stroke(pen, x, y, r * 1.08, palette.ink, Math.max(1.5, r * 0.16));
  pen.setLineDash([]);
}

function paintPointed(pen: CanvasRenderingContext2D, { x, y }: Point, radius: number, { palette }: Paint) {
  stroke(pen, x, y, Math.max(4, radius * 1.18), palette.ink, 2);
}

function fill(pen: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string) {
  pen.beginPath();
  circle(pen, x, y, radius);
  pen.fillStyle = colour;
  pen.fill();
}

function stroke(pen: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string, width: number) {
  pen.beginPath();
  circle(pen, x, y, radius);
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke();
}
