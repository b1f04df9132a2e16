import type { Decor, Point } from '@butaca/venue-map';
import { pitches } from '../map/pitch.ts';
import { type PlaceGrid, placeGrid } from '../map/place-grid.ts';
import { type Box, boxOf } from '../map/view.ts';
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

/** What is drawn, worked out once: none of it changes while places come and go. */
export interface Scene {
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

export function sceneOf({ map, picture }: SeatMapStore): Scene {
  const grid = placeGrid(map);
  const pitch = pitches(map, grid);
  const sectionOf = new Uint16Array(map.placeCount);
  map.sections.forEach(({ firstPlace, placeCount }, index) => {
    sectionOf.fill(index, firstPlace, firstPlace + placeCount);
  });
  const numbered = [...pitch].filter((value) => value > 0);
  return {
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

/** Of path data made of absolute points alone, as the picture's are. */
function boxOfPath(path: string): Box {
  const numbers = path.match(/-?[\d.]+/g)?.map(Number) ?? [];
  const xs = numbers.filter((_, index) => index % 2 === 0);
  const ys = numbers.filter((_, index) => index % 2 === 1);
  if (xs.length === 0) return { left: 0, top: 0, width: 0, height: 0 };
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}
