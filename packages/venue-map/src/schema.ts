import { z } from 'zod';
import { placesIn } from './compile.ts';
import {
  LARGEST_START,
  LONGEST_DECOR_TEXT,
  LONGEST_IMAGE_NAME,
  LONGEST_ROW_LABEL,
  LONGEST_SEAT_NUMBER,
  type MapProblem,
  MOST_DECOR,
  MOST_LENGTH,
  MOST_PANORAMAS,
  MOST_PLACES,
  MOST_SEATS_IN_A_ROW,
  PRINTABLE,
  type Read,
  refused,
} from './file-problems.ts';
import type { Numbering as NumberingForm, Row as RowForm, VenueMap } from './form.ts';

const Length = z.number().min(-MOST_LENGTH).max(MOST_LENGTH);
const Point = z.object({ x: Length, y: Length });
const text = (longest: number) => z.string().trim().min(1).max(longest).regex(PRINTABLE, 'must be printable text');
const Name = text(120);
const Id = text(80);
const Color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like #a1b2c3');
const Polygon = z.array(Point).min(3).max(2000);

const Curve = z.discriminatedUnion('type', [
  z.object({ type: z.literal('line'), from: Point, to: Point }),
  z.object({ type: z.literal('quad'), from: Point, control: Point, to: Point }),
  z.object({ type: z.literal('arc'), center: Point, radius: z.number().positive().max(MOST_LENGTH), start: Length, end: Length }),
  z.object({ type: z.literal('points'), points: z.array(Point).min(1).max(MOST_SEATS_IN_A_ROW) }),
]);

const Numbering = z.discriminatedUnion('scheme', [
  z.object({ scheme: z.enum(['up', 'down', 'odd', 'even', 'center-out']), start: z.int().min(0).max(LARGEST_START).optional() }),
  z.object({ scheme: z.literal('list'), numbers: z.array(text(LONGEST_SEAT_NUMBER)).max(MOST_SEATS_IN_A_ROW) }),
]);

const Index = z.int().min(0).max(MOST_SEATS_IN_A_ROW);
const Row = z.object({
  label: text(LONGEST_ROW_LABEL),
  curve: Curve,
  count: z.int().min(1).max(MOST_SEATS_IN_A_ROW).optional(),
  gaps: z.array(Index).optional(),
  numbering: Numbering.optional(),
  category: Id,
  exceptions: z.array(z.object({ from: Index, to: Index, category: Id })).optional(),
  traits: z.array(z.object({ seat: Index, trait: z.enum(['wheelchair', 'companion', 'restricted-view']) })).optional(),
});

const section = { id: Id, label: Name, level: Id.optional(), outline: Polygon.optional(), labelAt: Point.optional() };
const Section = z.discriminatedUnion('kind', [
  z.object({ ...section, kind: z.literal('seated'), rows: z.array(Row).min(1).max(2000) }),
  z.object({ ...section, kind: z.enum(['standing', 'quantity']), capacity: z.int().min(1).max(MOST_PLACES), category: Id }),
]);

const Panorama = z
  .object({
    section: Id,
    row: text(LONGEST_ROW_LABEL).optional(),
    seat: text(LONGEST_SEAT_NUMBER).optional(),
    image: text(LONGEST_IMAGE_NAME),
    facing: z.number().min(-180).max(180).optional(),
  })
  .refine(({ row, seat }) => seat === undefined || row !== undefined, { path: ['row'], error: 'a seat needs its row' });

const Map_ = z.object({
  schema: z.literal('venue-map/1'),
  name: Name,
  size: z.object({ width: z.number().positive().max(MOST_LENGTH), height: z.number().positive().max(MOST_LENGTH) }),
  focal: Point,
  levels: z
    .array(z.object({ id: Id, name: Name }))
    .max(50)
    .optional(),
  categories: z
    .array(z.object({ id: Id, name: Name, color: Color.optional() }))
    .min(1)
    .max(500),
  sections: z.array(Section).min(1).max(500),
  decor: z
    .array(
      z.object({
        kind: z.enum(['stage', 'field', 'wall', 'bar', 'text']),
        polygon: Polygon.optional(),
        at: Point.optional(),
        text: text(LONGEST_DECOR_TEXT).optional(),
      }),
    )
    .max(MOST_DECOR)
    .optional(),
  panoramas: z.array(Panorama).max(MOST_PANORAMAS).optional(),
});

/** Checks a venue-map/1 value: its shape, that what it names exists, and that sections and rows can be told apart. */
export function readVenueMap(value: unknown): Read<VenueMap> {
  const read = Map_.safeParse(value);
  if (!read.success)
    return refused(read.error.issues.map(({ path, message }) => ({ path: path.join('.') || 'the file', reason: message })));
  const problems = [...checkNames(read.data), ...checkRows(read.data), ...checkPanoramas(read.data)];
  if (placesIn(read.data) > MOST_PLACES) problems.push({ path: 'sections', reason: `more than ${MOST_PLACES} places` });
  return problems.length > 0 ? refused(problems) : { ok: true, value: read.data };
}

function checkNames({ categories, levels = [], sections }: VenueMap) {
  const known = { category: new Set(categories.map(({ id }) => id)), level: new Set(levels.map(({ id }) => id)) };
  const problems = duplicates(
    categories.map(({ id }) => id),
    'categories',
  );
  problems.push(
    ...duplicates(
      sections.map(({ id }) => id),
      'sections',
    ),
  );
  sections.forEach((section, s) => {
    if (section.level && !known.level.has(section.level))
      problems.push({ path: `sections.${s}.level`, reason: `no level ${section.level}` });
    const named =
      section.kind === 'seated'
        ? section.rows.flatMap((row, r) => categoriesOf(row, `sections.${s}.rows.${r}`))
        : [{ id: section.category, path: `sections.${s}.category` }];
    for (const { id, path } of named) if (!known.category.has(id)) problems.push({ path, reason: `no category ${id}` });
  });
  return problems;
}

const categoriesOf = (row: { category: string; exceptions?: readonly { category: string }[] | undefined }, path: string) => [
  { id: row.category, path: `${path}.category` },
  ...(row.exceptions ?? []).map(({ category }, index) => ({ id: category, path: `${path}.exceptions.${index}.category` })),
];

/** That the section and row of each exist, and that no two are of the same. A seat that does not exist is never asked for. */
function checkPanoramas({ sections, panoramas = [] }: VenueMap): MapProblem[] {
  const problems = panoramas.flatMap(({ section: id, row: label }, index) => {
    const section = sections.find((one) => one.id === id);
    if (!section) return [{ path: `panoramas.${index}.section`, reason: `no section ${id}` }];
    const hasRow = label === undefined || (section.kind === 'seated' && section.rows.some((row) => row.label === label));
    return hasRow ? [] : [{ path: `panoramas.${index}.row`, reason: `no row ${label} in section ${id}` }];
  });
  const names = panoramas.map(({ section, row, seat }) => [section, row, seat].filter((part) => part !== undefined).join(' '));
  return [...problems, ...duplicates(names, 'panoramas')];
}

function checkRows({ sections }: VenueMap) {
  return sections.flatMap((section, s) => {
    if (section.kind !== 'seated') return [];
    const labels = duplicates(
      section.rows.map(({ label }) => label),
      `sections.${s}.rows`,
    );
    return [...labels, ...section.rows.flatMap((row, r) => checkRow(row, `sections.${s}.rows.${r}`))];
  });
}

function checkRow({ curve, count, gaps = [], exceptions = [], traits = [], numbering }: RowForm, path: string): MapProblem[] {
  const slots = curve.type === 'points' ? curve.points.length : count;
  if (slots === undefined) return [{ path: `${path}.count`, reason: 'a row on a curve needs its count of seats' }];
  if (count !== undefined && count !== slots) return [{ path: `${path}.count`, reason: `there are ${slots} points` }];
  if (gaps.some((gap) => gap >= slots) || new Set(gaps).size !== gaps.length)
    return [{ path: `${path}.gaps`, reason: 'must name different positions of the row' }];
  const seats = slots - gaps.length;
  if (seats === 0) return [{ path, reason: 'a row without seats' }];
  const outside = `the row has the seats 0 to ${seats - 1}`;
  return [
    ...exceptions.flatMap(({ from, to }, index) =>
      from <= to && to < seats ? [] : [{ path: `${path}.exceptions.${index}`, reason: outside }],
    ),
    ...traits.flatMap(({ seat }, index) => (seat < seats ? [] : [{ path: `${path}.traits.${index}.seat`, reason: outside }])),
    ...checkNumbering(numbering, seats, `${path}.numbering`),
  ];
}

function checkNumbering(numbering: NumberingForm | undefined, seats: number, path: string): MapProblem[] {
  if (numbering?.scheme === 'list') {
    return numbering.numbers.length === seats ? [] : [{ path: `${path}.numbers`, reason: `the row has ${seats} seats` }];
  }
  const remainder = { odd: 1, even: 0 }[numbering?.scheme as 'odd' | 'even'];
  const starts = numbering?.start;
  if (starts === undefined || remainder === undefined || starts % 2 === remainder) return [];
  return [{ path: `${path}.start`, reason: `must be ${numbering?.scheme}` }];
}

function duplicates(names: readonly string[], path: string) {
  const seen = new Set<string>();
  return names.flatMap((name, index) => {
    const again = seen.has(name);
    seen.add(name);
    return again ? [{ path: `${path}.${index}`, reason: `${name} is there twice` }] : [];
  });
}
