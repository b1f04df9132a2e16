import { Pool, type PoolClient } from 'pg';

export interface QueuePool {
  readonly pool: Pool;
  /** Once what is under way has ended. */
  readonly end: () => void;
  /** At once: statements under way fail, and none follows. */
  readonly abandon: () => void;
}

/** Longer than any statement of the queue takes: an answer that is this late will not come. */
const STATEMENT_WITHIN_MS = 30_000;
/** An attempt to connect cannot be broken off, so abandoning the pool takes up to this long. */
const CONNECT_WITHIN_MS = 3000;

/** The connections of one runner of the job queue, which speaks to PostgreSQL through a driver of its own. */
export function openQueuePool(connectionString: string, connections: number): QueuePool {
  const clients = new Set<PoolClient>();
  const pool = new Pool({
    connectionString,
    application_name: 'butaca-queue',
    max: connections,
    query_timeout: STATEMENT_WITHIN_MS,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  // A lost connection rejects the query that uses it; an idle one is only replaced.
  pool.on('error', ignore);
  pool.on('connect', (client) => {
    client.on('error', ignore);
    releaseOnce(client);
    clients.add(client);
  });
  pool.on('remove', (client) => clients.delete(client));
  const end = () => void pool.end().catch(ignore);
  return {
    pool,
    end,
    abandon: () => {
      for (const client of clients) void client.end().catch(ignore);
      end();
    },
  };
}

/**
 * Lets a client be released more than once. When a queue runner is stopped while its LISTEN is failing, graphile-worker 0.18 releases
 * the listening client for both reasons, and nothing handles the error of the second release: it would end the process.
 */
function releaseOnce(client: PoolClient): void {
  let release = client.release;
  Object.defineProperty(client, 'release', {
    get: () => release,
    // The pool sets another one each time that the client is taken.
    set: (ofThisTurn: PoolClient['release']) => {
      let isReleased = false;
      release = (error) => {
        if (isReleased) return;
        isReleased = true;
        ofThisTurn(error);
      };
    },
  });
}

const ignore = () => {};
