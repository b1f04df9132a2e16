import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartProblem } from './config.ts';
import { type Lock, takeLock } from './lock.ts';

/** One start per data directory. */
export async function lockData(dataDirectory: string): Promise<Lock> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOSPC' ? error : new StartProblem(`DATA_DIR: ${dataDirectory} cannot be made (${error.code})`);
  });
  const lock = await takeLock(join(dataDirectory, 'start.lock'));
  if ('holder' in lock) {
    throw new StartProblem(
      `Butaca already runs on ${dataDirectory} (process ${lock.holder}); choose another DATA_DIR and PORT for a second one`,
    );
  }
  return lock;
}
