import { compileVenueMap, type VenueMap } from '@butaca/venue-map';
import { seatingOf } from '@butaca/venue-map/best-available';
import { expect, test } from 'vitest';
import { equalPlaces } from '../../src/sale/choose/equal-places.ts';
import type { Stock } from '../../src/sale/live/stock.ts';

const row = (
  label: string,
  category: string,
  y: number,
  traits: { seat: number; trait: 'wheelchair' | 'companion' | 'restricted-view' }[] = [],
) => ({
  label,
  category,
  count: 6,
  traits,
  curve: { type: 'line' as const, from: { x: 1, y }, to: { x: 6, y } },
});

/** Places 0–5 and 6–11 are the stalls' front, 12–17 their back; 18–23 and 24–29 the circle's two rows, 30–33 the standing field. */
const authoring: VenueMap = {
  schema: 'venue-map/1',
  name: 'Teatro',
  size: { width: 10, height: 20 },
  focal: { x: 3, y: 0 },
  categories: [
    { id: 'front', name: 'Adelante' },
    { id: 'back', name: 'Atrás' },
  ],
  sections: [
    { id: 'A', label: 'Platea', kind: 'seated', rows: [row('1', 'front', 2), row('2', 'front', 3), row('3', 'back', 4)] },
    {
      id: 'B',
      label: 'Pullman',
      kind: 'seated',
      rows: [
        row('1', 'back', 8, [
          { seat: 0, trait: 'wheelchair' },
          { seat: 1, trait: 'companion' },
          { seat: 4, trait: 'restricted-view' },
        ]),
        row('2', 'back', 9, [
          { seat: 0, trait: 'wheelchair' },
          { seat: 1, trait: 'companion' },
        ]),
      ],
    },
    {
      id: 'C',
      label: 'Campo',
      kind: 'standing',
      capacity: 4,
      category: 'front',
      outline: [
        { x: 0, y: 11 },
        { x: 6, y: 11 },
        { x: 6, y: 13 },
      ],
    },
  ],
};
const map = compileVenueMap(authoring);
const levels = ['front', 'back'].map((category, index) => ({ id: index + 1, category }));
const sectors = map.sections.map(({ firstPlace, placeCount }, index) => ({ id: index + 1, firstPlace, placeCount }));
const stock = {
  sale: { levels, sectors },
  venue: { map, authoring, seating: seatingOf(map, authoring.focal), categories: ['front', 'back'] },
  levelOf: (place: number) => levels[map.category[place] ?? -1] ?? null,
  sectorOf: (place: number) => sectors.find(({ firstPlace, placeCount }) => place >= firstPlace && place < firstPlace + placeCount) ?? null,
} as unknown as Stock;

const free = (...places: number[]) => {
  const bits = new Uint32Array(2);
  for (const place of places) bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31));
  return bits;
};
const found = (given: { free: number[]; placeIds: number[]; gone: number[] }) => {
  const replacements = equalPlaces(stock, free(...given.free), given);
  return replacements && [...replacements];
};

test('equal places are side by side, in the same sector and of the same price', () => {
  expect(found({ free: [8, 9, 14, 15, 20, 21], placeIds: [2, 3], gone: [3] })).toEqual([
    [2, 8],
    [3, 9],
  ]);
  expect(found({ free: [14, 15, 20, 21, 30, 31], placeIds: [2, 3], gone: [2, 3] })).toBeNull();
});

test('places that lie apart are not equal to places side by side', () => {
  expect(found({ free: [6, 8, 10], placeIds: [2, 3], gone: [3] })).toBeNull();
});

test('a remaining place of the purchase counts, and stays if it can', () => {
  expect(found({ free: [1], placeIds: [2, 3], gone: [3] })).toEqual([
    [2, 1],
    [3, 2],
  ]);
});

test('of places at two prices only those that lost one move', () => {
  expect(found({ free: [8, 9, 16, 17], placeIds: [2, 3, 14, 15], gone: [3] })).toEqual([
    [2, 8],
    [3, 9],
  ]);
  expect(found({ free: [8, 9], placeIds: [2, 3, 14, 15], gone: [3, 15] })).toBeNull();
});

test('in a field without seats one place is as good as another', () => {
  expect(found({ free: [31, 33], placeIds: [30, 32], gone: [30, 32] })).toEqual([
    [30, 31],
    [32, 33],
  ]);
});

test('a wheelchair’s place is replaced by one, with its companion’s beside it, and stands in for no ordinary place', () => {
  expect(found({ free: [20, 21, 24, 25], placeIds: [18, 19], gone: [18] })).toEqual([
    [18, 24],
    [19, 25],
  ]);
  expect(found({ free: [20, 21], placeIds: [18, 19], gone: [18] })).toBeNull();
  expect(found({ free: [24, 25], placeIds: [20, 21], gone: [20] })).toBeNull();
});

test('a buyer with a full view is not offered a restricted one', () => {
  expect(found({ free: [22, 23], placeIds: [26, 27], gone: [26, 27] })).toBeNull();
  expect(found({ free: [22], placeIds: [26], gone: [26] })).toBeNull();
});
