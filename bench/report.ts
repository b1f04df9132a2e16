import { type Budget, isQuiet, judged } from './budgets.ts';

/** One line of docs/benchmarks.md; without a budget it is only printed. */
export interface Measurement {
  readonly what: string;
  readonly baseline: string;
  readonly ours: string;
  readonly budgets: readonly Budget[];
}

/** Figures that belong side by side, under a heading of their own. */
export interface Table {
  readonly title: string;
  /** How it was measured, in a sentence or two. */
  readonly note: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | readonly Budget[])[])[];
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

Written by \`npm run bench\` down to the full-size checks; do not edit. Every ratio compares two figures of one run on one
machine, with the load generator on the same cores; ✗ is a budget that was missed, and a row without a budget is only printed.
Absolute figures are for orders of magnitude ([decision 094](decisions/094-budgets-are-ratios-within-a-run.md)).
`;

/** Begins what the report leaves alone. */
const BY_HAND = '\n## Full-size checks\n';

const noChecksYet = `${BY_HAND}
\`npm run test:release\` on a clone of the commit; entered by hand.

| Date | Commit | Outcome | Seconds |
| --- | --- | --- | --- |
`;

export function report(results: readonly (Measurement | Table)[], machine: Machine, day: string): string {
  const rows = rowsOf(results, machine);
  return [
    title,
    `Measured ${day}, beginning at a load average of ${machine.loadBefore.toFixed(1)}.`,
    ...(rows.length > 0 ? ['', ...grid(['What', 'Baseline', 'Ours', 'Ratio', 'Budget', 'Machine'], rows)] : []),
    ...results.filter((result) => 'rows' in result).flatMap((table) => sectionOf(table, machine)),
    '',
  ].join('\n');
}

/** What a new report takes over from the one before. */
export const enteredByHand = (before: string): string => parted(before).byHand;

function parted(text: string): { readonly measured: string; readonly byHand: string } {
  const at = text.indexOf(BY_HAND);
  return at < 0 ? { measured: text, byHand: noChecksYet } : { measured: text.slice(0, at), byHand: text.slice(at) };
}

const sectionOf = (table: Table, { loadBefore }: Machine): string[] => {
  const cellOf = (cell: string | readonly Budget[]) => (typeof cell === 'string' ? cell : marks(cell, loadBefore));
  const rows = table.rows.map((row) => row.map(cellOf));
  return ['', `## ${table.title}`, '', table.note, '', ...grid(table.columns, rows)];
};

const marks = (budgets: readonly Budget[], loadBefore: number) => budgets.map((budget) => judged(budget, loadBefore)).join(', ');

function rowsOf(results: readonly (Measurement | Table)[], machine: Machine, note = ''): string[][] {
  const where = `${machine.cores} × ${machine.model}, ${machine.memoryGib} GiB, Node ${machine.node}${note}`;
  const measurements = results.filter((result) => 'what' in result);
  return measurements.map(({ what, baseline, ours, budgets }) => [
    what,
    baseline,
    ours,
    budgets.flatMap(({ ratio }) => (ratio === null ? [] : [ratio.toFixed(2)])).join(', '),
    marks(budgets, machine.loadBefore),
    where,
  ]);
}

/**
 * A report with some of its figures measured again: rows by what they say, tables by their titles, new ones at the end of theirs. Both say
 * the day, where it is not that of the report, and the load they were measured beside: ratios bear it, absolute figures do not.
 */
export function renewed(text: string, results: readonly (Measurement | Table)[], machine: Machine, day: string): string {
  const { measured, byHand } = parted(text);
  let lines = measured.split('\n');
  const load = isQuiet(machine.loadBefore) ? '' : `, load average ${machine.loadBefore.toFixed(0)}`;
  for (const row of rowsOf(results, machine, `, ${day}${load}`)) {
    const line = `| ${row.join(' | ')} |`;
    const known = lines.findIndex((each) => each.startsWith(`| ${row[0]} |`));
    const end = lines.findIndex((each, index) => index > lines.findIndex((head) => head.startsWith('| What |')) && each === '');
    lines = known >= 0 ? lines.with(known, line) : lines.toSpliced(end, 0, line);
  }
  for (const table of results.filter((result) => 'rows' in result)) {
    const from = lines.indexOf(`## ${table.title}`);
    const next = lines.findIndex((each, index) => index > from && each.startsWith('## '));
    const section = sectionOf({ ...table, note: `${table.note} Measured ${day}${load}.` }, machine);
    if (from < 0) lines = [...lines.slice(0, -1), ...section, ''];
    else lines = [...lines.slice(0, from - 1), ...section, ...(next < 0 ? [''] : lines.slice(next - 1))];
  }
  return lines.join('\n') + byHand;
}

/** What is printed of a part as soon as it is measured. */
export const progressOf = (part: string, results: readonly (Measurement | Table)[], { loadBefore }: Machine): string =>
  results
    .map((result) =>
      'rows' in result ? `${part}: ${result.title}` : `${result.what}: ${result.ours} ${marks(result.budgets, loadBefore)}`,
    )
    .join('\n');

const grid = (columns: readonly string[], rows: readonly (readonly string[])[]) =>
  [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
