import { z } from 'zod';

const Length = z.number().min(-1e6).max(1e6);
const Position = z.object({ x: Length, y: Length });
/** Labels come as text or as numbers. */
const Label = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim())
  .pipe(z.string().max(60));

const Seat = z.object({
  seat_number: Label,
  seat_guid: Label.optional(),
  position: Position,
  category: z.string().max(120),
});

const Row = z.object({
  row_number: Label.optional(),
  row_label: Label.nullish(),
  position: Position.optional(),
  seats: z.array(Seat).max(2000),
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
  name: Label,
  size: z.object({ width: z.number().positive().max(1e6), height: z.number().positive().max(1e6) }),
  categories: z
    .array(z.object({ name: z.string().trim().min(1).max(120), color: z.string().max(40).nullish() }))
    .min(1)
    .max(500),
  zones: z.array(Zone).min(1).max(500),
});

export type SeatingPlanFile = z.output<typeof SeatingPlanFile>;
export type PlanZone = SeatingPlanFile['zones'][number];
export type PlanRow = PlanZone['rows'][number];
export type PlanArea = z.output<typeof Area>;
