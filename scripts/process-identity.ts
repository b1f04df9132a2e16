import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** Tells a process from a later one with the same pid; empty when there is none, or only its remains. */
export async function startedAt(pid: number): Promise<string> {
  if (process.platform !== 'linux') return ps(pid, 'lstart=');
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? '' : (fields[19] ?? '');
}

export const parentOf = (pid: number): number => Number(ps(pid, 'ppid='));

export const commandOf = (pid: number): string => ps(pid, 'args=');

const ps = (pid: number, column: string) => spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
