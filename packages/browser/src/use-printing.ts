import { useSyncExternalStore } from 'react';

let printing = false;

/**
 * Whether the page is being printed, for lists that show only their beginning on the screen. A media query would say so too, but its listeners
 * are called once the sheets are laid out; these events are fired before, and what they change is on the sheets.
 */
export const usePrinting = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const set = ({ type }: Event) => {
        printing = type === 'beforeprint';
        changed();
      };
      addEventListener('beforeprint', set);
      addEventListener('afterprint', set);
      return () => {
        removeEventListener('beforeprint', set);
        removeEventListener('afterprint', set);
      };
    },
    () => printing,
    () => false,
  );
