import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { OURSELVES } from '../../src/payments/provider.ts';
import { rows, runJourneys } from '../conformance/journeys.ts';

/** How long the places of a payment are kept, by its method (docs/payments.md#how-long-places-are-kept). */
await runJourneys(['keeps its places']);

/** Every provider that the server knows, whether it is configured or not. */
const known = [...Object.keys(readConfig({ DATABASE_URL: 'postgres://localhost/none', SECRET: 'x'.repeat(32) }).providers), ...OURSELVES];

test('every method of payment has a row in the table of docs/payments.md, and every row its method', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../../docs/payments.md'), 'utf8');
  const section = text.split('## How long places are kept')[1]?.split('\n## ')[0] ?? '';
  const named = [...section.matchAll(/^\| [^|]*/gm)].flatMap(([cell]) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
  expect([...new Set(named)].sort()).toEqual([...known].sort());
});

test('every provider that the server knows is among those that the journeys of this table run at', () => {
  const own = known.filter((name) => !(OURSELVES as readonly string[]).includes(name));
  const names = Object.keys(rows).map(
    (row) => row.replace('a wallet with a page', 'apay').replace('a wallet with an app', 'pool').split(' ')[0],
  );
  expect([...new Set(names)].sort()).toEqual(own.sort());
});
