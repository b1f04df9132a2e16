import { type Store, useStore } from '@butaca/browser/create-store.ts';
import { getPurchase, invalidatePurchase } from '@butaca/contract/purchase';
import { loadClient } from '../../calls/load-client.ts';
import { onTimerChange, timerChanged } from '../../frame/stored-timer.ts';
import { createPurchaseClock } from './create-clock.ts';
import { type ClockState, PURCHASE_KEY, readLocal, type TextStore } from './held-store.ts';

const LOCK = 'butaca.purchase';
/** A phone may have put another tab to sleep while it had the lock; a decision of one tab alone is better than none. */
const LOCK_PATIENCE_MS = 4000;

/** The browser's own storage; where it is forbidden, and on the server, an empty one that lives as long as the page. */
function storageNamed(name: 'localStorage' | 'sessionStorage'): TextStore {
  try {
    if (typeof document !== 'undefined') return window[name];
  } catch {
    // Reading the property is what a browser forbids.
  }
  const texts = new Map<string, string>();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
}

const shared = storageNamed('localStorage');
const own = storageNamed('sessionStorage');

async function exclusively<T>(work: () => T): Promise<T> {
  // Locks exist only on secure origins; without them one tab is still right, because the work does not wait for anything.
  if (!navigator.locks) return work();
  try {
    return (await navigator.locks.request(LOCK, { signal: AbortSignal.timeout(LOCK_PATIENCE_MS) }, async () => ({ result: work() })))
      .result;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return work();
    throw error;
  }
}

let mine: Promise<number> | undefined;

/** A duplicated tab brings a copy of the storage of its twin, whose number is taken. */
async function ownTabId(): Promise<number> {
  const stored = readLocal(own).tabId;
  if (stored !== undefined && (await holdFromNowOn(stored))) return stored;
  const fresh = 1 + Math.floor(Math.random() * 2 ** 50);
  await holdFromNowOn(fresh);
  return fresh;
}

/** Takes the number for as long as the page lives; false when another page has it. */
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

/** Another tab has written timer or places, or this one is looked at again. */
function onChange(look: () => void) {
  const forget = onTimerChange(look);
  const otherTab = ({ key }: StorageEvent) => key === PURCHASE_KEY && look();
  window.addEventListener('storage', otherTab);
  document.addEventListener('visibilitychange', look);
  return () => {
    forget();
    window.removeEventListener('storage', otherTab);
    document.removeEventListener('visibilitychange', look);
  };
}

/** The clock of this browser's purchase, and what it holds. Told of every answer that brings a purchase; never part of a first visit. */
export const purchaseClock = createPurchaseClock({
  shared,
  own,
  now: Date.now,
  exclusively,
  tabId: () => (mine ??= ownTabId()),
  invalidate: async (purchaseId) => void (await loadClient()).ask(invalidatePurchase, { params: { purchaseId } }),
  ask: async (purchaseId) => (await loadClient()).ask(getPurchase, { params: { purchaseId } }),
  changed: timerChanged,
  onChange,
});

/** Changes with the purchase and with its timer's state, not with every second. */
export const usePurchaseClock = (): ClockState => useStore(purchaseClock);

const secondsLeft: Store<number> = { subscribe: purchaseClock.subscribe, get: purchaseClock.secondsLeft };

/** Whole seconds until the deadline, every second anew. */
export const useSecondsLeft = (): number => useStore(secondsLeft);
