import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartProblem } from './config.ts';

/** One start per data directory. A lock whose process is gone, or whose pid is somebody else's now, is taken over. */
export async function lockData(dataDirectory: string): Promise<() => Promise<void>> {
  const file = join(dataDirectory, 'start.lock');
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const own = `${process.pid} ${await startedAt(process.pid)}`;
  for (;;) {
    try {
      await writeFile(file, own, { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const [pid = '', started = ''] = (await readFile(file, 'utf8').catch(() => '')).split(' ');
    if (started !== '' && (await startedAt(Number(pid))) === started) {
      throw new StartProblem(`Butaca already runs on ${dataDirectory} (process ${pid}); choose another DATA_DIR and PORT for a second one`);
    }
    await rm(file, { force: true });
  }
}

/** Tells a process from a later one with the same pid; empty when there is none. */
async function startedAt(pid: number): Promise<string> {
  try {
    if (process.platform !== 'linux') {
      process.kill(pid, 0);
      return 'alive';
    }
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? '' : (fields[19] ?? '');
  } catch {
    return '';
  }
}
