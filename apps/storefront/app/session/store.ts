import { createSessionStore, SHOP_SESSION_KEY } from '@butaca/browser/session-store.ts';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { readCallSettings } from '../calls/settings.ts';

let minutes: number | undefined;

const store = createSessionStore({
  key: SHOP_SESSION_KEY,
  // From the page: a route asks before there is a component that knows the brand.
  sessionMinutes: () => {
    minutes ??= readCallSettings().sessionMinutes;
    return minutes;
  },
  onChange: () => {
    // Read by the style that reserves the account's place before the script runs.
    document.documentElement.dataset.session = currentSession() ? 'open' : 'guest';
  },
});

export const { open: openSession, rename: renameUser, clear: clearSession, useSession } = store;

/** The open session, or null; one that has expired is removed from storage (SE-003). */
export function currentSession() {
  store.clearExpired();
  return store.get();
}

/** Checks at every navigation, and when the page becomes visible again, whether the session has expired (C-05). */
export function useSessionEnd() {
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation checks again
  useEffect(() => {
    currentSession();
  }, [key]);

  useEffect(() => {
    const check = () => document.visibilityState === 'visible' && currentSession();
    document.addEventListener('visibilitychange', check);
    return () => document.removeEventListener('visibilitychange', check);
  }, []);
}
