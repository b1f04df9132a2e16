// Plain JavaScript for old versions of Node: the bootstrap takes a lock before the pinned one is installed.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';

/**
 * @typedef {object} Lock
 * @property {() => Promise<void>} release
 * @property {boolean} abandoned Its last holder ended without releasing it, a moment or a month ago.
 */

/**
 * Takes a lock file, or names the living process that holds it. A lock of a process that is gone is taken over.
 *
 * @param {string} file
 * @returns {Promise<Lock | { holder: number }>}
 */
export async function takeLock(file) {
  const own = `${process.pid} ${await startedAt(process.pid)}`;
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  const taken = (abandoned) => ({ release: () => rm(file, { force: true }), abandoned });
  await writeFile(draft, own, { mode: 0o600 });
  try {
    for (;;) {
      if (await linked(draft, file)) return taken(false);
      const held = await contentOf(file);
      if (held === null) continue;
      const holder = await livingHolder(held);
      if (holder !== null) return { holder };
      if (await takenOver(draft, file, held)) return taken(true);
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Tells a process from a later one with the same pid; empty when there is none, or only a zombie.
 *
 * @param {number} pid
 * @returns {Promise<string>}
 */
export async function startedAt(pid) {
  if (process.platform === 'win32') return isRunning(pid) ? 'running' : '';
  if (process.platform !== 'linux') return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? '' : (fields[19] ?? '');
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** The process that a lock names, unless it is gone or its number belongs to a later one. */
async function livingHolder(content) {
  const [pid = '', started = ''] = content.split(/ (.*)/);
  return started !== '' && (await startedAt(Number(pid))) === started ? Number(pid) : null;
}

const contentOf = (file) => readFile(file, 'utf8').catch(() => null);

/** A lock appears with its content or not at all. */
async function linked(draft, file) {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Takes over an abandoned lock. Several processes may find it at once, so they take turns: only the one whose turn it is may
 * read it again and replace it, in one step that ends the turn.
 */
async function takenOver(draft, file, held) {
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
