import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { currentSession } from './store.ts';

/** Looks at every navigation, and when the page is come back to, whether the session is over (C-05). */
export function useSessionEnd() {
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation looks again
  useEffect(() => {
    currentSession();
  }, [key]);

  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && currentSession();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
}
