import type { CompiledMap, CompiledSection } from './compile.ts';
import type { Decor, Point, SeatTrait, VenueMap } from './form.ts';
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
  /** Turned by a quarter, to read upwards. */
  readonly labelTurned: boolean;
  /** Ids of the categories that its places have, in the map's order. */
  readonly categories: readonly string[];
}

interface DecorShape {
  readonly kind: Decor['kind'];
  /** Empty for words on their own. */
  readonly path: string;
  readonly text: string;
  readonly at?: Point;
  /** Font size in the map's unit for the text in spaced capitals; 0 where there is no room for it. */
  readonly textSize: number;
  /** Turned by a quarter about the middle of the shape, to read upwards. */
  readonly textTurned: boolean;
}

/** What a page needs to draw a venue without its places: outlines, decor, and the frame around both, all of it JSON. */
export interface VenuePicture {
  readonly viewBox: string;
  readonly categories: readonly { readonly id: string; readonly color?: string }[];
  /** The traits that some of its places have. */
  readonly traits: readonly SeatTrait[];
  readonly sections: readonly SectionShape[];
  readonly decor: readonly DecorShape[];
}

const TRAITS: readonly SeatTrait[] = ['wheelchair', 'companion', 'restricted-view'];
const MARGIN = 12;
/** Capitals with space between them, compared to a name. */
const WIDER_IN_CAPITALS = 1.3;
/** As a share of the picture's longer side. */
const LARGEST_LABEL = 0.022;

export function pictureOf(map: VenueMap, compiled: CompiledMap): VenuePicture {
  const points = [...compiled.sections.flatMap(({ outline }) => outline), ...decorPoints(map)];
  const frame = frameOf(points);
  const largest = LARGEST_LABEL * Math.max(frame.width, frame.height);
  return {
    viewBox: `${frame.left} ${frame.top} ${frame.width} ${frame.height}`,
    categories: map.categories.map(({ id, color }) => ({ id, ...(color ? { color } : {}) })),
    traits: TRAITS.filter((trait) => compiled.traits.values().some((some) => some.includes(trait))),
    decor: (map.decor ?? []).map((decor) => decorShapeOf(decor, largest)),
    sections: compiled.sections.map((section, index) => shapeOf(section, map.sections[index]?.labelAt, largest)),
  };
}

function shapeOf({ id, label, kind, outline, categories }: CompiledSection, labelAt: Point | undefined, largest: number): SectionShape {
  const { at, size, turned } = labelPlace(outline, label, largest);
  const place = { x: tenth(at.x), y: tenth(at.y) };
  return {
    id,
    label,
    kind,
    path: pathOf(outline),
    labelAt: labelAt ?? place,
    labelSize: tenth(size),
    labelTurned: turned,
    categories,
  };
}

function decorShapeOf({ kind, polygon = [], at, text = '' }: Decor, largest: number): DecorShape {
  const shape = { kind, path: pathOf(polygon), text, ...(at ? { at } : {}) };
  if (polygon.length === 0 || text === '') return { ...shape, textSize: text === '' ? 0 : tenth(largest), textTurned: false };
  const { at: middle, size, turned } = labelPlace(polygon, 'M'.repeat(Math.ceil(text.length * WIDER_IN_CAPITALS)), largest);
  const place = turned || !at ? { x: tenth(middle.x), y: tenth(middle.y) } : at;
  return { ...shape, at: place, textSize: tenth(size), textTurned: turned };
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
