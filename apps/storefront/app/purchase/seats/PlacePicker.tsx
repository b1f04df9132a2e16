import type { PerformanceDetail } from '@butaca/contract';
import type { VenuePicture } from '@butaca/venue-map';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { placeTitle } from '../seat-map/place-text.ts';
import { seatMapTexts } from '../seat-map/texts.ts';
import type { Left } from './availability-feed.ts';
import { BestPlaces } from './BestPlaces.tsx';
import { Drawing } from './Drawing.tsx';
import styles from './Seats.module.css';
import { Tabs } from './Tabs.tsx';
import { seatTexts } from './texts.ts';
import { useMapStore } from './use-map-store.ts';
import type { useSelection } from './use-selection.ts';

const load = () => import('./MapViews.tsx');
const MapView = lazy(async () => ({ default: (await load()).MapView }));
const ListView = lazy(async () => ({ default: (await load()).ListView }));

interface PlacePickerProps {
  readonly performance: PerformanceDetail;
  readonly picture: VenuePicture | null;
  readonly certain: boolean;
  readonly left: Left;
  readonly selection: ReturnType<typeof useSelection>;
  /** The way that is open first. */
  readonly first: Way;
}

type Way = 'map' | 'list' | 'best';

/** Three ways to the same places: on the map, in words, or the best ones that are free. */
export function PlacePicker({ performance, picture, certain, left, selection, first }: PlacePickerProps) {
  const { t } = useTranslation(seatTexts);
  const { t: tellMap } = useTranslation(seatMapTexts);
  const [asked, setWay] = useState<Way>(first);
  const [early, setEarly] = useState<number | null>(null);
  const keptFocus = useRef<number | null>(null);
  const { store, drawn } = useMapStore({ performance, picture, certain, left, selection });
  // Together with the map's data, not after them.
  useEffect(() => void load(), []);

  const best = (
    <BestPlaces
      performance={performance}
      availability={left.availability}
      most={selection.room}
      busy={selection.busy}
      onTake={(wanted) => selection.take([wanted])}
    />
  );
  if (store === 'failed') return best;

  const views = store && {
    store,
    onPlace: (place: number) => selection.tap({ placeId: place, name: placeTitle(store, place, tellMap) }),
    onQuantity: (section: number, quantity: number) => {
      const sector = performance.sectors.find((one) => one.section === store.map.sections[section]?.id);
      if (sector) selection.take([{ sectorId: sector.id, quantity }]);
    },
    most: selection.room,
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
