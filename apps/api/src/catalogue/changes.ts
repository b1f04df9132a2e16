import type { Db } from '#db/connect';
import { CHANGED, msToNextMoment } from './queries.ts';

/**
 * Calls `onChange` after every change that was announced, in whichever process, and after every new connection of the listener: what was said
 * while there was none is lost.
 */
export async function listenForChanges(db: Db, onChange: () => void): Promise<() => Promise<void>> {
  const { unlisten } = await db.listen(CHANGED, onChange, onChange);
  return unlisten;
}

/** The database and a timer differ by some milliseconds; a call that came too early would keep what was there before. */
const AFTER_MS = 50;
/** A longer wait is looked at again: the database's clock may be set, too. */
const LONGEST_WAIT_MS = 10 * 60_000;

/**
 * Calls `onMoment` whenever an announced performance goes on sale, or a promotion begins or ends, by the database's clock. `look` when the
 * catalogue has changed.
 */
export function followMoments(db: Db, onMoment: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let turn = 0;

  async function look(): Promise<void> {
    const mine = ++turn;
    // A database that is away has been looked at in vain: its listener says when it is back.
    const waitMs = await msToNextMoment(db).catch(() => null);
    if (mine !== turn) return;
    clearTimeout(timer);
    const isNear = waitMs !== null && waitMs <= LONGEST_WAIT_MS;
    const wake = () => {
      if (isNear) onMoment();
      void look();
    };
    timer = setTimeout(wake, isNear ? waitMs + AFTER_MS : LONGEST_WAIT_MS).unref();
  }

  return {
    look: () => void look(),
    stop: () => {
      turn++;
      clearTimeout(timer);
    },
  };
}
