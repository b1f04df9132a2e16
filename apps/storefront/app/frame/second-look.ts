import { createStore, useStore } from '@butaca/browser/create-store.ts';

/** A call that waits for the password or a passkey, because a remembered device opened the session. */
interface Waiting {
  readonly end: (given: boolean) => void;
}

const waiting = createStore<Waiting | null>(null);

/** Asks the person; several calls at once are one question. */
let asked: Promise<boolean> | null = null;
export function askSecondLook(): Promise<boolean> {
  asked ??= new Promise((resolve) => {
    waiting.set({
      end: (given) => {
        asked = null;
        waiting.set(null);
        resolve(given);
      },
    });
  });
  return asked;
}

export const useSecondLook = (): Waiting | null => useStore(waiting, () => null);
