import { serverClock } from '@butaca/browser/server-clock.ts';
import type { TextStore } from '@butaca/browser/stored-texts.ts';
import { storageNamed } from '@butaca/browser/stored-texts.ts';
import type { TurnAnswer } from '@butaca/contract';

const KEY = 'butaca.turns';
/** No pass lasts longer, and no purchase goes on for so long; afterwards there is nothing to leave. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60_000;

interface Turn {
  readonly pass?: string | undefined;
  /** Of the pass, by the server's clock. */
  readonly until?: number | undefined;
  readonly obtainedAt: number;
}

type Stored = Readonly<Record<string, Turn>>;

export type Turns = ReturnType<typeof createTurns>;

/** The turns that this browser got, by performance, for all its tabs (EN-052). */
export function createTurns(storage: TextStore, now: () => number = serverClock.now) {
  function read(): Stored {
    try {
      const stored = JSON.parse(storage.getItem(KEY) ?? '{}') as Stored | null;
      const fresh = Object.entries(stored ?? {}).filter(([, turn]) => now() - turn.obtainedAt < FORGOTTEN_AFTER_MS);
      return Object.fromEntries(fresh);
    } catch {
      return {};
    }
  }

  function write(turns: Stored): void {
    try {
      if (Object.keys(turns).length > 0) storage.setItem(KEY, JSON.stringify(turns));
      else storage.removeItem(KEY);
    } catch {
      // A turn that is not stored is asked for again.
    }
  }

  return {
    keep(performanceId: number, { pass, passUntil }: Pick<TurnAnswer, 'pass' | 'passUntil'>): void {
      write({ ...read(), [performanceId]: { pass, until: passUntil, obtainedAt: now() } });
    },
    /** Whether its pass lasts on. Before the server's time is known, a wrong clock asks for the turn too early, or a call is refused and asks for it. */
    holds: (performanceId: number): boolean => now() < (read()[performanceId]?.until ?? 0),
    /** Also one that should be over: the server has the time. */
    passFor: (performanceId: number): string | undefined => read()[performanceId]?.pass,
    /** False when there was none. */
    forget(performanceId: number): boolean {
      const { [performanceId]: turn, ...others } = read();
      if (turn) write(others);
      return turn !== undefined;
    },
  };
}

export const turns = createTurns(storageNamed('localStorage'));
