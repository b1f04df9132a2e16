import { loadBrand } from '@butaca/brand/load';
import { expect, test } from 'vitest';
import { tellPixel } from '../../app/frame/pixel.ts';

const { brand: plain } = await loadBrand('butaca');
const pixels = { success: 'https://measure.example/ok?value={amount}&currency={currency}', failure: 'https://measure.example/failed' };
const brand = { ...plain, pixels };

/** One browser, and what it got. */
function aBrowser() {
  const kept = new Map<string, string>();
  const got: string[] = [];
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
  return { got, world: { storage, load: (address: string) => void got.push(address) } };
}

test('the success pixel is got once per purchase, with its amount and nothing of its buyer (CA-034)', () => {
  const { got, world } = aBrowser();
  const ended = { stage: 'success', purchaseId: 'a-purchase', amount: 12710450 } as const;
  for (let shown = 0; shown < 3; shown++) tellPixel(brand, ended, world);
  expect(got).toEqual(['https://measure.example/ok?value=127104.5&currency=ARS']);
  tellPixel(brand, { ...ended, purchaseId: 'another' }, world);
  expect(got).toHaveLength(2);
  expect(got.join()).not.toContain('a-purchase');
});

test('the failure pixel is got once per purchase, and does not keep a later success from being told (CA-035)', () => {
  const { got, world } = aBrowser();
  for (const stage of ['failure', 'failure', 'success'] as const) tellPixel(brand, { stage, purchaseId: 'a-purchase', amount: 100 }, world);
  expect(got).toEqual([pixels.failure, 'https://measure.example/ok?value=1&currency=ARS']);
});

test('a brand without pixels gets nothing, and neither does a browser that remembers nothing', () => {
  const { got, world } = aBrowser();
  tellPixel(plain, { stage: 'success', purchaseId: 'a-purchase', amount: 100 }, world);
  const closed = () => {
    throw new Error('storage is closed');
  };
  tellPixel(
    brand,
    { stage: 'success', purchaseId: 'a-purchase', amount: 100 },
    { ...world, storage: { getItem: closed, setItem: closed } },
  );
  expect(got).toEqual([]);
});
