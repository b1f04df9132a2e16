import fc from 'fast-check';
import { type Seating, seatingOf } from '../src/best-available/index.ts';
import { compileVenueMap, type OpenSection, type Row, type SeatedSection, type VenueMap } from '../src/index.ts';

/** Rows of seats a step apart, the first one nearest to the stage, which is before the middle of a row of ten. */
export const straightRow = (label: string, y: number, count: number, more: Partial<Row> = {}): Row => ({
  label,
  category: 'platea',
  count,
  curve: { type: 'line', from: { x: 0, y }, to: { x: count - 1, y } },
  ...more,
});

export const hall = (rows: readonly Row[], more: readonly (SeatedSection | OpenSection)[] = []): VenueMap => ({
  schema: 'venue-map/1',
  name: 'Sala',
  size: { width: 20, height: 20 },
  focal: { x: 4.5, y: -4 },
  categories: [
    { id: 'platea', name: 'Platea' },
    { id: 'pullman', name: 'Pullman' },
    { id: 'campo', name: 'Campo' },
  ],
  sections: [{ id: 'A', label: 'Platea', kind: 'seated', rows }, ...more],
});

export const field = (capacity: number): OpenSection => ({
  id: 'campo',
  label: 'Campo',
  kind: 'standing',
  category: 'campo',
  capacity,
  labelAt: { x: 5, y: 9 },
});

export const seatingFor = (map: VenueMap): Seating => seatingOf(compileVenueMap(map), map.focal);

export function bitsOf(placeCount: number, places: Iterable<number>): Uint32Array {
  const bits = new Uint32Array((placeCount + 31) >>> 5);
  for (const place of places) bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31));
  return bits;
}

export const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

/** Everything free but these. */
export function freeBut({ map }: Seating, taken: readonly number[]): Uint32Array {
  const missing = new Set(taken);
  return bitsOf(
    map.placeCount,
    range(0, map.placeCount).filter((place) => !missing.has(place)),
  );
}

const categories = ['platea', 'pullman'];

/** Up to two aisles of one or two positions each, in which no seat stands. */
const aisles = fc.uniqueArray(fc.integer({ min: 2, max: 11 }), { maxLength: 2 });

const anyRow = fc.record({
  slots: fc.constantFrom(14, 20, 34),
  aisles,
  category: fc.constantFrom(...categories),
  exception: fc.integer({ min: 0, max: 11 }),
  wheelchair: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
});

/** Halls of straight rows, fifteen units apart, on one grid of columns that are ten units wide; and sections without seats. */
export const anyHall: fc.Arbitrary<VenueMap> = fc
  .record({
    sections: fc.array(fc.array(anyRow, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
    crowd: fc.integer({ min: 0, max: 6 }),
  })
  .map(({ sections, crowd }) => ({
    ...hall([]),
    focal: { x: 70, y: -40 },
    sections: [
      ...sections.map(
        (rows, section): SeatedSection => ({
          id: `s${section}`,
          label: `Sector ${section}`,
          kind: 'seated',
          rows: rows.map((row, index) => rowAt(row, index, section * 200 + index * 15)),
        }),
      ),
      ...(crowd > 0 ? [field(crowd)] : []),
    ],
  }));

function rowAt(row: typeof anyRow extends fc.Arbitrary<infer Value> ? Value : never, index: number, y: number): Row {
  const { slots, aisles, category, exception, wheelchair } = row;
  return {
    label: String(index + 1),
    curve: { type: 'line', from: { x: 0, y }, to: { x: (slots - 1) * 10, y } },
    count: slots,
    gaps: aisles,
    category,
    exceptions: [{ from: exception, to: exception, category: category === 'platea' ? 'pullman' : 'platea' }],
    traits:
      wheelchair === undefined
        ? []
        : [
            { seat: wheelchair, trait: 'wheelchair' },
            { seat: wheelchair + 1, trait: 'companion' },
          ],
  };
}
