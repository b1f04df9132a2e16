import { loadBrand } from '@butaca/brand/load';
import { cardBrands } from '@butaca/contract/rules/card-brands';
import { expect, test } from 'vitest';
import { cardOfBin, plansOf } from '../../src/payments/index.ts';

const { brand } = await loadBrand('butaca');
const { cards } = brand;

test.each([
  ['450799', 'visa', 'credit', 1],
  ['451772', 'visa', 'debit', 31],
  ['529991', 'mastercard', 'credit', 15],
  ['526450', 'mastercard', 'debit', 66],
  ['222100', 'mastercard', 'credit', 15],
  ['373953', 'amex', 'credit', 65],
  ['589657', 'cabal', 'credit', 27],
  ['604312', 'cabal', 'debit', 67],
  ['589562', 'naranja', 'credit', 24],
  ['402918', 'naranja', 'credit', 24],
  ['501105', 'argencard', 'credit', 30],
  ['501012', 'maestro', 'debit', 99],
  ['421024', 'anonima', 'credit', 61],
  ['504363', 'nevada', 'credit', 39],
])('a card that begins with %s is %s, %s', (bin, brand, kind, gatewayMethodId) => {
  expect(cardOfBin(bin, cards)).toMatchObject({ brand, kind, gatewayMethodId });
});

test('a card of an unknown brand is refused', () => {
  for (const bin of ['000000', '272100', '999999', '603493']) expect(cardOfBin(bin, cards)).toBeNull();
});

test('each brand accepts cards that the gateway knows, and a number belongs to an accepted brand', async () => {
  const paraguayan = (await loadBrand('mua')).brand.cards;
  for (const { brands } of [cards, paraguayan]) {
    const known = new Set(cardBrands.map(({ brand: word }) => word));
    expect(brands.filter((word) => !known.has(word))).toEqual([]);
  }
  expect(cardOfBin('402918', paraguayan)).toMatchObject({ brand: 'visa' });
  expect(cardOfBin('589562', paraguayan)?.brand).not.toBe('naranja');
});

test('a brand without interest offers instalments that come to the price', async () => {
  const { brand: paraguayan } = await loadBrand('mua');
  expect(plansOf({ kind: 'credit' }, 45_000_000, paraguayan)).toMatchObject([
    { instalments: 1, amount: 45_000_000 },
    { instalments: 3, amount: 15_000_000, total: 45_000_000, annualRate: 0, totalCostRate: 0 },
  ]);
});

test('instalments without interest cost the price, also when it has no whole instalments, and no plan costs less', () => {
  const free = { ...brand, cards: { ...brand.cards, plans: [{ instalments: 3, annualPercent: 0 }] } };
  expect(plansOf({ kind: 'credit' }, 10_000_00, free)).toMatchObject([{ amount: 3_333_00, total: 10_000_00 }]);
  for (const price of [100, 700, 12_345_00]) {
    for (const { total } of plansOf({ kind: 'credit' }, price, brand)) expect(total).toBeGreaterThanOrEqual(price);
  }
});

test('a debit card is paid at once; a credit card also in instalments', () => {
  expect(plansOf({ kind: 'debit' }, 100_000, brand).map(({ instalments }) => instalments)).toEqual([1]);
  expect(plansOf({ kind: 'credit' }, 100_000, brand).map(({ instalments }) => instalments)).toEqual([1, 3, 6, 9, 12]);
});

test('one instalment costs the price itself', () => {
  expect(plansOf({ kind: 'credit' }, 2_300_000, brand)[0]).toEqual({
    instalments: 1,
    amount: 2_300_000,
    total: 2_300_000,
    annualRate: 0,
    totalCostRate: 0,
  });
});

test('instalments are whole pesos, and discounting them at the total cost of the credit gives the price back', () => {
  for (const price of [100_00, 2_300_000, 99_999_900]) {
    for (const { instalments, amount, total, annualRate, totalCostRate } of plansOf({ kind: 'credit' }, price, brand).slice(1)) {
      expect(amount % 100).toBe(0);
      expect(total).toBe(amount * instalments);
      expect(totalCostRate).toBeGreaterThan(annualRate);
      const monthly = (1 + totalCostRate / 100) ** (1 / 12);
      const worth = Array.from({ length: instalments }, (_, month) => amount / monthly ** (month + 1)).reduce((sum, each) => sum + each, 0);
      // Half a peso of rounding an instalment, and the rate has two places.
      expect(Math.abs(worth - price)).toBeLessThanOrEqual(50 * instalments + price / 10_000);
    }
  }
});
