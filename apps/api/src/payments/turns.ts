import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/connect';
import { type AttemptKey, type AttemptRow, endTurn, isInTurn, takeTurn } from './queries.ts';

const LOOK_EVERY_MS = 200;
/** As long as a browser waits for its answer. */
const LOOK_AT_MOST_MS = 40_000;

/**
 * Does something at an attempt's provider while no other click does, on any process, with no transaction open; `work` gets the attempt as it is when its
 * turn begins. `another` when it was another one's turn, which has then ended: what that one found is the answer of both. `busy` when it lasts.
 */
export async function inTurn(db: Db, key: AttemptKey, work: (attempt: AttemptRow) => Promise<void>): Promise<'done' | 'another' | 'busy'> {
  const attempt = await takeTurn(db, key);
  if (attempt) {
    try {
      await work(attempt);
    } finally {
      await endTurn(db, attempt);
    }
    return 'done';
  }
  for (const until = performance.now() + LOOK_AT_MOST_MS; performance.now() < until; await sleep(LOOK_EVERY_MS)) {
    if (!(await isInTurn(db, key))) return 'another';
  }
  return 'busy';
}
