import type { CompiledMap } from '../compile.ts';
import type { Point, VenueMap } from '../form.ts';
import { type ModelRow, modelOf, type Point3, type VenueModel } from './model.ts';

export { type ModelRow, modelOf, type Point3, type VenueModel } from './model.ts';

/** Path data of one part of the drawing. */
export interface ViewShape {
  readonly kind: 'floor' | 'tier' | 'parapet' | 'field' | 'stage' | 'stage-front' | 'performer' | 'row' | 'head';
  readonly path: string;
}

/** What is seen from a place, drawn from the plan, with what can be said of it in words. */
export interface SeatView {
  readonly viewBox: string;
  /** From the furthest to the nearest. */
  readonly shapes: readonly ViewShape[];
  /** Metres to the middle of what people look at, on the plan; rounded as exactly as a plan allows. */
  readonly distance: number;
  readonly looksAt: 'stage' | 'field' | 'middle';
  /** Where it is for who faces the stage; null where people sit all around. */
  readonly side: 'front' | 'left' | 'right' | null;
  /** Rows of its section that are nearer. */
  readonly rowsInFront: number;
  /** Metres that the floor is above the lowest. */
  readonly height: number;
}

export const SEAT_VIEW = { width: 640, height: 360 };

/** Of the eyes of who sits, above the floor. */
const EYES = 1.2;
const PERFORMER = 1.75;
const FIELD_OF_VIEW = (72 * Math.PI) / 180;
const NEAREST = 0.4;
const CLOSEST_HEAD = 0.7;
/** People further away are too small to be drawn one by one: their rows are. */
const HEADS_WITHIN = 14;
const MOST_HEADS = 240;
const HEAD = 0.105;
/** Of heads below the eyes: who sits in front sits a little lower, or leans. */
const LOWER = 0.14;
const PARAPET = 0.9;
/** Pixels between the lines of far rows. */
const CLOSEST_LINES = 3;
/** Degrees off the axis that still count as in front of the stage. */
const IN_FRONT = 25;

/** Draws the view from each place of a venue. What all views share is worked out once. */
export function seatViews(map: VenueMap, compiled: CompiledMap): (place: number) => SeatView | null {
  const model = modelOf(map, compiled);
  return (place) => {
    const own = model.rowOf(place);
    return own ? viewFrom(model, place, own) : null;
  };
}

function viewFrom(model: VenueModel, place: number, own: ModelRow): SeatView {
  const eye = model.at(place, own.floor + EYES);
  const away = Math.hypot(eye.x, eye.y);
  const camera = cameraAt(eye, (model.scene?.height ?? 0) + 1);
  const shapes: Deep[] = [...rowsAndTiers(model, own, camera), ...sceneShapes(model, camera), ...heads(model, own, place, camera)];
  return {
    viewBox: `0 0 ${SEAT_VIEW.width} ${SEAT_VIEW.height}`,
    shapes: [
      ...drawn('floor', camera.face(model.floor.map((point) => ({ ...point, z: 0 })))),
      ...joined(shapes.toSorted((a, b) => b.depth - a.depth)),
    ],
    distance: away < 20 ? Math.round(away) : Math.round(away / 5) * 5,
    looksAt: model.scene?.kind ?? 'middle',
    side: sideOf(eye, model.audience),
    rowsInFront: model.rows.filter(({ section, distance }) => section === own.section && distance < own.distance - 0.2).length,
    height: Math.round(own.floor),
  };
}

function sideOf({ x, y }: Point3, audience: Point | null): SeatView['side'] {
  if (!audience) return null;
  const angle = Math.atan2(x * -audience.y + y * audience.x, x * audience.x + y * audience.y) * (180 / Math.PI);
  if (Math.abs(angle) < IN_FRONT) return 'front';
  return angle > 0 ? 'left' : 'right';
}

interface Deep extends ViewShape {
  readonly depth: number;
}

interface Camera {
  /** Metres in front of the eye, negative behind it. */
  readonly depth: (point: Point3) => number;
  readonly project: (point: Point3) => Point;
  /** Pixels of a metre that far away. */
  readonly scale: (depth: number) => number;
  /** A face cut where it passes behind the eye; empty when all of it is there. */
  readonly face: (points: readonly Point3[]) => Point[];
}

/** Looks at the focal point, at this height. */
function cameraAt(eye: Point3, targetZ: number): Camera {
  const away = Math.max(1, Math.hypot(eye.x, eye.y));
  const flat = Math.hypot(eye.x, eye.y) < 0.5 ? { x: 0, y: -1 } : { x: -eye.x / away, y: -eye.y / away };
  const tilt = Math.hypot(away, targetZ - eye.z);
  const [level, rise] = [away / tilt, (targetZ - eye.z) / tilt];
  const zoom = SEAT_VIEW.width / 2 / Math.tan(FIELD_OF_VIEW / 2);
  const seen = ({ x, y, z }: Point3) => {
    const [dx, dy, dz] = [x - eye.x, y - eye.y, z - eye.z];
    const ahead = dx * flat.x + dy * flat.y;
    return { depth: ahead * level + dz * rise, right: dy * flat.x - dx * flat.y, up: dz * level - ahead * rise };
  };
  const onPicture = ({ depth, right, up }: ReturnType<typeof seen>): Point => ({
    x: SEAT_VIEW.width / 2 + (zoom * right) / depth,
    y: SEAT_VIEW.height / 2 - (zoom * up) / depth,
  });
  return {
    depth: (point) => seen(point).depth,
    project: (point) => onPicture(seen(point)),
    scale: (depth) => zoom / depth,
    face(points) {
      const all = points.map(seen);
      return all.flatMap((now, index) => {
        const before = all.at(index - 1) ?? now;
        const cut = (before.depth - NEAREST) / (before.depth - now.depth);
        const between = (a: number, b: number) => a + (b - a) * cut;
        const crossing =
          before.depth > NEAREST === now.depth > NEAREST
            ? []
            : [{ depth: NEAREST, right: between(before.right, now.right), up: between(before.up, now.up) }];
        return [...crossing, ...(now.depth > NEAREST ? [now] : [])].map(onPicture);
      });
    },
  };
}

/** The slope of each section, the parapet in front of upper ones, and a line for each row that is too far away for heads. */
function rowsAndTiers(model: VenueModel, own: ModelRow, camera: Camera): Deep[] {
  const bySection = Map.groupBy(model.rows, ({ section }) => section);
  return [...bySection].flatMap(([section, rows]) => {
    const ordered = rows.toSorted((a, b) => a.distance - b.distance);
    const [front, back] = [ordered[0], ordered.at(-1)];
    if (!front || !back) return [];
    const frontLine = lineOf(model, front, front.floor);
    const backLine = lineOf(model, back, back.floor);
    const alike = isSameDirection(frontLine, backLine) ? backLine.toReversed() : backLine;
    const middle = frontLine[frontLine.length >> 1] as Point3;
    const depth = camera.depth(middle);
    const isOwn = section === own.section;
    const tier = drawn('tier', camera.face([...frontLine, ...alike])).map((shape) => ({ ...shape, depth: depth + 0.02 }));
    const raised = !isOwn && front.floor > 1.5;
    const low = frontLine.map((point) => ({ ...point, z: point.z - PARAPET }));
    const parapet = raised ? drawn('parapet', camera.face([...frontLine, ...low.toReversed()])).map((shape) => ({ ...shape, depth })) : [];
    let last = Number.POSITIVE_INFINITY;
    const lines = ordered.flatMap((row) => {
      const line = lineOf(model, row, row.floor + EYES - 0.1);
      const away = camera.depth(line[line.length >> 1] as Point3);
      if (row === own || away < HEADS_WITHIN) return [];
      const points = line.filter((point) => camera.depth(point) > NEAREST).map(camera.project);
      const height = points[points.length >> 1]?.y ?? 0;
      if (Math.abs(height - last) < CLOSEST_LINES) return [];
      last = height;
      return points.length > 1 && isSeen(points) ? [{ kind: 'row' as const, path: `M${pairs(points)}`, depth: away }] : [];
    });
    return [...tier, ...parapet, ...lines];
  });
}

const MOST_POINTS = 9;

function lineOf({ at }: VenueModel, { row: { firstPlace, placeCount } }: ModelRow, z: number): Point3[] {
  const points = Math.min(MOST_POINTS, Math.max(2, placeCount));
  return Array.from({ length: points }, (_, index) => at(firstPlace + Math.round((index * (placeCount - 1)) / (points - 1)), z));
}

function isSameDirection(one: readonly Point3[], other: readonly Point3[]): boolean {
  const across = (line: readonly Point3[]) => ({
    x: (line.at(-1)?.x ?? 0) - (line[0]?.x ?? 0),
    y: (line.at(-1)?.y ?? 0) - (line[0]?.y ?? 0),
  });
  const [a, b] = [across(one), across(other)];
  return a.x * b.x + a.y * b.y >= 0;
}

/** The stage as a block with somebody on it, or the field. */
function sceneShapes({ scene }: VenueModel, camera: Camera): Deep[] {
  const somebody = performer({ x: 0, y: 0, z: scene?.height ?? 0 }, camera);
  if (!scene) return somebody;
  const top = scene.outline.map((point) => ({ ...point, z: scene.height }));
  const furthest = Math.max(...top.map(camera.depth));
  const sides = scene.outline.flatMap((a, index) => {
    const b = scene.outline[(index + 1) % scene.outline.length] as Point;
    const side = [
      { ...a, z: scene.height },
      { ...b, z: scene.height },
      { ...b, z: 0 },
      { ...a, z: 0 },
    ];
    const depth = camera.depth({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, z: 0 });
    return scene.height > 0 ? drawn('stage-front', camera.face(side)).map((shape) => ({ ...shape, depth })) : [];
  });
  // The top hides the sides behind it, and stands before everything that is further away than the stage.
  const surface = drawn(scene.kind, camera.face(top)).map((shape) => ({ ...shape, depth: furthest }));
  const hidden = sides
    .filter(({ depth }) => depth > camera.depth({ x: 0, y: 0, z: 0 }))
    .map((shape) => ({ ...shape, depth: furthest + 0.01 }));
  return [...hidden, ...surface, ...sides.filter(({ depth }) => depth <= camera.depth({ x: 0, y: 0, z: 0 })), ...somebody];
}

/** Somebody of usual height at the focal point, so that a buyer sees how large people are from there. */
function performer(feet: Point3, camera: Camera): Deep[] {
  const depth = camera.depth(feet);
  if (depth < NEAREST) return [];
  const { x, y } = camera.project(feet);
  const unit = camera.scale(depth) * PERFORMER;
  const path = `${circle(x, y - unit * 0.92, unit * 0.075)}M${pairs([
    { x: x - unit * 0.13, y: y - unit * 0.8 },
    { x: x + unit * 0.13, y: y - unit * 0.8 },
    { x: x + unit * 0.1, y },
    { x: x - unit * 0.1, y },
  ])}Z`;
  return [{ kind: 'performer', path, depth }];
}

/** The heads of who sits in front; people keep looking between them. */
function heads(model: VenueModel, own: ModelRow, place: number, camera: Camera): Deep[] {
  const found: { readonly at: Point3; readonly depth: number }[] = [];
  for (const row of model.rows) {
    // The own row and those above are beside and behind the eye.
    if (row === own || row.floor > own.floor + 1) continue;
    const { firstPlace, placeCount } = row.row;
    for (let other = firstPlace; other < firstPlace + placeCount; other += 1) {
      const at = model.at(other, row.floor + EYES - LOWER);
      const depth = camera.depth(at);
      if (other !== place && depth > CLOSEST_HEAD && depth < HEADS_WITHIN) found.push({ at, depth });
    }
  }
  return found
    .toSorted((a, b) => a.depth - b.depth)
    .flatMap(({ at, depth }) => {
      const { x, y } = camera.project(at);
      const size = camera.scale(depth) * HEAD;
      const isOutside = x < -size || x > SEAT_VIEW.width + size || y - size > SEAT_VIEW.height;
      return isOutside ? [] : [{ kind: 'head' as const, path: bust(x, y, size), depth }];
    })
    .slice(0, MOST_HEADS);
}

const bust = (x: number, y: number, size: number) =>
  `${circle(x, y, size)}M${one(x - size * 1.9)} ${one(y + size * 3.2)}q0 ${one(-size * 1.9)} ${one(size * 1.9)} ${one(-size * 1.9)}t${one(size * 1.9)} ${one(size * 1.9)}Z`;

const circle = (x: number, y: number, radius: number) =>
  `M${one(x - radius)} ${one(y)}a${one(radius)} ${one(radius)} 0 1 1 ${one(2 * radius)} 0a${one(radius)} ${one(radius)} 0 1 1 ${one(-2 * radius)} 0Z`;

const drawn = (kind: ViewShape['kind'], points: readonly Point[]): ViewShape[] =>
  points.length > 2 && isSeen(points) ? [{ kind, path: `M${pairs(points)}Z` }] : [];

const isSeen = (points: readonly Point[]) =>
  points.some(({ x }) => x > 0) &&
  points.some(({ x }) => x < SEAT_VIEW.width) &&
  points.some(({ y }) => y > 0) &&
  points.some(({ y }) => y < SEAT_VIEW.height);

const one = (value: number) => Math.round(Math.max(-9999, Math.min(9999, value)) * 10) / 10;
const pairs = (points: readonly Point[]) => points.map(({ x, y }) => `${one(x)} ${one(y)}`).join('L');

/** Neighbours of one kind in the order of drawing are one path, except heads, whose edges show who sits before whom. */
function joined(shapes: readonly Deep[]): ViewShape[] {
  const out: { kind: ViewShape['kind']; path: string }[] = [];
  for (const { kind, path } of shapes) {
    const last = out.at(-1);
    if (last?.kind === kind && kind === 'row') last.path += path;
    else out.push({ kind, path });
  }
  return out;
}
