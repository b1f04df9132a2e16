import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commitmentOf, drawnOrder, lanes, seedOf } from '../src/index.ts';
import { documentedCommitment, documentedPosition, documentedSeed } from './as-documented.ts';
import vectors from './vectors.json' with { type: 'json' };

/** Draws that other implementations can be checked against (docs/fair-queue.md#test-vectors). They never change: a new definition is a new version. */
describe.each(vectors)('$name', ({ secret, commitment, seed, positions, ...draw }) => {
  test('the code draws it', () => {
    expect(commitmentOf(secret)).toBe(commitment);
    expect(seedOf(secret, draw)).toBe(seed);
    for (const lane of lanes) {
      const order = drawnOrder(seed, lane, draw.counts[lane]);
      expect(positions[lane].map(([number = -1]) => [number, order(number)])).toEqual(positions[lane]);
    }
  });

  test('so does what the document says', () => {
    expect(documentedCommitment(secret)).toBe(commitment);
    expect(documentedSeed(secret, draw)).toBe(seed);
    for (const lane of lanes)
      expect(positions[lane].map(([number = -1]) => [number, documentedPosition(seed, lane, draw.counts[lane], number)])).toEqual(
        positions[lane],
      );
  });
});

test('the document prints the second of them', async () => {
  const document = await readFile(join(import.meta.dirname, '../../../docs/fair-queue.md'), 'utf8');
  const { secret, commitment, seed, positions } = vectors[1] as (typeof vectors)[number];
  for (const value of [secret, commitment, seed]) expect(document).toContain(`\`${value}\``);
  for (const lane of lanes)
    expect(document).toContain(
      `| positions of ${lane} ${positions[lane].map(([number]) => number).join(', ')} | ${positions[lane].map(([, position]) => position).join(', ')} |`,
    );
});
