import type { CompiledMap, Decor, Point } from '@butaca/venue-map';
import { canChoose, type Pointer } from '../map/detail.ts';
import { type PlaceGrid, pitches, placeGrid } from '../map/place-grid.ts';
import { type Box, boxOf, onMap, type View } from '../map/view.ts';
import type { SeatMapStore } from '../store/seat-map-store.ts';

export interface SceneSection {
  readonly index: number;
  readonly path: Path2D;
  readonly box: Box;
  /** From one place to the next, in the map's unit; 0 where places have no number. */
  readonly pitch: number;
}

interface SceneDecor {
  readonly kind: Decor['kind'];
  readonly path: Path2D;
  readonly box: Box;
  readonly text: string;
  readonly at?: Point;
}

/** Geometry computed once: it does not depend on availability. */
export interface Scene {
  readonly map: CompiledMap;
  readonly frame: Box;
  readonly sections: readonly SceneSection[];
  readonly decor: readonly SceneDecor[];
  readonly grid: PlaceGrid;
  /** Index of the section of each place. */
  readonly sectionOf: Uint16Array;
  readonly leastPitch: number;
  readonly mostPitch: number;
}

const NO_PITCH = 10;
/** The largest distance at which a pointer hits a place, in pixels. */
const REACH_PX = { fine: 8, coarse: 14 };
/** The same in distances between places. */
const REACH = 0.62;

export function sceneOf({ map, picture }: SeatMapStore): Scene {
  const grid = placeGrid(map);
  const pitch = pitches(map, grid);
  const sectionOf = new Uint16Array(map.placeCount);
  map.sections.forEach(({ firstPlace, placeCount }, index) => {
    sectionOf.fill(index, firstPlace, firstPlace + placeCount);
  });
  const numbered = [...pitch].filter((value) => value > 0);
  return {
    map,
    frame: boxOf(picture.viewBox),
    grid,
    sectionOf,
    mostPitch: Math.max(0, ...numbered),
    leastPitch: numbered.length > 0 ? Math.min(...numbered) : NO_PITCH,
    decor: picture.decor.map(({ path, ...rest }) => ({ ...rest, path: new Path2D(path), box: boxOfPath(path) })),
    sections: picture.sections.map(({ path }, index) => ({
      index,
      path: new Path2D(path),
      box: boxOfPath(path),
      pitch: pitch[index] ?? 0,
    })),
  };
}

/** The place under a point of the screen, if it is large enough for the pointer. */
export function placeAt({ map, grid, sections, sectionOf, mostPitch }: Scene, at: Point, view: View, pointer: Pointer): number | null {
  const point = onMap(view, at);
  const reach = REACH_PX[pointer] / view.scale;
  const place = grid.nearest(point, Math.max(reach, mostPitch * REACH));
  if (place === null) return null;
  const pitch = sections[sectionOf[place] ?? 0]?.pitch ?? 0;
  const away = Math.hypot((map.x[place] ?? 0) - point.x, (map.y[place] ?? 0) - point.y);
  return away <= Math.max(pitch * REACH, reach) && canChoose(pitch * view.scale, pointer) ? place : null;
}

/** The section under a point of the screen. */
export function sectionAt({ sections }: Scene, pen: CanvasRenderingContext2D, at: Point, view: View): SceneSection | undefined {
  const { x, y } = onMap(view, at);
  pen.save();
  pen.setTransform(1, 0, 0, 1, 0, 0);
  const found = sections.find(({ path, box }) => box.width > 0 && pen.isPointInPath(path, x, y));
  pen.restore();
  return found;
}

/** Of path data made of absolute points alone, as the picture's are. */
function boxOfPath(path: string): Box {
  const numbers = path.match(/-?[\d.]+/g)?.map(Number) ?? [];
  const xs = numbers.filter((_, index) => index % 2 === 0);
  const ys = numbers.filter((_, index) => index % 2 === 1);
  if (xs.length === 0) return { left: 0, top: 0, width: 0, height: 0 };
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}
