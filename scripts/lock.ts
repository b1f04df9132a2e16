import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { startedAt } from './process-identity.ts';

export interface Lock {
  readonly release: () => Promise<void>;
  /** Its last holder ended without letting go, a moment or a month ago. */
  readonly abandoned: boolean;
}

/** Takes a lock file, or names the living process that holds it. A lock of a process that is gone is taken over. */
export async function takeLock(file: string): Promise<Lock | { readonly holder: number }> {
  const own = `${process.pid} ${await startedAt(process.pid)}`;
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, own, { mode: 0o600 });
  let abandoned = false;
  try {
    for (;;) {
      if (await linked(draft, file)) return { release: () => rm(file, { force: true }), abandoned };
      const held = await readFile(file, 'utf8').catch(() => '');
      const [pid = '', started = ''] = held.split(/ (.*)/);
      if (started !== '' && (await startedAt(Number(pid))) === started) return { holder: Number(pid) };
      abandoned = (await removeIfStill(file, held, draft)) || abandoned;
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/** A lock appears with its content or not at all. */
async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Two may find the same abandoned lock: the slower one must not remove what the faster one has just taken. */
async function removeIfStill(file: string, held: string, draft: string): Promise<boolean> {
  const aside = `${draft}.old`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  const wasIt = (await readFile(aside, 'utf8')) === held;
  if (!wasIt) await linked(aside, file);
  await rm(aside, { force: true });
  return wasIt;
}
