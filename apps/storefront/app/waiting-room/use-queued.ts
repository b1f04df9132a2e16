import { createStore, useStore } from '@butaca/browser/create-store.ts';
import { readCallSettings } from '../calls/settings.ts';

const none: ReadonlySet<number> = new Set();

/** Read whenever a page opens that shows it; without an answer no performance is said to have a queue. */
const queued = createStore(none, {
  start() {
    void readQueuedAgain();
    return () => undefined;
  },
});

/** Never throws: without an answer no performance is said to have a queue. */
export async function readQueuedAgain(): Promise<void> {
  if (readCallSettings().waitingRoom.enabled) await read().catch(() => undefined);
}

async function read(): Promise<void> {
  const [{ readQueued }, { inBrowser }] = await Promise.all([import('./queued.ts'), import('./in-browser.ts')]);
  queued.set((await readQueued(inBrowser())) ?? none);
}

/** Whether a performance has a waiting room; false until the browser knows. */
export const useQueued = (performanceId: number): boolean => useStore(queued, () => none).has(performanceId);
