import { pointsAlong } from './curve.ts';
import type { OpenSection, Point, Row, SeatedSection, SeatTrait, Section, VenueMap } from './form.ts';
import { seatNumbers } from './numbering.ts';
import { centreOf, outlineOfRows } from './outline/outline.ts';

export interface CompiledRow {
  readonly label: string;
  readonly firstPlace: number;
  readonly placeCount: number;
}

export interface CompiledSection {
  readonly id: string;
  readonly label: string;
  readonly level: string | undefined;
  readonly kind: 'seated' | 'standing' | 'quantity';
  readonly firstPlace: number;
  readonly placeCount: number;
  readonly rows: readonly CompiledRow[];
  /** Ids of the categories that its places have, in the map's order. */
  readonly categories: readonly string[];
  /** Drawn when first asked for, around the rows unless the map has one; empty for a section that is not drawn. */
  readonly outline: readonly Point[];
  readonly labelAt: Point;
}

/**
 * A map with its places numbered from 0 in section, row and seat order: a place's number is its id within the venue, a
 * section and a row are ranges of ids (docs/sale.md#a-place-is-a-row). Arrays are indexed by place.
 */
export interface CompiledMap {
  readonly placeCount: number;
  readonly sections: readonly CompiledSection[];
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Index into the map's categories. */
  readonly category: Uint16Array;
  readonly traits: ReadonlyMap<number, readonly SeatTrait[]>;
  /** Number of the seat, empty where places have none. */
  readonly seatNumbers: readonly string[];
}

export function placesIn(map: VenueMap): number {
  return map.sections.reduce(
    (sum, section) => sum + (section.kind === 'seated' ? section.rows.reduce((seats, row) => seats + seatsIn(row), 0) : section.capacity),
    0,
  );
}

const slotsOf = ({ curve, count }: Row) => (curve.type === 'points' ? curve.points.length : (count ?? 0));
const seatsIn = (row: Row) => slotsOf(row) - (row.gaps?.length ?? 0);

export function compileVenueMap(map: VenueMap): CompiledMap {
  const placeCount = placesIn(map);
  const compiled = {
    placeCount,
    x: new Float32Array(placeCount),
    y: new Float32Array(placeCount),
    category: new Uint16Array(placeCount),
    traits: new Map<number, SeatTrait[]>(),
    seatNumbers: new Array<string>(placeCount).fill(''),
  };
  const categoryIndex = new Map(map.categories.map(({ id }, index) => [id, index]));
  const indexOf = (category: string) => categoryIndex.get(category) ?? 0;
  let next = 0;

  const sections = map.sections.map((section) => {
    const firstPlace = next;
    const rows = section.kind === 'seated' ? placeRows(section) : placeOpen(section);
    let outline: readonly Point[] | undefined;
    const used = new Set(compiled.category.subarray(firstPlace, next));
    return {
      id: section.id,
      label: section.label,
      level: section.level,
      kind: section.kind,
      firstPlace,
      placeCount: next - firstPlace,
      rows,
      categories: map.categories.filter((_, index) => used.has(index)).map(({ id }) => id),
      get outline() {
        outline ??= outlineOf(section);
        return outline;
      },
      get labelAt() {
        return section.labelAt ?? centreOf(this.outline);
      },
    };
  });
  return { ...compiled, sections };

  function placeRows(section: SeatedSection): CompiledRow[] {
    return section.rows.map((row) => {
      const firstPlace = next;
      const points = seatPoints(row);
      const numbers = seatNumbers(points.length, row.numbering);
      points.forEach(({ x, y }, seat) => {
        compiled.x[next] = x;
        compiled.y[next] = y;
        compiled.category[next] = indexOf(categoryOf(row, seat));
        compiled.seatNumbers[next] = numbers[seat] ?? '';
        next += 1;
      });
      for (const { seat, trait } of row.traits ?? []) {
        compiled.traits.set(firstPlace + seat, [...(compiled.traits.get(firstPlace + seat) ?? []), trait]);
      }
      return { label: row.label, firstPlace, placeCount: points.length };
    });
  }

  function placeOpen(section: OpenSection): [] {
    const { x, y } = section.labelAt ?? centreOf(section.outline ?? []);
    const end = next + section.capacity;
    compiled.x.fill(x, next, end);
    compiled.y.fill(y, next, end);
    compiled.category.fill(indexOf(section.category), next, end);
    next = end;
    return [];
  }
}

const outlineOf = (section: Section) =>
  section.outline ?? (section.kind === 'seated' ? outlineOfRows(section.rows.map((row) => seatPoints(row))) : []);

function seatPoints(row: Row): Point[] {
  const gaps = new Set(row.gaps);
  return pointsAlong(row.curve, slotsOf(row)).filter((_, slot) => !gaps.has(slot));
}

const categoryOf = (row: Row, seat: number) => row.exceptions?.find(({ from, to }) => seat >= from && seat <= to)?.category ?? row.category;

/** What is printed on a ticket; row and seat are null where places have no number. */
export function placeLabel(map: CompiledMap, place: number): { section: string; row: string | null; seat: string | null } {
  const section = rangeOf(map.sections, place);
  if (!section || !Number.isInteger(place)) throw new RangeError(`no place ${place}`);
  const row = rangeOf(section.rows, place);
  return { section: section.label, row: row?.label ?? null, seat: row ? (map.seatNumbers[place] ?? null) : null };
}

/** The one that a place is in, of sections, rows or sectors in the order of their places. */
export function rangeOf<Range extends { readonly firstPlace: number; readonly placeCount: number }>(
  ranges: readonly Range[],
  place: number,
): Range | undefined {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle] as Range).firstPlace <= place) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low - 1];
  return range && place < range.firstPlace + range.placeCount ? range : undefined;
}
