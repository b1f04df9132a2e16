import type { Purchase, TimerOrigin } from '@butaca/contract';
import { followPurchase } from './follow-purchase.ts';
import type { Change, Situation } from './held-store.ts';
import { messages } from './messages.ts';
import { cancel, type Held, readTimer, selectedTab, selectTab } from './timer.ts';

/** A cancel also puts this tab's own timer back. */
export function end(situation: Situation, message: string, origin: TimerOrigin): Change {
  const { held, tabId, now } = situation;
  const ended = cancel(held, { message, origin, now });
  return ended.held === held ? {} : { ...ended, local: { state: 'reset', tabId, updatedAt: now } };
}

/** A timer whose time has passed is cancelled in the same transition that finds it so (PT-020). */
export function unlessFinished(situation: Situation, origin: TimerOrigin, message: string = messages.expired): Change {
  const timer = readTimer(situation.held.timer, situation.now);
  const held = { ...situation.held, timer };
  return timer.state === 'finished' ? end({ ...situation, held }, message, origin) : { held: situation.held };
}

export interface Following {
  readonly purchase: Purchase;
  readonly performanceId?: number | undefined;
  readonly chargingHere: boolean;
  readonly origin: TimerOrigin;
}

/** Goes by what the server says of a purchase, and ends it when that is its end. */
export function follow(situation: Situation, { purchase, performanceId, chargingHere, origin }: Following): Change {
  const held = followPurchase(situation.held, { ...situation, purchase, performanceId, chargingHere });
  return unlessFinished({ ...situation, held }, origin, purchase.stage === 'cancelled' ? messages.cancelled : messages.expired);
}

/** This tab owns what runs from now on (C-17). */
export const select = (held: Held, { tabId, now }: Situation): Change =>
  held.timer.state === 'started'
    ? { held: { ...held, timer: selectTab(held.timer, tabId, now) }, local: selectedTab(tabId, now) }
    : { held };
