import { expect, test } from 'vitest';
import { CardFields } from '../../../app/purchase/buy/card/CardFields.tsx';
import { frameWith, htmlIn } from '../../render.ts';

const payer = { email: 'ana@correo.example', documentType: 'cuil', documentNumber: '27301234564', birthday: '1990-03-05' } as const;
const html = htmlIn(frameWith(), CardFields, {
  known: { status: 'none' },
  payer,
  problems: {},
  onBin: () => {},
  onCorrected: () => {},
});
const input = (name: string) => new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html)?.[0];

test('expiry and code of a card are asked for; the code is text to the browser, which takes it for no password to save (EN-101, EN-102, EN-103)', () => {
  expect(input('expiry')?.toLowerCase()).toContain('autocomplete="cc-exp"');
  expect(input('code')).toContain('type="text"');
  expect(input('code')?.toLowerCase()).toContain('autocomplete="cc-csc"');
  for (const name of ['expiry', 'code']) expect(input(name)).toContain('required');
  expect(html).not.toContain('type="password"');
});

test('the holder’s name, a document of the country and its number are asked for (EN-105, EN-106, EN-107)', () => {
  expect(input('holder')).toContain('required');
  expect(input('documentNumber')).toContain('required');
  const types = /<select[^>]* name="documentType".*?<\/select>/s.exec(html)?.[0] ?? '';
  expect([...types.matchAll(/<option[^>]*>([^<]*)</g)].map(([, name]) => name)).toEqual(['DNI', 'CUIL', 'CUIT', 'Pasaporte']);
});

test('the payer’s document, birthday and e-mail stand there already (EN-107, EN-108, EN-109)', () => {
  expect(html).toMatch(/<option value="cuil" selected="">/);
  expect(input('documentNumber')).toContain('value="27301234564"');
  expect(['day', 'month', 'year'].map((name) => /value="([^"]*)"/.exec(input(name) ?? '')?.[1])).toEqual(['05', '03', '1990']);
  expect(input('email')).toContain('value="ana@correo.example"');
});
