import { useSyncExternalStore } from 'react';
import { settings } from '../settings.ts';
import { type OfficeSession, readSession } from './rules.ts';

/** Its own, so that a customer and an organiser may be logged in side by side. */
const KEY = 'butaca.office';

/** Why somebody who was in is asked to log in again. */
export type Ending = 'over' | 'not-for-you';

const listeners = new Set<() => void>();
let read: { readonly text: string | null; readonly session: OfficeSession | null } = { text: null, session: null };
let ending: Ending | null = null;

/** Throws what the browser’s storage throws. */
export function openSession({ token, name }: Pick<OfficeSession, 'token' | 'name'>) {
  localStorage.setItem(KEY, JSON.stringify({ token, name, loggedInAt: Date.now() } satisfies OfficeSession));
  ending = null;
  changed();
}

export function endSession(why: Ending | null) {
  localStorage.removeItem(KEY);
  ending = why;
  changed();
}

export function currentSession(): OfficeSession | null {
  const text = stored();
  if (text !== read.text || (read.session && readSession(text, Date.now(), settings.sessionMinutes) === null)) {
    read = { text, session: readSession(text, Date.now(), settings.sessionMinutes) };
  }
  return read.session;
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function changed() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  const otherTab = ({ key }: StorageEvent) => (key === KEY || key === null) && listener();
  listeners.add(listener);
  window.addEventListener('storage', otherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', otherTab);
  };
}

export const useSession = () => useSyncExternalStore(subscribe, currentSession);
export const useEnding = () => useSyncExternalStore(subscribe, () => ending);
