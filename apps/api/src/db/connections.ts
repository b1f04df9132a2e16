/** What each kind of process opens at most: servers of PostgreSQL are given room by these figures (scripts/database.ts, deploy/README.md). */

/** The pool of a server process, unless `DATABASE_CONNECTIONS` names another size. */
export const SERVER_POOL = 10;

/** Beside the pool: one listens for places, another one for changes of the catalogue. */
const LISTENERS_OF_A_SERVER = 2;

export const connectionsOfServer = (pool: number): number => pool + LISTENERS_OF_A_SERVER;

/** Jobs at the same time, each of which may use a connection of its own. */
export const JOBS_AT_ONCE = 4;

/** The queue takes and reports as many jobs, and hears of new ones. */
export const connectionsOfQueue = (jobs: number): number => jobs + 1;

/** The pool of the jobs, the queue's, and one that listens for places. */
export const WORKER_CONNECTIONS = JOBS_AT_ONCE + connectionsOfQueue(JOBS_AT_ONCE) + 1;
