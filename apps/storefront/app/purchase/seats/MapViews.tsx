import { useStore } from '@butaca/browser/create-store.ts';
import { useForcedColours } from '@butaca/browser/use-media-query.ts';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useEffectEvent } from 'react';
import seatMapTexts from '../../i18n/es/seat-map.json';
import { Legend } from '../seat-map/Legend.tsx';
import { focusPlaceList, PlaceList } from '../seat-map/list/PlaceList.tsx';
import { SeatMap } from '../seat-map/SeatMap.tsx';
import type { SeatMapStore } from '../seat-map/store/seat-map-store.ts';
import styles from './Seats.module.css';
import { type KeptFocus, useKeptFocus } from './use-kept-focus.ts';

interface ViewProps {
  readonly store: SeatMapStore;
  readonly onQuantity: (section: number, quantity: number) => void;
  readonly most: number;
}

interface MapViewProps extends ViewProps {
  /** The section that was tapped before the places were loaded. */
  readonly early: number | null;
  readonly onStarted: () => void;
  readonly keptFocus: KeptFocus;
}

/** With forced colours there is no canvas: a section of the picture links to the list below it. */
export function MapView({ early, onStarted, keptFocus, ...props }: MapViewProps) {
  const { store } = props;
  const root = useKeptFocus<HTMLDivElement>(keptFocus);
  const forced = useForcedColours();
  const { t } = useTranslation(seatMapTexts);
  const begin = useEffectEvent(() => {
    if (early === null) return;
    store.focusSection(early);
    if (forced) focusPlaceList();
    onStarted();
  });
  useEffect(() => begin(), []);
  return (
    <div ref={root} className={styles.map}>
      <SeatMap {...props} />
      <StoreLegend store={store} />
      {!forced && <p className={styles.holdHint}>{t('view.hold')}</p>}
      {forced && <PlaceList {...props} />}
    </div>
  );
}

function StoreLegend({ store }: { store: SeatMapStore }) {
  const { filter } = useStore(store);
  return <Legend priced={store.priced} filter={filter} onFilter={store.setFilter} />;
}

export const ListView = (props: ViewProps) => (
  <>
    <PlaceList {...props} />
    <StoreLegend store={props.store} />
  </>
);
