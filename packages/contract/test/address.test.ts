import { type AddressInput, addressProblems, listProvinces, normalPostcode, provinces } from '@butaca/contract/rules/address';
import { expect, test } from 'vitest';

const valid: AddressInput = { street: 'Mitre', number: '20 bis', country: 'ar', province: 'B', location: 'Azul', postcode: '7300' };
const problems = (given: Partial<AddressInput>) => addressProblems({ ...valid, ...given }).map(({ field, reason }) => `${field} ${reason}`);

test('an address needs street, number, province, locality and postcode, and nothing else (EN-068, EN-069)', () => {
  expect(problems({})).toEqual([]);
  const blank = { street: ' ', number: '', province: '', location: '', postcode: ' ', floor: '', department: '', reference: '' };
  expect(problems(blank)).toEqual(['street missing', 'number missing', 'province missing', 'location missing', 'postcode missing']);
});

test.each([
  ['ar', 'B', ['7300', 'B7300ABC', 'b 7300-abc'], ['730', '73000', 'I7300ABC', 'O7300ABC', 'B730ABC', '73OO']],
  ['py', 'ASU', ['1209', '001209'], ['120', '12090', 'A1209']],
  ['mx', 'CMX', ['06000', '06 000'], ['6000', '060000', 'ABCDE']],
] as const)('postcodes of %s', (country, province, right, wrong) => {
  for (const postcode of right) expect([postcode, problems({ country, province, postcode })]).toEqual([postcode, []]);
  for (const postcode of wrong) expect([postcode, problems({ country, province, postcode })]).toEqual([postcode, ['postcode invalid']]);
});

test('a CPA belongs to the province whose letter it begins with', () => {
  expect(problems({ province: 'X', postcode: 'X5000ABC' })).toEqual([]);
  expect(problems({ province: 'B', postcode: 'X5000ABC' })).toEqual(['postcode other_province']);
  expect(normalPostcode(' x5000-abc ')).toBe('X5000ABC');
});

test('a province belongs to its country', () => {
  for (const country of ['ar', 'py', 'mx'] as const) {
    for (const [province] of listProvinces(country)) expect(problems({ country, province, postcode: '' })).toEqual(['postcode missing']);
  }
  expect(problems({ country: 'mx', province: 'B', postcode: '06000' })).toEqual(['province invalid']);
  expect(problems({ province: 'toString' })).toEqual(['province invalid']);
});

test('the lists have all 24, 18 and 32 provinces, by name', () => {
  expect(Object.values(provinces).map((each) => Object.keys(each).length)).toEqual([24, 18, 32]);
  expect(
    listProvinces('py')
      .map(([, name]) => name)
      .slice(0, 4),
  ).toEqual(['Alto Paraguay', 'Alto Paraná', 'Amambay', 'Asunción']);
  expect(listProvinces('py').map(([, name]) => name)).toContain('Ñeembucú');
});

test('what a person types too long or cannot have typed is refused', () => {
  expect(problems({ street: 'x'.repeat(121) })).toEqual(['street too_long']);
  expect(problems({ street: 'x'.repeat(120) })).toEqual([]);
  expect(problems({ floor: '12345678901' })).toEqual(['floor too_long']);
  expect(problems({ reference: 'a\u0007b' })).toEqual(['reference invalid']);
  expect(problems({ location: 'Añatuya 🎭' })).toEqual([]);
});

test('of a country whose provinces are not known here the province is typed, and the postcode may be left out', () => {
  const abroad = (changes: Partial<AddressInput>) => problems({ country: 'uy', province: 'Maldonado', postcode: '20.100', ...changes });
  expect(abroad({ postcode: '20100' })).toEqual([]);
  expect(abroad({ postcode: '' })).toEqual([]);
  expect(abroad({ country: 'gb', province: 'Kent', postcode: 'CT1 2EH' })).toEqual([]);
  expect(abroad({})).toEqual(['postcode invalid']);
  expect(abroad({ province: ' ', postcode: '' })).toEqual(['province missing']);
  expect(abroad({ province: 'x'.repeat(81), postcode: '' })).toEqual(['province too_long']);
  expect(listProvinces('uy')).toEqual([]);
});
