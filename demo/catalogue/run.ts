/** From Monday to Sunday, as Temporal counts. */
type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** When a show is given: its slots in every week of its run, week 0 beginning on the day the run is planned. */
export interface Run {
  readonly weeks: readonly [first: number, last: number];
  readonly slots: readonly (readonly [days: readonly Weekday[], time: string])[];
  /** Of the run's performances, counted from 0. */
  readonly soldOut?: readonly number[];
  readonly cancelled?: readonly number[];
  /** Of the places of its first performance, how many are bought already; of each later one, fewer. */
  readonly demand?: number;
  /** Announced; tickets come that many days after the run was planned, at ten in the morning. */
  readonly onSaleInDays?: number;
  /** Times the venue's usual price. */
  readonly priced?: number;
}
