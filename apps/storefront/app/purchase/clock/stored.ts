import { BusinessProcess, BusinessTimer, LocalTimer, Purchase } from '@butaca/contract';
import * as z from 'zod/mini';
import { TIMER_KEY } from '../../frame/stored-timer.ts';
import { type Held, nothingHeld } from './timer.ts';

const PURCHASE_KEY = 'butaca.purchase';
const PROCESS_KEY = 'butaca.process';
const LOCAL_TIMER_KEY = 'butaca.local-timer';

/** Texts by key, as a browser stores them. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const parsed = new Map<string, { readonly text: string; readonly value: unknown }>();

/** The stored value, or nothing when what stands there is none; the same text gives the same object. */
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

export const readHeld = (shared: TextStore): Held => ({
  timer: read(shared, TIMER_KEY, BusinessTimer) ?? nothingHeld.timer,
  purchase: read(shared, PURCHASE_KEY, Purchase) ?? null,
  toInvalidate: read(shared, PROCESS_KEY, BusinessProcess)?.toInvalidate ?? null,
});

/** The timer comes last: what another tab reads in between belongs to the timer that it knows. */
export function writeHeld(shared: TextStore, { timer, purchase, toInvalidate }: Held) {
  write(shared, PURCHASE_KEY, Purchase, purchase);
  write(shared, PROCESS_KEY, BusinessProcess, toInvalidate === null ? null : { toInvalidate });
  write(shared, TIMER_KEY, BusinessTimer, timer);
}

const noTab: LocalTimer = { state: 'reset' };
export const readLocal = (own: TextStore): LocalTimer => read(own, LOCAL_TIMER_KEY, LocalTimer) ?? noTab;
export const writeLocal = (own: TextStore, local: LocalTimer) => write(own, LOCAL_TIMER_KEY, LocalTimer, local);
