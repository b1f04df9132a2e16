import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findAccount } from './account.ts';
import { installedBinaries } from './binaries.ts';
import { DATABASE_USER, ensureCluster } from './cluster.ts';
import { launch } from './launch.ts';
import { readPidFile, removePidFile } from './pid-file.ts';
import { findPlace } from './place.ts';
import { type Server, stopServer, untilReady } from './server.ts';
import { isLivingPostgres, isOutdated, untilSessionsEnded } from './server-processes.ts';

export interface StartOptions {
  /** Holds the cluster, its password and its log. */
  readonly dataDirectory: string;
  /** Server settings, as `-c name=value`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** For a server that others already know by its address; otherwise a free one. */
  readonly port?: number;
  readonly log?: (line: string) => void;
}

export interface RunningPostgres {
  /** Of the server's `postgres` database; others by `urlOf`. */
  readonly urlOf: (database: string) => string;
  readonly pid: number;
  readonly port: number;
  /** A server that outlived its starter was found and is used. */
  readonly adopted: boolean;
  /** Where its files are: the data directory, or what another account can reach. */
  readonly home: string;
  readonly isRunning: () => Promise<boolean>;
  /** Fast shutdown: sessions are ended, nothing is lost. */
  readonly stop: () => Promise<void>;
}

/** Starts the cluster of a data directory, making it when it is new, or adopts the server that already runs it. */
export async function startPostgres({ dataDirectory, settings = {}, port, log = () => {} }: StartOptions): Promise<RunningPostgres> {
  const directory = resolve(dataDirectory);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const place = await findPlace(directory, { account: await findAccount(), binaries: await installedBinaries(), log });
  const password = await ensureCluster(place, { durable: settings.fsync !== 'off', log });
  const survivor = await survivorOf(place.cluster, log);
  const server = survivor ?? (await launch(place, { settings, logPath: join(directory, 'postgres.log'), port, log }));
  return {
    ...server,
    adopted: survivor !== null,
    home: place.home,
    urlOf: (database) => `postgres://${DATABASE_USER}:${password}@127.0.0.1:${server.port}/${database}`,
    isRunning: () => isLivingPostgres(server.pid, place.cluster),
    stop: () => stopServer(place.cluster, server.pid),
  };
}

/** The server that still runs this cluster, once it is ready; what a dead one left behind is cleared. */
async function survivorOf(cluster: string, log: (line: string) => void): Promise<Server | null> {
  const file = await readPidFile(cluster);
  if (file === null) return null;
  const { pid } = file;
  if (await isLivingPostgres(pid, cluster)) {
    if (await isOutdated(pid)) await stopServer(cluster, pid);
    const server = await untilReady(cluster, { pid, isGone: async () => !(await isLivingPostgres(pid, cluster)), log });
    if (server) return server;
  }
  await untilSessionsEnded(cluster);
  await removePidFile(cluster);
  return null;
}
