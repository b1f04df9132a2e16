import { z } from 'zod';
import {
  LONGEST_SEAT_NUMBER,
  type MapProblem,
  MOST_DECOR,
  MOST_LENGTH,
  MOST_PLACES,
  MOST_SEATS_IN_A_ROW,
  PRINTABLE,
} from '../file-problems.ts';

/** Leaves room for a number that tells rows of one name apart. */
const LONGEST_ROW_NAME = 34;

const Length = z.number().min(-MOST_LENGTH).max(MOST_LENGTH);
const Position = z.object({ x: Length, y: Length });
/** Labels come as text or as numbers. */
const label = (longest: number, shortest = 0) =>
  z
    .union([z.string(), z.number()], 'must be text or a number')
    .transform((value) => String(value).trim())
    .pipe(z.string().min(shortest).max(longest).regex(PRINTABLE, 'must be printable text'));
const Label = label(60);

const Seat = z.object({
  seat_number: label(LONGEST_SEAT_NUMBER, 1),
  seat_guid: Label.nullish(),
  position: Position,
  category: z.string().trim().max(120),
});

const Row = z.object({
  row_number: label(LONGEST_ROW_NAME).nullish(),
  row_label: label(LONGEST_ROW_NAME).nullish(),
  position: Position.optional(),
  seats: z.array(Seat).max(MOST_SEATS_IN_A_ROW),
});

const Area = z.object({
  shape: z.string().max(40),
  position: Position,
  rotation: z.number().min(-3600).max(3600).nullish(),
  rectangle: z.object({ width: Length, height: Length }).nullish(),
  polygon: z.object({ points: z.array(Position).max(2000) }).nullish(),
  ellipse: z.object({ radius: Position }).nullish(),
  circle: z.object({ radius: Length }).nullish(),
  text: z.object({ text: z.string().max(200).nullish(), position: Position.nullish() }).nullish(),
});

const Zone = z.object({
  name: Label,
  zone_id: Label.nullish(),
  position: Position.optional(),
  rows: z.array(Row).max(2000).default([]),
  areas: z.array(Area).max(2000).nullish(),
});

/**
 * The seating-plan JSON that pretix reads, as far as venues publish it: unknown fields are passed over, ids may be
 * missing. A seat's position counts from its row's, a row's from its zone's.
 */
export const SeatingPlanFile = z.object({
  name: label(60, 1),
  size: z.object({ width: z.number().positive().max(MOST_LENGTH), height: z.number().positive().max(MOST_LENGTH) }),
  categories: z
    .array(
      z.object({ name: z.string().trim().min(1).max(120).regex(PRINTABLE, 'must be printable text'), color: z.string().max(40).nullish() }),
    )
    .min(1)
    .max(500),
  zones: z.array(Zone).min(1).max(500),
});

export type SeatingPlanFile = z.output<typeof SeatingPlanFile>;
export type PlanZone = SeatingPlanFile['zones'][number];
export type PlanRow = PlanZone['rows'][number];
export type PlanArea = z.output<typeof Area>;

/** Problems that the schema cannot find: names that do not exist, a seat that is listed twice, coordinates beyond every map. */
export function checkPlan(plan: SeatingPlanFile): MapProblem[] {
  return [...unknownCategories(plan), ...repeatedGuids(plan), ...farAway(plan), ...tooMuch(plan)];
}

function unknownCategories({ categories, zones }: SeatingPlanFile): MapProblem[] {
  const known = new Set(categories.map(({ name }) => name));
  return eachSeat(zones).flatMap(({ seat, path }) =>
    known.has(seat.category) ? [] : [{ path: `${path}.category`, reason: `no category ${seat.category}` }],
  );
}

function repeatedGuids({ zones }: SeatingPlanFile): MapProblem[] {
  const first = new Map<string, string>();
  return eachSeat(zones).flatMap(({ seat: { seat_guid }, path }) => {
    if (!seat_guid) return [];
    const before = first.get(seat_guid);
    if (!before) first.set(seat_guid, path);
    return before ? [{ path: `${path}.seat_guid`, reason: `${seat_guid} stands already at ${before}.seat_guid` }] : [];
  });
}

function farAway({ zones }: SeatingPlanFile): MapProblem[] {
  return eachSeat(zones).flatMap(({ x, y, path }) =>
    Math.max(Math.abs(x), Math.abs(y)) > MOST_LENGTH
      ? [{ path: `${path}.position`, reason: `more than ${MOST_LENGTH} from the origin` }]
      : [],
  );
}

function tooMuch({ zones }: SeatingPlanFile): MapProblem[] {
  const seats = eachSeat(zones).length;
  const areas = zones.reduce((sum, zone) => sum + (zone.areas?.length ?? 0), 0);
  return [
    ...(seats === 0 ? [{ path: 'zones', reason: 'no seat in any zone' }] : []),
    ...(seats > MOST_PLACES ? [{ path: 'zones', reason: `more than ${MOST_PLACES} places` }] : []),
    ...(areas > MOST_DECOR ? [{ path: 'zones', reason: `more than ${MOST_DECOR} areas` }] : []),
  ];
}

function eachSeat(zones: SeatingPlanFile['zones']) {
  return zones.flatMap((zone, z) =>
    zone.rows.flatMap((row, r) =>
      row.seats.map((seat, s) => ({
        seat,
        x: (zone.position?.x ?? 0) + (row.position?.x ?? 0) + seat.position.x,
        y: (zone.position?.y ?? 0) + (row.position?.y ?? 0) + seat.position.y,
        path: `zones.${z}.rows.${r}.seats.${s}`,
      })),
    ),
  );
}
