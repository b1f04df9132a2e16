import { createSessionStore } from '@butaca/browser/session-store.ts';
import { useSyncExternalStore } from 'react';
import { settings } from './settings.ts';

/** Why a person whose session ended is asked to log in again. */
export type Ending = 'over' | 'not-for-you';
let ending: Ending | null = null;

/** Under a key of its own, so that a customer and an organiser can be logged in side by side. */
const store = createSessionStore({ key: 'butaca.office', sessionMinutes: () => settings.sessionMinutes });

export const { get: currentSession, useSession } = store;

/** False when the browser does not store it. */
export function openSession(...session: Parameters<typeof store.open>): boolean {
  ending = null;
  return store.open(...session);
}

export function endSession(why: Ending | null) {
  ending = why;
  store.clear();
}

export const useEnding = () => useSyncExternalStore(store.subscribe, () => ending);
