import type { OpenSection, Row, SeatedSection, VenueMap } from '@butaca/venue-map';
import fc from 'fast-check';

const at = fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) });
const category = fc.constantFrom('platea', 'palco');

const curve = fc.oneof(
  fc.record({ type: fc.constant('line' as const), from: at, to: at }),
  fc.record({ type: fc.constant('quad' as const), from: at, control: at, to: at }),
  fc.record({
    type: fc.constant('arc' as const),
    center: at,
    radius: fc.integer({ min: 20, max: 800 }),
    start: fc.integer({ min: -180, max: 180 }),
    end: fc.integer({ min: -180, max: 180 }),
  }),
  fc.record({ type: fc.constant('points' as const), points: fc.array(at, { minLength: 2, maxLength: 12 }) }),
);

const row = fc
  .record({ curve, wanted: fc.integer({ min: 2, max: 12 }), category, other: category, empty: fc.nat(), special: fc.nat() })
  .map(({ curve, wanted, category, other, empty, special }): Omit<Row, 'label'> => {
    const slots = curve.type === 'points' ? curve.points.length : wanted;
    const seat = special % (slots - 1);
    return {
      curve,
      ...(curve.type === 'points' ? {} : { count: slots }),
      gaps: [empty % slots],
      category,
      exceptions: [{ from: seat, to: seat, category: other }],
      traits: [{ seat, trait: 'wheelchair' }],
    };
  });

type Drawn = Omit<SeatedSection, 'id' | 'label'> | Omit<OpenSection, 'id' | 'label'>;

const section: fc.Arbitrary<Drawn> = fc.oneof(
  fc.array(row, { minLength: 1, maxLength: 5 }).map((rows) => ({
    kind: 'seated' as const,
    rows: rows.map((row, index) => ({ ...row, label: String(index + 1) })),
  })),
  fc.record({
    kind: fc.constantFrom('standing' as const, 'quantity' as const),
    capacity: fc.integer({ min: 1, max: 50 }),
    category,
    outline: fc.array(at, { minLength: 3, maxLength: 6 }),
  }),
);

/** Valid maps: every row has a gap, a seat of another category and a place for a wheelchair. */
export const anyMap: fc.Arbitrary<VenueMap> = fc.array(section, { minLength: 1, maxLength: 6 }).map((sections) => ({
  schema: 'venue-map/1',
  name: 'Cualquier sala',
  size: { width: 2000, height: 2000 },
  focal: { x: 0, y: 0 },
  categories: [
    { id: 'platea', name: 'Platea' },
    { id: 'palco', name: 'Palco' },
  ],
  sections: sections.map((section, index) => ({ ...section, id: `s${index}`, label: `Sector ${index}` })),
}));
