import type { Db } from '#db/connect';
import { endLease, extendLease, unlockJobsOfTheGone } from '#db/worker-leases';

/** Several times within a lease, so that one that fails costs nothing. */
const EVERY_MS = 5000;

interface Heard {
  readonly unlocked: (workerIds: readonly string[]) => void;
  readonly failed: (error: unknown) => void;
}

/** Says again and again that this worker is alive, and frees the jobs of those that no longer do. */
export function keepLease(db: Db, workerId: string, { unlocked, failed }: Heard): { end: () => Promise<void> } {
  let round: Promise<void> | undefined;
  const beat = async () => {
    await extendLease(db, workerId);
    const gone = await unlockJobsOfTheGone(db);
    if (gone.length > 0) unlocked(gone);
  };
  const start = () => {
    round ??= beat()
      .catch(failed)
      .finally(() => {
        round = undefined;
      });
  };
  start();
  const timer = setInterval(start, EVERY_MS);
  return {
    end: async () => {
      clearInterval(timer);
      await round;
      await endLease(db, workerId);
    },
  };
}
