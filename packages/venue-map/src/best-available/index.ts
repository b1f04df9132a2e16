export { type Best, bestAvailable, offersFor } from './best-available.ts';
export { leavesOrphan } from './orphans.ts';
export type { Party } from './search.ts';
export { type Seating, seatingOf } from './seating.ts';
