import { compileVenueMap } from '../compile.ts';
import type { Decor, Point, SeatedSection, VenueMap } from '../form.ts';
import { type MapProblem, type Read, refused } from '../problem.ts';
import { readVenueMap } from '../schema.ts';
import { decorOf } from './areas.ts';
import { type PlanZone, SeatingPlanFile } from './file.ts';
import { rowOf } from './rows.ts';

export interface SeatingPlan {
  readonly map: VenueMap;
  /** What was understood, a line each, for the person who imports it. */
  readonly understood: readonly string[];
}

/** A seating plan as a map of ours: a zone becomes a section, its category's name a price category. Nothing is guessed at silently. */
export function readSeatingPlan(value: unknown): Read<SeatingPlan> {
  const read = SeatingPlanFile.safeParse(value);
  if (!read.success)
    return refused(read.error.issues.map(({ path, message }) => ({ path: path.join('.') || 'the file', reason: message })));
  const plan = read.data;
  const problems = [...unknownCategories(plan), ...repeatedGuids(plan)];
  if (problems.length > 0) return refused(problems);

  const remarks: string[] = [];
  const categoryIds = new Map(plan.categories.map(({ name }, index) => [name, `c${index + 1}`]));
  const seated = plan.zones.flatMap((zone, index) => sectionOf(zone, index, categoryIds, remarks) ?? []);
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
    sections: seated,
    ...(decor.length > 0 ? { decor } : {}),
  };
  const checked = readVenueMap(map);
  return checked.ok ? { ok: true, value: { map, understood: [...summary(map), ...remarks] } } : checked;
}

const isColor = (color: string | null | undefined): color is string =>
  color !== null && color !== undefined && /^#[0-9a-fA-F]{6}$/.test(color);

function unknownCategories({ categories, zones }: SeatingPlanFile): MapProblem[] {
  const known = new Set(categories.map(({ name }) => name));
  return zones.flatMap((zone, z) =>
    zone.rows.flatMap((row, r) =>
      row.seats.flatMap(({ category }, s) =>
        known.has(category) ? [] : [{ path: `zones.${z}.rows.${r}.seats.${s}.category`, reason: `no category ${category}` }],
      ),
    ),
  );
}

function repeatedGuids({ zones }: SeatingPlanFile): MapProblem[] {
  const first = new Map<string, string>();
  return zones.flatMap((zone, z) =>
    zone.rows.flatMap((row, r) =>
      row.seats.flatMap(({ seat_guid }, s) => {
        if (!seat_guid) return [];
        const path = `zones.${z}.rows.${r}.seats.${s}.seat_guid`;
        const before = first.get(seat_guid);
        if (!before) first.set(seat_guid, path);
        return before ? [{ path, reason: `${seat_guid} stands already at ${before}` }] : [];
      }),
    ),
  );
}

function sectionOf(zone: PlanZone, index: number, categoryIds: ReadonlyMap<string, string>, remarks: string[]): SeatedSection | null {
  const at = zone.position ?? { x: 0, y: 0 };
  const taken = new Map<string, number>();
  const rows = zone.rows.flatMap((row, r) => {
    if (row.seats.length === 0) {
      remarks.push(`${zone.name}: a row without seats is left out`);
      return [];
    }
    const origin = { x: at.x + (row.position?.x ?? 0), y: at.y + (row.position?.y ?? 0) };
    const points = row.seats.map(({ position }): Point => ({ x: origin.x + position.x, y: origin.y + position.y }));
    const numbers = row.seats.map(({ seat_number }) => seat_number);
    if (new Set(numbers).size !== numbers.length)
      remarks.push(`${zone.name}, row ${row.row_number ?? r + 1}: a seat number is there twice`);
    return [rowOf(row, distinct(row.row_number || row.row_label || String(r + 1), taken), points, categoryIds)];
  });
  if (rows.length === 0) return null;
  return { id: `z${index + 1}`, label: zone.name || `Zona ${index + 1}`, kind: 'seated', rows };
}

/** Rows of one name are told apart by a number behind it. */
function distinct(label: string, taken: Map<string, number>): string {
  const times = (taken.get(label) ?? 0) + 1;
  taken.set(label, times);
  return times === 1 ? label : `${label} (${times})`;
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
