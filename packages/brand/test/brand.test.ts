import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BrandProblem, loadBrand, parseBrand } from '../src/load.ts';
import { publicBrand } from '../src/public-brand.ts';

const { brand, pages, files } = await loadBrand('butaca');
const source = await readFile(join(import.meta.dirname, '../../../brands/butaca/brand.json'), 'utf8');
const home = await mkdtemp(join(tmpdir(), 'butaca-brand-'));
afterAll(() => rm(home, { recursive: true, force: true }));

function refusalOf(change: (json: Record<string, never>) => void): string {
  const json = JSON.parse(source) as Record<string, never>;
  change(json);
  try {
    parseBrand(JSON.stringify(json), 'brand.json');
  } catch (error) {
    if (error instanceof BrandProblem) return error.message;
    throw error;
  }
  return 'accepted';
}

const set = (path: string, value: unknown) => (json: Record<string, never>) => {
  const names = path.split('.');
  let at = json as Record<string, unknown>;
  for (const name of names.slice(0, -1)) at = at[name] as Record<string, unknown>;
  at[names.at(-1) as string] = value;
};

test('this deployment has country code 10 (CO-017, GE-004)', () => {
  expect(brand.locale.countryCode).toBe(10);
});

test('its default country and its card locale are ar (CO-018, CO-021)', () => {
  expect(brand.locale.defaultCountry).toBe('ar');
  expect(brand.locale.cardLocale).toBe('ar');
});

test('it speaks Spanish and falls back to Spanish (CO-019, CO-020)', () => {
  expect(brand.locale).toMatchObject({ language: 'es', fallback: 'es', languages: ['es'] });
});

test('a brand has every information page and every picture that it names', async () => {
  expect(Object.values(pages).every((page) => page.startsWith('# '))).toBe(true);
  expect(files.map(({ name }) => name)).toContain('data-fiscal.svg');
  await cp(join(import.meta.dirname, '../../../brands/butaca'), join(home, 'halved'), { recursive: true });
  await rm(join(home, 'halved/pages/FAQ.md'));
  await expect(loadBrand('halved', home)).rejects.toThrow('brands/halved/pages/FAQ.md: cannot be read');
});

test('a brand that is not there, or not JSON, is one clear line', async () => {
  await expect(loadBrand('nowhere', home)).rejects.toThrow(/^brands\/nowhere\/brand\.json: cannot be read$/);
  await cp(join(import.meta.dirname, '../../../brands/butaca'), join(home, 'broken'), { recursive: true });
  await writeFile(join(home, 'broken/brand.json'), '{ "name": ');
  await expect(loadBrand('broken', home)).rejects.toThrow(/^brands\/broken\/brand\.json: /);
});

test.each([
  ['chrome.topBar', 14, /^brand\.json: chrome\.topBar: /],
  ['locale.timeZone', 'Buenos Aires', /^brand\.json: locale\.timeZone: must be a time zone/],
  ['locale.language', 'en', /^brand\.json: locale\.language: must be among languages/],
  ['login.mode', 'MAGIC', /^brand\.json: login\.mode: /],
  ['links.withdrawal', 'javascript:alert(1)', /^brand\.json: links\.withdrawal: /],
  ['flags.shiny', true, /^brand\.json: flags: .*shiny/],
  ['contact.phones', ['call us'], /^brand\.json: contact\.phones\.0: must be a phone number/],
])('a brand with a wrong %s is refused, naming file, field and reason', (path, value, message) => {
  expect(refusalOf(set(path, value))).toMatch(message);
});

test('a brand changes name, locale and hosts without a change of code', () => {
  const json = JSON.parse(source) as Record<string, never>;
  set('name', 'Telón')(json);
  set('locale.currency', 'PYG')(json);
  set('hosts.api', 'https://api.telon.example')(json);
  expect(parseBrand(JSON.stringify(json), 'brand.json')).toMatchObject({
    name: 'Telón',
    locale: { currency: 'PYG' },
    hosts: { api: 'https://api.telon.example' },
  });
});

test('a browser is not told where services are configured to go', () => {
  expect(publicBrand(brand)).not.toHaveProperty('services');
  expect(publicBrand(brand)).toHaveProperty('locale.price', 'es-AR');
});
