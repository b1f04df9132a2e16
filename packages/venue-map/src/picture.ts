import type { CompiledMap, CompiledSection } from './compile.ts';
import type { Decor, Point, VenueMap } from './form.ts';
import { labelPlace } from './outline/label-place.ts';

export interface SectionShape {
  readonly id: string;
  readonly label: string;
  readonly kind: 'seated' | 'standing' | 'quantity';
  /** Path data of its outline; empty for a section that is not drawn. */
  readonly path: string;
  readonly labelAt: Point;
  /** Font size in the map's unit at which the label fits its section; 0 where there is no room for one. */
  readonly labelSize: number;
  /** By a quarter, to read upwards. */
  readonly labelTurned: boolean;
}

/** What a page needs to draw a venue without its places: outlines, decor, and the frame around both. */
export interface VenuePicture {
  readonly viewBox: string;
  readonly sections: readonly SectionShape[];
  readonly decor: readonly { readonly kind: Decor['kind']; readonly path: string; readonly text: string; readonly at: Point | undefined }[];
}

const MARGIN = 12;
/** As a share of the picture's longer side. */
const LARGEST_LABEL = 0.022;

export function pictureOf(map: VenueMap, compiled: CompiledMap): VenuePicture {
  const decor = (map.decor ?? []).map(({ kind, polygon = [], at, text = '' }) => ({ kind, path: pathOf(polygon), text, at }));
  const points = [...compiled.sections.flatMap(({ outline }) => outline), ...decorPoints(map)];
  const frame = frameOf(points);
  const largest = LARGEST_LABEL * Math.max(frame.width, frame.height);
  return {
    viewBox: `${frame.left} ${frame.top} ${frame.width} ${frame.height}`,
    decor,
    sections: compiled.sections.map((section, index) => shapeOf(section, map.sections[index]?.labelAt, largest)),
  };
}

function shapeOf({ id, label, kind, outline }: CompiledSection, labelAt: Point | undefined, largest: number): SectionShape {
  const { at, size, turned } = labelPlace(outline, label, largest);
  const place = { x: tenth(at.x), y: tenth(at.y) };
  return { id, label, kind, path: pathOf(outline), labelAt: labelAt ?? place, labelSize: tenth(size), labelTurned: turned };
}

const decorPoints = ({ decor = [] }: VenueMap) => decor.flatMap(({ polygon = [], at }) => (at ? [...polygon, at] : polygon));

const pathOf = (polygon: readonly Point[]) => (polygon.length === 0 ? '' : `M${polygon.map(({ x, y }) => `${x} ${y}`).join('L')}Z`);

function frameOf(points: readonly Point[]) {
  if (points.length === 0) return { left: 0, top: 0, width: 1, height: 1 };
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x);
    box.bottom = Math.max(box.bottom, y);
  }
  const left = Math.floor(box.left - MARGIN);
  const top = Math.floor(box.top - MARGIN);
  return { left, top, width: Math.ceil(box.right + MARGIN) - left, height: Math.ceil(box.bottom + MARGIN) - top };
}

const tenth = (value: number) => Math.round(value * 10) / 10;
