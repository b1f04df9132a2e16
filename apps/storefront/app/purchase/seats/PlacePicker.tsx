import { useStore } from '@butaca/browser/create-store.ts';
import type { PerformanceDetail } from '@butaca/contract';
import type { VenuePicture } from '@butaca/venue-map';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import type { AvailabilityFeed } from '../selection/availability-feed.ts';
import type { Selection } from '../selection/selection.ts';
import { BestPlaces } from './BestPlaces.tsx';
import { Drawing } from './Drawing.tsx';
import styles from './Seats.module.css';
import { Tabs } from './Tabs.tsx';
import { seatTexts } from './texts.ts';
import { useMapStore } from './use-map-store.ts';

const load = () => import('./MapViews.tsx');
const MapView = lazy(async () => ({ default: (await load()).MapView }));
const ListView = lazy(async () => ({ default: (await load()).ListView }));

interface PlacePickerProps {
  readonly performance: PerformanceDetail;
  readonly picture: VenuePicture | null;
  readonly certain: boolean;
  readonly feed: AvailabilityFeed;
  readonly selection: Selection;
  /** Places that the purchase may still take. */
  readonly room: number;
  readonly busy: boolean;
  /** The way that is open first. */
  readonly first: Way;
}

type Way = 'map' | 'list' | 'best';

/** Three ways to the same places: on the map, in words, or the best ones that are free. */
export function PlacePicker({ performance, picture, certain, feed, selection, room, busy, first }: PlacePickerProps) {
  const { t } = useTranslation(seatTexts);
  const { availability } = useStore(feed);
  const [asked, setWay] = useState<Way>(first);
  const [early, setEarly] = useState<number | null>(null);
  const keptFocus = useRef<number | null>(null);
  const { store, drawn } = useMapStore({ performance, picture, certain, feed, selection });
  // Together with the map's data, not after them.
  useEffect(() => void load(), []);

  const best = (
    <BestPlaces
      performance={performance}
      availability={availability}
      most={room}
      busy={busy}
      onTake={(wanted) => selection.take([wanted])}
    />
  );
  if (store === 'failed') return best;

  const views = store && {
    store,
    onQuantity: (section: number, quantity: number) => {
      const sector = performance.sectors.find((one) => one.section === store.map.sections[section]?.id);
      if (sector) selection.take([{ sectorId: sector.id, quantity }]);
    },
    most: room,
  };
  const waiting = <div className={styles.mapWaiting} aria-busy="true" role="status" aria-label={t('map.loading')} />;
  const drawing = picture ? <Drawing {...{ performance, picture, early, keptFocus }} onSection={setEarly} /> : waiting;
  const map = {
    name: 'map',
    title: t('way.map'),
    panel: (
      <Suspense fallback={drawing}>
        {views ? <MapView {...views} {...{ early, keptFocus }} onBegun={() => setEarly(null)} /> : drawing}
      </Suspense>
    ),
  };
  const list = {
    name: 'list',
    title: t('way.list'),
    panel: <Suspense fallback={waiting}>{views ? <ListView {...views} /> : waiting}</Suspense>,
  };
  const ways = [...(drawn ? [map] : []), list, { name: 'best', title: t('way.best'), panel: best }] as const;
  return (
    <Tabs<Way>
      label={t('title')}
      chosen={asked === 'map' && !drawn ? 'list' : asked}
      onChoose={setWay}
      tabs={ways as readonly { name: Way; title: string; panel: React.ReactNode }[]}
    />
  );
}
