export { type Best, bestAvailable, type Wanted } from './best-available.ts';
export { type Seating, seatingOf } from './seating.ts';
