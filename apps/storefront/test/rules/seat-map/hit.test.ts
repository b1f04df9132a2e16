import { compileVenueMap } from '@butaca/venue-map';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pitches, placeGrid } from '../../../app/purchase/seat-map/map/place-grid.ts';
import { smallHall } from './hall.ts';

const map = compileVenueMap(smallHall);
const grid = placeGrid(map);
const numbered = Array.from({ length: 28 }, (_, place) => place);
const distance = (place: number, x: number, y: number) => Math.hypot((map.x[place] ?? 0) - x, (map.y[place] ?? 0) - y);
const coordinate = fc.double({ min: -50, max: 200, noNaN: true });

test('a tap finds the nearest place, and none that is out of reach', () => {
  fc.assert(
    fc.property(coordinate, coordinate, fc.double({ min: 0.5, max: 60, noNaN: true }), (x, y, reach) => {
      const least = Math.min(...numbered.map((place) => distance(place, x, y)));
      const found = grid.nearest({ x, y }, reach);
      if (least > reach) return found === null;
      return found !== null && distance(found, x, y) <= least + 1e-3;
    }),
  );
});

test('a tap on a field without numbers finds no place', () => {
  expect(grid.nearest({ x: map.x[60] ?? 0, y: map.y[60] ?? 0 }, 5)).toBeNull();
});

test('the places in a box are found, each once', () => {
  fc.assert(
    fc.property(coordinate, coordinate, fc.nat(120), fc.nat(120), (left, top, width, height) => {
      const seen: number[] = [];
      grid.around({ left, top, width, height }, (place) => seen.push(place));
      const inside = numbered.filter((place) => {
        const [x, y] = [map.x[place] ?? 0, map.y[place] ?? 0];
        return x >= left && x <= left + width && y >= top && y <= top + height;
      });
      return new Set(seen).size === seen.length && inside.every((place) => seen.includes(place));
    }),
  );
});

test('places of a section are as large as its own rows allow', () => {
  expect([...pitches(map, grid)].map(Math.round)).toEqual([10, 20, 0]);
});
