import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptedLanguage, dateLocale, languages } from '@butaca/brand/languages';
import { expect, test } from 'vitest';
import { ticketsMail } from '../../src/notifications/tickets-mail.ts';
import { longDate } from '../../src/orders/documents/wording.ts';
import { anOrder, ticketsWorld } from '../factories/orders.ts';

const folder = join(import.meta.dirname, '../../src/texts');
const catalogue = (language: string, name: string) =>
  JSON.parse(readFileSync(join(folder, language, name), 'utf8')) as Record<string, string>;
const names = readdirSync(join(folder, 'es'));
const values = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort();

test.each(languages)('the server says in %s what it says in Spanish, with the same values, and nothing empty', (language) => {
  expect(readdirSync(join(folder, language))).toEqual(names);
  for (const name of names) {
    const [es, other] = [catalogue('es', name), catalogue(language, name)];
    expect(Object.keys(other)).toEqual(Object.keys(es));
    expect(`${other['namespace']}.json`).toBe(name);
    for (const [key, text] of Object.entries(es)) {
      expect(values(other[key] ?? ''), `${language}/${name}: ${key}`).toEqual(values(text));
      expect(other[key]?.trim()).not.toBe('');
    }
  }
});

test('a date on a ticket is that of its venue, in the words of its reader, day before month', () => {
  const startsAt = Temporal.Instant.from('2026-03-06T00:00:00Z');
  expect(languages.map((language) => longDate(startsAt, 'America/Argentina/Buenos_Aires', language))).toEqual([
    'jueves 5 de marzo de 2026, 21:00',
    'Thursday 5 March 2026, 21:00',
    'quinta-feira, 5 de março de 2026, 21:00',
  ]);
});

test('a mail of tickets in English has no Spanish of ours in it', () => {
  const sender = { brandName: 'Butaca', publicOrigin: 'https://entradas.example', locale: 'en' };
  const brand = { ...ticketsWorld.brand, language: 'en' as const };
  const { subject, text, html } = ticketsMail(anOrder(), { ...ticketsWorld, brand, sender, pdf: null });
  const spanish = Object.values(catalogue('es', 'mails.json')).filter((each) => each.includes(' ') && !each.includes('{{'));
  for (const part of [subject, text, html]) for (const words of spanish) expect(part).not.toContain(words);
  expect(text).toContain('Price without national taxes:');
  expect(text).toContain('You paid by Visa ending in 4905, in 3 instalments.');
});

test('the heaviest offered language of a header counts, and the deployment’s where none is offered', () => {
  const offered = { language: 'es', languages: ['es', 'en', 'pt'] } as const;
  expect(
    [undefined, '', 'pt', 'PT-br', 'fr,en;q=0.2,pt;q=0.7', 'en;q=0', '*', 'x'.repeat(9000)].map((header) =>
      acceptedLanguage(header, offered),
    ),
  ).toEqual([...['es', 'es', 'pt', 'pt', 'pt', 'es', 'es', 'es']]);
  expect(acceptedLanguage('en', { language: 'es', languages: ['es'] })).toBe('es');
});

test('dates are written as in the country of the prices where its language is spoken', () => {
  expect([dateLocale({ language: 'es', price: 'es-AR' }), dateLocale({ language: 'en', price: 'es-PY' })]).toEqual(['es-AR', 'en']);
});
