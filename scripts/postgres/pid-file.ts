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
