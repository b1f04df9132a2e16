import type { Sector } from '@butaca/contract';
import { expect, test } from 'vitest';
import { withEqualPrices } from '../../app/catalogue/performance/SectorPrices.tsx';

const sector = (id: number, more: Partial<Sector> = {}): Sector => ({
  id,
  name: `Sector ${id}`,
  kind: 'seated',
  capacity: 100,
  priceLevelIds: [1],
  ...more,
});

test('sectors with equal prices stand together, in the order of the first of them', () => {
  const groups = withEqualPrices([sector(1), sector(2, { priceLevelIds: [2] }), sector(3)]);
  expect(groups.map(({ sectors, capacity }) => [sectors.map(({ id }) => id), capacity])).toEqual([
    [[1, 3], 200],
    [[2], 100],
  ]);
});

test('sectors with and without numbers stay apart, whatever they cost', () => {
  expect(withEqualPrices([sector(1), sector(2, { kind: 'standing' })])).toHaveLength(2);
});
