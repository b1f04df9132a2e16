import { createStore, useStore } from '@butaca/browser/create-store.ts';
import { createSessionStore } from '@butaca/browser/session-store.ts';
import { SHOP_SESSION_KEY } from '@butaca/browser/shop-session.ts';
import type { StoredSession } from '@butaca/contract/stored-session';
import { settings } from './settings.ts';

/** Why the session of this person ended; shown above the log-in. */
export type Ending = 'over' | 'not-for-you';
const ending = createStore<Ending | null>(null);

/** Under a key of its own, so that a customer and an organiser can be logged in side by side. */
const store = createSessionStore({ key: 'butaca.office', sessionMinutes: () => settings.sessionMinutes });

/** The shop's session, where the counter is. */
const shop = createSessionStore({ key: SHOP_SESSION_KEY, sessionMinutes: () => settings.sessionMinutes });

export const { get: currentSession, useSession } = store;

/** False when the browser does not store it. */
export const openCounterSession = shop.open;

const ofClerk = (session: StoredSession | null) => (session?.user.role === 'box-office' ? session : null);

/** The session of whoever works here: an organiser's, or that of a clerk at the counter. */
export const staffSession = (): StoredSession | null => store.get() ?? ofClerk(shop.get());

export function useStaffSession(): StoredSession | null {
  const [organiser, clerk] = [useSession(), ofClerk(shop.useSession())];
  return organiser ?? clerk;
}

/** False when the browser does not store it. */
export function openSession(...session: Parameters<typeof store.open>): boolean {
  const opened = store.open(...session);
  if (opened) ending.set(null);
  return opened;
}

export function endSession(why: Ending | null) {
  ending.set(why);
  store.clear();
}

export const useEnding = () => useStore(ending);
