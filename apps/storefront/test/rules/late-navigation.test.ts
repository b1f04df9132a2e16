import { loadBrand } from '@butaca/brand/load';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryOnce } from '../../app/frame/late-navigation.ts';

const { chunkTimeoutMs } = (await loadBrand('butaca')).brand.constants;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a page that does not arrive is tried once more after 120 s, and given up after as long again (CO-035, ER-024)', () => {
  const did: string[] = [];
  retryOnce(chunkTimeoutMs, { retry: () => did.push('retry'), giveUp: () => did.push('give up') });
  vi.advanceTimersByTime(119_999);
  expect(did).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(did).toEqual(['retry']);
  vi.advanceTimersByTime(119_999);
  expect(did).toEqual(['retry']);
  vi.advanceTimersByTime(1_000_000);
  expect(did).toEqual(['retry', 'give up']);
});

test.each([1, 150_000])('a page that arrived, after %d ms, is neither tried again nor given up any more', (afterMs) => {
  const did: string[] = [];
  const arrived = retryOnce(chunkTimeoutMs, { retry: () => did.push('retry'), giveUp: () => did.push('give up') });
  vi.advanceTimersByTime(afterMs);
  arrived();
  const before = [...did];
  vi.advanceTimersByTime(1_000_000);
  expect(did).toEqual(before);
});
