import type { Point } from '@butaca/venue-map';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle in the map's unit. */
export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** What is seen of a map: the point in the upper left corner, and CSS pixels per unit of the map. */
export interface View {
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

export interface Limits {
  readonly least: number;
  readonly most: number;
}

export const boxOf = (viewBox: string): Box => {
  const [left = 0, top = 0, width = 1, height = 1] = viewBox.split(' ').map(Number);
  return { left, top, width, height };
};

export const onScreen = ({ left, top, scale }: View, { x, y }: Point): Point => ({ x: (x - left) * scale, y: (y - top) * scale });
export const onMap = ({ left, top, scale }: View, { x, y }: Point): Point => ({ x: left + x / scale, y: top + y / scale });
export const seen = ({ left, top, scale }: View, { width, height }: Size): Box => ({
  left,
  top,
  width: width / scale,
  height: height / scale,
});

/** The whole box in the middle of the screen, at most as large as `most`. */
export function fitted(box: Box, size: Size, most = Number.POSITIVE_INFINITY): View {
  const scale = Math.min(size.width / box.width, size.height / box.height, most);
  return centred({ x: box.left + box.width / 2, y: box.top + box.height / 2 }, scale, size);
}

export const centred = ({ x, y }: Point, scale: number, { width, height }: Size): View => ({
  left: x - width / scale / 2,
  top: y - height / scale / 2,
  scale,
});

/** Zooms in or out around `at`, a point of the screen. */
export function zoomed(view: View, factor: number, at: Point, { least, most }: Limits): View {
  const scale = Math.min(most, Math.max(least, view.scale * factor));
  const fixed = onMap(view, at);
  return { left: fixed.x - at.x / scale, top: fixed.y - at.y / scale, scale };
}

export const moved = ({ left, top, scale }: View, dx: number, dy: number): View => ({
  left: left - dx / scale,
  top: top - dy / scale,
  scale,
});

/** Keeps the map on the screen: an axis with room for all of it shows it in the middle, another one has `slack` pixels of air. */
export function clamped(view: View, map: Box, { width, height }: Size, slack: number): View {
  const { scale } = view;
  return {
    left: clampedAxis(view.left, map.left, map.width, width / scale, slack / scale),
    top: clampedAxis(view.top, map.top, map.height, height / scale, slack / scale),
    scale,
  };
}

function clampedAxis(start: number, from: number, length: number, visible: number, slack: number): number {
  if (length <= visible) return from + (length - visible) / 2;
  const air = Math.min(slack, length - visible);
  return Math.min(from + length - visible + air, Math.max(from - air, start));
}

/** A part of the way from one view to another: as if zooming about the one point that stays where it is. */
export function between(from: View, to: View, part: number): View {
  const ratio = to.scale / from.scale;
  if (Math.abs(ratio - 1) < 1e-3) {
    return {
      left: from.left + (to.left - from.left) * part,
      top: from.top + (to.top - from.top) * part,
      scale: from.scale + (to.scale - from.scale) * part,
    };
  }
  const scale = from.scale * ratio ** part;
  const still = (start: number, end: number) => (start * from.scale - end * to.scale) / (from.scale - to.scale);
  const x = still(from.left, to.left);
  const y = still(from.top, to.top);
  return { left: x - ((x - from.left) * from.scale) / scale, top: y - ((y - from.top) * from.scale) / scale, scale };
}
