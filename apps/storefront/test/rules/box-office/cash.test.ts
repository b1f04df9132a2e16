import { expect, test } from 'vitest';
import { changeOf, likelyTenders, readAmount } from '../../../app/box-office/sale/cash.ts';

const pesos = (amount: number) => amount * 100;
const ar = { price: 'es-AR' };

test.each([
  ['25000', 25_000],
  ['25.000', 25_000],
  ['$ 25.000', 25_000],
  [' 1.250.000 ', 1_250_000],
  ['25000,5', 25_000.5],
  ['25.000,50', 25_000.5],
  ['0', 0],
])('what is handed over is read as prices are written: %s', (typed, amount) => {
  expect(readAmount(typed, ar)).toBe(pesos(amount));
});

test.each(['', 'mil', '25.00', '2.5000', '25,000', '25.000,505', '1,2,3', '-500', '.500', '99999999999'])('%j is no amount', (typed) => {
  expect(readAmount(typed, ar)).toBeNull();
});

test('another locale has its own signs', () => {
  expect(readAmount('25,000.50', { price: 'en-US' })).toBe(pesos(25_000.5));
  expect(readAmount('25.000', { price: 'en-US' })).toBeNull();
});

test.each([
  [23_000, [23_000, 25_000, 30_000, 40_000]],
  [20_000, [20_000, 50_000, 100_000]],
  [99_500, [99_500, 100_000]],
  [7_300, [7_300, 7_500, 8_000, 10_000]],
  [1, [1, 2, 5, 10]],
])('for %i people hand over that or a round sum above it', (total, tenders) => {
  expect(likelyTenders(pesos(total))).toEqual(tenders.map(pesos));
});

test('what goes back is what was handed over beyond the total; nothing typed is the exact sum', () => {
  expect(changeOf(pesos(25_000), pesos(23_000))).toBe(pesos(2_000));
  expect(changeOf(pesos(20_000), pesos(23_000))).toBe(pesos(-3_000));
  expect(changeOf(null, pesos(23_000))).toBe(0);
});
