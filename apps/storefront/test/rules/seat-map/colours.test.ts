import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast } from '../../../app/catalogue/landing/LandingScreen.tsx';
import { inkOn, seriesColour, standingOut } from '../../../app/purchase/seat-map/canvas/colours.ts';

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
