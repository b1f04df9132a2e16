import { randomBytes } from 'node:crypto';
import type { Tx } from '#db/connect';
import type { AttemptRow } from './attempt.ts';
import { insertAttempts, type NewAttempt } from './queries.ts';

export type WantedAttempt = Omit<NewAttempt, 'reference'>;

/** Writes down what is about to be asked of the provider. The database refuses a second attempt of a purchase while one counts. */
export const startAttempts = (tx: Tx, wanted: readonly WantedAttempt[]): Promise<readonly AttemptRow[]> =>
  insertAttempts(
    tx,
    wanted.map((attempt) => ({ ...attempt, reference: randomBytes(16).toString('hex') })),
  );
