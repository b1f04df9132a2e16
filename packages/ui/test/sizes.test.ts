import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = (file: string) => readFileSync(join(import.meta.dirname, '../src', file), 'utf8');

test('buttons take their heights from the tokens: 48 px, small ones 34', () => {
  expect(source('tokens.css')).toMatch(/--button: 48px;\s+--button-small: 34px;/);
  const css = source('components/Button.module.css');
  expect(css).toMatch(/\.button \{[^}]*min-height: var\(--button\)/);
  expect(css).toMatch(/\.small \{[^}]*min-height: var\(--button-small\)/);
});

test('colours of both themes are colours: nothing else may stand in light-dark()', () => {
  const values = [...source('tokens.css').matchAll(/light-dark\(((?:[^()]|\([^()]*\))*)\)/g)].map(([, inside]) => inside ?? '');
  expect(values.length).toBeGreaterThan(20);
  for (const inside of values) expect(inside).toMatch(/^(#[0-9a-f]{6}|rgb\([^)]*\)), (#[0-9a-f]{6}|rgb\([^)]*\))$/);
});

test('every face is shown at once in a fallback with its metrics', () => {
  const faces = source('fonts.css').match(/@font-face \{[^}]*\}/g) ?? [];
  const [loaded, fallbacks] = [faces.filter((face) => face.includes('woff2')), faces.filter((face) => face.includes('local('))];
  expect(loaded).toHaveLength(4);
  for (const face of loaded) expect(face).toMatch(/font-display: swap/);
  for (const face of fallbacks) expect(face).toMatch(/size-adjust: [\d.]+%;\s+ascent-override: [\d.]+%;\s+descent-override: [\d.]+%/);
});
