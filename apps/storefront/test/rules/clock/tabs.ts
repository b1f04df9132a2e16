import { createServerClock, jumpWatch, type ServerClock } from '@butaca/browser/server-clock.ts';
import type { TextStore } from '@butaca/browser/stored-texts.ts';
import type { Purchase } from '@butaca/contract';
import { createPurchaseClock } from '../../../app/purchase/clock/create-clock.ts';

const textStore = (texts: Map<string, string>, mayWrite: () => boolean = () => true): TextStore => {
  const write = (change: () => void) => {
    if (!mayWrite()) throw new Error('written without the lock');
    change();
  };
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => write(() => texts.set(key, text)),
    removeItem: (key) => write(() => texts.delete(key)),
  };
};

interface BrowserFacts {
  readonly answer?: () => Purchase | undefined | Promise<undefined>;
  /** Whether the server has said what time it is. */
  readonly isKnown?: () => boolean;
}

/** A browser whose tabs share one storage, one lock and what they know of the server's time; the device's clock is the test's. */
export function browser({ answer, isKnown = () => true }: BrowserFacts = {}) {
  const texts = new Map<string, string>();
  const invalidated: string[] = [];
  const over: Purchase[] = [];
  const looks = new Set<() => void>();
  let locked = false;
  let turn: Promise<unknown> = Promise.resolve();
  let asked = 0;

  async function exclusively<T>(work: () => T): Promise<T> {
    const mine = turn.then(async () => {
      // Others get to run between the request and the grant, as they do in a browser.
      await null;
      locked = true;
      try {
        return work();
      } finally {
        locked = false;
      }
    });
    turn = mine.catch(() => undefined);
    return mine;
  }

  const device = { elapsedMs: () => performance.now(), deviceMs: Date.now };
  const ahead = textStore(new Map());
  const clocks = new Set<ServerClock>();

  const tab = (tabId: number, own = new Map<string, string>()) => {
    const clock: ServerClock = createServerClock({
      ...device,
      memory: ahead,
      tell: (message) => {
        for (const other of clocks) if (other !== clock) other.hearTab(message);
      },
    });
    clocks.add(clock);
    return createPurchaseClock({
      shared: textStore(texts, () => locked),
      own: textStore(own),
      now: clock.now,
      hear: clock.hear,
      isKnown,
      jumped: jumpWatch(device),
      exclusively,
      tabId: async () => tabId,
      invalidate: (purchaseId) => invalidated.push(purchaseId),
      over: (purchase) => over.push(purchase),
      ask: async () => {
        asked += 1;
        return answer?.();
      },
      changed: () => {
        for (const look of looks) look();
      },
      onChange: (look) => {
        looks.add(look);
        return () => looks.delete(look);
      },
    });
  };

  return {
    tab,
    invalidated,
    over: () => over.map(({ id }) => id),
    asked: () => asked,
    stored: (key: string) => JSON.parse(texts.get(key) ?? 'null') as Record<string, unknown> | null,
    put: (key: string, text: string) => texts.set(key, text),
  };
}
