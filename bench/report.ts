/** One line of docs/benchmarks.md. A ratio is ours over the baseline of the same run; null where a budget is absolute. */
export interface Measurement {
  readonly what: string;
  readonly baseline: string;
  readonly ours: string;
  readonly ratio: number | null;
  /** Empty where none is set. */
  readonly budget: string;
  readonly met: boolean;
}

export interface Machine {
  readonly cores: number;
  readonly model: string;
  readonly memoryGib: number;
  readonly node: string;
}

const title = `# Benchmarks

Written by \`npm run bench\`; do not edit. Every ratio compares two figures of one run on one machine, with the load
generator on the same cores. Absolute figures are for orders of magnitude.
`;

export function report(measurements: readonly Measurement[], machine: Machine, day: string): string {
  const where = `${machine.cores} × ${machine.model}, ${machine.memoryGib} GiB, Node ${machine.node}`;
  const rows = measurements.map(({ what, baseline, ours, ratio, budget, met }) =>
    row([what, baseline, ours, ratio === null ? '' : ratio.toFixed(2), budget && `${budget} ${met ? '✓' : '✗'}`, where]),
  );
  return [
    title,
    `Measured ${day}.\n`,
    row(['What', 'Baseline', 'Ours', 'Ratio', 'Budget', 'Machine']),
    row(Array(6).fill('---')),
    ...rows,
    '',
  ].join('\n');
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
