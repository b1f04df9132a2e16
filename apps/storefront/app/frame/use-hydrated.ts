import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and while the page takes over, so that what depends on the visitor's own address waits. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
