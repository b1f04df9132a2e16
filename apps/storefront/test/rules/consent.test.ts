import { loadBrand } from '@butaca/brand/load';
import { expect, test } from 'vitest';
import { askedHosts, consentIn } from '../../app/consent/consent.ts';
import { countryIn } from '../../app/consent/visitor-country.ts';

const { brand } = await loadBrand('butaca');
const measured = { landing: 'https://measure.example/landing', success: 'https://measure.example/ok?v={amount}' };

test('a brand that tells nobody anything asks for nothing; each outside origin is asked for once', () => {
  expect(askedHosts(brand)).toEqual([]);
  expect(askedHosts({ pixels: measured, hosts: { ...brand.hosts, countryLookup: 'https://where.example/json' } })).toEqual([
    'https://measure.example',
    'https://where.example',
  ]);
});

test('an answer is about the origins that were named; with another one it is asked again', () => {
  const asked = ['https://measure.example'];
  expect(consentIn('', asked, false)).toBe('open');
  expect(consentIn('given https://measure.example', asked, false)).toBe('given');
  expect(consentIn('refused https://measure.example', asked, false)).toBe('refused');
  expect(consentIn('given https://measure.example', [...asked, 'https://where.example'], false)).toBe('open');
  for (const strange of ['given', 'yes https://measure.example', 'given https://other.example'])
    expect(consentIn(strange, asked, false)).toBe('open');
});

test('a browser that asks not to be followed is not asked, and its owner may still consent', () => {
  expect(consentIn('', ['https://measure.example'], true)).toBe('refused');
  expect(consentIn('given https://measure.example', ['https://measure.example'], true)).toBe('given');
});

test('the country is read from either form of the answer, and anything else is none (CA-029)', () => {
  expect(countryIn({ countryCode: 'PY' })).toBe('py');
  expect(countryIn({ data: { countryCode: 'mx' } })).toBe('mx');
  expect(countryIn({ countryCode: 'UY' })).toBe('uy');
  for (const answer of [null, 'PY', {}, { countryCode: 'ZZ' }, { countryCode: 5 }, { data: null }, []])
    expect(countryIn(answer)).toBeNull();
});
