import type { Point } from '@butaca/venue-map';
import { CHOOSING_PITCH, COMFORTABLE_PITCH } from './detail.ts';
import { type Box, between, centred, clamped, fitted, type Limits, moved, type Size, type View, zoomed } from './view.ts';

const FLIGHT_MS = 340;
/** Room around the whole map, and how far its edge may come into the screen. */
const MARGIN_PX = 12;
const SLACK_PX = 72;
/** The share of its speed that a flung map keeps per millisecond; below the least speed it stops. */
const GLIDE_PER_MS = 0.9955;
const LEAST_SPEED = 0.02;

interface Flight {
  readonly from: View;
  readonly to: View;
  readonly startedAt: number;
}

const easeOut = (part: number) => 1 - (1 - part) ** 3;

/** The part of the map that is shown. All movement happens in `tick`, which each frame calls with its time in milliseconds. */
export function createCamera(map: Box, { most, still }: { most: number; still: () => boolean }) {
  let size: Size = { width: 1, height: 1 };
  let view: View = fitted(map, size);
  let flight: Flight | null = null;
  let glide: { vx: number; vy: number; at: number } | null = null;

  const whole = () => {
    const room = { width: Math.max(1, size.width - 2 * MARGIN_PX), height: Math.max(1, size.height - 2 * MARGIN_PX) };
    const { scale } = fitted(map, room, most);
    return clamped({ left: map.left, top: map.top, scale }, map, size, 0);
  };
  const limits = (): Limits => ({ least: whole().scale, most: Math.max(most, whole().scale) });
  const kept = (next: View) => (next.scale <= limits().least * 1.001 ? whole() : clamped(next, map, size, SLACK_PX));
  const stop = () => {
    flight = null;
    glide = null;
  };

  function flyTo(next: View) {
    stop();
    const to = kept(next);
    if (still()) view = to;
    else flight = { from: view, to, startedAt: performance.now() };
  }

  return {
    get view() {
      return view;
    },
    get size() {
      return size;
    },
    get isWhole() {
      return view.scale <= limits().least * 1.01;
    },
    get isClosest() {
      return view.scale >= limits().most * 0.99;
    },
    /** Keeps what is in the middle there, or arrives where it was flying to; the first size shows the whole map. */
    resize(next: Size) {
      const { left, top, scale } = flight?.to ?? view;
      const wasWhole = size.width === 1 || scale <= limits().least * 1.01;
      const middle = { x: left + size.width / scale / 2, y: top + size.height / scale / 2 };
      size = next;
      stop();
      view = wasWhole ? whole() : kept(centred(middle, scale, size));
    },
    stop,
    /** By pixels of the screen; gives back what the edge of the map did not allow. */
    moveBy(dx: number, dy: number): Point {
      stop();
      const before = view;
      view = kept(moved(view, dx, dy));
      return { x: dx - (before.left - view.left) * view.scale, y: dy - (before.top - view.top) * view.scale };
    },
    zoomBy(factor: number, at: Point) {
      stop();
      view = kept(zoomed(view, factor, at, limits()));
    },
    flyBy: (factor: number, at: Point = { x: size.width / 2, y: size.height / 2 }) =>
      flyTo(zoomed(flight?.to ?? view, factor, at, limits())),
    flyTo,
    /** At once, and with what is in the middle of `next` in the middle also where the map ends beside it. */
    goTo(next: View) {
      stop();
      view = clamped(next, map, size, Math.max(size.width, size.height) / 2);
    },
    flyToWhole: () => flyTo(whole()),
    /** Pixels per millisecond. */
    throwAt(vx: number, vy: number) {
      if (!still()) glide = { vx, vy, at: performance.now() };
    },
    /** True while something moves. */
    tick(now: number): boolean {
      if (flight) {
        const part = Math.min(1, Math.max(0, (now - flight.startedAt) / FLIGHT_MS));
        view = part === 1 ? flight.to : between(flight.from, flight.to, easeOut(part));
        if (part === 1) flight = null;
        return flight !== null;
      }
      if (!glide) return false;
      const passed = Math.max(0, now - glide.at);
      const next = kept(moved(view, glide.vx * passed, glide.vy * passed));
      const stuck = next.left === view.left && next.top === view.top && passed > 0;
      view = next;
      const left = GLIDE_PER_MS ** passed;
      glide = { vx: glide.vx * left, vy: glide.vy * left, at: now };
      if (stuck || Math.hypot(glide.vx, glide.vy) < LEAST_SPEED) glide = null;
      return glide !== null;
    },
  };
}

export type Camera = ReturnType<typeof createCamera>;

const APPROACH_MARGIN_PX = 24;

/**
 * A view of a section as large as the screen allows, with places large enough to choose and no larger than comfortable; if
 * the whole section does not fit, around the tapped point.
 */
export function approachOf({ box, pitch }: { box: Box; pitch: number }, { width, height }: Size, tapped?: Point): View {
  const room = { width: Math.max(1, width - 2 * APPROACH_MARGIN_PX), height: Math.max(1, height - 2 * APPROACH_MARGIN_PX) };
  const whole = fitted(box, room).scale;
  const least = pitch === 0 ? 0 : CHOOSING_PITCH / pitch;
  const comfortable = pitch === 0 ? whole : COMFORTABLE_PITCH / pitch;
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  return centred(whole >= least || !tapped ? middle : tapped, Math.max(Math.min(whole, comfortable), least), { width, height });
}
