import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../ports.ts';
import { type Account, accountFor } from './account.ts';
import { installedBinaries } from './binaries.ts';
import { DATABASE_USER, ensureCluster, reason } from './cluster.ts';
import { isLivingPostgres, readPidFile, removePidFile } from './pid-file.ts';
import { DatabaseProblem } from './problem.ts';

export interface StartOptions {
  /** Holds the cluster, its password and its log. */
  readonly dataDirectory: string;
  /** Server settings, as `-c name=value`. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly log?: (line: string) => void;
}

export interface RunningPostgres {
  /** Of the server's `postgres` database; others by `urlOf`. */
  readonly urlOf: (database: string) => string;
  readonly pid: number;
  readonly port: number;
  /** A server that outlived whoever started it was found and is used. */
  readonly adopted: boolean;
  /** Fast shutdown: sessions are ended, nothing is lost. */
  readonly stop: () => Promise<void>;
}

const READY_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 30_000;

/** Starts the cluster of a data directory, making it when it is new, or adopts the server that already runs it. */
export async function startPostgres({ dataDirectory, settings = {}, log = () => {} }: StartOptions): Promise<RunningPostgres> {
  const directory = resolve(dataDirectory);
  await mkdir(directory, { recursive: true });
  const account = await accountFor(directory, await installedBinaries(), log);
  const survivor = await survivorOf(account.clusterDirectory);
  const password = await ensureCluster(account, log);
  const running = survivor ?? (await launch(account, join(directory, 'postgres.log'), settings));
  return {
    ...running,
    adopted: survivor !== null,
    urlOf: (database) => `postgres://${DATABASE_USER}:${password}@127.0.0.1:${running.port}/${database}`,
    stop: () => stop(running.pid, account.clusterDirectory),
  };
}

async function survivorOf(cluster: string): Promise<{ pid: number; port: number } | null> {
  const file = await readPidFile(cluster);
  if (file === null) return null;
  if (!(await isLivingPostgres(file.pid, cluster))) {
    await removePidFile(cluster);
    return null;
  }
  return waitUntilReady(cluster, file.pid, () => false);
}

async function launch(account: Account, logPath: string, settings: Readonly<Record<string, string>>) {
  const cluster = account.clusterDirectory;
  const port = await freePort();
  const [command = '', ...rest] = [...account.prefix, account.binaries.postgres];
  const fixed = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', lc_messages: 'C', timezone: 'UTC' };
  const flags = Object.entries({ ...settings, ...fixed }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const logFile = await open(logPath, 'a', 0o600);
  const from = (await stat(logPath)).size;
  const server = spawn(command, [...rest, '-D', cluster, ...flags], {
    ...account.user,
    cwd: dirname(cluster),
    detached: true,
    stdio: ['ignore', logFile.fd, logFile.fd],
  });
  server.unref();
  await logFile.close();
  const failed = new Promise<never>((_, reject) => server.once('error', reject));
  try {
    return await Promise.race([waitUntilReady(cluster, server.pid ?? 0, () => hasEnded(server)), failed]);
  } catch {
    const output = (await readFile(logPath, 'utf8')).slice(from);
    throw new DatabaseProblem(`PostgreSQL did not start: ${reason(output)} (log: ${logPath})`);
  }
}

const hasEnded = (server: ChildProcess) => server.exitCode !== null || server.signalCode !== null;

/** An open socket is too early: the server says itself when it takes sessions. */
async function waitUntilReady(cluster: string, pid: number, ended: () => boolean): Promise<{ pid: number; port: number }> {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until && !ended()) {
    const file = await readPidFile(cluster);
    if (file?.pid === pid && file.status === 'ready') return { pid, port: file.port };
    await sleep(20);
  }
  throw new DatabaseProblem('PostgreSQL does not get ready');
}

async function stop(pid: number, cluster: string) {
  const until = Date.now() + STOPPED_WITHIN_MS;
  while (await isLivingPostgres(pid, cluster)) {
    if (Date.now() > until) throw new DatabaseProblem('PostgreSQL does not stop');
    signal(pid);
    await sleep(20);
  }
}

function signal(pid: number) {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
