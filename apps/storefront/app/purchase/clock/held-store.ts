import type { BusinessTimer, LocalTimer, Purchase } from '@butaca/contract';
import { readHeld, readLocal, type TextStore, writeHeld, writeLocal } from './stored.ts';
import { type Held, readTimer } from './timer.ts';

export interface StoreWorld {
  /** Of all tabs, and of this one. */
  readonly shared: TextStore;
  readonly own: TextStore;
  readonly now: () => number;
  /** Runs the work while no other tab runs any. */
  readonly exclusively: <T>(work: () => T) => Promise<T>;
  /** A number that no other living tab has. */
  readonly tabId: () => Promise<number>;
  readonly invalidate: (purchaseId: string) => void;
  /** The timer was written here. */
  readonly changed: () => void;
}

export interface ClockState {
  /** As it is now: a timer whose time has passed is finished. */
  readonly timer: BusinessTimer;
  readonly purchase: Purchase | null;
  readonly local: LocalTimer;
}

/** What a transition decides on: the stored state when its turn has come. */
export interface Situation {
  readonly held: Held;
  readonly local: LocalTimer;
  readonly tabId: number;
  readonly now: number;
}

/** What a transition leaves behind; what it does not name stays. */
export interface Change {
  readonly held?: Held;
  readonly local?: LocalTimer;
  readonly invalidate?: string | null;
}

/** The stored state of the purchase, changed by one tab at a time and seen by all. */
export function createHeldStore(world: StoreWorld) {
  const listeners = new Set<() => void>();
  let seen = look();

  function look() {
    const { timer, purchase } = readHeld(world.shared);
    const local = readLocal(world.own);
    return { stored: timer, state: { timer: readTimer(timer, world.now()), purchase, local } satisfies ClockState };
  }

  function tell() {
    const next = look();
    const same =
      next.stored === seen.stored &&
      next.state.timer.state === seen.state.timer.state &&
      next.state.purchase === seen.state.purchase &&
      next.state.local === seen.state.local;
    // The same state is the same object, so that a tick draws nothing but the clock.
    if (!same) seen = next;
    for (const listener of listeners) listener();
  }

  async function change(decide: (situation: Situation) => Change): Promise<Change> {
    const tabId = await world.tabId();
    const made = await world.exclusively(() => {
      const stored = readLocal(world.own);
      const local: LocalTimer = stored.tabId === tabId ? stored : { state: 'reset', tabId };
      const decided = decide({ held: readHeld(world.shared), local, tabId, now: world.now() });
      if (decided.held) writeHeld(world.shared, decided.held);
      if (decided.local) writeLocal(world.own, decided.local);
      return decided;
    });
    if (made.invalidate) world.invalidate(made.invalidate);
    if (made.held) world.changed();
    tell();
    return made;
  }

  return {
    change,
    tell,
    /** Unlike `state`, read this moment. */
    latest: (): ClockState => look().state,
    get state(): ClockState {
      return seen.state;
    },
    /** Returns how many listen. */
    add(listener: () => void): number {
      if (listeners.size === 0) seen = look();
      return listeners.add(listener).size;
    },
    remove(listener: () => void): number {
      listeners.delete(listener);
      return listeners.size;
    },
  };
}
