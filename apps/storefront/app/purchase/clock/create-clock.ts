import { createStore } from '@butaca/browser/create-store.ts';
import type { BusinessTimer, Purchase, TimerOrigin } from '@butaca/contract';
import { createHeldStore, type StoreWorld } from './held-store.ts';
import {
  applyAnswer,
  type Change,
  chargeTimer,
  end,
  endCharge,
  endIfFinished,
  type Held,
  isCharging,
  messages,
  pay,
  reset,
  type Situation,
  secondsLeft,
  takeOver,
  withoutMessage,
} from './timer.ts';

const TICK_MS = 1000;
const ASK_AGAIN_MS = 10_000;
/** How long a purchase whose time is over waits for the server's word on that. */
const CONFIRM_WITHIN_MS = 8000;
/** How long emptying the cart can be undone; its places are given back after that. */
const UNDO_MS = 6000;
/** Longer than any provider takes: after this, a charge whose state the server does not answer is dropped without a message. */
const CHARGE_FORGOTTEN_MS = 60 * 60_000;

export interface ClockWorld extends StoreWorld {
  /** Corrects `now` by what an answer says of the server's time. */
  readonly hear: (serverNow: number) => void;
  /** Whether the server has said what time it is since the page was opened. */
  readonly isKnown: () => boolean;
  /** Whether the device's clock was set, or the device slept, since this was last called. */
  readonly jumped: () => boolean;
  /** The purchase as the server has it; undefined without an answer. */
  readonly ask: (purchaseId: string) => Promise<Purchase | undefined>;
  /** Calls back when another tab changed something, and when this tab becomes visible. */
  readonly onChange: (look: () => void) => () => void;
}

/** A cart that was emptied a moment ago. */
interface Emptied {
  readonly held: Held;
  readonly invalidate: string;
}

export type PurchaseClock = ReturnType<typeof createPurchaseClock>;

/** The clock of the browser's purchase: each verb is one transition of the shared store under a Web Lock, so two tabs never decide at once. */
export function createPurchaseClock(world: ClockWorld) {
  const store = createHeldStore(world);
  const { change } = store;
  /** This tab is waiting for the answer to a charge. */
  let chargingHere = false;
  let origin: TimerOrigin = 'barClock';
  /** When the server last answered, or was asked, about the purchase. */
  let answeredAt = Number.NEGATIVE_INFINITY;
  let expiring: Promise<void> | undefined;
  /** A jump that the server has not been heard since. */
  let isUnsure = false;
  const paidHere = new Set<string>();
  const emptied = createStore<Emptied | null>(null);
  let undoing: ReturnType<typeof setTimeout> | undefined;

  /** The purchase has new places, or its buy screen was opened: the clock runs and this tab owns the purchase. */
  async function started(purchase: Purchase, performanceId?: number): Promise<void> {
    heard(purchase);
    await change((situation) => {
      const followed = applyAnswer(situation, { purchase, performanceId, chargingHere, origin });
      return { ...followed, ...takeOver(followed.held ?? situation.held, situation), left: null };
    });
  }

  /** An answer about the running purchase; an answer about another one, or after its end, changes nothing. */
  async function updated(purchase: Purchase, place = origin): Promise<void> {
    heard(purchase);
    await change((situation) => {
      const { state, purchaseId } = situation.held.timer;
      return state !== 'reset' && purchaseId === purchase.id ? applyAnswer(situation, { purchase, chargingHere, origin: place }) : {};
    });
  }

  function heard(purchase: Purchase | undefined) {
    if (purchase?.serverNow !== undefined) world.hear(purchase.serverNow);
    answeredAt = world.now();
  }

  /**
   * Somebody logged in, to an account in which these purchases run, the newest first. What another account left here is put away:
   * it stays that account's. With nothing to go on with here, the newest open one goes on in this tab. A counter keeps its own.
   */
  async function follow(running: readonly Purchase[]): Promise<void> {
    heard(running[0]);
    await change((situation) => {
      const { held, tabId, now } = situation;
      const { state, type, purchaseId } = held.timer;
      if (state !== 'reset' && type === 'box') return {};
      const known = state === 'reset' ? undefined : running.find(({ id }) => id === purchaseId);
      if (known) return { ...applyAnswer(situation, { purchase: known, chargingHere, origin }), left: null };
      const left = state === 'reset' ? held : reset(held, now);
      const newest = running.find(({ stage }) => stage === 'open');
      if (!newest) return { left: null, ...(left === held ? {} : { held: left, local: { state: 'reset', tabId, updatedAt: now } }) };
      const followed = applyAnswer({ ...situation, held: left }, { purchase: newest, chargingHere: false, origin });
      return { ...followed, ...takeOver(followed.held ?? left, situation), left: null };
    });
  }

  async function selectTab(): Promise<void> {
    await change((situation) => takeOver(situation.held, situation));
  }

  /** Called before a charge is sent (C-02). False when the purchase has expired or another tab owns it: then nothing may be charged. */
  async function charging(): Promise<boolean> {
    await change(({ held, tabId, now }) => {
      const charged = chargeTimer(held, tabId, now);
      chargingHere = charged !== held;
      return { held: charged };
    });
    return chargingHere;
  }

  /** The outcome of the charge is unknown: the purchase stays protected, but this tab no longer waits for the answer. */
  function chargeToVerify(): void {
    chargingHere = false;
  }

  /** The charge failed; its answer, if there is one, brings the deadline that now applies. */
  async function chargeEnded(purchase?: Purchase): Promise<void> {
    chargingHere = false;
    if (purchase) heard(purchase);
    await change((situation) => {
      const after = { ...situation, held: endCharge(situation.held) };
      return purchase && after.held.timer.purchaseId === purchase.id
        ? applyAnswer(after, { purchase, chargingHere, origin })
        : { held: after.held };
    });
    if (store.latest().timer.state === 'finished') await expire();
  }

  function paid(purchaseId: string): Promise<void> {
    paidHere.add(purchaseId);
    return ended(purchaseId);
  }

  /** Called by a page that shows itself how a purchase ended, so that the dialog does not. */
  async function ended(purchaseId: string): Promise<void> {
    chargingHere = false;
    await change(({ held, tabId, now }) => {
      const left = pay(held, purchaseId, now);
      return left === held ? {} : { held: left, over: held.purchase, local: { state: 'reset', tabId, updatedAt: now } };
    });
  }

  /** False: there was nothing to cancel, or a charge is under way. */
  async function cancel(message: string, from: TimerOrigin = 'none'): Promise<boolean> {
    const made = await change((situation) => ({ ...end(situation, message, from), left: null }));
    return made.held !== undefined;
  }

  /** Empties the cart: it is over for the buyer at once, and for the server when it can no longer be undone. */
  async function emptyCart(): Promise<void> {
    giveBackEmptied();
    await change((situation) => {
      const { invalidate = null, over = null, ...ended } = end(situation, messages.cancelled, 'cart');
      if (!ended.held || !invalidate) return { ...ended, over };
      emptied.set({ held: situation.held, invalidate });
      return ended;
    });
    undoing = setTimeout(giveBackEmptied, UNDO_MS);
  }

  /** The emptied cart again, as it was; not once another purchase has begun. */
  async function undoEmptying(): Promise<void> {
    const before = emptied.get();
    if (!before) return;
    clearTimeout(undoing);
    emptied.set(null);
    const made = await change((situation) =>
      situation.held.timer.state === 'reset' ? { held: before.held, ...takeOver(before.held, situation) } : {},
    );
    if (made.held) await refresh();
    else giveBack(before);
  }

  function giveBackEmptied(): void {
    const before = emptied.get();
    clearTimeout(undoing);
    emptied.set(null);
    if (before) giveBack(before);
  }

  function giveBack({ held, invalidate }: Emptied): void {
    world.invalidate(invalidate);
    if (held.purchase) world.over(held.purchase);
  }

  /** Its last place was given back: without places no clock runs, and nothing is announced as cancelled. */
  async function withoutPlaces(purchaseId: string): Promise<void> {
    await change(({ held, tabId, now }) => {
      const { timer, toInvalidate } = held;
      if (timer.state !== 'started' || timer.purchaseId !== purchaseId || timer.type === 'box' || isCharging(timer)) return {};
      return { held: reset(held, now), local: { state: 'reset', tabId, updatedAt: now }, invalidate: toInvalidate };
    });
  }

  /** Leaves a sale of the box office, which can be gone on with until its deadline; a purchase of the shop stays (TB-035, TB-036). */
  async function resetBox(): Promise<void> {
    await change((situation) => {
      const { timer, purchase } = situation.held;
      const left = timer.type === 'box' && timer.state !== 'reset' ? leave(situation) : {};
      return left.held && purchase && purchase.quantity.total > 0 ? { ...left, left: { ...purchase, deadline: timer.deadline } } : left;
    });
  }

  /** The customer at the counter does not want it: its places are free for the next one at once, unless it is being paid. */
  async function giveUpBox(purchaseId: string): Promise<void> {
    await change((situation) => {
      const isHeld = situation.held.timer.purchaseId === purchaseId;
      if (isHeld && isCharging(situation.held.timer)) return {};
      return { ...(isHeld ? leave(situation) : {}), left: null, invalidate: purchaseId };
    });
  }

  const leave = ({ held, tabId, now }: Situation): Change =>
    isCharging(held.timer) ? {} : { held: reset(held, now), local: { state: 'reset', tabId, updatedAt: now } };

  /** Sets the message that this tab shows because another tab owns the purchase (PT-021). */
  async function leftToOtherTab(): Promise<void> {
    await change(({ held, local, tabId }) =>
      held.timer.state === 'started' && held.timer.principalTabId !== tabId
        ? {
            held: { ...held, timer: { ...held.timer, message: messages.otherTab, origin: 'none' } },
            local: { ...local, message: messages.otherTab },
          }
        : {},
    );
  }

  async function messageRead(): Promise<void> {
    giveBackEmptied();
    await change(({ held, tabId, now }) => ({
      held: { ...held, timer: withoutMessage(held.timer) },
      local: { state: 'reset', tabId, updatedAt: now },
    }));
  }

  /** Cancels a purchase whose time has passed (PT-020), unless the server, which is asked once, says that it has not. */
  function expire(): Promise<void> {
    expiring ??= confirmEnd().finally(() => {
      expiring = undefined;
    });
    return expiring;
  }

  async function confirmEnd(): Promise<void> {
    const place = origin;
    const { purchaseId } = store.latest().timer;
    const isKnown = world.isKnown();
    // A clock that knows nothing asks until it is answered, and ends nothing by itself.
    if (!isKnown && !mayAskAgain()) return;
    answeredAt = world.now();
    const purchase = purchaseId && (await within(CONFIRM_WITHIN_MS, world.ask(purchaseId)));
    if (purchase) await updated(purchase, place);
    // Without an answer this clock has the last word: it runs as the server's did, and the places go back by themselves.
    else if (isKnown) await change((situation) => endIfFinished(situation, place));
  }

  /** Asks the server for the purchase's current state. */
  async function refresh(): Promise<void> {
    const { purchaseId, state } = store.latest().timer;
    if (!purchaseId || state === 'reset') return;
    answeredAt = world.now();
    const purchase = await world.ask(purchaseId);
    if (!purchase) return;
    isUnsure = false;
    await updated(purchase);
  }

  const mayAskAgain = () => Math.abs(world.now() - answeredAt) > ASK_AGAIN_MS;

  /** Asks for it unless an answer came a moment ago. */
  async function keepFresh(): Promise<void> {
    if (mayAskAgain()) await refresh();
  }

  function tick() {
    const { timer } = store.latest();
    const jumped = world.jumped();
    if (jumped) isUnsure = true;
    if (timer.state === 'finished') void expire();
    else if (jumped) void refresh();
    else if (isUnsure) void keepFresh();
    else if (isCharging(timer) && !chargingHere) watchCharge(timer);
    store.reread();
    seconds.set(left());
  }

  /** A charge that, as far as this tab knows, no tab is waiting for: after the deadline only the server knows its outcome. */
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
    follow,
    selectTab,
    charging,
    chargeToVerify,
    chargeEnded,
    paid,
    ended,
    cancel,
    emptyCart,
    undoEmptying,
    giveBackEmptied,
    /** Whether the cart was emptied a moment ago. */
    emptied: { get: () => emptied.get() !== null, subscribe: emptied.subscribe },
    withoutPlaces,
    resetBox,
    giveUpBox,
    leftToOtherTab,
    messageRead,
    expire,
    refresh,
    keepFresh,
    /** For pages whose address names no purchase. */
    storedPurchaseId: (): string | null => store.latest().timer.purchaseId ?? null,
    isPaidHere: (purchaseId: string): boolean => paidHere.has(purchaseId),
    /** Names the part of the page that reports an expiry in this tab, until the returned function is called (C-28). */
    expiresOn(place: TimerOrigin) {
      origin = place;
      return () => {
        origin = 'barClock';
      };
    },
    get: store.get,
    secondsLeft: left,
    /** Called for changes of the purchase and every second (EX-008). */
    subscribe(listener: () => void) {
      const leaves = [seconds.subscribe(listener), store.subscribe(listener)];
      return () => {
        for (const leave of leaves) leave();
      };
    },
  };
}

/** What the work answers, or undefined after so long. */
function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  return Promise.race([work.catch(() => undefined), late]).finally(() => clearTimeout(timer));
}
