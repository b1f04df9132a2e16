import { createStore, derive, useStore } from '@butaca/browser/create-store.ts';

export const TIMER_KEY = 'butaca.timer';

/** What the frame knows of a purchase before the purchase's own code is loaded; `ended`: it ended with a message that this browser still has to show. */
export type PurchasePresence = 'none' | 'cart' | 'box' | 'ended';

/** What a stored timer that runs contains; the contract's codec is not part of a first visit. */
export const RUNNING = 'INICIADO|FINISHED';
const running = new RegExp(RUNNING);

/** The timer as it is stored; another tab's changes arrive while there are listeners. */
const stored = createStore(readTimer(), {
  start() {
    const otherTab = (event: StorageEvent) => {
      if (event.key === TIMER_KEY || event.key === null) timerChanged();
    };
    window.addEventListener('storage', otherTab);
    stored.set(readTimer());
    return () => window.removeEventListener('storage', otherTab);
  },
});
const presence = derive([stored], presenceIn);

function readTimer(): string {
  if (typeof document === 'undefined') return '';
  try {
    return localStorage.getItem(TIMER_KEY) ?? '';
  } catch {
    return '';
  }
}

function presenceIn(text: string): PurchasePresence {
  if (running.test(text)) return text.includes('"BOX"') ? 'box' : 'cart';
  return text.includes('"cMensaje"') ? 'ended' : 'none';
}

export const isPurchaseRunning = (): boolean => running.test(readTimer());

/** Called after the timer was written in this tab; other tabs get a storage event. */
export function timerChanged() {
  // Read by the style that reserves the clock's place.
  document.documentElement.dataset.purchase = isPurchaseRunning() ? 'on' : 'off';
  stored.set(readTimer());
}

export const onTimerChange = stored.subscribe;

/** `none` on the server and until the page has its script, because public pages hold nothing personal. */
export const usePurchasePresence = (): PurchasePresence => useStore(presence, () => 'none');
