import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BrandProblem, loadBrand } from '@butaca/brand/load';
import { addressesOf } from '../apps/api/src/db/addresses.ts';
import { settleApiRole } from '../apps/api/src/db/api-role.ts';
import { connect, type Db } from '../apps/api/src/db/connect.ts';
import { connectionsOfServer, SERVER_POOL, WORKER_CONNECTIONS } from '../apps/api/src/db/connections.ts';
import { migrate } from '../apps/api/src/db/migrate.ts';
import { OtherBrand, settleBrand } from '../apps/api/src/db/settle-brand.ts';
import { readStartConfig, type StartConfig, StartProblem } from './config.ts';
import { type Lock, takeLock } from './lock.mjs';
import { type RunningPostgres, startPostgres } from './postgres/start.ts';

export interface Database {
  /** Of the role that servers and workers have, which owns nothing. */
  readonly url: string;
  /** Of the role that owns the tables. */
  readonly ownerUrl: string;
  /** Where its files are, for people. */
  readonly place: string;
  readonly stop: () => Promise<void>;
}

const NAME = 'butaca';
const LOOK_EVERY_MS = 1000;
/** Imports, backups and people with psql; three of them PostgreSQL keeps for superusers. */
const OTHER_CONNECTIONS = 30;
const settingsFor = ({ processes, environment }: StartConfig) => {
  const pool = Number(environment.DATABASE_CONNECTIONS) || SERVER_POOL;
  // Twice: while they are renewed, or were orphaned, those of before are still there beside the new ones.
  const ours = 2 * (processes * connectionsOfServer(pool) + WORKER_CONNECTIONS);
  return { shared_buffers: '256MB', max_connections: String(ours + OTHER_CONNECTIONS), max_wal_size: '2GB' };
};

/** The database of the configuration, reachable, migrated and the brand's own. */
export async function openDatabase(config: StartConfig, log: (line: string) => void): Promise<Database> {
  const database = config.databaseUrl
    ? await foreignDatabase(config.databaseUrl, config.databaseOwnerUrl)
    : await embeddedDatabase(config, log);
  try {
    await migrate(database.ownerUrl, log);
    await settleApiRole(database.ownerUrl, database.url);
    await settle(database.url, config);
  } catch (error) {
    await database.stop();
    if (error instanceof OtherBrand || error instanceof BrandProblem) throw new StartProblem(error.message);
    const { message } = error as Error;
    throw new StartProblem(
      /No space left/.test(message) ? `the disk is full (${database.place})` : `the database could not be migrated: ${message}`,
    );
  }
  return database;
}

async function settle(url: string, { brand: name, brandsDirectory }: StartConfig) {
  const { brand } = await loadBrand(name, brandsDirectory);
  const db = connect(url, { connections: 1, applicationName: 'butaca-brand' });
  try {
    await settleBrand(db, name, brand);
  } finally {
    await db.end({ timeout: 5 });
  }
}

async function embeddedDatabase(config: StartConfig, log: (line: string) => void): Promise<Database> {
  const { dataDirectory } = config;
  const postgres = await startPostgres({ dataDirectory, settings: settingsFor(config), log });
  if (postgres.adopted) log('found the server of an earlier start still running, and took it over');
  const admin = connect(postgres.urlOf('postgres'), { connections: 1 });
  try {
    const [found] = await admin`select from pg_database where datname = ${NAME}`;
    if (!found) await admin`create database ${admin(NAME)}`;
  } finally {
    await admin.end();
  }
  return { url: postgres.apiUrlOf(NAME), ownerUrl: postgres.urlOf(NAME), place: postgres.home, stop: keepRunning(postgres, config) };
}

/** Starts the server again, at the same address, when it was killed; returns what ends that and the server. */
function keepRunning(first: RunningPostgres, config: StartConfig): () => Promise<void> {
  let current = Promise.resolve(first);
  let said = '';
  const say = (line: string) => {
    // A lasting problem, such as a full disk, is reported once.
    if (line !== said) console.log(line);
    said = line;
  };
  const startAgain = async (postgres: RunningPostgres): Promise<RunningPostgres> => {
    if (await postgres.isRunning()) {
      said = '';
      return postgres;
    }
    if (said === '') say('PostgreSQL ended and is started again');
    return startPostgres({ dataDirectory: config.dataDirectory, settings: settingsFor(config), port: postgres.port });
  };
  const timer = setInterval(() => {
    current = current.then((postgres) =>
      startAgain(postgres).catch((error: Error) => {
        say(error.message);
        return postgres;
      }),
    );
  }, LOOK_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    const postgres = await current;
    await postgres.stop();
  };
}

const unreachable: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  CONNECT_TIMEOUT: 'nothing answers there',
};

/** Without user and password. */
function placeOf(url: string): string {
  const servers = addressesOf(url).map((address) => new URL(address));
  return `${servers.map(({ host }) => host).join(',')}${servers[0]?.pathname}`;
}

async function foreignDatabase(url: string, ownerUrl = url): Promise<Database> {
  // The other role may be made only now.
  const place = placeOf(ownerUrl);
  const db = connect(ownerUrl, { connections: 1 });
  try {
    await db`select 1`;
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    throw new StartProblem(
      `${ownerUrl === url ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'}: ${place} cannot be used: ${unreachable[code] ?? message}`,
    );
  } finally {
    await db.end({ timeout: 1 });
  }
  return { url, ownerUrl, place, stop: async () => {} };
}

/** Works with the database of a running Butaca, or with one that is started for this and stopped again. */
export async function withDatabase<Result>(name: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const config = readStartConfig();
  const lock = config.databaseUrl ? null : await lockData(config.dataDirectory).catch(whenRunning);
  const database = await openDatabase(config, () => {});
  const db = connect(database.url, { connections: 2, applicationName: `butaca-${name}` });
  try {
    return await work(db);
  } finally {
    await db.end({ timeout: 5 });
    if (lock) await database.stop();
    await lock?.release();
  }
}

function whenRunning(error: unknown): null {
  if (error instanceof StartProblem) return null;
  throw error;
}

/** One start per data directory. */
export async function lockData(dataDirectory: string): Promise<Lock> {
  await makeDirectory(dataDirectory).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOSPC'
      ? error
      : new StartProblem(`DATA_DIR: ${dataDirectory} cannot be made (${error.code === 'EEXIST' ? 'a file is there' : error.code})`);
  });
  const lock = await takeLock(join(dataDirectory, 'start.lock'));
  if ('holder' in lock) {
    throw new StartProblem(
      `Butaca already runs on ${dataDirectory} (process ${lock.holder}); choose another DATA_DIR and PORT for a second one`,
    );
  }
  return lock;
}

/** The last step by itself: asked for all of them, Node never ends where a file system refuses to make one. */
async function makeDirectory(directory: string): Promise<void> {
  await mkdir(dirname(directory), { recursive: true, mode: 0o700 });
  await mkdir(directory, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // An existing folder is fine; a file in its place is reported.
    if (error.code !== 'EEXIST') throw error;
    return mkdir(directory, { recursive: true });
  });
}
