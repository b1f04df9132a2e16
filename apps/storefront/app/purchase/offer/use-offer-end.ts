import { useEffect, useRef } from 'react';

/** Says when an offer's time is over; both instants are the server's, and what has passed since is this browser's. */
export function useOfferEnd({ until, serverNow }: { until: number; serverNow: number | undefined }, onOver: () => void) {
  const over = useRef(onOver);
  over.current = onOver;

  useEffect(() => {
    if (serverNow === undefined) return undefined;
    const timer = setTimeout(() => over.current(), Math.max(0, until - serverNow));
    return () => clearTimeout(timer);
  }, [until, serverNow]);
}
