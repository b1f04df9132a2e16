import { useSyncExternalStore } from 'react';
import { browserWorld } from './browser-world.ts';
import { createPurchaseClock } from './create-clock.ts';
import type { ClockState } from './held-store.ts';

/** The clock of this browser's purchase. Told of every answer that brings one; never part of a first visit. */
export const purchaseClock = createPurchaseClock(browserWorld);

const state = () => purchaseClock.state;

/** Changes with the purchase and with its timer's state, not with every second. */
export const usePurchaseClock = (): ClockState => useSyncExternalStore(purchaseClock.subscribe, state, state);

/** Whole seconds until the deadline, every second anew. */
export const useSecondsLeft = (): number =>
  useSyncExternalStore(purchaseClock.subscribe, purchaseClock.secondsLeft, purchaseClock.secondsLeft);
