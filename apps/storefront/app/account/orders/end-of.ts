import type { OrderPerformance } from '@butaca/contract';

/** Assumed for a show without a duration. */
const USUAL_MINUTES = 120;

/** When a performance is over; epoch milliseconds. */
export const endOf = ({ startsAt, durationMinutes = USUAL_MINUTES }: Pick<OrderPerformance, 'startsAt' | 'durationMinutes'>): number =>
  startsAt + durationMinutes * 60_000;
