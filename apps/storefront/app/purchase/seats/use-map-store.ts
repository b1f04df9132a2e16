import type { PerformanceDetail } from '@butaca/contract';
import type { VenuePicture } from '@butaca/venue-map';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { useMoney } from '../../frame/use-frame.ts';
import { levelsOf, pricedPicture } from '../seat-map/store/price-levels.ts';
import type { SeatMapStore } from '../seat-map/store/seat-map-store.ts';
import type { AvailabilityFeed } from '../selection/availability-feed.ts';
import type { Selection } from '../selection/selection.ts';
import type { ReadMap } from './read-map.ts';

interface MapStoreInput {
  readonly performance: PerformanceDetail;
  readonly picture: VenuePicture | null;
  /** The prices are this buyer's, so places may be chosen; the map is loaded earlier. */
  readonly certain: boolean;
  readonly feed: AvailabilityFeed;
  readonly selection: Selection;
}

/** The performance's places on their map, with what is left and what the buyer holds; null until the map is loaded. */
export function useMapStore({ performance, picture, certain, feed, selection }: MapStoreInput): {
  store: SeatMapStore | null | 'failed';
  drawn: boolean;
} {
  const money = useMoney();
  const [read, setRead] = useState<ReadMap | null | 'failed'>(null);
  const { mapHash, priceLevels } = performance;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a map is read once, with the drawing that the page came with
  useEffect(() => {
    let gone = false;
    void readFrom(mapHash, picture).then((found) => {
      // The drawing stays until the map's script is loaded too: replacing it earlier would lose a press that started on it.
      if (!gone) startTransition(() => setRead(found ?? 'failed'));
    });
    return () => {
      gone = true;
    };
  }, [mapHash]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: prices do not change while the page is open
  const ready = useMemo(() => {
    if (read === null || read === 'failed' || !certain) return null;
    const priced = pricedPicture(read.picture, levelsOf(read.picture, priceLevels, money));
    return read.createSeatMapStore({ source: read.source, map: read.map, priced, feed, selection });
  }, [read, certain, feed, selection]);

  return { store: read === 'failed' ? read : ready, drawn: read === null || read === 'failed' || read.drawn };
}

async function readFrom(mapHash: string | undefined, picture: VenuePicture | null): Promise<ReadMap | null> {
  if (!mapHash) return null;
  const script = await import('./read-map.ts').catch(() => null);
  return script?.readMap(mapHash, picture) ?? null;
}
