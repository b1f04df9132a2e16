import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface PidFile {
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

/** A living postgres of this very cluster: not a zombie, not another program that got its pid. */
export async function isLivingPostgres(pid: number, cluster: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  if (process.platform !== 'linux') return signalReaches(pid);
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
    if (state === 'Z' || state === 'X') return false;
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    return (command[0]?.endsWith('postgres') ?? false) && command.includes(cluster);
  } catch {
    return false;
  }
}

function signalReaches(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
