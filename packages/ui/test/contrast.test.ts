import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const brandsDirectory = join(import.meta.dirname, '../../../brands');
const house = readFileSync(join(import.meta.dirname, '../src/tokens.css'), 'utf8');
const brands = readdirSync(brandsDirectory);
const cssOf = new Map(brands.map((brand) => [brand, `${house}\n${readFileSync(join(brandsDirectory, brand, 'tokens.css'), 'utf8')}`]));

/** The last value of a token wins, as in the browser: the brand comes after the house. One value stands for both themes. */
function colour(token: string, brand: string, theme: 'light' | 'dark'): string {
  const value = /--TOKEN: (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));/.source.replace('TOKEN', token);
  const found = [...(cssOf.get(brand) ?? '').matchAll(new RegExp(value, 'g'))].at(-1);
  if (!found) throw new Error(`no token ${token}`);
  return (found[3] ?? found[theme === 'light' ? 1 : 2]) as string;
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['paper', 'surface', 'sunken'];
const texts: [string, string][] = [
  ...['ink', 'ink-soft', 'accent', 'danger'].flatMap((text) => grounds.map((ground): [string, string] => [text, ground])),
  ...['info', 'success', 'warning', 'danger'].map((tone): [string, string] => [tone, `${tone}-ground`]),
  ...['info', 'success', 'warning', 'danger'].map((tone): [string, string] => ['ink', `${tone}-ground`]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-inverse', 'inverse'],
];

describe.each(brands)('of %s', (brand) => {
  test.each((['light', 'dark'] as const).flatMap((theme) => texts.map((pair) => [theme, ...pair] as const)))(
    'by %s, %s can be read on %s',
    (theme, text, ground) => {
      expect(contrast(colour(text, brand, theme), colour(ground, brand, theme))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(
    (['light', 'dark'] as const).flatMap((theme) =>
      grounds.flatMap((ground) => [[theme, 'edge', ground] as const, [theme, 'focus', ground] as const]),
    ),
  )('by %s, the %s of a control stands out from %s', (theme, line, ground) => {
    expect(contrast(colour(line, brand, theme), colour(ground, brand, theme))).toBeGreaterThanOrEqual(3);
  });

  test('text in a dark bar can be read, and its controls stand out', () => {
    for (const text of ['ink', 'ink-soft', 'accent'])
      expect(contrast(colour(text, brand, 'dark'), colour('night', brand, 'dark')), text).toBeGreaterThanOrEqual(4.5);
    for (const line of ['edge', 'focus'])
      expect(contrast(colour(line, brand, 'dark'), colour('night', brand, 'dark')), line).toBeGreaterThanOrEqual(3);
  });
});
