import type { OfficePerformance } from '@butaca/contract';

let count = 0;

/** Nothing sold of a hall of a hundred, unless given otherwise. */
export const aPerformance = (given: Partial<OfficePerformance> = {}): OfficePerformance => ({
  id: ++count,
  showName: 'Hamlet',
  venueName: 'Gran Teatro',
  startsAt: Date.parse('2026-12-01T21:00:00-03:00'),
  timeZone: 'America/Argentina/Buenos_Aires',
  state: 'on_sale',
  places: 100,
  held: 0,
  sold: 0,
  soldLastHour: 0,
  tickets: 0,
  serviceCharge: 0,
  trend: Array(12).fill(0),
  asksForNames: false,
  ...given,
});
