import { expect, test } from 'vitest';
import { CHOOSING_PITCH, canChoose, detailAt, placesShare } from '../../../app/purchase/seat-map/map/detail.ts';

test('from afar a section is one colour; closer, dots, shapes and at last numbers', () => {
  expect([1, 4, 12, 26].map(detailAt)).toEqual(['section', 'dot', 'shape', 'number']);
});

test('places come out of the colour of their section little by little', () => {
  const shares = [1, 2.4, 2.7, 3, 10].map(placesShare);
  expect(shares[0]).toBe(0);
  expect(shares.at(-1)).toBe(1);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
});

test('a finger chooses places from 24 pixels on, a mouse from fewer', () => {
  expect([canChoose(23, 'coarse'), canChoose(24, 'coarse'), canChoose(23, 'fine')]).toEqual([false, true, true]);
  expect(canChoose(CHOOSING_PITCH, 'coarse')).toBe(true);
});
