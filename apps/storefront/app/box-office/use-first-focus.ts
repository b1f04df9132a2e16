import { type RefObject, useEffect } from 'react';

/** Focuses the first control of a box office screen, `afterMs` after it appears, so that every sale can be made by keyboard. */
export function useFirstFocus(element: RefObject<HTMLElement | null>, { afterMs = 0 }: { afterMs?: number } = {}) {
  useEffect(() => {
    // After the page's own focus, which goes to the heading.
    const timer = setTimeout(() => element.current?.focus({ preventScroll: true }), afterMs);
    return () => clearTimeout(timer);
  }, [element, afterMs]);
}
