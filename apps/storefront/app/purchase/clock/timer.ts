import type { BusinessTimer, LocalTimer, Purchase, TimerOrigin } from '@butaca/contract';

/** Keys of the clock's messages (ER-001..ER-003). */
export const messages = {
  expired: 'Your purchase time limit has expired',
  otherTab: 'You have started a purchase in another tab of your browser',
  cancelled: 'Your purchase process has been canceled',
} as const;

/** CO-001, for a purchase that came without a deadline. */
const PURCHASE_MINUTES = 12;
/** The charging tab may still be waiting for its answer; other tabs trust an `open` answer only after this. */
const CHARGE_GRACE_MS = 30_000;

/** Everything a browser keeps of its purchase for all its tabs. */
export interface Held {
  readonly timer: BusinessTimer;
  readonly purchase: Purchase | null;
  /** The purchase whose places a cancel gives back (EN-049). */
  readonly toInvalidate: string | null;
}

export const nothingHeld: Held = { timer: { state: 'reset', tabIds: [] }, purchase: null, toInvalidate: null };

export const isCharging = ({ state, situation }: BusinessTimer): boolean => state === 'started' && situation === 'charging';

/** Whole seconds until the deadline, negative once it has passed (PT-004). */
export const secondsLeft = ({ deadline = 0 }: BusinessTimer, now: number): number => Math.floor((deadline - now) / 1000);

/** The timer with the current time applied: a started one past its deadline is finished, unless a charge protects it (PT-005, PT-006, C-02). */
export const readTimer = (timer: BusinessTimer, now: number): BusinessTimer =>
  timer.state === 'started' && !isCharging(timer) && secondsLeft(timer, now) < 0 ? { ...timer, state: 'finished' } : timer;

/** A reset timer; the known tabs stay. */
function resetTimer({ type, tabIds }: BusinessTimer, now: number): BusinessTimer {
  return { state: 'reset', tabIds, resetAt: now, ...(type ? { type } : {}) };
}

interface Start {
  readonly purchase: Purchase;
  readonly performanceId?: number | undefined;
  readonly now: number;
}

/** Starts the timer of an open purchase, or goes on with the one that runs (PT-007..PT-013). */
export function startTimer(held: Held, { purchase, performanceId, now }: Start): Held {
  const type = purchase.type ?? 'cart';
  const before = beforeStart(held.timer, type, purchase, now);
  const goesOn = before.state === 'started' && before.purchaseId === purchase.id;
  const timer = goesOn ? before : { ...newTimer(purchase, now), tabIds: before.tabIds, resetAt: before.resetAt };
  return {
    timer: { ...timer, type, ...(performanceId === undefined ? {} : { performanceId }), situation: situationOf(before, goesOn) },
    purchase,
    toInvalidate: type === 'cart' ? purchase.id : null,
  };
}

const situationOf = (before: BusinessTimer, goesOn: boolean) =>
  goesOn ? (isCharging(before) ? ('charging' as const) : ('reused' as const)) : ('new' as const);

/** The timer that a start continues from: a reset one when the type differs, else the current one with the server's deadline. */
function beforeStart(timer: BusinessTimer, type: BusinessTimer['type'], { id, deadline }: Purchase, now: number) {
  if (timer.type !== undefined && timer.type !== type) return resetTimer(timer, now);
  const moved = timer.purchaseId === id ? { ...timer, deadline: deadline ?? timer.deadline } : timer;
  return readTimer(moved, now);
}

/** Start and deadline are the server's, and so is the time that they are compared with. */
function newTimer(purchase: Purchase, now: number): BusinessTimer {
  const { startedAt = now, deadline = startedAt + PURCHASE_MINUTES * 60_000 } = purchase;
  return {
    state: 'started',
    startedAt,
    deadline,
    minutes: Math.round((deadline - startedAt) / 60_000),
    purchaseId: purchase.id,
    performanceId: purchase.performances.at(-1)?.id,
    tabIds: [],
  };
}

/**
 * Makes a tab the one that owns the purchase (C-17). The message for the previous owner stays until it is
 * read or the purchase changes tabs again: an answer in the tab that took over must not clear it.
 */
export function selectTab(timer: BusinessTimer, tabId: number, now: number): BusinessTimer {
  const tabIds = timer.tabIds.includes(tabId) ? timer.tabIds : [...timer.tabIds, tabId];
  const kept = timer.principalTabId === tabId ? timer : withoutMessage(timer);
  return { ...kept, tabIds, principalTabId: tabId, principalSince: now };
}

/** PT-030, PT-031. */
export const selectedTab = (tabId: number, now: number): LocalTimer => ({ state: 'started', tabId, updatedAt: now });

/** Protects the purchase from expiring while it is charged; a timer that does not run, or belongs to another tab, stays. */
export function chargeTimer(held: Held, tabId: number, now: number): Held {
  const timer = readTimer(held.timer, now);
  if (timer.state !== 'started' || timer.principalTabId !== tabId) return held;
  return { ...held, timer: { ...timer, situation: 'charging' } };
}

/** The charge failed, so the clock runs again. */
export const endCharge = (held: Held): Held => (isCharging(held.timer) ? { ...held, timer: { ...held.timer, situation: 'reused' } } : held);

/** Paid: there is nothing to invalidate. Another purchase started in the meantime stays. */
export const pay = (held: Held, purchaseId: string, now: number): Held =>
  held.timer.purchaseId === purchaseId ? { timer: resetTimer(held.timer, now), purchase: null, toInvalidate: null } : held;

interface End {
  readonly message: string;
  readonly origin: TimerOrigin;
  readonly now: number;
}

/** The state after a cancel and the purchase to invalidate, if any (PT-014..PT-019). A charge is never cancelled (C-02). */
export function cancel(held: Held, { message, origin, now }: End): { readonly held: Held; readonly invalidate: string | null } {
  const { timer, toInvalidate } = held;
  if (timer.state === 'reset' || isCharging(timer)) return { held, invalidate: null };
  return {
    held: { timer: { ...resetTimer(timer, now), message, origin }, purchase: null, toInvalidate: null },
    invalidate: timer.type === 'box' ? null : toInvalidate,
  };
}

/** Resets without a message, as the box office does between two customers (TB-035). */
export const reset = (held: Held, now: number): Held => ({ timer: resetTimer(held.timer, now), purchase: null, toInvalidate: null });

/** The message has been read. */
export function withoutMessage(timer: BusinessTimer): BusinessTimer {
  const { message: _, origin: __, ...rest } = timer;
  return rest;
}

interface Answer {
  readonly purchase: Purchase;
  readonly performanceId?: number | undefined;
  readonly tabId: number;
  /** This tab is waiting for the answer to a charge, so an `open` answer may be stale. */
  readonly chargingHere: boolean;
  readonly now: number;
}

/** The server's answer replaces the browser's state (C-02); an expired or cancelled purchase is finished. */
export function followPurchase(held: Held, answer: Answer): Held {
  const { purchase, now } = answer;
  const known = held.timer.purchaseId === purchase.id;
  switch (purchase.stage) {
    // Also paid: an offer has its own screen and a day to be answered, a reservation its own list and days.
    case 'reserved':
    case 'offered':
    case 'paid':
      return pay(held, purchase.id, now);
    case 'expired':
    case 'cancelled':
      return known && held.timer.state === 'started' ? finished(held) : held;
    case 'paying': {
      const started = startTimer(held, answer);
      return { ...started, timer: { ...started.timer, situation: 'charging' } };
    }
    default:
      return startTimer(known && chargeIsOver(held, answer) ? endCharge(held) : held, answer);
  }
}

/** The server has released its places already, so nothing is left to invalidate. */
const finished = ({ timer, purchase }: Held): Held => ({ timer: { ...timer, state: 'finished' }, purchase, toInvalidate: null });

const chargeIsOver = ({ timer }: Held, { purchase, tabId, chargingHere, now }: Answer): boolean =>
  isCharging(timer) &&
  purchase.stage === 'open' &&
  !chargingHere &&
  (timer.principalTabId === tabId || now > (timer.deadline ?? 0) + CHARGE_GRACE_MS);

/** The input of a transition: the stored state, read under the lock. */
export interface Situation {
  readonly held: Held;
  readonly local: LocalTimer;
  readonly tabId: number;
  readonly now: number;
}

/** The result of a transition; fields that are absent stay unchanged. */
export interface Change {
  readonly held?: Held;
  readonly local?: LocalTimer;
  readonly invalidate?: string | null;
  /** The purchase that ended: paid, cancelled or expired. */
  readonly over?: Purchase | null;
  /** A counter's sale that this tab left through the bar and can go back to; null forgets it. */
  readonly left?: Purchase | null;
}

/** Cancels the running purchase and resets this tab's own timer. */
export function end(situation: Situation, message: string, origin: TimerOrigin): Change {
  const { held, tabId, now } = situation;
  const ended = cancel(held, { message, origin, now });
  return ended.held === held ? {} : { ...ended, over: held.purchase, local: { state: 'reset', tabId, updatedAt: now } };
}

/** A timer past its deadline is cancelled in the transition that finds it (PT-020). */
export function endIfFinished(situation: Situation, origin: TimerOrigin, message: string = messages.expired): Change {
  const timer = readTimer(situation.held.timer, situation.now);
  const held = { ...situation.held, timer };
  return timer.state === 'finished' ? end({ ...situation, held }, message, origin) : { held: situation.held };
}

interface Following {
  readonly purchase: Purchase;
  readonly performanceId?: number | undefined;
  readonly chargingHere: boolean;
  readonly origin: TimerOrigin;
}

/** Applies the server's answer about a purchase, and ends the purchase if the answer does. */
export function applyAnswer(situation: Situation, { purchase, performanceId, chargingHere, origin }: Following): Change {
  const held = followPurchase(situation.held, { ...situation, purchase, performanceId, chargingHere });
  const isPaid = situation.held.timer.state !== 'reset' && held.timer.state === 'reset';
  if (isPaid) return { held, over: situation.held.purchase };
  return endIfFinished({ ...situation, held }, origin, purchase.stage === 'cancelled' ? messages.cancelled : messages.expired);
}

/** This tab owns the running purchase from now on (C-17). */
export const takeOver = (held: Held, { tabId, now }: Situation): Change =>
  held.timer.state === 'started'
    ? { held: { ...held, timer: selectTab(held.timer, tabId, now) }, local: selectedTab(tabId, now) }
    : { held };
