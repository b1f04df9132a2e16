import type { CounterPerformance } from '@butaca/contract';
import type { Db } from '#db/connect';
import { presentWhen } from './present-show.ts';
import { findPerformancesToCome } from './queries.ts';
import type { Voice } from './voice.ts';

/** More than anybody scrolls through; those further away are found on the shop's pages. */
const MOST = 500;

/** Everything that a counter may be asked for, so that it can be searched without asking again. */
export async function listForCounter(db: Db, voice: Voice): Promise<{ items: CounterPerformance[] }> {
  const rows = await findPerformancesToCome(db, MOST);
  return {
    items: rows.map(({ showName, venueName, timeZone, ...row }) => ({
      ...presentWhen(row, timeZone, voice),
      showName,
      venueName,
      timeZone,
    })),
  };
}
