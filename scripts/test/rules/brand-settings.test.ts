import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Of groups of settings: `flags.products`, `billboard.filters.date`. A list is one setting, whatever it holds. */
function settingsIn(group: object, path: readonly string[] = []): string[] {
  return Object.entries(group).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? settingsIn(value, [...path, name]) : [[...path, name].join('.')],
  );
}

test('every setting of a brand is read by the code of the product', () => {
  const sources = globSync('apps/{api,storefront,office}/{app,src,server}/**/*.{ts,tsx}', { cwd: root }).map(read);
  const brand = JSON.parse(read('brands/butaca/brand.json')) as object;
  const named = (setting: string) => new RegExp(`\\b${setting.split('.').at(-1)}\\b`);
  expect(settingsIn(brand).filter((setting) => !sources.some((source) => named(setting).test(source)))).toEqual([]);
});
