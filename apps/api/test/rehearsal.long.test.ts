import { expect, test } from 'vitest';
import { rehearse } from '../../../rehearsal/rehearse.ts';
import { limit, sizeOf } from '../../../scripts/test/limits.ts';

/** With these seeds every kind of fault comes in that time (docs/rehearsal.md): kills, stops, an outage, connections that end or are slow, clocks, money given back. */
const SIZE = {
  seconds: sizeOf({ full: 240, short: 18 }),
  seed: sizeOf({ full: 2, short: 74_362 }),
};
/** A fault that finds nothing to hit is not counted. */
const LEAST_FAULTS = sizeOf({ full: 60, short: 9 });

test(
  `a sale goes on for ${SIZE.seconds} s while everything around it fails`,
  async () => {
    const said: string[] = [];
    const { sheet, faults } = await rehearse({ ...SIZE, log: (line) => said.push(line) });
    expect(faults).toBeGreaterThanOrEqual(LEAST_FAULTS);
    expect(
      sheet.filter(({ held }) => !held),
      said.join('\n'),
    ).toEqual([]);
  },
  limit(900_000),
);
