import type { PerformanceDetail } from '@butaca/contract';
import type { VenueMap } from '@butaca/venue-map';
import { useEffect, useState } from 'react';
import { useMoney } from '../../frame/use-frame.ts';
import type { SeatMapStore } from '../seat-map/store/seat-map-store.ts';
import type { Left } from './availability-feed.ts';
import type { useSelection } from './use-selection.ts';

type Selection = ReturnType<typeof useSelection>;

/** The performance's places, kept in step with what is left and with what the buyer holds; null until the map is there. */
export function useMapStore(performance: PerformanceDetail, { bits }: Left, selection: Selection): SeatMapStore | null | 'failed' {
  const money = useMoney();
  const [store, setStore] = useState<SeatMapStore | null | 'failed'>(null);
  const { mapHash, priceLevels } = performance;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a map is read once; prices do not change while the page is open
  useEffect(() => {
    let gone = false;
    void readStore(mapHash, priceLevels, money).then((made) => gone || setStore(made ?? 'failed'));
    return () => {
      gone = true;
    };
  }, [mapHash]);

  const { mine, pending, said } = selection;
  const ready = typeof store === 'object' ? store : null;
  useEffect(() => {
    if (bits) ready?.setAvailability(bits);
  }, [ready, bits]);
  useEffect(() => ready?.setMine(mine.map(({ placeId }) => placeId)), [ready, mine]);
  useEffect(() => ready?.setPending(pending), [ready, pending]);
  useEffect(() => {
    if (said?.kind === 'problem' && said.problem.kind === 'taken') ready?.patch(said.problem.placeIds, false);
    // The next answer about what is left may be older than what was just given back.
    if (said?.kind === 'given') ready?.patch([said.place.placeId], true);
  }, [ready, said]);
  return store;
}

async function readStore(
  hash: string | undefined,
  priceLevels: PerformanceDetail['priceLevels'],
  money: (amount: number) => string,
): Promise<SeatMapStore | null> {
  if (!hash) return null;
  try {
    const [{ venueMapPath }, { compileVenueMap, pictureOf }, { createSeatMapStore }] = await Promise.all([
      import('@butaca/contract/places'),
      import('@butaca/venue-map'),
      import('../seat-map/store/seat-map-store.ts'),
    ]);
    const response = await fetch(venueMapPath(hash));
    const source = (await response.json()) as VenueMap;
    const map = compileVenueMap(source);
    const levels = source.categories.map(({ id, color }) => {
      const level = priceLevels.find(({ category }) => category === id);
      if (!level || level.prices.length === 0) return undefined;
      const lowest = Math.min(...level.prices.map(({ final }) => final));
      const prices = level.prices.map(({ name, final }) => ({ name, text: money(final) }));
      return { id: level.id, name: level.name, colour: level.color ?? color, lowest, lowestText: money(lowest), prices };
    });
    return createSeatMapStore({ map, picture: pictureOf(source, map), levels });
  } catch {
    return null;
  }
}
