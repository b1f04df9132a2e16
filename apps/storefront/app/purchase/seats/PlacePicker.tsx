import type { PerformanceDetail } from '@butaca/contract';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import type { Left } from './availability-feed.ts';
import { BestPlaces } from './BestPlaces.tsx';
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
  readonly left: Left;
  readonly selection: ReturnType<typeof useSelection>;
  readonly most: number;
  /** Something was taken or given back, or was not to be had. */
  readonly onChanged: () => void;
}

type Way = 'map' | 'list' | 'best';

/** Three ways to the same places: on the map, in words, or the best ones that are free. */
export function PlacePicker({ performance, left, selection, most, onChanged }: PlacePickerProps) {
  const { t } = useTranslation(seatTexts);
  const [way, setWay] = useState<Way>('map');
  const store = useMapStore(performance, left, selection);
  // Together with the map's data, not after them.
  useEffect(() => void load(), []);
  const take = (wanted: Parameters<typeof selection.take>[0]) => void selection.take(wanted).then(onChanged);

  const views = {
    onPlace: (place: number) => {
      const held = selection.mine.find(({ placeId }) => placeId === place);
      if (held) void selection.give(held).then(onChanged);
      else take({ placeIds: [place] });
    },
    onQuantity: (section: number, quantity: number) => {
      const code = typeof store === 'object' ? store?.map.sections[section]?.id : undefined;
      const sector = performance.sectors.find((one) => one.section === code);
      if (sector) take({ quantities: [{ sectorId: sector.id, quantity }] });
    },
    most,
  };
  const best = (
    <BestPlaces
      performance={performance}
      availability={left.availability}
      most={most}
      busy={selection.busy}
      onTake={(wanted) => take({ quantities: [wanted] })}
    />
  );
  if (store === 'failed') return best;

  const waiting = <div className={styles.mapWaiting} aria-busy="true" role="status" aria-label={t('map.loading')} />;
  return (
    <Tabs
      label={t('title')}
      chosen={way}
      onChoose={setWay}
      tabs={[
        {
          name: 'map',
          title: t('way.map'),
          panel: <Suspense fallback={waiting}>{store ? <MapView store={store} {...views} /> : waiting}</Suspense>,
        },
        {
          name: 'list',
          title: t('way.list'),
          panel: <Suspense fallback={waiting}>{store ? <ListView store={store} {...views} /> : waiting}</Suspense>,
        },
        { name: 'best', title: t('way.best'), panel: best },
      ]}
    />
  );
}
