import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient, type PoolConfig } from 'pg';
import { addressesOf } from './addresses.ts';

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
export function openQueuePool(databaseUrl: string, connections: number): QueuePool {
  const clients = new Set<PoolClient>();
  const pool = new Pool({
    ...serverOf(databaseUrl),
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

/** The index of the server to connect to, by `DATABASE_URL`; kept between pools, so that a new one starts with the last that worked. */
const turns = new Map<string, number>();

/**
 * node-postgres connects to one server. With several, a failed connection, or one to a server that takes no writes, moves on to the next; the
 * caller connects again, as after any outage.
 */
function serverOf(databaseUrl: string): PoolConfig {
  const addresses = addressesOf(databaseUrl);
  if (addresses.length < 2) return { connectionString: databaseUrl };
  const turn = () => turns.get(databaseUrl) ?? 0;

  class ClientOfServers extends Client {
    readonly #turn = turn();
    constructor(config?: ClientConfig) {
      super({ ...config, connectionString: addresses[turn()] });
    }
    /** Connections that fail together go on to the same server. */
    tryNext(): void {
      if (turn() === this.#turn) turns.set(databaseUrl, (this.#turn + 1) % addresses.length);
    }
    // The pool gives a callback.
    override connect = ((callback: (error: Error) => void) =>
      super.connect((error: Error) => {
        if (error) this.tryNext();
        callback(error);
      })) as Client['connect'];
  }
  const onConnect = (client: ClientBase) =>
    requireWrites(client).catch((error) => {
      if (client instanceof ClientOfServers) client.tryNext();
      throw error;
    });
  return { Client: ClientOfServers, onConnect };
}

async function requireWrites(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ readOnly: string }>(`select current_setting('transaction_read_only') as "readOnly"`);
  // As a server says that has become a standby.
  if (rows[0]?.readOnly !== 'off') throw Object.assign(new Error('this server takes no writes'), { code: '25006' });
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
