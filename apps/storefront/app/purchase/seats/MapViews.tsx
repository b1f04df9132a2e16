import { Legend } from '../seat-map/Legend.tsx';
import { PlaceList } from '../seat-map/list/PlaceList.tsx';
import { SeatMap } from '../seat-map/SeatMap.tsx';
import type { SeatMapStore } from '../seat-map/store/seat-map-store.ts';
import { useForcedColours } from '../seat-map/use-forced-colours.ts';
import styles from './Seats.module.css';

interface ViewProps {
  readonly store: SeatMapStore;
  readonly onPlace: (place: number) => void;
  readonly onQuantity: (section: number, quantity: number) => void;
  readonly most: number;
}

/** Where the system draws with its own few colours there is no canvas: a section of the picture leads to the list below it. */
export function MapView(props: ViewProps) {
  const forced = useForcedColours();
  return (
    <div className={styles.map}>
      <SeatMap {...props} />
      <Legend store={props.store} />
      {forced && <PlaceList {...props} />}
    </div>
  );
}

export const ListView = (props: ViewProps) => <PlaceList {...props} />;
