import type { CompiledMap, CompiledRow, CompiledSection } from '../compile.ts';
import type { Decor, Point, VenueMap } from '../form.ts';

/** A point in metres: x and y as on the plan, from its focal point; z upwards from the lowest floor. */
export interface Point3 {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A row of seats, with the height of the floor below them. */
export interface ModelRow {
  readonly row: CompiledRow;
  readonly section: CompiledSection;
  readonly floor: number;
  /** Of its seats from the focal point, on the plan. */
  readonly distance: number;
}

/** What the plan says of a venue's space, with the heights that it leaves out. */
export interface VenueModel {
  readonly rows: readonly ModelRow[];
  readonly rowOf: (place: number) => ModelRow | undefined;
  readonly at: (place: number, z: number) => Point3;
  /** What the audience looks at; null when the plan draws none. */
  readonly scene: { readonly kind: 'stage' | 'field'; readonly outline: readonly Point[]; readonly height: number } | null;
  /** From the stage to the audience, a unit vector; null where it sits all around. */
  readonly audience: Point | null;
  /** The rectangle around everything. */
  readonly floor: readonly Point[];
}

/** Plans have no unit: neighbours in a row sit so far apart. */
const SEAT_WIDTH = 0.55;
const STAGE_HEIGHT = 1;
/** How much a floor rises for a metre away from the stage: stalls on the lowest level, and a hall whose plan has one level only. */
const STALLS_SLOPE = 0.12;
const HALL_SLOPE = 0.28;
/** From row to row above the lowest level. */
const TIER_RISE = 0.42;
/** Rows this short are boxes side by side, all on one floor. */
const MOST_IN_A_BOX = 8;
/** Between the highest seat of a level and the lowest of the next. */
const STOREY = 2.6;

/**
 * A plan is flat. Widths and distances come from it, heights are estimated: stalls rise gently, rows of upper levels steeply, and each
 * level begins above the one below it. Levels are listed from the lowest, as venue-map/1 says.
 */
export function modelOf(map: VenueMap, compiled: CompiledMap): VenueModel {
  const { x, y } = compiled;
  const metres = SEAT_WIDTH / seatPitch(compiled);
  const onPlan = (point: Point): Point => ({ x: (point.x - map.focal.x) * metres, y: (point.y - map.focal.y) * metres });
  const seat = (place: number) => onPlan({ x: x[place] ?? 0, y: y[place] ?? 0 });
  const distances = new Map<CompiledRow, number>();
  for (const row of compiled.sections.flatMap(({ rows }) => rows)) distances.set(row, nearest(row, seat));
  const floors = floorsOf(map, compiled, (row) => distances.get(row) ?? 0);
  const rows = compiled.sections.flatMap((section) =>
    section.rows.map((row) => ({ row, section, floor: floors.get(row) ?? 0, distance: distances.get(row) ?? 0 })),
  );
  const points = [...compiled.sections.flatMap(({ outline }) => outline), ...(map.decor ?? []).flatMap(({ polygon = [] }) => polygon)];
  const drawn = sceneOf(map);
  return {
    rows,
    rowOf: (place) => rows.find(({ row }) => place >= row.firstPlace && place < row.firstPlace + row.placeCount),
    at: (place, z) => ({ ...seat(place), z }),
    scene: drawn && {
      kind: drawn.kind === 'stage' ? 'stage' : 'field',
      outline: (drawn.polygon ?? []).map(onPlan),
      height: drawn.kind === 'stage' ? STAGE_HEIGHT : 0,
    },
    audience: audienceOf(rows, seat),
    floor: around(points.map(onPlan)),
  };
}

/** The height of the floor below each row. */
function floorsOf(
  { levels = [] }: VenueMap,
  { sections }: CompiledMap,
  distanceOf: (row: CompiledRow) => number,
): Map<CompiledRow, number> {
  const floors = new Map<CompiledRow, number>();
  const indexOf = ({ level }: CompiledSection) =>
    Math.max(
      0,
      levels.findIndex(({ id }) => id === level),
    );
  const slope = levels.length > 1 ? STALLS_SLOPE : HALL_SLOPE;
  let base = 0;
  for (let level = 0; level < Math.max(1, levels.length); level += 1) {
    const own = sections.filter((section) => indexOf(section) === level);
    const first = Math.min(...own.flatMap(({ rows }) => rows.map(distanceOf)));
    let top = base;
    for (const { rows } of own) {
      const ranked = rows.toSorted((a, b) => distanceOf(a) - distanceOf(b));
      const rise = rows.every(({ placeCount }) => placeCount <= MOST_IN_A_BOX) ? 0 : TIER_RISE;
      ranked.forEach((row, rank) => {
        const floor = level === 0 ? slope * (distanceOf(row) - first) : base + rank * rise;
        floors.set(row, floor);
        top = Math.max(top, floor);
      });
    }
    base = top + STOREY;
  }
  return floors;
}

/** The stage or field that is largest; where there are several, people look at that one. */
function sceneOf({ decor = [] }: VenueMap): Decor | null {
  const drawn = decor.filter(({ kind, polygon = [] }) => (kind === 'stage' || kind === 'field') && polygon.length > 2);
  return drawn.toSorted((a, b) => rank(b) - rank(a))[0] ?? null;
}

/** A stage before any field: at a concert in a stadium people look at it. */
const rank = ({ kind, polygon = [] }: Decor) => (kind === 'stage' ? 1e12 : 0) + areaOf(polygon);

const areaOf = (polygon: readonly Point[]) =>
  Math.abs(
    polygon.reduce((sum, { x, y }, index) => {
      const next = polygon[(index + 1) % polygon.length] as Point;
      return sum + x * next.y - next.x * y;
    }, 0) / 2,
  );

/** The usual distance between neighbours in a row, in the plan's unit; 1 in a plan without seats. */
function seatPitch({ sections, x, y }: CompiledMap): number {
  const found: number[] = [];
  for (const { rows } of sections)
    for (const { firstPlace, placeCount } of rows)
      if (placeCount > 1)
        found.push(Math.hypot((x[firstPlace + 1] ?? 0) - (x[firstPlace] ?? 0), (y[firstPlace + 1] ?? 0) - (y[firstPlace] ?? 0)));
  return found.toSorted((a, b) => a - b)[found.length >> 1] || 1;
}

function nearest({ firstPlace, placeCount }: CompiledRow, seat: (place: number) => Point): number {
  let least = Number.POSITIVE_INFINITY;
  for (let place = firstPlace; place < firstPlace + placeCount; place += 1) {
    const { x, y } = seat(place);
    least = Math.min(least, Math.hypot(x, y));
  }
  return least;
}

/** Below this share of rows on one side the audience has no side. */
const ONE_SIDED = 0.35;

function audienceOf(rows: readonly ModelRow[], seat: (place: number) => Point): Point | null {
  const sum = { x: 0, y: 0 };
  let seats = 0;
  for (const { row } of rows) {
    const { x, y } = seat(row.firstPlace + (row.placeCount >> 1));
    const away = Math.hypot(x, y) || 1;
    sum.x += (x / away) * row.placeCount;
    sum.y += (y / away) * row.placeCount;
    seats += row.placeCount;
  }
  const length = Math.hypot(sum.x, sum.y);
  return length < ONE_SIDED * seats ? null : { x: sum.x / length, y: sum.y / length };
}

function around(points: readonly Point[]): Point[] {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [least(xs) - 4, most(xs) + 4, least(ys) - 4, most(ys) + 4];
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}

const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), 0);
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), 0);
