import type { SeatMapStore } from '../store/seat-map-store.ts';
import type { Palette } from './colours.ts';

export const TAKEN = 0;
const FIRST_LEVEL = 1;

/** A free place's look: its level's colour, or that of what a filter leaves out. */
export const levelOfLook = (look: number): { level: number; dimmed: boolean } => ({
  level: (look - FIRST_LEVEL) >> 1,
  dimmed: ((look - FIRST_LEVEL) & 1) === 1,
});

/** How each place is drawn, one byte each: what painting thousands of them in a few milliseconds needs to know. */
export function createLooks(store: SeatMapStore) {
  const looks = new Uint8Array(store.map.placeCount);

  function lookOf(place: number): number {
    const level = store.levelIndexOf(place);
    const free = store.isFree(place);
    if (free === false || level < 0) return TAKEN;
    return FIRST_LEVEL + 2 * level + (free && store.matches(place) ? 0 : 1);
  }

  function refresh(places: readonly number[] | null) {
    if (places) for (const place of places) looks[place] = lookOf(place);
    else for (let place = 0; place < looks.length; place += 1) looks[place] = lookOf(place);
  }

  refresh(null);
  return { of: looks as Readonly<Uint8Array>, refresh };
}

export type Looks = ReturnType<typeof createLooks>['of'];

/** Of a place's radius. */
const TAKEN_DOT = 0.5;
const TAKEN_ALPHA = 0.55;
/** Smaller than this, in pixels of the screen, a circle is a square. */
const SMALLEST_CIRCLE = 1.4;
const AIR = 1;
/** Sizes in quarters of a pixel, up to 64 pixels: smaller differences are invisible. */
const STEPS = 4;
const SIZES = 256;

export type Dots = ReturnType<typeof createDots>;

/**
 * Places too small for a shape, by the thousand: squares, or copies of one small picture for each colour and size, which
 * is many times faster than as many circles.
 */
export function createDots(palette: Palette) {
  const stamps = new Map<number, HTMLCanvasElement>();
  const waiting = new Map<number, number[]>();

  function stampOf(kind: number, colour: string, radius: number): HTMLCanvasElement {
    const stamp = stamps.get(kind) ?? drawStamp(colour, radius);
    stamps.set(kind, stamp);
    return stamp;
  }

  function paintKind(pen: CanvasRenderingContext2D, kind: number, at: readonly number[]) {
    const look = Math.floor(kind / SIZES);
    const radius = ((kind % SIZES) / STEPS) * (look === TAKEN ? TAKEN_DOT : 1);
    const colour = colourOf(look, palette);
    pen.globalAlpha = look === TAKEN ? TAKEN_ALPHA : 1;
    if (radius < SMALLEST_CIRCLE) {
      const side = radius * 1.8;
      pen.fillStyle = colour;
      for (let i = 0; i < at.length; i += 2) pen.fillRect((at[i] as number) - side / 2, (at[i + 1] as number) - side / 2, side, side);
      return;
    }
    const stamp = stampOf(kind, colour, radius);
    const half = stamp.width / 2;
    for (let i = 0; i < at.length; i += 2) pen.drawImage(stamp, (at[i] as number) - half, (at[i + 1] as number) - half);
  }

  return {
    add(look: number, x: number, y: number, radius: number) {
      const kind = look * SIZES + Math.min(SIZES - 1, Math.max(1, Math.round(radius * STEPS)));
      const at = waiting.get(kind);
      if (at) at.push(x, y);
      else waiting.set(kind, [x, y]);
    },
    /** Paints what was added since the last time. */
    paint(pen: CanvasRenderingContext2D) {
      for (const [kind, at] of waiting) paintKind(pen, kind, at);
      pen.globalAlpha = 1;
      waiting.clear();
    },
  };
}

function colourOf(look: number, { levels, edge }: Palette): string {
  if (look === TAKEN) return edge;
  const { level, dimmed } = levelOfLook(look);
  const colours = levels[level];
  return (dimmed ? colours?.dimmed : colours?.fill) ?? edge;
}

function drawStamp(colour: string, radius: number): HTMLCanvasElement {
  const stamp = document.createElement('canvas');
  stamp.width = Math.ceil(2 * (radius + AIR));
  stamp.height = stamp.width;
  const pen = stamp.getContext('2d') as CanvasRenderingContext2D;
  pen.fillStyle = colour;
  pen.beginPath();
  circle(pen, stamp.width / 2, stamp.width / 2, radius);
  pen.fill();
  return stamp;
}

type Pen = CanvasRenderingContext2D;
const ROUND = 2 * Math.PI;

/** Adds a circle to the path that is open. */
export function circle(pen: Pen, x: number, y: number, radius: number): void {
  pen.moveTo(x + radius, y);
  pen.arc(x, y, radius, 0, ROUND);
}

/** A person in a wheelchair, within a circle of this radius, in strokes. */
export function wheelchair(pen: Pen, x: number, y: number, radius: number): void {
  const at = (dx: number, dy: number): [number, number] => [x + dx * radius, y + dy * radius];
  pen.beginPath();
  pen.arc(...at(-0.12, -0.58), radius * 0.13, 0, ROUND);
  pen.moveTo(...at(-0.12, -0.36));
  pen.lineTo(...at(-0.08, 0.08));
  pen.lineTo(...at(0.26, 0.08));
  pen.lineTo(...at(0.46, 0.52));
  pen.moveTo(...at(-0.1, -0.14));
  pen.lineTo(...at(0.24, -0.14));
  pen.moveTo(...at(0.2, 0.42));
  pen.arc(...at(-0.12, 0.24), radius * 0.38, 0.5, 4.1);
  pen.lineWidth = Math.max(1, radius * 0.16);
  pen.stroke();
}

/** Two heads: a companion's place. */
export function companion(pen: Pen, x: number, y: number, radius: number): void {
  pen.beginPath();
  for (const dx of [-0.3, 0.3]) {
    circle(pen, x + dx * radius, y - 0.22 * radius, radius * 0.17);
    pen.moveTo(x + (dx - 0.26) * radius, y + 0.42 * radius);
    pen.arc(x + dx * radius, y + 0.42 * radius, radius * 0.26, Math.PI, 0);
    pen.closePath();
  }
  pen.fill();
}

/** A cut across the place: not all of the stage is seen from it. */
export function cut(pen: Pen, x: number, y: number, radius: number): void {
  pen.moveTo(x - radius, y + radius * 0.25);
  pen.lineTo(x + radius * 0.25, y - radius);
}

export function tick(pen: Pen, x: number, y: number, radius: number): void {
  pen.moveTo(x - radius * 0.42, y + radius * 0.02);
  pen.lineTo(x - radius * 0.1, y + radius * 0.34);
  pen.lineTo(x + radius * 0.46, y - radius * 0.32);
}
