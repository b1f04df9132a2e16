import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast } from '../../../app/catalogue/landing/LandingScreen.tsx';
import { distanceOf, distinctColours, inkOn, seriesColour, standingOut } from '../../../app/purchase/seat-map/canvas/colours.ts';

const day = '#fffdf8';
const night = '#1e1a17';
const hexOf = (colour: string) =>
  colour.startsWith('#') ? colour : `#${(colour.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('whatever colour a map gives a price, its places stand out by day and by night', () => {
  fc.assert(
    fc.property(anyColour, fc.constantFrom(day, night), (colour, ground) => contrast(hexOf(standingOut(colour, ground)), ground) >= 2.97),
  );
});

test('a colour that stands out already stays as it is', () => {
  expect(standingOut('#8c1d18', day)).toBe('rgb(140 29 24)');
});

test('numbers are written in the ink that reads better', () => {
  expect(inkOn('#8c1d18', ['#fffdf8', '#221d19'])).toBe('#fffdf8');
  expect(inkOn('rgb(240, 200, 80)', ['#fffdf8', '#221d19'])).toBe('#221d19');
});

test('prices without a colour get different ones', () => {
  expect(new Set([0, 1, 2, 3, 4, 5, 6, 7].map(seriesColour)).size).toBe(8);
  expect(seriesColour(8)).toBe(seriesColour(0));
});

test('two price levels never look alike, by day or by night', () => {
  for (const ground of [day, night]) {
    const shown = distinctColours(['#8c1d5f', '#b8447f', '#c4722d', '#2f6b8a', '#8c1d5f'], ground);
    for (const [index, colour] of shown.entries()) {
      expect(contrast(hexOf(colour), ground)).toBeGreaterThanOrEqual(2.95);
      for (const other of shown.slice(0, index)) expect(distanceOf(colour, other)).toBeGreaterThanOrEqual(0.13);
    }
  }
  // Without the shift the field and its better half were one colour at night.
  expect(distanceOf(standingOut('#8c1d5f', night), standingOut('#b8447f', night))).toBeLessThan(0.13);
});
