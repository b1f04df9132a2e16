import { createStore } from '@butaca/browser/create-store.ts';
import type { TextStore } from '@butaca/browser/stored-texts.ts';
import { BusinessProcess, BusinessTimer, type HeldPlace, LocalTimer, Purchase } from '@butaca/contract';
import * as z from 'zod/mini';
import { TIMER_KEY } from '../../frame/stored-timer.ts';
import { type Change, type Held, nothingHeld, readTimer, type Situation } from './timer.ts';

export const PURCHASE_KEY = 'butaca.purchase';
const PROCESS_KEY = 'butaca.process';
const LOCAL_TIMER_KEY = 'butaca.local-timer';
const LEFT_KEY = 'butaca.left-sale';

export interface StoreWorld {
  /** Of all tabs, and of this one. */
  readonly shared: TextStore;
  readonly own: TextStore;
  /** The server's time. */
  readonly now: () => number;
  /** Runs the work while no other tab runs its own. */
  readonly exclusively: <T>(work: () => T) => Promise<T>;
  /** A number that no other open tab has. */
  readonly tabId: () => Promise<number>;
  readonly invalidate: (purchaseId: string) => void;
  /** Called once in all tabs for a purchase that was paid, cancelled, or has expired. */
  readonly over: (purchase: Purchase) => void;
  /** Called after this tab wrote the timer. */
  readonly changed: () => void;
}

export interface ClockState {
  /** With the current time applied: a timer past its deadline is finished. */
  readonly timer: BusinessTimer;
  /** The last one that the server answered, in any tab: its places, their price types and its deadline. */
  readonly purchase: Purchase | null;
  readonly local: LocalTimer;
  /** A counter's sale that this tab left through the bar. */
  readonly left: Purchase | null;
}

/**
 * What this browser's purchase holds, in one place: storage that all tabs share, changed by one tab at a time. Clock, cart,
 * selection and map derive what they show from it and keep no copy.
 */
export function createHeldStore(world: StoreWorld) {
  // The same state stays the same object, so that a tick draws nothing but the clock.
  const seen = createStore(look(), {
    isSame: (one, other) =>
      one.stored === other.stored &&
      one.state.timer.state === other.state.timer.state &&
      one.state.purchase === other.state.purchase &&
      one.state.local === other.state.local &&
      one.state.left === other.state.left,
  });

  function look() {
    const { timer, purchase } = readHeld(world.shared);
    const state: ClockState = { timer: readTimer(timer, world.now()), purchase, local: readLocal(world.own), left: readLeft(world.own) };
    return { stored: timer, state };
  }

  /** Reads the storage anew: another tab may have changed it. */
  const reread = () => seen.set(look());

  async function change(decide: (situation: Situation) => Change): Promise<Change> {
    const tabId = await world.tabId();
    const made = await world.exclusively(() => {
      const own = readLocal(world.own);
      const local: LocalTimer = own.tabId === tabId ? own : { state: 'reset', tabId };
      const decided = decide({ held: readHeld(world.shared), local, tabId, now: world.now() });
      if (decided.held) writeHeld(world.shared, decided.held);
      if (decided.local) write(world.own, LOCAL_TIMER_KEY, LocalTimer, decided.local);
      if (decided.left !== undefined) write(world.own, LEFT_KEY, Purchase, decided.left);
      return decided;
    });
    if (made.invalidate) world.invalidate(made.invalidate);
    if (made.over) world.over(made.over);
    if (made.held) world.changed();
    reread();
    return made;
  }

  return {
    get: (): ClockState => seen.get().state,
    subscribe: seen.subscribe,
    /** Unlike `get`, reads storage now. */
    latest: (): ClockState => look().state,
    reread,
    change,
  };
}

/** The purchase's places of one performance, each with its price type. */
export const placesOf = (purchase: Purchase | null, performanceId: number): readonly HeldPlace[] =>
  purchase?.performances.find(({ id }) => id === performanceId)?.places ?? [];

const parsed = new Map<string, { readonly text: string; readonly value: unknown }>();

/** The stored value; undefined when the text is not a valid one. The same text gives the same object. */
function read<S extends z.ZodMiniType>(store: TextStore, key: string, schema: S): z.output<S> | undefined {
  const text = store.getItem(key);
  if (text === null) return undefined;
  const known = parsed.get(key);
  if (known?.text === text) return known.value as z.output<S>;
  const value = valueIn(text, schema);
  parsed.set(key, { text, value });
  return value;
}

function valueIn<S extends z.ZodMiniType>(text: string, schema: S): z.output<S> | undefined {
  try {
    return z.decode(schema, JSON.parse(text));
  } catch {
    return undefined;
  }
}

function write<S extends z.ZodMiniType>(store: TextStore, key: string, schema: S, value: z.output<S> | null) {
  if (value === null) store.removeItem(key);
  else store.setItem(key, JSON.stringify(z.encode(schema, value)));
}

const readHeld = (shared: TextStore): Held => ({
  timer: read(shared, TIMER_KEY, BusinessTimer) ?? nothingHeld.timer,
  purchase: read(shared, PURCHASE_KEY, Purchase) ?? null,
  toInvalidate: read(shared, PROCESS_KEY, BusinessProcess)?.toInvalidate ?? null,
});

/** The timer is written last, so that another tab reading in between sees values that belong to its timer. */
function writeHeld(shared: TextStore, { timer, purchase, toInvalidate }: Held) {
  write(shared, PURCHASE_KEY, Purchase, purchase);
  write(shared, PROCESS_KEY, BusinessProcess, toInvalidate === null ? null : { toInvalidate });
  write(shared, TIMER_KEY, BusinessTimer, timer);
}

const readLeft = (own: TextStore): Purchase | null => read(own, LEFT_KEY, Purchase) ?? null;

const noTab: LocalTimer = { state: 'reset' };
export const readLocal = (own: TextStore): LocalTimer => read(own, LOCAL_TIMER_KEY, LocalTimer) ?? noTab;
