import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Why the database cannot run, in one line for the person who started it. */
export class DatabaseProblem extends Error {}

const ORPHANS_END_WITHIN_MS = 20_000;

/** A living postgres of this very cluster: not a zombie, not another program that got its pid. */
export async function isLivingPostgres(pid: number, cluster: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  if (process.platform !== 'linux') return signalReaches(pid);
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, command = '', state = 'X'] = /\((.*)\) (\S)/.exec(stat) ?? [];
  if (command !== 'postgres' || state === 'Z' || state === 'X') return false;
  return worksIn(pid, cluster);
}

/** All of PostgreSQL's processes work in their cluster's directory, however its name was spelled when they were started. */
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(cluster));
  } catch {
    // Of another user, and we may not look: its command line is public.
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.split('\0').includes(cluster);
  }
}

/** An install has replaced the program that this server was started from: it can load no more of its libraries. */
export async function isOutdated(pid: number): Promise<boolean> {
  const program = await readlink(`/proc/${pid}/exe`).catch(() => '');
  return program.endsWith(' (deleted)');
}

/**
 * A session may outlive its killed server for a moment, and still write. PostgreSQL's own guard against that is in the
 * lock file, so the file may go only after them.
 */
export async function untilSessionsEnded(cluster: string): Promise<void> {
  const until = Date.now() + ORPHANS_END_WITHIN_MS;
  for (;;) {
    const left = await livingIn(cluster);
    if (left.length === 0) return;
    if (Date.now() > until) {
      throw new DatabaseProblem(`the database in ${cluster} is still used by processes of a killed server: ${left.join(', ')}`);
    }
    await sleep(50);
  }
}

async function livingIn(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const living = await Promise.all(pids.map((pid) => isLivingPostgres(pid, cluster)));
  return pids.filter((_, index) => living[index]);
}

function signalReaches(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
