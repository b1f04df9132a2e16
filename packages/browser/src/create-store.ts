import { useSyncExternalStore } from 'react';

/** A value outside React: readable at any time, with listeners that are called when it changes. */
export interface Store<T> {
  readonly get: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

interface Options<T> {
  /** Whether listeners are spared a change from one value to the other; without it only for the same object. */
  readonly isSame?: (one: T, other: T) => boolean;
  /** Called when the first listener subscribes; what it returns, when the last one has left. */
  readonly start?: () => () => void;
}

export function createStore<T>(initial: T, { isSame = Object.is, start }: Options<T> = {}) {
  let value = initial;
  let stop: (() => void) | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next: T) {
      if (isSame(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      if (listeners.size === 0) stop = start?.();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop?.();
      };
    },
  };
}

type Values<Sources extends readonly Store<unknown>[]> = { [Index in keyof Sources]: ReturnType<Sources[Index]['get']> };

/** A value computed from other stores when it is read, so it is never stale; the same object until they change it. */
export function derive<const Sources extends readonly Store<unknown>[], T>(
  sources: Sources,
  compute: (...values: Values<Sources>) => T,
  isSame: (one: T, other: T) => boolean = Object.is,
): Store<T> {
  let known: { readonly values: readonly unknown[]; readonly result: T } | null = null;

  function get(): T {
    const values = sources.map((source) => source.get());
    if (known?.values.every((value, index) => value === values[index])) return known.result;
    const result = compute(...(values as Values<Sources>));
    known = { values, result: known && isSame(known.result, result) ? known.result : result };
    return known.result;
  }

  return {
    get,
    subscribe(listener) {
      let told = get();
      const hear = () => {
        const next = get();
        if (next === told) return;
        told = next;
        listener();
      };
      const leaves = sources.map((source) => source.subscribe(hear));
      return () => {
        for (const leave of leaves) leave();
      };
    },
  };
}

/** `onServer` is the value on the server and while a rendered page is taken over, where the browser's own would not match. */
export const useStore = <T>({ subscribe, get }: Store<T>, onServer: () => T = get): T => useSyncExternalStore(subscribe, get, onServer);
