import type { OfficePerformance, OfficeTotals } from '@butaca/contract/office';

export interface Sums extends OfficeTotals {
  /** Tickets sold in each five minutes of the last hour, the oldest first. */
  readonly trend: readonly number[];
}

const SPANS = 12;

export const sumsOf = (performances: readonly OfficePerformance[]): Sums =>
  performances.reduce<Sums>(
    (sums, one) => ({
      places: sums.places + one.places,
      held: sums.held + one.held,
      sold: sums.sold + one.sold,
      soldLastHour: sums.soldLastHour + one.soldLastHour,
      tickets: sums.tickets + one.tickets,
      serviceCharge: sums.serviceCharge + one.serviceCharge,
      trend: sums.trend.map((sold, span) => sold + (one.trend[span] ?? 0)),
    }),
    { places: 0, held: 0, sold: 0, soldLastHour: 0, tickets: 0, serviceCharge: 0, trend: Array(SPANS).fill(0) },
  );

type Places = Pick<OfficeTotals, 'places' | 'held' | 'sold'>;

/** What can still be had; never below zero, when places were taken out of sale after they were sold. */
export const freeOf = ({ places, held, sold }: Places): number => Math.max(0, places - held - sold);

/** Percent of the places that are sold: 100 only when all of them are, 0 only when none is. */
export function occupancyText({ places, sold }: Places): string {
  if (sold === 0) return '0 %';
  if (sold >= places) return '100 %';
  const percent = Math.round((sold / places) * 100);
  return percent === 0 ? '<1 %' : `${Math.min(99, percent)} %`;
}
