import { useSyncExternalStore } from 'react';
import { readCallSettings } from '../calls/settings.ts';
import { isOpen, readSession, type SessionUser, type StoredSession } from './rules.ts';

export const SESSION_KEY = 'butaca.session';

const listeners = new Set<() => void>();
let read: { text: string | null; session: StoredSession | null } | undefined;

let minutes: number | undefined;
/** Of the brand, from the page: a route asks before there is a component that knows the brand. */
const sessionMinutes = (): number => {
  minutes ??= readCallSettings().sessionMinutes;
  return minutes;
};

/** The open session, or null. One that is over is taken out of storage, so that no token is treated as present (SE-003). */
export function currentSession(now = Date.now()): StoredSession | null {
  const session = storedSession();
  if (session === null) return null;
  if (isOpen(session.loggedInAt, now, sessionMinutes())) return session;
  clearSession();
  return null;
}

export function openSession(token: string, user: SessionUser, now = Date.now()) {
  localStorage.setItem(
    SESSION_KEY,
    JSON.stringify({ token, loggedInAt: now, isLoggedIn: true, user } satisfies StoredSession & { isLoggedIn: true }),
  );
  changed();
}

/** Throws what the browser's storage throws. */
export function clearSession() {
  localStorage.removeItem(SESSION_KEY);
  changed();
}

function storedSession(): StoredSession | null {
  const text = readStorage();
  if (read?.text !== text) read = { text, session: readSession(text) };
  return read.session;
}

function readStorage(): string | null {
  try {
    return localStorage.getItem(SESSION_KEY);
  } catch {
    return null;
  }
}

function changed() {
  // Read by a style that reserves the account's place before the script runs.
  document.documentElement.dataset.session = currentSession() ? 'open' : 'guest';
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  const otherTab = (event: StorageEvent) => {
    if (event.key === SESSION_KEY || event.key === null) changed();
  };
  window.addEventListener('storage', otherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', otherTab);
  };
}

const snapshot = () => {
  const session = storedSession();
  return session && isOpen(session.loggedInAt, Date.now(), sessionMinutes()) ? session : null;
};

/** The open session; null on the server and until the page has its script, because public pages hold nothing personal. */
export const useSession = (): StoredSession | null => useSyncExternalStore(subscribe, snapshot, () => null);
