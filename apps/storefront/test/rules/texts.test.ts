import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { translate } from '@butaca/brand/translate';
import { withOwnTexts } from '@butaca/ui/i18n/own-texts.tsx';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../app/i18n');
const names = (language: string) => readdirSync(join(folder, language)).sort();
const catalogue = (language: string, name: string) =>
  JSON.parse(readFileSync(join(folder, language, name), 'utf8')) as Record<string, string>;
const values = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort();

test('every language has the same catalogues with the same keys and values', () => {
  for (const language of ['en', 'pt']) {
    expect(names(language)).toEqual(names('es'));
    for (const name of names('es')) {
      const [es, other] = [catalogue('es', name), catalogue(language, name)];
      expect(Object.keys(other).sort(), `${language}/${name}`).toEqual(Object.keys(es).sort());
      for (const [key, text] of Object.entries(es)) expect(values(other[key] ?? ''), `${language}/${name}: ${key}`).toEqual(values(text));
    }
  }
});

test('every catalogue names its own namespace', () => {
  for (const language of ['es', 'en', 'pt'])
    for (const name of names(language)) expect(`${catalogue(language, name).namespace}.json`, language).toBe(name);
});

test.each([
  ['es', 1, 'en 1 segundo'],
  ['es', 119, 'en 119 segundos'],
  ['es', 121, 'en 3 minutos'],
  ['es', 3600, 'en 60 minutos'],
  ['es', 7200, 'en 2 horas'],
  ['en', 30_000, 'in 9 hours'],
  ['pt', 7201, 'em 3 horas'],
] as const)('a wait is written in %s in the unit that people wait in, and never as less than it is: %i s', (name, seconds, shown) => {
  const texts = { namespace: 'n', wait: 'en {{wait}}' } as const;
  const catalogues = { n: { wait: name === 'en' ? 'in {{wait}}' : 'em {{wait}}' } };
  expect(translate({ name, catalogues: name === 'es' ? {} : catalogues }, texts)('wait', { seconds })).toBe(shown);
});

test('no text is empty', () => {
  for (const language of ['es', 'en', 'pt']) {
    for (const name of names(language)) expect(Object.values(catalogue(language, name)).filter((text) => text.trim() === '')).toEqual([]);
  }
});

const texts = {
  namespace: 'n',
  'Wait. Try again: later': 'Esperá',
  greeting: 'Hola, {{name}}',
  shows_one: '{{count}} obra',
  shows_other: '{{count}} obras',
};

test('a key that a language lacks is shown in Spanish (CO-020)', () => {
  const t = translate({ name: 'en', catalogues: { n: { greeting: 'Hello, {{name}}' } } }, texts);
  expect(t('greeting', { name: 'Ana' })).toBe('Hello, Ana');
  expect(t('Wait. Try again: later')).toBe('Esperá');
});

test('a count takes the form of its language', () => {
  const t = translate({ name: 'es', catalogues: {} }, texts);
  expect([1, 2, 1878, 1_000_000].map((count) => t('shows', { count }))).toEqual(['1 obra', '2 obras', '1.878 obras', '1.000.000 obras']);
});

test('the quoted English texts are the keys of what the screen says in Spanish', () => {
  expect(catalogue('es', 'frame.json')).toMatchObject({ Attention: 'Atención' });
  expect(catalogue('en', 'frame.json')).toMatchObject({
    'Your user session has been disconnected': 'Your user session has been disconnected',
  });
  expect(catalogue('es', 'login.json')).toHaveProperty('auth.E-mail must be valid');
});

test('each text of a clerk stands for one that a buyer reads, in every language', () => {
  for (const language of ['es', 'en', 'pt']) {
    const { namespace, ...clerk } = catalogue(language, 'clerk.json');
    expect(namespace).toBe('clerk');
    for (const [place, text] of Object.entries(clerk)) {
      const [, of = '', key = ''] = /^([\w-]+)\/(.+)$/.exec(place) ?? [];
      const buyers = catalogue(language, `${of}.json`)[key];
      expect(buyers, `${language}: ${place}`).toBeDefined();
      if (language === 'es') expect(text, place).not.toBe(buyers);
    }
  }
});

test('own texts stand for those of others where there is one, with their plurals, and change no other', () => {
  const own = {
    namespace: 'own',
    'n/greeting': 'Buenas, {{name}}',
    'n/shows_one': '{{count}} título',
    'n/shows_other': '{{count}} títulos',
  };
  const english = {
    own: { namespace: 'own', 'n/greeting': 'Good day, {{name}}' },
    n: { greeting: 'Hello, {{name}}', shows_other: '{{count}} shows' },
  };
  const [es, en] = [withOwnTexts({ name: 'es', catalogues: {} }, own), withOwnTexts({ name: 'en', catalogues: english }, own)];
  expect(translate(es, texts)('greeting', { name: 'Ana' })).toBe('Buenas, Ana');
  expect(translate(es, texts)('shows', { count: 2 })).toBe('2 títulos');
  expect(translate(es, texts)('Wait. Try again: later')).toBe('Esperá');
  expect(translate(en, texts)('greeting', { name: 'Ana' })).toBe('Good day, Ana');
  // What a language has no words of a clerk for stays in that language.
  expect(translate(en, texts)('shows', { count: 2 })).toBe('2 shows');
});
