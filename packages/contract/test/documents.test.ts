import { documentTypesOf } from '@butaca/contract/rules/documents';
import { expect, test } from 'vitest';
import type { DocumentType } from '../src/customers.ts';

const all: readonly DocumentType[] = [
  'dni',
  'passport',
  'cuit',
  'cuil',
  'foreign_ci',
  'ci',
  'migration_certificate',
  'ine',
  'ife',
  'unidentified',
  'other',
];
const base = all.filter((type) => type !== 'ine' && type !== 'ife');

test('Argentina has the nine types of document that everybody has, its DNI first', () => {
  expect(documentTypesOf('ar', all)).toEqual(base);
  expect(base).toHaveLength(9);
});

test('Mexico has INE and IFE besides, the INE first; Paraguay begins with its CI', () => {
  expect(documentTypesOf('mx', all)).toEqual(['ine', ...all.filter((type) => type !== 'ine')]);
  expect(documentTypesOf('py', all)).toEqual(['ci', ...base.filter((type) => type !== 'ci')]);
});

test('what a deployment does not offer is offered nowhere, and its order stays', () => {
  expect(documentTypesOf('mx', ['other', 'ife', 'passport'])).toEqual(['other', 'ife', 'passport']);
  expect(documentTypesOf('ar', ['passport', 'ife', 'dni'])).toEqual(['dni', 'passport']);
});

test('of every other country a passport or its identity document is asked for, whatever a deployment offers', () => {
  for (const offered of [all, ['dni'] as const]) expect(documentTypesOf('uy', offered)).toEqual(['passport', 'foreign_ci']);
});
