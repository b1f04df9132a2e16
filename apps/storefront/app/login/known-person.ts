import { createStore, useStore } from '@butaca/browser/create-store.ts';

/** The name by which the log-in page greets who was remembered here. Only the cookie opens anything, and no script reads that. */
const KEY = 'butaca.known';

const changes = createStore(0);

const read = (): string | null => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};

function write(name: string | null) {
  try {
    if (name === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, name);
  } catch {
    // Then nobody is greeted.
  }
  changes.set(changes.get() + 1);
}

export const rememberName = (name: string) => write(name);
export const forgetName = () => write(null);

/** Null on the server and where nobody is remembered. */
export const useKnownName = (): string | null => useStore({ get: read, subscribe: changes.subscribe }, () => null);
