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
