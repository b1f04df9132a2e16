import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const folder = join(import.meta.dirname, '../../apps/storefront/app/i18n');
const textsIn = (language: string, file: string): Record<string, string> => JSON.parse(readFileSync(join(folder, language, file), 'utf8'));

/** Keys, with and without their namespace, and English texts, without those that Spanish has too. */
function untranslated(): ReadonlySet<string> {
  const spanish = new Set<string>();
  const others = new Set<string>();
  for (const file of readdirSync(join(folder, 'es'))) {
    const { namespace, ...texts } = textsIn('es', file);
    const english = textsIn('en', file);
    for (const [key, text] of Object.entries(texts)) {
      spanish.add(text.toLowerCase());
      for (const other of [key, `${namespace}.${key}`, english[key] ?? '']) others.add(other.toLowerCase());
    }
  }
  return others.difference(spanish);
}

/** What a page says: its texts, and what it calls its controls and pictures. */
function said(html: string): string[] {
  const page = html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replaceAll(/<!--.*?-->/gs, '');
  const texts = page.split(/<[^>]*>/);
  const named = [...page.matchAll(/\s(?:aria-label|alt|title|placeholder)="([^"]*)"/g)].map(([, text = '']) => text);
  return [...texts, ...named].map((text) => text.replaceAll('&#x27;', "'").replaceAll('&amp;', '&').trim()).filter((text) => text !== '');
}

/** Words that no Spanish sentence has. */
const ENGLISH = /\b(?:the|your|you|with|please|loading|search|sign|tickets|venue|seats)\b/i;

test('no page says a key or an English text where Spanish is spoken (GE-002)', async ({ request }) => {
  const never = untranslated();
  const problemsIn = (html: string, isCatalogue: boolean) =>
    said(html).filter((text) => never.has(text.toLowerCase()) || (!isCatalogue && ENGLISH.test(text)));
  expect(problemsIn('<h1>billboard.title</h1><p>Show more</p><p>Hola</p><img alt="catalogue.billboard.title">', true)).toEqual([
    'billboard.title',
    'Show more',
    'catalogue.billboard.title',
  ]);
  expect(problemsIn('<p>Choose your place</p>', false)).toHaveLength(1);

  const sitemap = await (await request.get('/sitemap.xml')).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  // Two of each kind are enough: the pages of a kind differ by what the catalogue says.
  const kinds = [/^\/landing\//, /^\/establecimiento\//].flatMap((kind) => listed.filter((path) => kind.test(path)).slice(0, 2));
  const fixed = listed.filter((path) => !/^\/(?:landing|establecimiento)\//.test(path));
  expect([kinds.length, fixed.length > 9]).toEqual([4, true]);
  const others = [
    '/login',
    '/signUp',
    '/recoverPassword',
    '/loginLink',
    '/noFuiYo',
    '/funcion',
    '/AdvancedSearch',
    '/AdvancedSearch?cBuscar=zzzz',
  ];
  for (const path of [...kinds, ...fixed, ...others, '/no-hay-tal-pagina', '/landing/no-hay', '/establecimiento/x/999999999']) {
    const html = await (await request.get(path)).text();
    expect(said(html).length, path).toBeGreaterThan(10);
    // What shows, products and venues are called, their organisers wrote.
    expect([path, problemsIn(html, kinds.includes(path) || ['/', '/tienda', '/AdvancedSearch'].includes(path))]).toEqual([path, []]);
  }
});
