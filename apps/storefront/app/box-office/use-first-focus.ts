import { type RefObject, useEffect } from 'react';

/** Puts the focus where a screen of the counter begins, `afterMs` it is there, so that every sale can be made by keyboard. */
export function useFirstFocus(element: RefObject<HTMLElement | null>, { afterMs = 0 }: { afterMs?: number } = {}) {
  useEffect(() => {
    // After the page's own focus, which goes to the heading.
    const timer = setTimeout(() => element.current?.focus({ preventScroll: true }), afterMs);
    return () => clearTimeout(timer);
  }, [element, afterMs]);
}
