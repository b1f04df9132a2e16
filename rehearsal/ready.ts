import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../apps/api/src/db/connect.ts';
import { limit } from '../scripts/test/limits.ts';

export const READY_WITHIN_MS = limit(60_000);

/** Whether all of these hold at one time, within a minute. */
export async function untilReady(checks: () => readonly Promise<boolean>[]): Promise<boolean> {
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await sleep(100)) {
    if ((await Promise.all(checks())).every(Boolean)) return true;
  }
  return false;
}

export const answers = async (url: string): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null))?.ok ?? false;

export const hasWorker = async (db: Db): Promise<boolean> =>
  (await db`select from worker_lease where until > clock_timestamp() + interval '30 seconds'`).length > 0;
