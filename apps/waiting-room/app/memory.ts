import type { OwnNumber } from './room/screen.ts';

/** What a browser keeps of a room, beside the cookie that holds the number itself. */
export interface Kept {
  readonly number?: OwnNumber;
  /** What was published when the number was given: the proof has to bear the same. */
  readonly commitment?: string;
  readonly firstPeopleBefore?: number;
  /** When the number was last seen waiting, by the server's clock. */
  readonly waitingAt?: number;
  /** Since when the turn is known, or a little earlier; by the server's clock. */
  readonly calledAt?: number;
}

export interface Memory {
  get(): Kept;
  keep(more: Kept): void;
  clear(): void;
}

/** Of one performance. Where the browser stores nothing it lasts as long as the page. */
export function memoryOf(performanceId: number): Memory {
  const key = `butaca.queue.${performanceId}`;
  let kept: Kept = read(key);
  return {
    get: () => kept,
    keep(more) {
      kept = { ...kept, ...more };
      write(key, JSON.stringify(kept));
    },
    clear() {
      kept = {};
      write(key, null);
    },
  };
}

function read(key: string): Kept {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}) as Kept;
  } catch {
    return {};
  }
}

function write(key: string, text: string | null) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Private windows of some browsers store nothing.
  }
}
