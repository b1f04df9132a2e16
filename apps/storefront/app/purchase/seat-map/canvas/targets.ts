import type { Point } from '@butaca/venue-map';
import { canChoose } from '../map/detail.ts';
import { onMap, type View } from '../map/view.ts';
import type { SeatMapStore } from '../store/seat-map-store.ts';
import type { Scene, SceneSection } from './scene.ts';

/** A mouse, or a finger. */
export type Pointer = 'fine' | 'coarse';

/** A pointer hits a place from so far away. */
const REACH_PX = { fine: 8, coarse: 14 };
/** And from anywhere nearer than this, in distances between places. */
const REACH = 0.62;

/** What lies under a point of the screen. */
export function targetsOf(pen: CanvasRenderingContext2D, { map }: SeatMapStore, scene: Scene) {
  return {
    sectionAt(at: Point, view: View): SceneSection | undefined {
      const { x, y } = onMap(view, at);
      pen.save();
      pen.setTransform(1, 0, 0, 1, 0, 0);
      const found = scene.sections.find(({ path, box }) => box.width > 0 && pen.isPointInPath(path, x, y));
      pen.restore();
      return found;
    },
    /** Only a place that is large enough for the pointer. */
    placeAt(at: Point, view: View, pointer: Pointer): number | null {
      const point = onMap(view, at);
      const reach = REACH_PX[pointer] / view.scale;
      const place = scene.grid.nearest(point, Math.max(reach, scene.mostPitch * REACH));
      if (place === null) return null;
      const pitch = scene.sections[scene.sectionOf[place] ?? 0]?.pitch ?? 0;
      const away = Math.hypot((map.x[place] ?? 0) - point.x, (map.y[place] ?? 0) - point.y);
      return away <= Math.max(pitch * REACH, reach) && canChoose(pitch * view.scale, pointer) ? place : null;
    },
  };
}
