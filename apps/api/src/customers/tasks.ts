import type { Db } from '#db/connect';
import { deleteOldTraces } from './queries-session.ts';

/** Periodic clean-up by the worker. */
export const customerTasks = ({ db }: { db: Db }) => ({
  'forget-old-traces': () => deleteOldTraces(db),
});
