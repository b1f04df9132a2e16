import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartProblem } from './config.ts';
import { type Lock, takeLock } from './lock.mjs';

/** One start per data directory. */
export async function lockData(dataDirectory: string): Promise<Lock> {
  await makeDirectory(dataDirectory).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOSPC'
      ? error
      : new StartProblem(`DATA_DIR: ${dataDirectory} cannot be made (${error.code === 'EEXIST' ? 'a file is there' : error.code})`);
  });
  const lock = await takeLock(join(dataDirectory, 'start.lock'));
  if ('holder' in lock) {
    throw new StartProblem(
      `Butaca already runs on ${dataDirectory} (process ${lock.holder}); choose another DATA_DIR and PORT for a second one`,
    );
  }
  return lock;
}

/** The last step by itself: asked for all of them, Node never ends where a file system refuses to make one. */
async function makeDirectory(directory: string): Promise<void> {
  await mkdir(dirname(directory), { recursive: true, mode: 0o700 });
  await mkdir(directory, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // A folder may be there already; a file that is in its place is told.
    if (error.code !== 'EEXIST') throw error;
    return mkdir(directory, { recursive: true });
  });
}
