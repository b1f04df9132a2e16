import { expect, test } from 'vitest';
import type { Stage } from '../../src/sale/queries-purchases.ts';
import { stagesBefore } from '../../src/sale/stages.ts';

/** A stage that is new has to be named here before anything compiles. */
const named: Readonly<Record<Stage, true>> = {
  open: true,
  reserved: true,
  paying: true,
  offered: true,
  paid: true,
  expired: true,
  cancelled: true,
};
const stages = Object.keys(named) as Stage[];
const allowed: ReadonlySet<string> = new Set([
  'open → paying',
  'open → expired',
  'open → cancelled',
  'open → reserved',
  'reserved → open',
  'reserved → expired',
  'reserved → cancelled',
  'paying → paid',
  'paying → open',
  'paying → cancelled',
  'paying → offered',
  'offered → paid',
  'offered → cancelled',
]);
const everyStep = stages.flatMap((from) => stages.map((to) => [from, to] as const));

test.each(everyStep.filter(([from, to]) => allowed.has(`${from} → ${to}`)))('a purchase that is %s may become %s (C-02)', (from, to) => {
  expect(stagesBefore(to)).toContain(from);
});

test.each(everyStep.filter(([from, to]) => !allowed.has(`${from} → ${to}`)))(
  'a purchase that is %s never becomes %s (C-02)',
  (from, to) => {
    expect(stagesBefore(to)).not.toContain(from);
  },
);
