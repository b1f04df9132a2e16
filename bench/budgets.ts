/** What a row of docs/benchmarks.md has to keep, and what this run found. */
export interface Budget {
  readonly text: string;
  /** Of two figures of the same run; null where the bound is absolute, or where one of the two is missing. */
  readonly ratio: number | null;
  /** Null where there is nothing to judge. */
  readonly met: boolean | null;
  /** Seconds, which mean something only while nothing else runs. */
  readonly needsQuiet: boolean;
}

/** "≥ 0.5", or "won ≥ 0.5 × pgbench's" where a row has several. Not judged where the ratio lacks a baseline. */
export const atLeast = (ratio: number, least: number, figure = '', baseline = ''): Budget => ({
  text: textOf(figure, `≥ ${least}`, baseline),
  ...found(ratio, ratio >= least),
});

/** "p99 ≤ 3 × p50", likewise; nor is a cost of 0 judged, which was not measured. */
export const atMost = (ratio: number, most: number, figure = '', baseline = ''): Budget => ({
  text: textOf(figure, `≤ ${most}`, baseline),
  ...found(ratio === 0 ? Number.NaN : ratio, ratio <= most),
});

const textOf = (figure: string, bound: string, baseline: string) => [figure, bound, baseline && `× ${baseline}`].filter(Boolean).join(' ');

const found = (ratio: number, met: boolean) =>
  Number.isFinite(ratio) ? { ratio, met, needsQuiet: false } : { ratio: null, met: null, needsQuiet: false };

/** Sizes, counts and simulated time: the same on every machine. */
export const absolute = (text: string, met: boolean): Budget => ({ text, ratio: null, met, needsQuiet: false });

export const onQuietMachine = (text: string, met: boolean): Budget => ({
  text: `${text} on a quiet machine`,
  ratio: null,
  met,
  needsQuiet: true,
});

/** The load average before a run up to which its machine counts as quiet. */
const QUIET_LOAD = 0.5;

export const isQuiet = (loadBefore: number): boolean => loadBefore <= QUIET_LOAD;

/** The budget with its mark: ✓, ✗, or that this run cannot tell. Seconds that were few enough beside others are few enough alone. */
export function judged({ text, met, needsQuiet }: Budget, loadBefore: number): string {
  if (met === null || (!met && needsQuiet && !isQuiet(loadBefore))) return `${text} (not judged)`;
  return `${text} ${met ? '✓' : '✗'}`;
}
