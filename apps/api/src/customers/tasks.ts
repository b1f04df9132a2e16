import type { Db } from '#db/connect';
import { deleteOldTraces } from './queries-session.ts';

/** Housekeeping that the worker does on its own clock. */
export const customerTasks = ({ db }: { db: Db }) => ({
  'forget-old-traces': () => deleteOldTraces(db),
});
