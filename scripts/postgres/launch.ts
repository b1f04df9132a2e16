import { spawn } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { freePort } from '../ports.ts';
import { reason } from './cluster.ts';
import type { Place } from './place.ts';
import { DatabaseProblem } from './problem.ts';
import { type Server, stopServer, untilReady } from './server.ts';

const TRIES = 3;
const LARGEST_LOG_BYTES = 10_000_000;

export interface LaunchOptions {
  readonly settings: Readonly<Record<string, string>>;
  readonly logPath: string;
  /** A free one when it does not matter. */
  readonly port: number | undefined;
  readonly log: (line: string) => void;
}

/** Starts a server on a free port; one that another program takes meanwhile is exchanged. */
export async function launch(place: Place, options: LaunchOptions): Promise<Server> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await attempt(place, options);
    if ('pid' in outcome) return outcome;
    const { output } = outcome;
    if (/could not bind/.test(output) && options.port === undefined && tries < TRIES) continue;
    throw new DatabaseProblem(`PostgreSQL did not start: ${reason(output)} (log: ${options.logPath})`);
  }
}

async function attempt(place: Place, { settings, logPath, port, log }: LaunchOptions): Promise<Server | { output: string }> {
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
  child.unref();
  await file.close();
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  child.once('error', () => {
    ended = true;
  });

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
