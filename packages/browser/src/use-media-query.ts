import { useSyncExternalStore } from 'react';

/** Whether the browser matches a media query now; false on the server. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

/** Whether the system draws with its own few colours, which a canvas does not follow. */
export const useForcedColours = (): boolean => useMediaQuery('(forced-colors: active)');
