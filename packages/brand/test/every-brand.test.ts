import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadBrand } from '../src/load.ts';
import { currencyDecimals, displayUnit, formatMoney } from '../src/money.ts';

const names = await readdir(join(import.meta.dirname, '../../../brands'));
const plain = (text: string) => text.replace(/\s/g, ' ');

describe.each(names)('%s', (name) => {
  test('is complete, with its default country among those that people choose from', async () => {
    const { brand } = await loadBrand(name);
    expect(brand.people.countries[0]).toBe(brand.locale.defaultCountry);
    expect(new Set(brand.people.documentTypes).size).toBe(brand.people.documentTypes.length);
    expect(brand.people.documentTypes).toEqual(expect.arrayContaining([...brand.people.holderDocumentTypes]));
  });

  test('can be paid at once, and names no tax class twice', async () => {
    const { brand } = await loadBrand(name);
    expect(brand.cards.plans).toContainEqual({ instalments: 1, annualPercent: 0 });
    expect(new Set(brand.taxClasses.map(({ code }) => code)).size).toBe(brand.taxClasses.length);
  });
});

test('no two brands look or are called the same', async () => {
  const looks = await Promise.all(names.map((name) => loadBrand(name)));
  for (const part of [looks.map(({ brand }) => brand.name), looks.map(({ logoSvg }) => logoSvg), looks.map(({ tokensCss }) => tokensCss)])
    expect(new Set(part).size).toBe(names.length);
});

test('prices of the Paraguayan brand are whole guaraníes', async () => {
  const { locale } = (await loadBrand('mua')).brand;
  expect(plain(formatMoney(15_000_000, locale))).toBe('₲ 150.000');
  expect(plain(formatMoney(123_450, locale))).toBe('₲ 1.235');
  expect(displayUnit(locale)).toBe(100);
  expect([currencyDecimals('PYG'), currencyDecimals('ARS')]).toEqual([0, 2]);
});
