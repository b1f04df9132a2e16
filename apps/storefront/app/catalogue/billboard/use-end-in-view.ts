import { type RefObject, useEffect, useRef } from 'react';

/** Calls back when the referenced end of a list is within one screen; `round` changes when the list has grown. */
export function useEndInView(onEnd: () => void, round: number): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onEnd);
  latest.current = onEnd;

  // A new observer for each round, because one that stays in view is told of only once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` starts the next one
  useEffect(() => {
    if (!end.current) return;
    // Of a round that is over, the browser may still have news to tell.
    let over = false;
    const observer = new IntersectionObserver((entries) => !over && entries.some((entry) => entry.isIntersecting) && latest.current(), {
      rootMargin: '600px',
    });
    observer.observe(end.current);
    return () => {
      over = true;
      observer.disconnect();
    };
  }, [round]);

  return end;
}
