import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseProblem, isLivingPostgres } from './server-processes.ts';

/** A standby takes those that only read. */
const TAKES_SESSIONS: ReadonlySet<string> = new Set(['ready', 'standby']);

export interface Server {
  readonly pid: number;
  readonly port: number;
}

/** Replaying what a crash left behind may take minutes. */
const READY_WITHIN_MS = 10 * 60_000;
const SAY_SO_AFTER_MS = 3000;
const FAST_STOP_MS = 15_000;
const STOPPED_WITHIN_MS = 30_000;

export interface Waiting {
  readonly pid: number;
  readonly isGone: () => Promise<boolean>;
  readonly log: (line: string) => void;
}

/** An open socket is too early: the server says itself when it takes sessions. Nothing when it ends instead. */
export async function untilReady(cluster: string, { pid, isGone, log }: Waiting): Promise<Server | null> {
  const began = Date.now();
  let said = false;
  while (Date.now() - began < READY_WITHIN_MS && !(await isGone())) {
    const file = await readPidFile(cluster);
    if (file?.pid === pid && TAKES_SESSIONS.has(file.status)) return { pid, port: file.port };
    if (!said && Date.now() - began > SAY_SO_AFTER_MS) {
      said = true;
      log('PostgreSQL is not ready yet; after a hard stop it recovers first');
    }
    await sleep(10);
  }
  return null;
}

/** Fast shutdown: sessions are ended, nothing is lost. One that takes too long is cut off and recovers at the next start. */
export async function stopServer(cluster: string, pid: number): Promise<void> {
  const began = Date.now();
  signal(pid, 'SIGINT');
  let cutOff = false;
  while (await isLivingPostgres(pid, cluster)) {
    const waited = Date.now() - began;
    if (waited > STOPPED_WITHIN_MS) throw new DatabaseProblem(`PostgreSQL (process ${pid}) does not stop`);
    if (waited > FAST_STOP_MS && !cutOff) {
      cutOff = true;
      signal(pid, 'SIGQUIT');
    }
    await sleep(10);
  }
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

interface PidFile {
  readonly pid: number;
  readonly port: number;
  readonly status: string;
}

const path = (cluster: string) => join(cluster, 'postmaster.pid');

/** What a running server says of itself: its pid on line 1, its port on line 4, its status on line 8. */
export async function readPidFile(cluster: string): Promise<PidFile | null> {
  try {
    const lines = (await readFile(path(cluster), 'utf8')).split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Only for a file whose server is gone: PostgreSQL itself stops at a pid that is a zombie or another program. */
export const removePidFile = (cluster: string) => rm(path(cluster), { force: true });
