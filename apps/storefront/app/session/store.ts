import { createStore } from '@butaca/browser/create-store.ts';
import { createSessionStore } from '@butaca/browser/session-store.ts';
import { SHOP_SESSION_KEY } from '@butaca/browser/shop-session.ts';
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

export const { rename: renameUser, clear: clearSession, isDoubtful: isDoubtfulSession, useSession } = store;

let endedHere = false;
/** Whether this page's session has ended by its time, or was ended elsewhere, and nobody has logged in since. */
export const hasEndedHere = (): boolean => endedHere;

/** The server knows it no more. Throws what the browser's storage throws. */
export function sessionEnded() {
  endedHere = true;
  store.clear();
}

/** Counts the log-ins of this tab. */
const logIns = createStore(0);
/** Calls back after each log-in of this tab. */
export const onLogIn = logIns.subscribe;

/** False when the browser does not store it. */
export function openSession(...session: Parameters<typeof store.open>): boolean {
  const isOpen = store.open(...session);
  if (isOpen) endedHere = false;
  if (isOpen) logIns.set(logIns.get() + 1);
  return isOpen;
}

/** The open session, or null; one that has expired is removed from storage (SE-003). */
export function currentSession() {
  if (store.clearExpired()) endedHere = true;
  return store.get();
}

/** Calls back when another tab opened or ended the session. */
export function onOtherTab(changed: () => void): () => void {
  const listener = ({ key }: StorageEvent) => {
    if (key === SHOP_SESSION_KEY || key === null) changed();
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
