import { useSyncExternalStore } from 'react';
import type { SeatMapState, SeatMapStore } from './store/seat-map-store.ts';

export const useSeatMap = (store: SeatMapStore): SeatMapState =>
  useSyncExternalStore(
    store.subscribe,
    () => store.state,
    () => store.state,
  );
