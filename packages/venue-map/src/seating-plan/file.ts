import { z } from 'zod';
import { LONGEST_SEAT_NUMBER, MOST_LENGTH, MOST_SEATS_IN_A_ROW, PRINTABLE } from '../limits.ts';

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
