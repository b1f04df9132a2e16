import { describe, expect, test } from 'vitest';
import { brandName, brandOf, cardBrands, hasCheckDigit, isDebit } from '../src/rules/card-brands.ts';

const nameOf = (digits: string) => brandOf(digits)?.name ?? '';

test('the first digits identify the brand, the longer prefix wins', () => {
  const brands = {
    '4': 'Visa',
    '402918': 'Naranja',
    '55': 'Mastercard',
    '222100': 'Mastercard',
    '2220': '',
    '34': 'American Express',
    '3': '',
    '36': 'Diners Club',
    '604215': 'Cabal',
    '604': 'Maestro',
    '501105': 'Argencard',
    '589562': 'Naranja',
    '': '',
  };
  expect(Object.fromEntries(Object.keys(brands).map((digits) => [digits, nameOf(digits)]))).toEqual(brands);
  expect(brandOf('37')?.groups).toEqual([4, 6, 5]);
});

// The first and the last number of each range, and its neighbours on both sides.
test.each([
  ['visa', '400000', '499999', '399999', '500000'],
  ['mastercard', '510000', '559999', '509999', '560000'],
  ['mastercard', '222100', '272099', '222099', '272100'],
  ['amex', '340000', '349999', '339999', '350000'],
  ['amex', '370000', '379999', '369999', '380000'],
  ['diners', '300000', '305999', '299999', '306000'],
  ['diners', '380000', '399999', '379999', '400000'],
  ['maestro', '501000', '501899', '500999', '501900'],
  ['maestro', '580000', '589999', '579999', '590000'],
  ['maestro-abroad', '560000', '579999', '559999', '580000'],
  ['cabal', '604200', '604399', '604199', '604400'],
  ['anonima', '421024', '421024', '421023', '421025'],
  ['nevada', '504363', '504363', '504362', '504364'],
])('%s has the numbers from %s to %s and neither %s nor %s', (brand, first, last, before, after) => {
  const brands = [first, last, before, after].map((bin) => brandOf(bin)?.brand);
  expect(brands.slice(0, 2)).toEqual([brand, brand]);
  expect(brands.slice(2)).not.toContain(brand);
});

describe('an issuer of one range inside that of a network', () => {
  test.each([
    ['421024', 'anonima', 'visa'],
    ['504363', 'nevada', 'maestro-abroad'],
    ['487017', 'nativa', 'visa'],
    ['546553', 'nativa', 'mastercard'],
    ['527572', 'naranja', 'mastercard'],
    ['501105', 'argencard', 'maestro'],
    ['589657', 'cabal', 'maestro'],
    ['603493', 'cencosud', 'maestro-abroad'],
  ])('%s is of %s, and of %s where the issuer is not known', (bin, issuer, network) => {
    expect(brandOf(bin)?.brand).toBe(issuer);
    const others = cardBrands.filter(({ brand }) => brand !== issuer);
    expect(brandOf(bin, others)?.brand).toBe(network);
  });
});

test('no two brands have the same prefix', () => {
  const prefixes = cardBrands.flatMap((brand) => brand.prefixes);
  expect(new Set(prefixes).size).toBe(prefixes.length);
});

test('debit cards and numbers without a check digit are ranges of their brand', () => {
  for (const { brand, debitPrefixes = [], uncheckedPrefixes = [] } of cardBrands) {
    for (const prefix of [...debitPrefixes, ...uncheckedPrefixes]) {
      for (const bin of prefix.split('-')) expect(brandOf(bin)?.brand, prefix).toBe(brand);
    }
  }
  const debit = (bin: string) => isDebit(brandOf(bin) as (typeof cardBrands)[number], bin);
  expect(['451772', '450799', '526450', '529991', '604312', '589657', '501012'].map(debit)).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
    true,
  ]);
  const checked = (bin: string) => hasCheckDigit(brandOf(bin) as (typeof cardBrands)[number], bin);
  expect(['589562', '402918', '450799'].map(checked)).toEqual([false, true, true]);
});

test('a brand is called by its name, one that is not listed by its own word', () => {
  expect(['visa', 'amex', 'pymenacion', 'club-dia', 'tarjeta-nueva', 'La Anónima'].map(brandName)).toEqual([
    'Visa',
    'American Express',
    'PymeNación',
    'Club Día',
    'Tarjeta nueva',
    'La Anónima',
  ]);
});
