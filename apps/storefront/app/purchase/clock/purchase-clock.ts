import { type Store, useStore } from '@butaca/browser/create-store.ts';
import { serverClock, watchJumps } from '@butaca/browser/server-clock.ts';
import { storageNamed } from '@butaca/browser/stored-texts.ts';
import { getPurchase, invalidatePurchase } from '@butaca/contract/purchase';
import { loadClient } from '../../calls/load-client.ts';
import { onTimerChange, timerChanged } from '../../frame/stored-timer.ts';
import { createPurchaseClock } from './create-clock.ts';
import { type ClockState, PURCHASE_KEY, readLocal } from './held-store.ts';

const LOCK = 'butaca.purchase';
/** A phone may suspend a tab that holds the lock; after this wait the tab decides without it rather than not at all. */
const LOCK_TIMEOUT_MS = 4000;

const shared = storageNamed('localStorage');
const own = storageNamed('sessionStorage');

async function exclusively<T>(work: () => T): Promise<T> {
  // Locks exist only on secure origins; without them a single tab is still correct, because the work is synchronous.
  if (!navigator.locks) return work();
  try {
    return (await navigator.locks.request(LOCK, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, async () => ({ result: work() }))).result;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return work();
    throw error;
  }
}

let mine: Promise<number> | undefined;

/** A duplicated tab starts with a copy of the other tab's session storage, whose number is already in use. */
async function ownTabId(): Promise<number> {
  const stored = readLocal(own).tabId;
  if (stored !== undefined && (await holdFromNowOn(stored))) return stored;
  const fresh = 1 + Math.floor(Math.random() * 2 ** 50);
  await holdFromNowOn(fresh);
  return fresh;
}

/** Claims the number as long as the page is open; false when another page has it. */
function holdFromNowOn(tabId: number): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve, reject) => {
    const hold = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock ? new Promise<never>(() => {}) : undefined;
    };
    navigator.locks.request(`butaca.tab.${tabId}`, { ifAvailable: true }, hold).catch(reject);
  });
}

/** Another tab wrote the timer or the purchase, or this tab became visible, or came back from the browser's cache of pages. */
function onChange(look: () => void) {
  const forget = onTimerChange(look);
  const otherTab = ({ key }: StorageEvent) => key === PURCHASE_KEY && look();
  window.addEventListener('storage', otherTab);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pageshow', look);
  return () => {
    forget();
    window.removeEventListener('storage', otherTab);
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('pageshow', look);
  };
}

/** The clock of this browser's purchase, and what it holds. Every answer that contains a purchase goes here; never part of a first visit. */
export const purchaseClock = createPurchaseClock({
  shared,
  own,
  now: serverClock.now,
  hear: serverClock.hear,
  isKnown: serverClock.isKnown,
  jumped: watchJumps(),
  exclusively,
  tabId: () => (mine ??= ownTabId()),
  invalidate: async (purchaseId) => void (await loadClient()).ask(invalidatePurchase, { params: { purchaseId } }),
  ask: async (purchaseId) => (await loadClient()).ask(getPurchase, { params: { purchaseId } }),
  over: ({ performances }) => {
    const ids = performances.map(({ id }) => id);
    import('../../waiting-room/leave-rooms.ts').then(({ leaveRooms }) => leaveRooms(ids)).catch(() => undefined);
  },
  changed: timerChanged,
  onChange,
});

// A page that is closed cannot be asked to undo anything.
if (typeof window !== 'undefined') window.addEventListener('pagehide', () => purchaseClock.giveBackEmptied());

/** Whether the cart was emptied a moment ago, so that it can be undone. */
export const useEmptied = (): boolean => useStore(purchaseClock.emptied, () => false);

/** Changes with the purchase and its timer's state, not every second. */
export const usePurchaseClock = (): ClockState => useStore(purchaseClock);

const secondsLeft: Store<number> = { subscribe: purchaseClock.subscribe, get: purchaseClock.secondsLeft };

/** Whole seconds until the deadline, every second anew. */
export const useSecondsLeft = (): number => useStore(secondsLeft);
