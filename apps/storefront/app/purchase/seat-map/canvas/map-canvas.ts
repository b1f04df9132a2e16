import type { Point } from '@butaca/venue-map';
import { approachOf, type Camera, createCamera } from '../map/camera.ts';
import { COMFORTABLE_PITCH, canChoose, LARGEST_PITCH, type Pointer } from '../map/detail.ts';
import { keyStep, listenForGestures } from '../map/gestures.ts';
import { type Box, centred, onMap, onScreen, seen } from '../map/view.ts';
import type { SeatMapStore } from '../store/seat-map-store.ts';
import { type Palette, readPalette, watchTheme } from './colours.ts';
import { paintOwn } from './paint-own.ts';
import { createPainter } from './painter.ts';
import { placeAt, sceneOf, sectionAt } from './scene.ts';

/** More pixels than these cost time and show no difference. */
const MOST_RATIO = 2;
/** After a turn of the wheel, how long until places are painted at the new scale. */
const SETTLE_MS = 140;

/** A place that is pointed at, with where it is on the element. */
export interface Pointed {
  readonly place: number;
  readonly at: Point;
  /** A tap takes the place; the others only look at it. */
  readonly by: 'mouse' | 'tap' | 'hold';
}

export interface MapCanvasEvents {
  readonly onPoint: (pointed: Pointed | null) => void;
  /** The mouse is on a section whose places are too small for it yet, at this point of the canvas in pixels; called for each of its moves. */
  readonly onPointSection: (pointed: { readonly section: number; readonly at: Point } | null) => void;
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
  let palette: Palette | null = null;
  let ratio = 1;
  let asked = 0;
  let zoomedAt = -Infinity;
  let pointed: number | null = null;
  let sinceFocus = store.get().focused;

  function ask() {
    if (asked === 0) asked = requestAnimationFrame(frame);
  }

  function frame(now: number) {
    asked = 0;
    const moves = camera.tick(now);
    const settling = performance.now() - zoomedAt < SETTLE_MS;
    const { view, size } = camera;
    const complete = painter.draw(pen, { view, size, ratio, moving: moves || settling });
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (palette) paintOwn(pen, { store, scene, palette, view }, pointed, size);
    events.onView({ box: seen(view, size), isWhole: camera.isWhole, isClosest: camera.isClosest });
    if (moves || settling || !complete) ask();
  }

  function resize() {
    const { width, height } = host.getBoundingClientRect();
    const nextRatio = Math.min(MOST_RATIO, devicePixelRatio || 1);
    const isSame = width === camera.size.width && height === camera.size.height && nextRatio === ratio;
    // The observer tells the first size once more: nothing that moves meanwhile is to stop for it.
    if (width === 0 || height === 0 || isSame) return;
    ratio = nextRatio;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    camera.resize({ width, height });
    ask();
  }

  const repaint = () => {
    palette = readPalette(host, store.levels);
    painter.palette = palette;
    ask();
  };

  function point(place: number | null, by: Pointed['by'] = 'mouse') {
    if (place === pointed) return;
    pointed = place;
    ask();
    events.onPoint(
      place === null ? null : { place, by, at: onScreen(camera.view, { x: store.map.x[place] ?? 0, y: store.map.y[place] ?? 0 }) },
    );
  }

  /** Moves the camera and clears what was pointed at. */
  function go(move: () => void) {
    point(null);
    move();
    ask();
  }

  function tap(at: Point, pointer: Pointer) {
    const { view, size } = camera;
    const place = placeAt(scene, at, view, pointer);
    if (place !== null) {
      // What a finger held or a tap showed before goes, even at the same place.
      if (pointer === 'coarse') point(null);
      point(place, pointer === 'fine' ? 'mouse' : 'tap');
      store.tap(place);
      return;
    }
    point(null);
    const section = sectionAt(scene, pen, at, view);
    sinceFocus = section?.index ?? null;
    store.focusSection(sinceFocus);
    if (!section || (section.pitch > 0 && canChoose(section.pitch * view.scale, pointer))) return;
    go(() => camera.flyTo(approachOf(section, size, onMap(view, at))));
  }

  function key(event: KeyboardEvent) {
    const step = keyStep(camera, event);
    if (!step) return;
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
      const place = at && placeAt(scene, at, camera.view, 'fine');
      const section = at && sectionAt(scene, pen, at, camera.view);
      const far = section && !canChoose(section.pitch * camera.view.scale, 'fine') ? section : null;
      canvas.style.cursor = place !== null ? 'pointer' : far && !camera.isClosest ? 'zoom-in' : '';
      events.onPointSection(far && at ? { section: far.index, at } : null);
      point(place);
    },
    hold(at) {
      const place = placeAt(scene, at, camera.view, 'coarse');
      point(null);
      point(place, 'hold');
      return place !== null;
    },
    wheelPassed: events.onWheelPassed,
  });

  const sizes = new ResizeObserver(resize);
  sizes.observe(host);
  const stopTheme = watchTheme(repaint);
  const stopStock = store.onStock(painter.changed);
  const stopStore = store.subscribe(() => {
    ask();
    const { focused } = store.get();
    if (focused === sinceFocus) return;
    sinceFocus = focused;
    const section = focused === null ? undefined : scene.sections[focused];
    if (section && section.box.width > 0) go(() => camera.flyTo(approachOf(section, camera.size)));
  });
  host.addEventListener('keydown', key);
  repaint();
  resize();
  void document.fonts?.ready.then(() => repaint());

  return {
    closer: () => go(() => camera.flyBy(2)),
    further: () => go(() => camera.flyBy(0.5)),
    whole: () => go(camera.flyToWhole),
    /** Comes close enough to choose, with a place in the middle; to its section where places have no number. */
    show(place: number) {
      const section = scene.sections[scene.sectionOf[place] ?? 0];
      if (!section) return;
      const at = { x: store.map.x[place] ?? 0, y: store.map.y[place] ?? 0 };
      const { pitch } = section;
      go(() => camera.goTo(pitch > 0 ? centred(at, COMFORTABLE_PITCH / pitch, camera.size) : approachOf(section, camera.size)));
    },
    /** Puts a point of the map in the middle. */
    look: (at: Point) => go(() => camera.flyTo(centred(at, camera.view.scale, camera.size))),
    stop() {
      cancelAnimationFrame(asked);
      host.removeEventListener('keydown', key);
      sizes.disconnect();
      stopGestures();
      stopTheme();
      stopStock();
      stopStore();
    },
  };
}

export type MapCanvas = ReturnType<typeof runMapCanvas>;
