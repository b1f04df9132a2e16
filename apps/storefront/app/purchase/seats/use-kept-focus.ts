import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The section whose link had the focus when its picture was removed, or null. */
export type KeptFocus = RefObject<number | null>;

/** Gives the focus on a section's link to what comes in the picture's place: the same link there, else the map itself. */
export function useKeptFocus<E extends HTMLElement>(kept: KeptFocus): RefObject<E | null> {
  const root = useRef<E>(null);
  useLayoutEffect(() => {
    const element = root.current;
    if (element && kept.current !== null) {
      const target = element.querySelector<HTMLElement>(`[data-section="${kept.current}"]`) ?? element.querySelector('canvas');
      kept.current = null;
      target?.focus({ preventScroll: true });
    }
    return () => {
      const link = document.activeElement?.closest('[data-section]');
      if (link && element?.contains(link)) kept.current = Number(link.getAttribute('data-section'));
    };
  }, [kept]);
  return root;
}
