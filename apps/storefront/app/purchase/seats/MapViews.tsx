import { Legend } from '../seat-map/Legend.tsx';
import { PlaceList } from '../seat-map/list/PlaceList.tsx';
import { SeatMap } from '../seat-map/SeatMap.tsx';
import type { SeatMapStore } from '../seat-map/store/seat-map-store.ts';
import styles from './Seats.module.css';

interface ViewProps {
  readonly store: SeatMapStore;
  readonly onPlace: (place: number) => void;
  readonly onQuantity: (section: number, quantity: number) => void;
  readonly most: number;
}

export const MapView = (props: ViewProps) => (
  <div className={styles.map}>
    <SeatMap {...props} />
    <Legend store={props.store} />
  </div>
);

export const ListView = (props: ViewProps) => <PlaceList {...props} />;
