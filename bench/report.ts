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

/** Figures that belong side by side, under a heading of their own. */
export interface Table {
  readonly title: string;
  /** How it was measured, in a sentence or two. */
  readonly note: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Machine {
  readonly cores: number;
  readonly model: string;
  readonly memoryGib: number;
  readonly node: string;
  /** The load average before the first measurement: others on the same cores disturb absolute figures most. */
  readonly loadBefore: number;
}

const title = `# Benchmarks

Written by \`npm run bench\`; do not edit. Every ratio compares two figures of one run on one machine, with the load
generator on the same cores. Absolute figures are for orders of magnitude.
`;

export function report(results: readonly (Measurement | Table)[], machine: Machine, day: string): string {
  const rows = rowsOf(results, machine);
  return [
    title,
    `Measured ${day}, beginning at a load average of ${machine.loadBefore.toFixed(1)}.`,
    ...(rows.length > 0 ? ['', ...grid(['What', 'Baseline', 'Ours', 'Ratio', 'Budget', 'Machine'], rows)] : []),
    ...results.filter((result) => 'rows' in result).flatMap(sectionOf),
    '',
  ].join('\n');
}

const sectionOf = (table: Table): string[] => ['', `## ${table.title}`, '', table.note, '', ...grid(table.columns, table.rows)];

function rowsOf(results: readonly (Measurement | Table)[], machine: Machine, note = ''): string[][] {
  const where = `${machine.cores} × ${machine.model}, ${machine.memoryGib} GiB, Node ${machine.node}${note}`;
  const measurements = results.filter((result) => 'what' in result);
  return measurements.map(({ what, baseline, ours, ratio, budget, met }) => [
    what,
    baseline,
    ours,
    ratio === null ? '' : ratio.toFixed(2),
    budget && judged(budget, met),
    where,
  ]);
}

/**
 * A report with some of its figures measured again: rows by what they say, tables by their titles, new ones at the end of theirs. Rows say
 * the day, where it is not that of the report.
 */
export function renewed(text: string, results: readonly (Measurement | Table)[], machine: Machine, day: string): string {
  let lines = text.split('\n');
  for (const row of rowsOf(results, machine, `, ${day}`)) {
    const line = `| ${row.join(' | ')} |`;
    const known = lines.findIndex((each) => each.startsWith(`| ${row[0]} |`));
    const end = lines.findIndex((each, index) => index > lines.findIndex((head) => head.startsWith('| What |')) && each === '');
    lines = known >= 0 ? lines.with(known, line) : lines.toSpliced(end, 0, line);
  }
  for (const table of results.filter((result) => 'rows' in result)) {
    const from = lines.indexOf(`## ${table.title}`);
    const next = lines.findIndex((each, index) => index > from && each.startsWith('## '));
    const section = sectionOf(table);
    if (from < 0) lines = [...lines.slice(0, -1), ...section.slice(0, -1), ''];
    else lines = [...lines.slice(0, from - 1), ...section, ...(next < 0 ? [''] : lines.slice(next - 1))];
  }
  return lines.join('\n');
}

/** What is printed of a part as soon as it is measured. */
export const progressOf = (part: string, results: readonly (Measurement | Table)[]): string =>
  results
    .map((result) =>
      'rows' in result
        ? `${part}: ${result.title}`
        : `${result.what}: ${result.ours} ${result.budget && judged(result.budget, result.met)}`,
    )
    .join('\n');

export const judged = (budget: string, met: boolean) => `${budget} ${met ? '✓' : '✗'}`;

const grid = (columns: readonly string[], rows: readonly (readonly string[])[]) =>
  [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
