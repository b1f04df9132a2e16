import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/connect';
import { extendLease, LEASE_SECONDS, unlockJobs, unlockJobsOfTheGone } from '#db/worker-leases';

/** Several heartbeats per lease, so that a failed one does no harm. */
const EVERY_MS = 5000;
/** A statement on a dead connection may never end. */
const LAST_BEAT_WITHIN_MS = 5000;

interface LeaseOptions {
  /** This worker waited for the database a moment ago. */
  readonly wasCutOff: boolean;
  /** Workers of this process that have ended. A statement of theirs under way may still take a job after everything was settled. */
  readonly ended: readonly string[];
  readonly unlocked: (workerIds: readonly string[]) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Sends this worker's heartbeat, and releases the jobs of workers whose heartbeat stopped. An outage of the database silences
 * all workers alike, so after one no worker is declared gone until all have had the time of a lease to come back.
 */
export function keepLease(db: Db, workerId: string, { wasCutOff, ended, unlocked, failed }: LeaseOptions): { end: () => Promise<void> } {
  let round: Promise<void> | undefined;
  let cutOffAt = wasCutOff ? performance.now() : Number.NEGATIVE_INFINITY;
  const beat = async () => {
    await extendLease(db, workerId);
    if (ended.length > 0) await unlockJobs(db, ended);
    if (performance.now() - cutOffAt < LEASE_SECONDS * 1000) return;
    const gone = await unlockJobsOfTheGone(db);
    if (gone.length > 0) unlocked(gone);
  };
  const start = () => {
    round ??= beat()
      .catch((error) => {
        cutOffAt = performance.now();
        failed(error);
      })
      .finally(() => {
        round = undefined;
      });
  };
  start();
  const timer = setInterval(start, EVERY_MS);
  return {
    end: async () => {
      clearInterval(timer);
      await Promise.race([round, sleep(LAST_BEAT_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}
