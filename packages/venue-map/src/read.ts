export type { MapProblem, Read } from './problem.ts';
export { readVenueMap } from './schema.ts';
export { readSeatingPlan, type SeatingPlan } from './seating-plan/read.ts';
