/** The middle one; of an even number, the upper of the two. */
export const median = (values: readonly number[]): number => medianBy(values, (value) => value);

/** The element whose value is the middle one. */
export const medianBy = <T>(elements: readonly T[], numberOf: (element: T) => number): T =>
  [...elements].sort((a, b) => numberOf(a) - numberOf(b))[elements.length >> 1] as T;

export interface Rate {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export function rateOf(latencies: readonly number[], tookMs: number): Rate {
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { perSecond: (latencies.length / tookMs) * 1000, p50Ms: at(0.5), p99Ms: at(0.99) };
}
