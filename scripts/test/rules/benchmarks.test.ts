import { describe, expect, test } from 'vitest';
import { absolute, atLeast, atMost, judged, onQuietMachine } from '../../../bench/budgets.ts';
import { enteredByHand, type Machine, type Measurement, renewed, report, type Table } from '../../../bench/report.ts';
import { median, medianBy, rateOf } from '../../../bench/statistics.ts';

const QUIET = 0.1;
const BUSY = 3;
const machine: Machine = { cores: 2, model: 'EPYC', memoryGib: 24, node: '26.10.0', loadBefore: QUIET };
const claims = (ratio: number): Measurement => ({
  what: 'claims',
  baseline: 'pgbench 1,000 /s',
  ours: `${1000 * ratio} /s`,
  budgets: [atLeast(ratio, 0.7)],
});
const mails: Measurement = { what: 'mails', baseline: '', ours: '32 /s', budgets: [] };
const batches = (ms: string): Table => ({
  title: 'Batches',
  note: 'One connection.',
  columns: ['Claims', 'ms', 'Budget'],
  rows: [
    ['1', '1.6', []],
    ['8', ms, [absolute('no dearer', true)]],
  ],
});
const rowOf = (text: string, what: string) => text.split('\n').find((line) => line.startsWith(`| ${what} |`));

describe('what judges', () => {
  test('a ratio is kept up to its bound and missed beyond it', () => {
    expect([0.7, 0.69].map((ratio) => judged(atLeast(ratio, 0.7), QUIET))).toEqual(['≥ 0.7 ✓', '≥ 0.7 ✗']);
    expect([3, 3.01].map((ratio) => judged(atMost(ratio, 3, 'p99', 'p50'), QUIET))).toEqual(['p99 ≤ 3 × p50 ✓', 'p99 ≤ 3 × p50 ✗']);
  });

  test('nothing at all is less than the least', () => {
    expect(atLeast(0, 0.7).met).toBe(false);
  });

  test('a figure without a baseline is not judged', () => {
    expect([4 / 0, 0 / 0].map((ratio) => judged(atLeast(ratio, 0.7), QUIET))).toEqual(['≥ 0.7 (not judged)', '≥ 0.7 (not judged)']);
    expect([4 / 0, 0 / 0].map((ratio) => judged(atMost(ratio, 8), QUIET))).toEqual(['≤ 8 (not judged)', '≤ 8 (not judged)']);
  });

  test('a latency of nothing was not measured, and is not judged', () => {
    expect(atMost(0, 3).met).toBeNull();
  });

  test('too many seconds are missed only on a quiet machine, sizes and ratios on any', () => {
    const budgets = [onQuietMachine('< 5 s', true), onQuietMachine('< 5 s', false), absolute('< 400 MB', false), atMost(2, 3)];
    expect(budgets.map((budget) => judged(budget, BUSY))).toEqual([
      '< 5 s on a quiet machine ✓',
      '< 5 s on a quiet machine (not judged)',
      '< 400 MB ✗',
      '≤ 3 ✓',
    ]);
    expect(budgets.slice(0, 2).map((budget) => judged(budget, QUIET))).toEqual([
      '< 5 s on a quiet machine ✓',
      '< 5 s on a quiet machine ✗',
    ]);
  });
});

describe('the report', () => {
  test('shows a missed row, a kept one, and one that is only printed', () => {
    const tail: Measurement = {
      what: 'tail',
      baseline: 'b',
      ours: 'o',
      budgets: [atMost(2, 3, 'p99', 'p50'), atMost(1.2, 1, 'p99', 'bare')],
    };
    const text = report([claims(0.5), tail, mails], machine, '2026-11-28');
    expect(rowOf(text, 'claims')).toBe('| claims | pgbench 1,000 /s | 500 /s | 0.50 | ≥ 0.7 ✗ | 2 × EPYC, 24 GiB, Node 26.10.0 |');
    expect(rowOf(text, 'tail')).toContain('| 2.00, 1.20 | p99 ≤ 3 × p50 ✓, p99 ≤ 1 × bare ✗ |');
    expect(rowOf(text, 'mails')).toContain('| 32 /s |  |  |');
  });

  test('a row measured again takes the place of its old one and says its day; the others stay', () => {
    const before = report([claims(0.5), mails], machine, '2026-11-23');
    const after = renewed(before, [claims(0.9)], machine, '2026-11-28');
    expect(rowOf(after, 'claims')).toContain('≥ 0.7 ✓ | 2 × EPYC, 24 GiB, Node 26.10.0, 2026-11-28 |');
    expect(rowOf(after, 'mails')).toBe(rowOf(before, 'mails'));
    expect(after.match(/^\| claims \|/gm)).toHaveLength(1);
  });

  test('a row measured again beside a load says so', () => {
    const after = renewed(report([mails], machine, '2026-11-23'), [mails], { ...machine, loadBefore: BUSY }, '2026-11-28');
    expect(rowOf(after, 'mails')).toContain('Node 26.10.0, 2026-11-28, load average 3 |');
  });

  test('a row that is new stands at the end of its table, a table that is new after the others', () => {
    const before = report([claims(0.9), batches('0.24')], machine, '2026-11-23') + enteredByHand('');
    const other = { ...batches('0.30'), title: 'Other batches' };
    const after = renewed(before, [mails, other], machine, '2026-11-28');
    expect(after.split('\n').filter((line) => /^(\| (claims|mails) \||## )/.test(line))).toEqual([
      rowOf(before, 'claims'),
      rowOf(after, 'mails'),
      '## Batches',
      '## Other batches',
      '## Full-size checks',
    ]);
    expect(after).toContain('| 8 | 0.30 | no dearer ✓ |\n\n## Full-size checks');
  });

  test('a table measured again replaces the old one alone', () => {
    const before = report([claims(0.9), batches('0.24'), { ...batches('0.30'), title: 'Other batches' }], machine, '2026-11-23');
    const after = renewed(before, [batches('0.25')], machine, '2026-11-28');
    const dated = before.replace('One connection.', 'One connection. Measured 2026-11-28.');
    expect(after).toBe(dated.replace('| 8 | 0.24 |', '| 8 | 0.25 |') + enteredByHand(''));
  });

  test('what was entered of full-size checks outlives new measurements', () => {
    const entered = '| 2026-11-28 | 1a2b3c4 | green | 3,600 |\n';
    const before = report([claims(0.5)], machine, '2026-11-23') + enteredByHand('') + entered;
    const everything = report([claims(0.9)], machine, '2026-11-28') + enteredByHand(before);
    expect(everything.endsWith(entered)).toBe(true);
    const rows = renewed(before, [claims(0.9), batches('0.24')], machine, '2026-11-28');
    expect(rows.endsWith(entered)).toBe(true);
    expect(rows.split('## Full-size checks')).toHaveLength(2);
  });
});

test('the middle of an even number of rounds is the worse one of two latencies, and p99 the hundredth part from above', () => {
  expect(median([4, 1, 3, 2])).toBe(3);
  expect(medianBy([{ ms: 9 }, { ms: 1 }, { ms: 5 }], ({ ms }) => ms)).toEqual({ ms: 5 });
  expect(
    rateOf(
      Array.from({ length: 200 }, (_, n) => n),
      1000,
    ),
  ).toEqual({ perSecond: 200, p50Ms: 100, p99Ms: 198 });
});
