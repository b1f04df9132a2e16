import { expect, test } from 'vitest';
import { readQuantity } from '../../../app/purchase/seat-map/Quantity.tsx';

test('a typed quantity is a whole number of at least one, as it was typed or none at all', () => {
  expect(['1', ' 12 ', '02', '99999'].map(readQuantity)).toEqual([1, 12, 2, 99_999]);
  for (const typed of ['', '0', '2,5', '2.5', 'abc', '-1', '1e6', '100000', '2 3']) expect(readQuantity(typed)).toBeNull();
});
