import { compileVenueMap } from '../compile.ts';
import { LONGEST_DECOR_TEXT, MOST_LENGTH, type Read, refused } from '../file-problems.ts';
import type { Decor, Point, Row, SeatedSection, VenueMap } from '../form.ts';
import { readVenueMap } from '../schema.ts';
import { checkPlan, type PlanArea, type PlanRow, type PlanZone, SeatingPlanFile } from './file.ts';
import { rowOf } from './rows.ts';

export interface SeatingPlan {
  readonly map: VenueMap;
  /** How the file was understood, one line for each assumption, for the person who imports it. */
  readonly understood: readonly string[];
}

/** A seating plan as a venue map: a zone becomes a section, its category's name a price category. Every assumption is reported. */
export function readSeatingPlan(value: unknown): Read<SeatingPlan> {
  const read = SeatingPlanFile.safeParse(value);
  if (!read.success)
    return refused(read.error.issues.map(({ path, message }) => ({ path: path.join('.') || 'the file', reason: message })));
  const plan = read.data;
  const problems = checkPlan(plan);
  if (problems.length > 0) return refused(problems);

  const remarks: string[] = [];
  const categoryIds = new Map(plan.categories.map(({ name }, index) => [name, `c${index + 1}`]));
  const sections = sectionsOf(plan, categoryIds, remarks);
  const decor = plan.zones.flatMap((zone) => decorIn(zone, remarks));
  const focal = focalOf(decor) ?? { x: plan.size.width / 2, y: plan.size.height / 2 };
  const map: VenueMap = {
    schema: 'venue-map/1',
    name: plan.name,
    size: plan.size,
    focal,
    categories: plan.categories.map(({ name, color }) => ({
      id: categoryIds.get(name) as string,
      name,
      ...(isColor(color) ? { color: color.toLowerCase() } : {}),
    })),
    sections,
    ...(decor.length > 0 ? { decor } : {}),
  };
  const checked = readVenueMap(map);
  return checked.ok ? { ok: true, value: { map, understood: [...summary(map), ...remarks] } } : checked;
}

const isColor = (color: string | null | undefined): color is string =>
  color !== null && color !== undefined && /^#[0-9a-fA-F]{6}$/.test(color);

function sectionsOf({ zones }: SeatingPlanFile, categoryIds: ReadonlyMap<string, string>, remarks: string[]): SeatedSection[] {
  const distinct = distinctNames();
  return zones.flatMap((zone, index) => {
    const rows = rowsOf(zone, categoryIds, remarks);
    if (rows.length === 0) return [];
    const name = zone.name || `Zona ${index + 1}`;
    const label = distinct(name);
    if (label !== name) remarks.push(`${name}: the name is there twice, this zone becomes ${label}`);
    return [{ id: `z${index + 1}`, label, kind: 'seated', rows }];
  });
}

function rowsOf(zone: PlanZone, categoryIds: ReadonlyMap<string, string>, remarks: string[]): Row[] {
  const distinct = distinctNames();
  return zone.rows.flatMap((row, r) => {
    if (row.seats.length === 0) {
      remarks.push(`${zone.name}: a row without seats is left out`);
      return [];
    }
    const name = row.row_number || row.row_label || String(r + 1);
    const label = distinct(name);
    if (label !== name) remarks.push(`${zone.name}, row ${name}: the name is there twice, this row becomes ${label}`);
    if (new Set(row.seats.map(({ seat_number }) => seat_number)).size !== row.seats.length)
      remarks.push(`${zone.name}, row ${label}: a seat number is there twice`);
    return [rowOf(row, label, pointsOf(zone, row), categoryIds)];
  });
}

function pointsOf(zone: PlanZone, row: PlanRow): Point[] {
  const x = (zone.position?.x ?? 0) + (row.position?.x ?? 0);
  const y = (zone.position?.y ?? 0) + (row.position?.y ?? 0);
  return row.seats.map(({ position }) => ({ x: x + position.x, y: y + position.y }));
}

function decorIn(zone: PlanZone, remarks: string[]): Decor[] {
  return (zone.areas ?? []).flatMap((area) => {
    const decor = decorOf(area, zone.position ?? { x: 0, y: 0 });
    if (!decor) remarks.push(`${zone.name}: an area of the shape ${area.shape} is left out`);
    return decor ? [decor] : [];
  });
}

function focalOf(decor: readonly Decor[]): Point | null {
  const polygon = decor.find(({ kind, polygon }) => (kind === 'field' || kind === 'stage') && polygon)?.polygon;
  if (!polygon) return null;
  const sum = polygon.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / polygon.length, y: sum.y / polygon.length };
}

function summary(map: VenueMap): string[] {
  const { placeCount, sections, category } = compileVenueMap(map);
  const perCategory = map.categories.map(
    ({ name }, index) => `${name} ${category.reduce((sum, each) => sum + (each === index ? 1 : 0), 0)}`,
  );
  return [
    `${map.name}: ${placeCount} numbered seats in ${sections.length} zones`,
    ...sections.map((section) => `${section.label}: ${section.rows.length} rows, ${section.placeCount} seats`),
    `categories: ${perCategory.join(', ')}`,
    ...(map.decor ? [`drawn areas: ${map.decor.map(({ text, kind }) => text ?? kind).join(', ')}`] : []),
  ];
}

/** Tells equal names apart by a number behind them: A, A (2), A (3). */
function distinctNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    let free = name;
    for (let times = 2; taken.has(free); times += 1) free = `${name} (${times})`;
    taken.add(free);
    return free;
  };
}

const CORNERS = 24;

/** A drawn area as decor, or null for a shape that we do not know or that lies beyond every map. */
function decorOf(area: PlanArea, zone: Point): Decor | null {
  const at = { x: zone.x + area.position.x, y: zone.y + area.position.y };
  const text = area.text?.text && onOneLine(area.text.text);
  const label = textAt(area, at);
  if (tooFar(label)) return null;
  if (area.shape === 'text') return text ? { kind: 'text', at: label, text } : null;
  const corners = cornersOf(area);
  if (corners.length < 3) return null;
  const polygon = corners.map((corner) => rotated(corner, area.rotation ?? 0)).map(({ x, y }) => ({ x: at.x + x, y: at.y + y }));
  if (polygon.some(tooFar)) return null;
  return { kind: kindOf(text ?? ''), polygon, ...(text ? { text, at: label } : {}) };
}

/** As much of a text as a map keeps; a character cut in half is left out. */
const onOneLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_DECOR_TEXT)
    .replace(/\p{Cs}/gu, '')
    .trim();

const tooFar = ({ x, y }: Point) => Math.max(Math.abs(x), Math.abs(y)) > MOST_LENGTH;

const textAt = ({ text }: PlanArea, at: Point): Point => ({ x: at.x + (text?.position?.x ?? 0), y: at.y + (text?.position?.y ?? 0) });

function kindOf(text: string): Decor['kind'] {
  if (/spielfeld|campo|cancha|field|pitch|court/i.test(text)) return 'field';
  if (/b[üu]hne|escenario|stage/i.test(text)) return 'stage';
  return 'wall';
}

function cornersOf({ shape, rectangle, polygon, ellipse, circle }: PlanArea): Point[] {
  if (shape === 'rectangle' && rectangle) {
    const { width, height } = rectangle;
    return [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ];
  }
  if (shape === 'polygon' && polygon) return polygon.points;
  if (shape === 'ellipse' && ellipse) return round(ellipse.radius.x, ellipse.radius.y);
  if (shape === 'circle' && circle) return round(circle.radius, circle.radius);
  return [];
}

const round = (rx: number, ry: number): Point[] =>
  Array.from({ length: CORNERS }, (_, index) => {
    const angle = (index / CORNERS) * 2 * Math.PI;
    return { x: Math.cos(angle) * rx, y: Math.sin(angle) * ry };
  });

function rotated({ x, y }: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle) };
}
