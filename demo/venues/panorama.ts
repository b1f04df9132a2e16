import { compileVenueMap, type Panorama, type Point, type VenueMap } from '@butaca/venue-map';
import { type ModelRow, modelOf, type Point3, type VenueModel } from '@butaca/venue-map/seat-view';

/** Of the drawing, which is equirectangular: the whole turn is its width. */
const WIDTH = 3072;
const HEIGHT = WIDTH / 2;
const TURN = 2 * Math.PI;
/** Of the eyes of who sits, above the floor, and of a seat's back. */
const EYES = 1.2;
const SEAT_BACK = 0.95;
const PARAPET = 0.9;
const CURTAIN = { height: 9, folds: 44 };
const PERFORMER = 1.75;
/** An edge longer than this on the drawing is a curve: straight lines are not straight on it. */
const PIECES = 12;
/** Nearer seats would fill the drawing. */
const NEAREST_SEAT = 0.8;
const MOST_SEATS = 2600;

const colours = {
  wall: ['#1a0f10', '#3a2023', '#5a3030'],
  floor: ['#3a1b1c', '#1c0d0e'],
  tier: '#451d20',
  parapet: '#a97f3c',
  rail: '#e2c27a',
  seat: ['#9c2b2f', '#6e1d22'],
  stage: '#a06a3a',
  front: '#5c3a20',
  curtain: ['#b3242b', '#7d151c'],
  arch: '#d9b365',
  performer: '#fff3dd',
} as const;

/** Draws what is all around a seat of a venue, from its map; what all drawings share is worked out once. */
export function panoramaDrawer(map: VenueMap): (from: Pick<Panorama, 'section' | 'row' | 'seat'>) => string {
  const compiled = compileVenueMap(map);
  const model = modelOf(map, compiled);
  return ({ section, row, seat }) => {
    const rows = model.rows.filter((one) => one.section.id === section && (row === undefined || one.row.label === row));
    const own = rows[rows.length >> 1];
    if (!own) throw new Error(`no row ${row ?? ''} in section ${section}`);
    const { firstPlace, placeCount } = own.row;
    const places = Array.from({ length: placeCount }, (_, index) => firstPlace + index);
    const place = places.find((one) => compiled.seatNumbers[one] === seat) ?? firstPlace + (placeCount >> 1);
    return drawing(model, own, place);
  };
}

interface Shape {
  readonly away: number;
  readonly svg: string;
}

function drawing(model: VenueModel, own: ModelRow, place: number): string {
  const eye = model.at(place, own.floor + EYES);
  const sphere = sphereAround(eye);
  const shapes = [...tiers(model, own, sphere), ...stageShapes(model, sphere), ...seats(model, own, place, sphere)];
  const sorted = shapes.toSorted((a, b) => b.away - a.away).map(({ svg }) => svg);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<defs>
<linearGradient id="wall" x1="0" y1="0" x2="0" y2="1">${stops(colours.wall)}</linearGradient>
<linearGradient id="floor" x1="0" y1="0" x2="0" y2="1">${stops(colours.floor)}</linearGradient>
<linearGradient id="curtain" x1="0" y1="0" x2="0" y2="1">${stops(colours.curtain)}</linearGradient>
<g id="seat"><path d="M-10 12V-5Q-10-12 0-12T10-5V12Z" fill="${colours.seat[0]}" stroke="#4b1216" stroke-width="1.6"/><path d="M-10 12V5H10V12Z" fill="${colours.seat[1]}"/></g>
</defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#wall)"/>
${ceiling()}
<rect y="${HEIGHT / 2}" width="${WIDTH}" height="${HEIGHT / 2}" fill="url(#floor)"/>
${sorted.join('\n')}
</svg>`;
}

const stops = (list: readonly string[]) =>
  list.map((colour, index) => `<stop offset="${index / (list.length - 1)}" stop-color="${colour}"/>`).join('');

/** Ribs that meet overhead, rings of plaster, and a chandelier. */
function ceiling(): string {
  const ribs = Array.from({ length: 24 }, (_, index) => {
    const x = ((index + 0.5) / 24) * WIDTH;
    return `<path d="M${one(x)} 0V${HEIGHT * 0.3}" stroke="#6d4a3a" stroke-width="5" fill="none"/>`;
  });
  const rings = [0.1, 0.2, 0.3].map(
    (part) => `<rect y="${HEIGHT * part}" width="${WIDTH}" height="9" fill="${colours.arch}" fill-opacity="0.45"/>`,
  );
  const lamps = Array.from({ length: 48 }, (_, index) => {
    const [x, y] = [((index + 0.5) / 48) * WIDTH, HEIGHT * (index % 2 === 0 ? 0.055 : 0.08)];
    return `<ellipse cx="${one(x)}" cy="${y}" rx="26" ry="9" fill="#ffe9b8"/>`;
  });
  return [...ribs, ...rings, `<rect width="${WIDTH}" height="${HEIGHT * 0.03}" fill="#ffdf9a"/>`, ...lamps].join('');
}

interface Sphere {
  readonly away: (point: Point3) => number;
  /** On the drawing, whose middle looks at the focal point; `near` keeps a point on the side of the one before it. */
  readonly project: (point: Point3, near?: number) => Point;
  /** Pixels of a metre that far away. */
  readonly scale: (away: number) => number;
}

function sphereAround(eye: Point3): Sphere {
  const facing = Math.atan2(-eye.y, -eye.x);
  const away = ({ x, y, z }: Point3) => Math.hypot(x - eye.x, y - eye.y, z - eye.z);
  return {
    away,
    project(point, near) {
      const raw = (Math.atan2(point.y - eye.y, point.x - eye.x) - facing) / TURN;
      const turn = near === undefined ? raw - Math.round(raw) : raw - Math.round(raw - near / WIDTH + 0.5);
      const up = Math.asin((point.z - eye.z) / (away(point) || 1));
      return { x: (turn + 0.5) * WIDTH, y: (0.5 - up / Math.PI) * HEIGHT };
    },
    scale: (metres) => HEIGHT / Math.PI / Math.max(metres, 0.1),
  };
}

/** A face on the sphere: each edge in pieces, and drawn again beyond the seam that it crosses. */
function face(sphere: Sphere, points: readonly Point3[], fill: string): Shape[] {
  const path: Point[] = [];
  points.forEach((point, index) => {
    const next = points[(index + 1) % points.length] as Point3;
    for (let piece = 0; piece < PIECES; piece += 1) {
      const part = piece / PIECES;
      const at = { x: mid(point.x, next.x, part), y: mid(point.y, next.y, part), z: mid(point.z, next.z, part) };
      path.push(sphere.project(at, path.at(-1)?.x));
    }
  });
  const middle = { x: average(points, 'x'), y: average(points, 'y'), z: average(points, 'z') };
  const xs = path.map(({ x }) => x);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  // A face all around the eye is the floor or the ceiling, which are there already.
  if (right - left > WIDTH * 0.75) return [];
  return [-1, 0, 1].flatMap((turn) => {
    if (left + turn * WIDTH > WIDTH || right + turn * WIDTH < 0) return [];
    const d = path.map(({ x, y }) => `${one(x + turn * WIDTH)} ${one(y)}`).join('L');
    return [{ away: sphere.away(middle), svg: `<path d="M${d}Z" fill="${fill}"/>` }];
  });
}

/** The slope below each other section, and the parapet in front of upper ones. */
function tiers(model: VenueModel, own: ModelRow, sphere: Sphere): Shape[] {
  return [...Map.groupBy(model.rows, ({ section }) => section)].flatMap(([section, rows]) => {
    const boxes = rows.every(({ row }) => row.placeCount <= 8);
    if (boxes) return rows.flatMap((row) => (row === own ? [] : box(model, row, sphere)));
    if (section === own.section) return [];
    const ordered = rows.toSorted((a, b) => a.distance - b.distance);
    const [front, back] = [ordered[0], ordered.at(-1)];
    if (!front || !back) return [];
    const [near, far] = [lineOf(model, front, front.floor), lineOf(model, back, back.floor)];
    const slope = face(sphere, [...near, ...far.toReversed()], colours.tier);
    if (front.floor < 1.5) return slope;
    return [...slope.map((shape) => ({ ...shape, away: shape.away + 0.5 })), ...parapet(near, sphere)];
  });
}

function box(model: VenueModel, row: ModelRow, sphere: Sphere): Shape[] {
  const { firstPlace } = row.row;
  return parapet([model.at(firstPlace, row.floor), model.at(firstPlace + 1, row.floor)], sphere);
}

function parapet(line: readonly Point3[], sphere: Sphere): Shape[] {
  return line.slice(1).flatMap((to, index) => {
    const from = line[index] as Point3;
    const band = (low: number, high: number) => [
      { ...from, z: from.z + high },
      { ...to, z: to.z + high },
      { ...to, z: to.z + low },
      { ...from, z: from.z + low },
    ];
    const front = face(sphere, band(-0.3, PARAPET - 0.1), colours.parapet);
    const rail = face(sphere, band(PARAPET - 0.1, PARAPET), colours.rail).map((shape) => ({ ...shape, away: shape.away - 0.01 }));
    return [...front, ...rail];
  });
}

function lineOf({ at }: VenueModel, { row: { firstPlace, placeCount } }: ModelRow, z: number): Point3[] {
  const points = Math.min(13, placeCount);
  return Array.from({ length: points }, (_, index) => at(firstPlace + Math.round((index * (placeCount - 1)) / Math.max(1, points - 1)), z));
}

/** The stage, its curtain in folds, and the arch around it. */
function stageShapes({ scene, audience }: VenueModel, sphere: Sphere): Shape[] {
  if (!scene || !audience) return [];
  const { height } = scene;
  const depth = ({ x, y }: Point) => x * audience.x + y * audience.y;
  const across = ({ x, y }: Point) => x * -audience.y + y * audience.x;
  const back = Math.min(...scene.outline.map(depth));
  const [left, right] = [Math.min(...scene.outline.map(across)), Math.max(...scene.outline.map(across))];
  const at = (side: number, z: number): Point3 => ({
    x: back * audience.x - side * audience.y,
    y: back * audience.y + side * audience.x,
    z,
  });
  const wall = (from: number, to: number, low: number, high: number, fill: string) =>
    face(sphere, [at(from, high), at(to, high), at(to, low), at(from, low)], fill);
  const fold = (right - left) / CURTAIN.folds;
  const top = height + CURTAIN.height;
  const folds = Array.from({ length: CURTAIN.folds }, (_, index) =>
    wall(left + index * fold, left + (index + 1) * fold, height, top, index % 2 === 0 ? 'url(#curtain)' : colours.curtain[1]),
  ).flat();
  const arch = [
    wall(left - 1, left, 0, top + 1, colours.arch),
    wall(right, right + 1, 0, top + 1, colours.arch),
    wall(left - 1, right + 1, top - 0.4, top + 1, colours.arch),
  ].flat();
  const surface = face(
    sphere,
    scene.outline.map((point) => ({ ...point, z: height })),
    colours.stage,
  );
  const fronts = scene.outline.flatMap((a, index) => {
    const b = scene.outline[(index + 1) % scene.outline.length] as Point;
    return face(
      sphere,
      [
        { ...a, z: height },
        { ...b, z: height },
        { ...b, z: 0 },
        { ...a, z: 0 },
      ],
      colours.front,
    );
  });
  // From behind to the front: the curtain, its arch, the floor of the stage and its edge.
  const furthest = Math.max(...[...folds, ...arch, ...surface, ...fronts].map(({ away }) => away));
  return [fronts, folds, arch, surface, nearHalf(fronts), performer(scene.height, sphere)].flatMap((some, layer) =>
    some.map((shape) => ({ ...shape, away: furthest + 1 - layer * 0.1 })),
  );
}

/** Faces of the side that is seen; those behind are hidden by the stage's floor. */
const nearHalf = (shapes: readonly Shape[]): readonly Shape[] => {
  const ordered = shapes.toSorted((a, b) => a.away - b.away);
  return ordered.slice(0, ordered.length >> 1);
};

function performer(floor: number, sphere: Sphere): Shape[] {
  const feet = { x: 0, y: 0, z: floor };
  const away = sphere.away(feet);
  const { x, y } = sphere.project(feet);
  const unit = sphere.scale(away) * PERFORMER;
  const body = `<circle cx="${one(x)}" cy="${one(y - unit * 0.92)}" r="${one(unit * 0.08)}" fill="${colours.performer}"/><path d="M${one(x - unit * 0.14)} ${one(y - unit * 0.8)}H${one(x + unit * 0.14)}L${one(x + unit * 0.1)} ${one(y)}H${one(x - unit * 0.1)}Z" fill="${colours.performer}"/>`;
  return [{ away, svg: body }];
}

/** The backs of all seats but those too near, the nearest last. */
function seats(model: VenueModel, own: ModelRow, place: number, sphere: Sphere): Shape[] {
  const found = model.rows.flatMap((row) => {
    const { firstPlace, placeCount } = row.row;
    return Array.from({ length: placeCount }, (_, index) => firstPlace + index).flatMap((other) => {
      const at = model.at(other, row.floor + SEAT_BACK - 0.35);
      const away = sphere.away(at);
      return other === place || (row === own && away < 2) || away < NEAREST_SEAT ? [] : [{ at, away }];
    });
  });
  return found
    .toSorted((a, b) => a.away - b.away)
    .slice(0, MOST_SEATS)
    .map(({ at, away }) => {
      const { x, y } = sphere.project(at);
      const size = (sphere.scale(away) * 0.25) / 10;
      // The nearest face is the one whose front is seen: seats of the same row before slopes and parapets.
      return {
        away: away - 0.3,
        svg: `<use href="#seat" transform="translate(${one(x)} ${one(y)})scale(${Math.round(size * 1000) / 1000})"/>`,
      };
    });
}

const mid = (from: number, to: number, part: number) => from + (to - from) * part;
const average = (points: readonly Point3[], axis: keyof Point3) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
const one = (value: number) => Math.round(value * 10) / 10;
