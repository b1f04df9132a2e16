import type { Point } from '@butaca/venue-map';
import type { Camera } from './camera.ts';
import type { Pointer } from './detail.ts';

/** Movement below this is a shaking finger, not a drag. */
const SLOP_PX = 10;
const SPEED_WINDOW_MS = 80;
/** A finger that rests this long asks what is there instead of taking it. */
const HOLD_MS = 450;
/** Taps this close in time and place are one double tap, by habit or by a shaking finger: it takes once. */
const DOUBLE_TAP = { ms: 350, px: 24 };
/** Per pixel of a wheel turned with Ctrl, which is also how a pinch on a trackpad arrives. */
const ZOOM_PER_PX = 0.0055;
const LINE_PX = 16;

export interface GestureTarget {
  /** Returns what could not be moved, in pixels. */
  readonly move: (dx: number, dy: number) => Point;
  readonly zoom: (factor: number, at: Point) => void;
  readonly release: (vx: number, vy: number) => void;
  readonly press: () => void;
  readonly tap: (at: Point, pointer: Pointer) => void;
  readonly hover: (at: Point | null) => void;
  /** A finger rests on this point; false when there is nothing to tell, and lifting it is a tap. */
  readonly hold: (at: Point) => boolean;
  /** The wheel was turned without Ctrl: the page scrolled instead of the map. */
  readonly wheelPassed: () => void;
}

/**
 * Pinch, drag, wheel and tap on one element. A drag beyond the map's edge scrolls the page, so that the map never
 * traps a phone's page.
 */
export function listenForGestures(element: HTMLElement, target: GestureTarget): () => void {
  const pointers = new Map<number, Point>();
  const over = new AbortController();
  let started: Point | null = null;
  let dragging = false;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let held = false;
  let lastTap = { at: -Infinity, x: 0, y: 0 };
  let trail: { at: number; dx: number; dy: number }[] = [];

  const pointOf = (event: { clientX: number; clientY: number }): Point => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  function down(event: PointerEvent) {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, pointOf(event));
    target.press();
    dragging = pointers.size > 1;
    started = pointers.size === 1 ? pointOf(event) : null;
    trail = [];
    held = false;
    clearTimeout(resting);
    if (event.pointerType !== 'mouse') resting = setTimeout(rest, HOLD_MS);
  }

  function rest() {
    held = started !== null && !dragging && target.hold(started);
  }

  function move(event: PointerEvent) {
    const before = pointers.get(event.pointerId);
    const now = pointOf(event);
    if (!before) {
      if (event.pointerType === 'mouse') target.hover(now);
      return;
    }
    if (pointers.size > 1) {
      pinch(event.pointerId, before, now);
      return;
    }
    if (!dragging && started && Math.hypot(now.x - started.x, now.y - started.y) < SLOP_PX) return;
    if (!dragging) target.hover(null);
    clearTimeout(resting);
    dragging = true;
    pointers.set(event.pointerId, now);
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    trail.push({ at: event.timeStamp, dx, dy });
    const rest = target.move(dx, dy);
    if (event.pointerType === 'touch' && rest.y !== 0) window.scrollBy(0, -rest.y);
  }

  function pinch(id: number, before: Point, now: Point) {
    const other = [...pointers].find(([key]) => key !== id)?.[1];
    pointers.set(id, now);
    if (!other) return;
    const [was, is] = [Math.hypot(before.x - other.x, before.y - other.y), Math.hypot(now.x - other.x, now.y - other.y)];
    target.move((now.x - before.x) / 2, (now.y - before.y) / 2);
    if (was > 0 && is > 0) target.zoom(is / was, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  }

  function up(event: PointerEvent) {
    if (!pointers.delete(event.pointerId)) return;
    clearTimeout(resting);
    if (pointers.size > 0) return;
    if (!dragging && !held && started && event.type === 'pointerup') tap(started, event);
    if (dragging && started) throwMap(event.timeStamp);
    started = null;
    dragging = false;
  }

  function tap(at: Point, { timeStamp, pointerType }: PointerEvent) {
    const isRepeat = timeStamp - lastTap.at < DOUBLE_TAP.ms && Math.hypot(at.x - lastTap.x, at.y - lastTap.y) < DOUBLE_TAP.px;
    lastTap = { at: timeStamp, ...at };
    if (!isRepeat) target.tap(at, pointerType === 'mouse' ? 'fine' : 'coarse');
  }

  function throwMap(now: number) {
    const recent = trail.filter(({ at }) => now - at < SPEED_WINDOW_MS);
    const sum = (axis: 'dx' | 'dy') => recent.reduce((total, step) => total + step[axis], 0);
    if (recent.length > 1) target.release(sum('dx') / SPEED_WINDOW_MS, sum('dy') / SPEED_WINDOW_MS);
  }

  function wheel(event: WheelEvent) {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      target.zoom(Math.exp(-Math.max(-120, Math.min(120, dy)) * ZOOM_PER_PX), pointOf(event));
      return;
    }
    const rest = target.move(-dx, -dy);
    if (Math.abs(rest.x) >= Math.abs(dx) && Math.abs(rest.y) >= Math.abs(dy)) target.wheelPassed();
    else event.preventDefault();
  }

  const { signal } = over;
  element.addEventListener('pointerdown', down, { signal });
  element.addEventListener('pointermove', move, { signal });
  element.addEventListener('pointerup', up, { signal });
  element.addEventListener('pointercancel', up, { signal });
  element.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && target.hover(null), { signal });
  element.addEventListener('wheel', wheel, { signal, passive: false });
  // What a tap opens lies under the finger, and the click that follows would press its button: two places were taken unasked.
  element.addEventListener('touchend', (event) => event.cancelable && event.preventDefault(), { signal, passive: false });
  return () => {
    clearTimeout(resting);
    over.abort();
  };
}

const STEP_PX = 64;
const ZOOM = 1.5;

/** A key's effect on the map; undefined for other keys. */
export function keyStep(camera: Camera, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): (() => void) | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const steps: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => camera.moveBy(STEP_PX, 0),
    ArrowRight: () => camera.moveBy(-STEP_PX, 0),
    ArrowUp: () => camera.moveBy(0, STEP_PX),
    ArrowDown: () => camera.moveBy(0, -STEP_PX),
    '+': () => camera.flyBy(ZOOM),
    '=': () => camera.flyBy(ZOOM),
    '-': () => camera.flyBy(1 / ZOOM),
    0: () => camera.flyToWhole(),
  };
  return steps[key];
}
