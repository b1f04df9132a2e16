import { expect, test } from 'vitest';
import { rehearse } from '../../../rehearsal/rehearse.ts';

/** With this seed all of kills, stops, an outage, ended and slow connections and moved clocks come in a minute (docs/rehearsal.md). */
const SHORT_FORM = { seconds: 60, seed: 2 };

test('a sale goes on for a minute while everything around it fails', async () => {
  const said: string[] = [];
  const { sheet, faults } = await rehearse({ ...SHORT_FORM, log: (line) => said.push(line) });
  expect(faults).toBeGreaterThan(20);
  expect(
    sheet.filter(({ held }) => !held),
    said.join('\n'),
  ).toEqual([]);
});
