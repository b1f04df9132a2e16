import { expect, test } from 'vitest';
import { rehearse } from '../../../rehearsal/rehearse.ts';

/** Some ten faults; the long form is `npm run rehearse`. */
const SECONDS = 40;

test.each([1, 2])('a sale holds while everything around it breaks (seed %i)', async (seed) => {
  const said: string[] = [];
  const { sheet, faults } = await rehearse({ seconds: SECONDS, seed, log: (line) => said.push(line) });
  expect(faults).toBeGreaterThan(5);
  expect(
    sheet.filter(({ held }) => !held),
    said.join('\n'),
  ).toEqual([]);
});
