import { useSyncExternalStore } from 'react';

const wide = window.matchMedia('(min-width: 900px)');

function subscribe(listener: () => void) {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

/** Whether a table has the room that it needs. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);
