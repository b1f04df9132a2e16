import { listOfficePerformances } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/connect';
import { serveAlike } from '#http/serve';
import { performanceCounter } from './count-performances.ts';

/** Twenty open screens that ask every two seconds cost one count a second. */
const FRESH_MS = 1000;

export interface OfficeDeps {
  readonly db: Db;
  /** How long a count is used as it is; tests pass 0. */
  readonly answersFreshMs?: number;
}

/** What organisers look at. */
export async function officeRoutes(app: FastifyInstance, { db, answersFreshMs = FRESH_MS }: OfficeDeps) {
  serveAlike(app, listOfficePerformances, performanceCounter(db), answersFreshMs);
}
