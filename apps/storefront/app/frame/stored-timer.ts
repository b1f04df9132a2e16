import { useSyncExternalStore } from 'react';

export const TIMER_KEY = 'butaca.timer';

/** What the frame needs to know of a purchase before the purchase's code is loaded; `told`: it ended with a message. */
export type PurchasePresence = 'none' | 'cart' | 'box' | 'told';

const listeners = new Set<() => void>();

/** Pattern of a running timer in storage: the contract's codec is not part of the first load. */
export const RUNNING = 'INICIADO|FINISHED';
const running = new RegExp(RUNNING);

function presence(): PurchasePresence {
  try {
    const text = localStorage.getItem(TIMER_KEY) ?? '';
    if (running.test(text)) return text.includes('"BOX"') ? 'box' : 'cart';
    return text.includes('"cMensaje"') ? 'told' : 'none';
  } catch {
    return 'none';
  }
}

export const isPurchaseRunning = (): boolean => /cart|box/.test(presence());

/** Called after the timer was written in this tab; other tabs get a `storage` event. */
export function timerChanged() {
  // Read by the style that reserves the clock's place.
  document.documentElement.dataset.purchase = isPurchaseRunning() ? 'on' : 'off';
  for (const listener of listeners) listener();
}

export function onTimerChange(listener: () => void) {
  listeners.add(listener);
  const otherTab = (event: StorageEvent) => {
    if (event.key === TIMER_KEY || event.key === null) timerChanged();
  };
  window.addEventListener('storage', otherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', otherTab);
  };
}

/** `none` on the server and until the page has its script, because public pages hold nothing personal. */
export const usePurchasePresence = (): PurchasePresence => useSyncExternalStore(onTimerChange, presence, () => 'none');
