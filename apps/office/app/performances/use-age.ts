import { useEffect, useState } from 'react';

/** Milliseconds since a moment, told anew every second. */
export function useAge(since: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, now - since);
}
