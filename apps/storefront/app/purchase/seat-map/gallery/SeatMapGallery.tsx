import { createStore } from '@butaca/browser/create-store.ts';
import { compileVenueMap, pictureOf, type VenueMap } from '@butaca/venue-map';
import { add, bitSet } from '@butaca/venue-map/bits';
import { useState } from 'react';
import { Legend } from '../Legend.tsx';
import { PlaceList } from '../list/PlaceList.tsx';
import { SeatMap } from '../SeatMap.tsx';
import { pricedPicture } from '../store/price-levels.ts';
import { createSeatMapStore } from '../store/seat-map-store.ts';
import { fixtures } from './fixtures.ts';

/** Places in a purchase. */
const MOST = 10;
/** The longest run of free or of taken places. */
const LONGEST_RUN = 6;

/** The map and its list for three halls with random availability; a click holds or gives back at once. */
export function SeatMapGallery() {
  return fixtures.map((map) => <Example key={map.name} map={map} />);
}

function Example({ map }: { map: VenueMap }) {
  const [store] = useState(() => exampleStore(map));
  return (
    <section style={{ display: 'grid', gap: 'var(--space-4)', padding: 'var(--space-5) var(--gutter)' }}>
      <h2>
        {map.name} · {store.map.placeCount}
      </h2>
      <SeatMap store={store} most={MOST} onQuantity={() => store.focusSection(null)} />
      <Legend priced={store.priced} onFilter={store.setFilter} />
      <PlaceList store={store} most={MOST} onQuantity={() => store.focusSection(null)} />
    </section>
  );
}

function exampleStore(source: VenueMap) {
  const map = compileVenueMap(source);
  const levels = source.categories.map(({ name, color }, index) => ({
    id: index + 1,
    name,
    colour: color,
    price: 25_000 + index * 12_000,
    priceText: `$ ${25 + index * 12}.000`,
  }));
  return createSeatMapStore({
    source,
    map,
    priced: pricedPicture(pictureOf(source, map), levels),
    feed: createStore({ bits: byChance(map.placeCount) }),
    selection: heldAtOnce(),
  });
}

function heldAtOnce() {
  const own = createStore<{ mine: ReadonlySet<number>; pending: ReadonlySet<number> }>({ mine: new Set(), pending: new Set() });
  const tap = ({ placeId }: { placeId: number }) =>
    own.set({ mine: own.get().mine.symmetricDifference(new Set([placeId])), pending: new Set() });
  return { get: own.get, subscribe: own.subscribe, tap };
}

function byChance(placeCount: number): Uint32Array {
  const bits = bitSet(placeCount);
  let place = 0;
  while (place < placeCount) {
    const free = Math.random() < 0.6;
    const end = Math.min(placeCount, place + 1 + Math.floor(Math.random() * LONGEST_RUN));
    for (; place < end; place += 1) if (free) add(bits, place);
  }
  return bits;
}
