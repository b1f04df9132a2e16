import { useSyncExternalStore } from 'react';

const query = () => matchMedia('(forced-colors: active)');

/** Whether the system draws with its own few colours, which a canvas knows nothing of. */
export const useForcedColours = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = query();
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => query().matches,
    () => false,
  );
