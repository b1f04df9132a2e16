import type { Point } from '@butaca/venue-map';
import { type Camera, createCamera } from '../map/camera.ts';
import { CHOOSING_PITCH, COMFORTABLE_PITCH, canChoose, LARGEST_PITCH } from '../map/detail.ts';
import { listenForGestures } from '../map/gestures.ts';
import { type Box, centred, fitted, onMap, onScreen, seen } from '../map/view.ts';
import type { SeatMapStore } from '../store/seat-map-store.ts';
import { createPainter } from './painter.ts';
import { readPalette } from './palette.ts';
import { type SceneSection, sceneOf } from './scene.ts';
import { watchTheme } from './watch-theme.ts';

/** More pixels than these are not seen, only paid for. */
const MOST_RATIO = 2;
/** After a turn of the wheel, how long until places are painted at the new scale. */
const SETTLE_MS = 140;
const STEP_PX = 64;
const KEY_ZOOM = 1.5;
/** A finger hits a place from so far away. */
const REACH_PX = { fine: 8, coarse: 14 };

/** A place that is pointed at, with where it is on the element. */
export interface Pointed {
  readonly place: number;
  readonly at: Point;
}

export interface MapCanvasEvents {
  readonly onPlace: (place: number) => void;
  /** A section was tapped, or what is none. */
  readonly onSection: (section: number | null) => void;
  readonly onPoint: (pointed: Pointed | null) => void;
  /** The mouse is on a section. */
  readonly onPointSection: (section: number | null) => void;
  /** The whole map is shown, or part of it, with the part in the map's unit. */
  readonly onView: (view: { readonly box: Box; readonly isWhole: boolean; readonly isClosest: boolean }) => void;
  readonly onWheelPassed: () => void;
}

/** Runs the canvas: gestures move the camera, the store and the camera ask for frames, and a frame is drawn only when asked for. */
export function runMapCanvas(canvas: HTMLCanvasElement, store: SeatMapStore, events: MapCanvasEvents) {
  const pen = canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D;
  const host = canvas.parentElement as HTMLElement;
  const scene = sceneOf(store);
  const painter = createPainter(store, scene);
  const stillness = matchMedia('(prefers-reduced-motion: reduce)');
  const camera: Camera = createCamera(scene.frame, { most: LARGEST_PITCH / scene.leastPitch, still: () => stillness.matches });
  let ratio = 1;
  let asked = 0;
  let zoomedAt = -Infinity;
  let pointed: number | null = null;
  let sinceFocus = store.state.focused;

  function ask() {
    if (asked === 0) asked = requestAnimationFrame(frame);
  }

  function frame(now: number) {
    asked = 0;
    const moves = camera.tick(now);
    const settling = performance.now() - zoomedAt < SETTLE_MS;
    const complete = painter.draw(pen, { view: camera.view, size: camera.size, ratio, moving: moves || settling, pointed });
    events.onView({ box: seen(camera.view, camera.size), isWhole: camera.isWhole, isClosest: camera.isClosest });
    if (moves || settling || !complete) ask();
  }

  function resize() {
    const { width, height } = host.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    ratio = Math.min(MOST_RATIO, devicePixelRatio || 1);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    camera.resize({ width, height });
    ask();
  }

  const repaint = () => {
    painter.palette = readPalette(host, store.levels);
    ask();
  };

  function sectionAt(at: Point): SceneSection | undefined {
    const { x, y } = onMap(camera.view, at);
    pen.save();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    const found = scene.sections.find(({ path, box }) => box.width > 0 && pen.isPointInPath(path, x, y));
    pen.restore();
    return found;
  }

  function placeAt(at: Point, pointer: 'fine' | 'coarse'): number | null {
    const place = scene.grid.nearest(onMap(camera.view, at), Math.max(REACH_PX[pointer] / camera.view.scale, scene.mostPitch * 0.6));
    if (place === null) return null;
    const pitch = scene.sections[scene.sectionOf[place] ?? 0]?.pitch ?? 0;
    const away = Math.hypot((store.map.x[place] ?? 0) - onMap(camera.view, at).x, (store.map.y[place] ?? 0) - onMap(camera.view, at).y);
    if (away > Math.max(pitch * 0.62, REACH_PX[pointer] / camera.view.scale)) return null;
    return canChoose(pitch * camera.view.scale, pointer) ? place : null;
  }

  function point(place: number | null) {
    if (place === pointed) return;
    pointed = place;
    ask();
    events.onPoint(
      place === null ? null : { place, at: onScreen(camera.view, { x: store.map.x[place] ?? 0, y: store.map.y[place] ?? 0 }) },
    );
  }

  /** The section as large as it fits, its places at least large enough to choose; about the point that was tapped. */
  function approach(section: SceneSection, tapped?: Point) {
    const margin = 24;
    const room = { width: Math.max(1, camera.size.width - 2 * margin), height: Math.max(1, camera.size.height - 2 * margin) };
    const whole = fitted(section.box, room);
    const least = section.pitch === 0 ? 0 : CHOOSING_PITCH / section.pitch;
    const comfortable = section.pitch === 0 ? whole.scale : COMFORTABLE_PITCH / section.pitch;
    const scale = Math.max(Math.min(whole.scale, comfortable), least);
    const middle = { x: section.box.left + section.box.width / 2, y: section.box.top + section.box.height / 2 };
    const target = whole.scale >= least || !tapped ? middle : tapped;
    camera.flyTo(centred(target, scale, camera.size));
    ask();
  }

  /** Moves on purpose; what was pointed at is somewhere else then. */
  function go(move: () => void) {
    point(null);
    move();
    ask();
  }

  function tap(at: Point, pointer: 'fine' | 'coarse') {
    const place = placeAt(at, pointer);
    if (place !== null) {
      point(place);
      events.onPlace(place);
      return;
    }
    point(null);
    const section = sectionAt(at);
    if (!section) {
      events.onSection(null);
      return;
    }
    sinceFocus = section.index;
    events.onSection(section.index);
    if (section.pitch === 0 || !canChoose(section.pitch * camera.view.scale, pointer)) approach(section, onMap(camera.view, at));
  }

  function key(event: KeyboardEvent) {
    const steps: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => camera.moveBy(STEP_PX, 0),
      ArrowRight: () => camera.moveBy(-STEP_PX, 0),
      ArrowUp: () => camera.moveBy(0, STEP_PX),
      ArrowDown: () => camera.moveBy(0, -STEP_PX),
      '+': () => camera.flyBy(KEY_ZOOM),
      '=': () => camera.flyBy(KEY_ZOOM),
      '-': () => camera.flyBy(1 / KEY_ZOOM),
      0: () => camera.flyToWhole(),
    };
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(step);
  }

  const stopGestures = listenForGestures(canvas, {
    press: () => camera.stop(),
    move(dx, dy) {
      point(null);
      const rest = camera.moveBy(dx, dy);
      ask();
      return rest;
    },
    zoom(factor, at) {
      point(null);
      zoomedAt = performance.now();
      camera.zoomBy(factor, at);
      ask();
    },
    release(vx, vy) {
      camera.throwAt(vx, vy);
      ask();
    },
    tap,
    hover(at) {
      const place = at && placeAt(at, 'fine');
      const section = at && sectionAt(at);
      canvas.style.cursor = place !== null ? 'pointer' : section && !camera.isClosest ? 'zoom-in' : '';
      events.onPointSection(section?.index ?? null);
      point(place);
    },
    wheelPassed: events.onWheelPassed,
  });

  const sizes = new ResizeObserver(resize);
  sizes.observe(host);
  const stopTheme = watchTheme(repaint);
  const stopPlaces = store.onPlaces((places) => {
    painter.changed(places);
    ask();
  });
  const stopStore = store.subscribe(() => {
    const { focused } = store.state;
    if (focused === sinceFocus) return;
    sinceFocus = focused;
    const section = focused === null ? undefined : scene.sections[focused];
    if (section && section.box.width > 0) go(() => approach(section));
    ask();
  });
  host.addEventListener('keydown', key);
  repaint();
  resize();
  void document.fonts?.ready.then(() => repaint());

  return {
    closer: () => go(() => camera.flyBy(2)),
    further: () => go(() => camera.flyBy(0.5)),
    whole: () => go(camera.flyToWhole),
    /** Puts a point of the map in the middle. */
    look: (at: Point) => go(() => camera.flyTo(centred(at, camera.view.scale, camera.size))),
    stop() {
      cancelAnimationFrame(asked);
      host.removeEventListener('keydown', key);
      sizes.disconnect();
      stopGestures();
      stopTheme();
      stopPlaces();
      stopStore();
    },
  };
}

export type MapCanvas = ReturnType<typeof runMapCanvas>;
