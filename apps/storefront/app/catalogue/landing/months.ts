import type { PerformanceDate } from '@butaca/contract';

export interface Month<P> {
  readonly year: number | undefined;
  /** From 1. */
  readonly month: number;
  readonly performances: readonly P[];
}

/** Performances by month, in the order they came. */
export function byMonth<P extends { readonly date: PerformanceDate }>(performances: readonly P[]): Month<P>[] {
  const months = new Map<string, { year: number | undefined; month: number; performances: P[] }>();
  for (const performance of performances) {
    const { year, month } = performance.date;
    const key = `${year} ${month}`;
    const found = months.get(key);
    if (found) found.performances.push(performance);
    else months.set(key, { year, month, performances: [performance] });
  }
  return [...months.values()];
}
