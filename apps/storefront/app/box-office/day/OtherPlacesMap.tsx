import { createStore } from '@butaca/browser/create-store.ts';
import type { AnswerOf } from '@butaca/contract';
import { listCounterPerformances, type listOtherPlaces } from '@butaca/contract/box-office';
import { getPerformance } from '@butaca/contract/catalogue';
import { addPlaces, bitSet } from '@butaca/venue-map/bits';
import { useEffect, useEffectEvent, useState } from 'react';
import { loadClient } from '../../calls/load-client.ts';
import { useMoney } from '../../frame/use-frame.ts';
import { SeatMap } from '../../purchase/seat-map/SeatMap.tsx';
import { levelsOf, pricedPicture } from '../../purchase/seat-map/store/price-levels.ts';
import type { SeatMapStore } from '../../purchase/seat-map/store/seat-map-store.ts';
import { readMap } from '../../purchase/seats/read-map.ts';
import styles from './ChangePlaces.module.css';

interface OtherPlacesMapProps {
  readonly performanceId: number;
  /** What may be chosen; everything else is drawn as taken. */
  readonly rows: AnswerOf<typeof listOtherPlaces>['rows'];
  /** The row that the list shows: the map starts close to it. */
  readonly row: AnswerOf<typeof listOtherPlaces>['rows'][number];
  readonly chosen: readonly number[];
  /** Tickets that move. */
  readonly most: number;
  readonly label: string;
  readonly onToggle: (place: number) => void;
  /** The map cannot be shown: the list is what is left. */
  readonly onFailed: () => void;
}

/** The places that tickets may move to, on the map of the hall. */
export function OtherPlacesMap({ performanceId, rows, row, chosen, most, label, onToggle, onFailed }: OtherPlacesMapProps) {
  const money = useMoney();
  const [own] = useState(() => createStore({ mine: new Set(chosen) as ReadonlySet<number>, pending: new Set<number>() }));
  const [store, setStore] = useState<SeatMapStore | null>(null);
  useEffect(() => own.set({ mine: new Set(chosen), pending: new Set() }), [own, chosen]);
  const toggle = useEffectEvent(onToggle);
  const make = useEffectEvent(async () => {
    const client = await loadClient();
    const listed = (await client.ask(listCounterPerformances, {}))?.items.find(({ id }) => id === performanceId);
    const performance = listed && (await client.ask(getPerformance, { params: { performanceId }, query: { hash: listed.hash } }));
    const { mapHash, priceLevels } = performance ?? {};
    const read = mapHash === undefined ? null : await readMap(mapHash, null).catch(() => null);
    if (!read?.drawn || !priceLevels) return null;
    const bits = bitSet(read.map.x.length);
    addPlaces(
      bits,
      rows.flatMap(({ places }) => places.map(({ id }) => id)),
    );
    return read.createSeatMapStore({
      source: read.source,
      map: read.map,
      priced: pricedPicture(read.picture, levelsOf(read.picture, priceLevels, money)),
      feed: createStore({ bits }),
      selection: { ...own, tap: ({ placeId }) => toggle(placeId) },
    });
  });
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    let isCurrent = true;
    void make().then((made) => {
      if (!isCurrent) return;
      if (made) setStore(made);
      else fail();
    });
    return () => {
      isCurrent = false;
    };
  }, []);

  const open = row.places.filter(({ id }) => !chosen.includes(id));
  /** Of a section without seat numbers: the first ones that are free. */
  const takeSome = (section: number, quantity: number) => {
    const { firstPlace = 0, placeCount = 0 } = store?.map.sections[section] ?? {};
    const free = rows.flatMap(({ places }) => places.map(({ id }) => id));
    const inside = free.filter((id) => id >= firstPlace && id < firstPlace + placeCount && !chosen.includes(id));
    for (const place of inside.slice(0, quantity)) onToggle(place);
  };
  return (
    <section className={styles.map} aria-label={label} aria-busy={store === null || undefined}>
      {store && <SeatMap store={store} onQuantity={takeSome} most={most} startAt={open[open.length >> 1]?.id} />}
    </section>
  );
}
