import { createStore } from '@butaca/browser/create-store.ts';
import type { BusinessTimer, Purchase, TimerOrigin } from '@butaca/contract';
import { createHeldStore, type StoreWorld } from './held-store.ts';
import {
  applyAnswer,
  chargeTimer,
  end,
  endCharge,
  endIfFinished,
  isCharging,
  messages,
  pay,
  reset,
  secondsLeft,
  takeOver,
  withoutMessage,
} from './timer.ts';

const TICK_MS = 1000;
const ASK_AGAIN_MS = 10_000;
/** Longer than any provider takes: then the clock of a charge that cannot be asked about is reset without a message. */
const CHARGE_FORGOTTEN_MS = 60 * 60_000;

export interface ClockWorld extends StoreWorld {
  /** The purchase as the server has it, or nothing when it did not say. */
  readonly ask: (purchaseId: string) => Promise<Purchase | undefined>;
  /** Hears of changes in other tabs, and of this one being looked at again. */
  readonly onChange: (look: () => void) => () => void;
}

export type PurchaseClock = ReturnType<typeof createPurchaseClock>;

/** The clock of the browser's purchase: each verb is one transition of the one store under its lock, so two tabs never decide at once. */
export function createPurchaseClock(world: ClockWorld) {
  const store = createHeldStore(world);
  const { change } = store;
  /** This tab waits for the answer to a charge. */
  let chargingHere = false;
  let origin: TimerOrigin = 'barClock';
  /** When the server last said, or was asked, how the purchase stands. */
  let answeredAt = Number.NEGATIVE_INFINITY;
  const paidHere = new Set<string>();

  /** The purchase has new places, or its buy screen was entered: it runs, and this tab owns it. */
  async function started(purchase: Purchase, performanceId?: number): Promise<void> {
    answeredAt = world.now();
    await change((situation) => {
      const followed = applyAnswer(situation, { purchase, performanceId, chargingHere, origin });
      return { ...followed, ...takeOver(followed.held ?? situation.held, situation) };
    });
  }

  /** An answer about the purchase that runs; one about another, or after its end, changes nothing. */
  async function updated(purchase: Purchase): Promise<void> {
    answeredAt = world.now();
    await change((situation) => {
      const { state, purchaseId } = situation.held.timer;
      return state !== 'reset' && purchaseId === purchase.id ? applyAnswer(situation, { purchase, chargingHere, origin }) : {};
    });
  }

  async function selectTab(): Promise<void> {
    await change((situation) => takeOver(situation.held, situation));
  }

  /** Before a charge leaves (C-02). False: its time is over or another tab has it, and nothing may be charged. */
  async function charging(): Promise<boolean> {
    await change(({ held, tabId, now }) => {
      const charged = chargeTimer(held, tabId, now);
      chargingHere = charged !== held;
      return { held: charged };
    });
    return chargingHere;
  }

  /** Nobody knows yet what became of the charge: it stays protected, but this tab waits for its answer no longer. */
  function chargeToVerify(): void {
    chargingHere = false;
  }

  /** The charge came to nothing; its answer, where there is one, brings the deadline that counts now. */
  async function chargeEnded(purchase?: Purchase): Promise<void> {
    chargingHere = false;
    await change((situation) => {
      const after = { ...situation, held: endCharge(situation.held) };
      return purchase && after.held.timer.purchaseId === purchase.id
        ? applyAnswer(after, { purchase, chargingHere, origin })
        : endIfFinished(after, origin);
    });
  }

  async function paid(purchaseId: string): Promise<void> {
    chargingHere = false;
    paidHere.add(purchaseId);
    await change(({ held, tabId, now }) => {
      const left = pay(held, purchaseId, now);
      return left === held ? {} : { held: left, local: { state: 'reset', tabId, updatedAt: now } };
    });
  }

  /** False: there was nothing to cancel, or a charge is under way. */
  async function cancel(message: string, from: TimerOrigin = 'none'): Promise<boolean> {
    const made = await change((situation) => end(situation, message, from));
    return made.held !== undefined;
  }

  /** What a box office does between two customers; a purchase of the shop stays (TB-035, TB-036). */
  async function resetBox(): Promise<void> {
    await change(({ held, tabId, now }) =>
      held.timer.type === 'box' && held.timer.state !== 'reset' && !isCharging(held.timer)
        ? { held: reset(held, now), local: { state: 'reset', tabId, updatedAt: now } }
        : {},
    );
  }

  /** Sets the message that this tab tells because another one has the purchase (PT-021). */
  async function leftToOtherTab(): Promise<void> {
    await change(({ held, tabId }) =>
      held.timer.state === 'started' && held.timer.principalTabId !== tabId
        ? { held: { ...held, timer: { ...held.timer, message: messages.otherTab, origin: 'none' } } }
        : {},
    );
  }

  async function messageRead(): Promise<void> {
    await change(({ held, tabId, now }) => ({
      held: { ...held, timer: withoutMessage(held.timer) },
      local: { state: 'reset', tabId, updatedAt: now },
    }));
  }

  /** Cancels a purchase whose time has passed (PT-020). */
  async function expire(): Promise<void> {
    const place = origin;
    await change((situation) => endIfFinished(situation, place));
  }

  /** Asks the server how the purchase stands. */
  async function refresh(): Promise<void> {
    const { purchaseId, state } = store.latest().timer;
    if (!purchaseId || state === 'reset') return;
    answeredAt = world.now();
    const purchase = await world.ask(purchaseId);
    if (purchase) await updated(purchase);
  }

  /** The same, unless it has just said so. */
  async function keepFresh(): Promise<void> {
    if (world.now() - answeredAt > ASK_AGAIN_MS) await refresh();
  }

  function tick() {
    const { timer } = store.latest();
    if (timer.state === 'finished') void expire();
    else if (isCharging(timer) && !chargingHere) watchCharge(timer);
    store.reread();
    seconds.set(left());
  }

  /** A charge whose answer no tab waits for, as far as this one knows: past the deadline only the server knows what became of it. */
  function watchCharge({ deadline = 0 }: BusinessTimer) {
    const now = world.now();
    if (now - deadline > CHARGE_FORGOTTEN_MS) {
      void change(({ held }) => (isCharging(held.timer) ? { held: reset(held, now) } : {}));
    } else if (now > deadline) {
      void keepFresh();
    }
  }

  const left = () => secondsLeft(store.get().timer, world.now());
  const seconds = createStore(left(), {
    start() {
      store.reread();
      const interval = setInterval(tick, TICK_MS);
      const forget = world.onChange(tick);
      return () => {
        clearInterval(interval);
        forget();
      };
    },
  });

  return {
    started,
    updated,
    selectTab,
    charging,
    chargeToVerify,
    chargeEnded,
    paid,
    cancel,
    resetBox,
    leftToOtherTab,
    messageRead,
    expire,
    refresh,
    keepFresh,
    /** For pages whose address names no purchase. */
    storedPurchaseId: (): string | null => store.latest().timer.purchaseId ?? null,
    isPaidHere: (purchaseId: string): boolean => paidHere.has(purchaseId),
    /** Which place notices an expiry in this tab, until the returned function is called (C-28). */
    expiresOn(place: TimerOrigin) {
      origin = place;
      return () => {
        origin = 'barClock';
      };
    },
    get: store.get,
    secondsLeft: left,
    /** Of the purchase and of every second (EX-008). */
    subscribe(listener: () => void) {
      const leaves = [seconds.subscribe(listener), store.subscribe(listener)];
      return () => {
        for (const leave of leaves) leave();
      };
    },
  };
}
