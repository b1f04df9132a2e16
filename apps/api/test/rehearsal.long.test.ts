import { expect, test } from 'vitest';
import { planFaults } from '../../../rehearsal/plan.ts';
import { rehearse } from '../../../rehearsal/rehearse.ts';
import { limit, sizeOf } from '../../../scripts/test/limits.ts';

/** Seeds that draw as many kinds of faults as fit (docs/rehearsal.md): the short one all but moved clocks. */
const SIZE = {
  seconds: sizeOf({ full: 240, short: 18 }),
  seed: sizeOf({ full: 2, short: 365_313 }),
};
const KINDS = sizeOf({ full: 10, short: 9 });
/** A fault that finds nothing to hit is not counted. */
const LEAST_FAULTS = sizeOf({ full: 60, short: 9 });
/** Of the ten counts of docs/rehearsal.md: in half a minute on cores that others use, too, not all of them take place. */
const LEAST_ACTS = sizeOf({ full: 10, short: 5 });

test(
  `a sale goes on for ${SIZE.seconds} s while everything around it fails`,
  async () => {
    expect(new Set(planFaults(SIZE.seed, SIZE.seconds * 1000).map(({ fault }) => fault.kind)).size).toBe(KINDS);
    const said: string[] = [];
    const { sheet, faults, acts } = await rehearse({ ...SIZE, log: (line) => said.push(line) });
    expect(faults, said.join('\n')).toBeGreaterThanOrEqual(LEAST_FAULTS);
    expect([...acts.values()].filter((times) => times > 0).length, said.join('\n')).toBeGreaterThanOrEqual(LEAST_ACTS);
    expect(
      sheet.filter(({ held }) => !held),
      said.join('\n'),
    ).toEqual([]);
  },
  limit(900_000),
);
