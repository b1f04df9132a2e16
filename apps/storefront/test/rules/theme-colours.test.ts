import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { themeColours, USUAL_TOKENS } from '../../app/seo/theme-colours.ts';

test('a browser draws its own bars in the colour of the brand’s bar, in both themes', () => {
  expect(themeColours('', 'paper')).toEqual({ light: '#faf6ee', dark: '#151210' });
  expect(themeColours(':root { --paper: light-dark(#fff, #0f1614); }', 'paper')).toEqual({ light: '#fff', dark: '#0f1614' });
  expect(themeColours('--paper: light-dark(#fff, #000); --night: #10211b;', 'night')).toEqual({ light: '#10211b', dark: '#10211b' });
});

test('without a brand’s own colours they are those of the design language', async () => {
  const tokens = await readFile(new URL('../../../../packages/ui/src/tokens.css', import.meta.url), 'utf8');
  for (const line of USUAL_TOKENS.trim().split('\n')) expect(tokens).toContain(line.trim());
});
