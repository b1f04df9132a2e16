import type { CompiledMap } from './compile.ts';
import type { Decor, Point, VenueMap } from './form.ts';

export interface SectionShape {
  readonly id: string;
  readonly label: string;
  readonly kind: 'seated' | 'standing' | 'quantity';
  /** Path data of its outline. */
  readonly path: string;
  readonly labelAt: Point;
}

/** What a page needs to draw a venue without its places: outlines, decor, and the frame around both. */
export interface VenuePicture {
  readonly viewBox: string;
  readonly sections: readonly SectionShape[];
  readonly decor: readonly { readonly kind: Decor['kind']; readonly path: string; readonly text: string; readonly at: Point | undefined }[];
}

const MARGIN = 12;

export function pictureOf(map: VenueMap, compiled: CompiledMap): VenuePicture {
  const decor = (map.decor ?? []).map(({ kind, polygon = [], at, text = '' }) => ({ kind, path: pathOf(polygon), text, at }));
  const points = [...compiled.sections.flatMap(({ outline }) => outline), ...decorPoints(map)];
  return {
    viewBox: frameOf(points),
    decor,
    sections: compiled.sections.map(({ id, label, kind, outline, labelAt }) => ({ id, label, kind, path: pathOf(outline), labelAt })),
  };
}

const decorPoints = ({ decor = [] }: VenueMap) => decor.flatMap(({ polygon = [], at }) => (at ? [...polygon, at] : polygon));

const pathOf = (polygon: readonly Point[]) => (polygon.length === 0 ? '' : `M${polygon.map(({ x, y }) => `${x} ${y}`).join('L')}Z`);

function frameOf(points: readonly Point[]): string {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x);
    box.bottom = Math.max(box.bottom, y);
  }
  if (points.length === 0) return '0 0 1 1';
  const left = Math.floor(box.left - MARGIN);
  const top = Math.floor(box.top - MARGIN);
  return `${left} ${top} ${Math.ceil(box.right + MARGIN) - left} ${Math.ceil(box.bottom + MARGIN) - top}`;
}
