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

/** Every prefix of every brand, written down apart from the table that they check. */
const allPrefixes = [
  'visa 4',
  'mastercard 51-55 222100-272099',
  'amex 34 37',
  'cabal 589657 6042-6043 627170 603522',
  'naranja 589562 402918 527572',
  'maestro 5010-5018 58',
  'diners 300-305 36 38 39',
  'shopping 603488 606488 589407 279',
  'anonima 421024',
  'nativa 520053 546553 487017',
  'argencard 501105',
  'nevada 504363',
  'carrefour 507858 585274',
  'credimas 504520',
  'tuya 588800',
  'sol 504639',
  'patagonia365 504656',
  'crediguia 603288',
  'coopeplus 627620',
  'club-dia 636897',
  'pymenacion 504910',
  'cencosud 603493',
  'favacard 504408',
  'musicred 636435',
  'maestro-abroad 50 56-59 6',
];

test('every prefix is that of its brand, and no brand has another', () => {
  expect(cardBrands.map(({ brand, prefixes }) => [brand, ...prefixes].join(' '))).toEqual(allPrefixes);
});

test.each([
  ['visa', [13, 16, 18, 19], 3, '4 4 4 4 3'],
  ['mastercard', [16], 3, '4 4 4 4 3'],
  ['amex', [15], 4, '4 6 5'],
  ['cabal', [16], 3, '4 4 4 4 3'],
  ['naranja', [16], 3, '4 4 4 4 3'],
  ['maestro', [16, 17, 18], 3, '4 4 4 4 3'],
  ['diners', [14, 16, 19], 3, '4 6 4 5'],
  ['shopping', [16, 19], 3, '4 4 4 4 3'],
  ['maestro-abroad', [12, 13, 14, 15, 16, 17, 18, 19], 3, '4 4 4 4 3'],
])('numbers of %s have %j digits and a code of %i', (word, lengths, securityCodeLength, groups) => {
  const brand = cardBrands.find((each) => each.brand === word);
  expect(brand?.numberLengths.toSorted((one, other) => one - other)).toEqual(lengths);
  expect(brand).toMatchObject({ securityCodeLength, groups: groups.split(' ').map(Number) });
});

test.each([
  'anonima',
  'nativa',
  'argencard',
  'nevada',
  'carrefour',
  'credimas',
  'tuya',
  'sol',
  'patagonia365',
  'crediguia',
  'coopeplus',
  'club-dia',
  'pymenacion',
  'cencosud',
  'favacard',
  'musicred',
])('the store card %s has 16 digits and a code of three', (word) => {
  expect(cardBrands.find(({ brand }) => brand === word)).toMatchObject({
    numberLengths: [16],
    groups: [4, 4, 4, 4, 3],
    securityCodeLength: 3,
  });
});

test.each(['300', '305', '36', '38', '39'])('a number that begins with %s is of Diners Club', (prefix) => {
  expect(brandOf(prefix.padEnd(14, '0'))?.brand).toBe('diners');
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
