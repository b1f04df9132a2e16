import { expect, test } from 'vitest';
import { brandName, knownBrands } from '../../../app/purchase/buy/card/brand-name.ts';

test('a brand is called by its name, one that is not listed by its own word', () => {
  expect(['visa', 'amex', 'pymenacion', 'club-dia', 'La Anónima'].map(brandName)).toEqual([
    'Visa',
    'American Express',
    'Pymenacion',
    'Club dia',
    'La Anónima',
  ]);
});

test('of many brands the best known five are named', () => {
  const all = ['naranja', 'anonima', 'cabal', 'amex', 'diners', 'mastercard', 'visa', 'maestro'];
  expect(knownBrands(all)).toEqual({ named: ['Visa', 'Mastercard', 'American Express', 'Cabal', 'Naranja'], more: true });
  expect(knownBrands(['cabal', 'visa'])).toEqual({ named: ['Visa', 'Cabal'], more: false });
});
