import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { freePort } from '../ports.ts';
import { installedBinaries } from './binaries.ts';
import { API_ROLE, DATABASE_USER, ensureCluster, reason } from './cluster.ts';
import { findAccount, findPlace, type Place } from './place.ts';
import { readPidFile, removePidFile, type Server, stopServer, untilReady } from './server.ts';
import { DatabaseProblem, isLivingPostgres, isOutdated, untilSessionsEnded } from './server-processes.ts';

export interface StartOptions {
  /** Holds the cluster, its password and its log. */
  readonly dataDirectory: string;
  /** Server settings, as `-c name=value`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Given when clients already know the address; otherwise a free one is used. */
  readonly port?: number;
  readonly log?: (line: string) => void;
}

export interface RunningPostgres {
  /** The URL of the server's `postgres` database; those of others by `urlOf`. */
  readonly urlOf: (database: string) => string;
  /** The same for the role that servers and workers have, which owns nothing; it is made after the migrations. */
  readonly apiUrlOf: (database: string) => string;
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
    apiUrlOf: (database) => `postgres://${API_ROLE}:${apiPassword(password)}@127.0.0.1:${server.port}/${database}`,
    urlOf: (database) => `postgres://${DATABASE_USER}:${password}@127.0.0.1:${server.port}/${database}`,
    isRunning: () => isLivingPostgres(server.pid, place.cluster),
    stop: () => stopServer(place.cluster, server.pid),
  };
}

/** Follows from the owner's, which is random, and does not lead back to it. */
const apiPassword = (password: string) => createHmac('sha256', password).update(API_ROLE).digest('base64url');

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

const LAUNCH_TRIES = 3;
const LARGEST_LOG_BYTES = 10_000_000;

interface LaunchOptions {
  readonly settings: Readonly<Record<string, string>>;
  readonly logPath: string;
  /** A free one when it does not matter. */
  readonly port: number | undefined;
  readonly log: (line: string) => void;
}

/** Starts a server on a free port; one that another program takes meanwhile is exchanged. */
async function launch(place: Place, options: LaunchOptions): Promise<Server> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await tryToLaunch(place, options);
    if ('pid' in outcome) return outcome;
    const { output } = outcome;
    if (/could not bind/.test(output) && options.port === undefined && tries < LAUNCH_TRIES) continue;
    throw new DatabaseProblem(`PostgreSQL did not start: ${reason(output)} (log: ${options.logPath})`);
  }
}

async function tryToLaunch(place: Place, { settings, logPath, port, log }: LaunchOptions): Promise<Server | { output: string }> {
  const { account, cluster, home, binaries } = place;
  const fixed = {
    listen_addresses: '127.0.0.1',
    port: String(port ?? (await freePort())),
    unix_socket_directories: '',
    lc_messages: 'C',
    timezone: 'UTC',
    log_timezone: 'UTC',
  };
  const flags = Object.entries({ ...settings, ...fixed }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, from } = await openLog(logPath);
  const [command = '', ...rest] = [...account.prefix, binaries.postgres];
  // Detached and with a file for its output: neither Ctrl-C nor our end reaches it, and no pipe can break.
  const child = spawn(command, [...rest, '-D', cluster, ...flags], {
    ...account.user,
    cwd: home,
    detached: true,
    stdio: ['ignore', file.fd, file.fd],
  });
  // Listen before the first await: a server that refuses its settings may have exited by then.
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  child.once('error', () => {
    ended = true;
  });
  child.unref();
  await file.close();

  const server = await untilReady(cluster, { pid: child.pid ?? 0, isGone: async () => ended, log });
  if (server) return server;
  if (!ended && child.pid) await stopServer(cluster, child.pid);
  return { output: (await readFile(logPath)).subarray(from).toString('utf8') };
}

async function openLog(path: string) {
  const size = (await stat(path).catch(() => null))?.size ?? 0;
  if (size > LARGEST_LOG_BYTES) await rename(path, `${path}.1`);
  const file = await open(path, 'a', 0o600);
  return { file, from: (await file.stat()).size };
}
