import type { PerformanceDetail, Sector } from '@butaca/contract';
import { expect, test } from 'vitest';
import { SectorPrices, withEqualPrices } from '../../app/catalogue/performance/SectorPrices.tsx';
import { frameWith, htmlIn } from '../render.ts';

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

test('no group is without a title: sectors of a category that has no price are called by their names, however many they are', () => {
  const sectors = [1, 2, 3, 4].flatMap((id) => [sector(id), sector(id + 10, { priceLevelIds: [2] })]);
  const priceLevels = [{ id: 1, name: 'Plateas', prices: [] }];
  const html = htmlIn(frameWith(), SectorPrices, { performance: { sectors, priceLevels } as unknown as PerformanceDetail });
  const titles = [...html.matchAll(/<h3[^>]*>(.*?)<\/h3>/g)].map(([, title = '']) => title.replace(/<[^>]*>/g, ''));
  expect(titles).toEqual(['Plateas', 'Sector 11, Sector 12, Sector 13, Sector 14']);
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toHaveLength(new Set(ids).size);
});
