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
  const taken = (abandoned: boolean): Lock => ({ release: () => rm(file, { force: true }), abandoned });
  await writeFile(draft, own, { mode: 0o600 });
  try {
    for (;;) {
      if (await linked(draft, file)) return taken(false);
      const held = await contentOf(file);
      if (held === null) continue;
      const holder = await livingHolder(held);
      if (holder !== null) return { holder };
      if (await succeeded(draft, file, held)) return taken(true);
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/** The process that a lock names, unless it is gone or its number belongs to a later one. */
async function livingHolder(content: string): Promise<number | null> {
  const [pid = '', started = ''] = content.split(/ (.*)/);
  return started !== '' && (await startedAt(Number(pid))) === started ? Number(pid) : null;
}

const contentOf = (file: string) => readFile(file, 'utf8').catch(() => null);

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

/**
 * Takes over an abandoned lock. Many may find it at once, so they take turns: only whose turn it is may look again and
 * replace it, in one step that ends the turn.
 */
async function succeeded(draft: string, file: string, held: string): Promise<boolean> {
  const turn = `${file}.turn`;
  if (!(await linked(draft, turn))) {
    const other = await contentOf(turn);
    if (other !== null && (await livingHolder(other)) === null) await rm(turn, { force: true });
    return false;
  }
  if ((await contentOf(file)) === held) {
    await rename(turn, file);
    return true;
  }
  await rm(turn, { force: true });
  return false;
}
