import { createStore } from '@butaca/browser/create-store.ts';
import { compileVenueMap, pictureOf, type Row, type VenueMap } from '@butaca/venue-map';
import { pricedPicture } from '../../../app/purchase/seat-map/store/price-levels.ts';
import { createSeatMapStore } from '../../../app/purchase/seat-map/store/seat-map-store.ts';
import type { TappedPlace } from '../../../app/purchase/selection/wishes.ts';

const row = (label: string, y: number, category: string, more: Partial<Row> = {}): Row => ({
  label,
  curve: { type: 'line', from: { x: 0, y }, to: { x: 90, y } },
  count: 10,
  category,
  ...more,
});

const traits = [
  { seat: 0, trait: 'wheelchair' },
  { seat: 8, trait: 'restricted-view' },
  { seat: 9, trait: 'companion' },
] as const;

/** Two rows of ten of two prices, with places 0 and 9 for a wheelchair and its companion, two boxes of four, and a standing field of 100: places 0–19, 20–27 and 28–127. */
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
      rows: [row('A', 0, 'cerca', { traits }), row('B', 15, 'lejos')],
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

const level = (id: number, name: string, price: number) => ({
  id,
  name,
  colour: undefined,
  price,
  priceText: `$ ${price}.000`,
});

const places = (...ids: readonly number[]): ReadonlySet<number> => new Set(ids);

export function hallStoreOf(sources: Pick<Parameters<typeof createSeatMapStore>[0], 'feed' | 'selection'>) {
  const map = compileVenueMap(smallHall);
  const priced = pricedPicture(pictureOf(smallHall, map), [level(7, 'Cerca', 25), level(8, 'Lejos', 12), level(9, 'Palco', 40)]);
  return createSeatMapStore({ source: smallHall, map, priced, ...sources });
}

/** The hall's store, with what it derives its places from. */
export function hall({ free }: { free?: readonly number[] } = {}) {
  const feed = createStore<{ readonly bits: Uint32Array | null }>({ bits: free ? bitsOf(free) : null });
  const own = createStore({ mine: places(), pending: places() });
  const taps: TappedPlace[] = [];
  const store = hallStoreOf({
    feed,
    selection: { get: own.get, subscribe: own.subscribe, tap: (place) => void taps.push(place) },
  });
  return {
    store,
    taps,
    setFree: (ids: readonly number[]) => feed.set({ bits: bitsOf(ids) }),
    setMine: (ids: readonly number[]) => own.set({ ...own.get(), mine: places(...ids) }),
    setPending: (ids: readonly number[]) => own.set({ ...own.get(), pending: places(...ids) }),
  };
}

export const hallStore = (given: { free?: readonly number[] } = {}) => hall(given).store;

export function bitsOf(places: readonly number[]): Uint32Array {
  const bits = new Uint32Array(PLACES / 32);
  for (const place of places) bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31));
  return bits;
}
