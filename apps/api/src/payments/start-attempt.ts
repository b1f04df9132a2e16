import { randomBytes } from 'node:crypto';
import type { Tx } from '#db/connect';
import type { AttemptRow } from './attempt.ts';
import { insertAttempt, type NewAttempt } from './queries.ts';

/** Writes down what is about to be asked of the provider. The database refuses a second attempt while one counts. */
export const startAttempt = (tx: Tx, wanted: Omit<NewAttempt, 'reference'>): Promise<AttemptRow> =>
  insertAttempt(tx, { ...wanted, reference: randomBytes(16).toString('hex') });
