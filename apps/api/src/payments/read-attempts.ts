import { batchedReader } from '#db/batched-reader';
import type { Db } from '#db/connect';
import type { AttemptRow } from './attempt.ts';
import { attemptsOfKeys, type ClickKey, latestAttempts } from './queries.ts';

/** Attempts as they are when asked for. */
export interface AttemptReader {
  /** What this click has begun. */
  readonly ofClick: (click: ClickKey) => Promise<AttemptRow | undefined>;
  /** Of a purchase the one that counts, else one whose money is on its way back, else the last of those that came to nothing. */
  readonly latestOf: (purchaseId: string) => Promise<AttemptRow | undefined>;
}

export function attemptReader(db: Db): AttemptReader {
  const nameOfClick = ({ purchaseId, key }: ClickKey) => `${purchaseId} ${key}`;
  return {
    ofClick: batchedReader({
      unbounded: true,
      read: (clicks: readonly ClickKey[]) => attemptsOfKeys(db, clicks),
      nameOfKey: nameOfClick,
      nameOf: nameOfClick,
    }),
    latestOf: batchedReader({
      unbounded: true,
      read: (ids: readonly string[]) => latestAttempts(db, ids),
      nameOfKey: (id) => id,
      nameOf: ({ purchaseId }) => purchaseId,
    }),
  };
}
