import { expect, test } from 'vitest';
import { knownBrands } from '../../../app/purchase/buy/card/known-brands.ts';

test('of many brands the best known five are named', () => {
  const all = ['naranja', 'anonima', 'cabal', 'amex', 'diners', 'mastercard', 'visa', 'maestro'];
  expect(knownBrands(all)).toEqual({ named: ['Visa', 'Mastercard', 'American Express', 'Cabal', 'Naranja'], more: true });
  expect(knownBrands(['cabal', 'visa'])).toEqual({ named: ['Visa', 'Cabal'], more: false });
});
