export type { MapProblem, Read } from './file-problems.ts';
export { readVenueMap } from './schema.ts';
export { readSeatingPlan, type SeatingPlan } from './seating-plan/read.ts';
