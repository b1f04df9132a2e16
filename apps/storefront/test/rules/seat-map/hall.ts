import { compileVenueMap, pictureOf, type Row, type VenueMap } from '@butaca/venue-map';
import { pricedPicture } from '../../../app/purchase/seat-map/store/priced-picture.ts';
import { createSeatMapStore } from '../../../app/purchase/seat-map/store/seat-map-store.ts';

const row = (label: string, y: number, category: string, more: Partial<Row> = {}): Row => ({
  label,
  curve: { type: 'line', from: { x: 0, y }, to: { x: 90, y } },
  count: 10,
  category,
  ...more,
});

/** Two rows of ten of two prices, two boxes of four, and a standing field of 100: places 0–19, 20–27 and 28–127. */
export const smallHall: VenueMap = {
  schema: 'venue-map/1',
  name: 'Sala',
  size: { width: 200, height: 200 },
  focal: { x: 45, y: -20 },
  categories: [
    { id: 'cerca', name: 'Cerca', color: '#8c1d18' },
    { id: 'lejos', name: 'Lejos' },
    { id: 'palco', name: 'Palco' },
  ],
  sections: [
    {
      id: 'platea',
      label: 'Platea',
      kind: 'seated',
      rows: [row('A', 0, 'cerca', { traits: [{ seat: 0, trait: 'wheelchair' }] }), row('B', 15, 'lejos')],
    },
    {
      id: 'palcos',
      label: 'Palcos bajos',
      kind: 'seated',
      rows: [row('Palco 1', 60, 'palco', { count: 4 }), row('Palco 2', 80, 'palco', { count: 4 })],
    },
    {
      id: 'campo',
      label: 'Campo',
      kind: 'standing',
      capacity: 100,
      category: 'lejos',
      outline: [
        { x: 0, y: 100 },
        { x: 90, y: 100 },
        { x: 90, y: 150 },
      ],
    },
  ],
};

const PLACES = 128;

const level = (id: number, name: string, lowest: number) => ({
  id,
  name,
  colour: undefined,
  lowest,
  lowestText: `$ ${lowest}.000`,
});

export function hallStore({ free }: { free?: readonly number[] } = {}) {
  const map = compileVenueMap(smallHall);
  const store = createSeatMapStore({
    map,
    priced: pricedPicture(pictureOf(smallHall, map), [level(7, 'Cerca', 25), level(8, 'Lejos', 12), level(9, 'Palco', 40)]),
  });
  if (free) store.setAvailability(bitsOf(free));
  return store;
}

export function bitsOf(places: readonly number[]): Uint32Array {
  const bits = new Uint32Array(PLACES / 32);
  for (const place of places) bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31));
  return bits;
}
