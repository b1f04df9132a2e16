import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../scripts/ports.ts';
import { onQuietMachine } from './budgets.ts';
import type { Measurement } from './report.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const MOST_SECONDS = { fresh: 120, second: 5 };
const GIVE_UP_MS = 300_000;

/** Clones the committed tree, starts it as the README says, stops it, and starts it again. */
export async function measureStarts(): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-start-'));
  const clone = join(folder, 'butaca');
  try {
    await run('git', ['clone', '--quiet', root, clone]);
    const fresh = await secondsToFirstPage(clone);
    const second = await secondsToFirstPage(clone);
    return [
      start('`npm start` on a fresh clone, warm npm cache', fresh, MOST_SECONDS.fresh),
      start('`npm start`, second time', second, MOST_SECONDS.second),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const start = (what: string, seconds: number, most: number): Measurement => ({
  what,
  baseline: '',
  ours: `${seconds.toFixed(1)} s`,
  budgets: [onQuietMachine(`< ${most} s`, seconds < most)],
});

/** Until the billboard answers 200, not until something is printed. */
async function secondsToFirstPage(clone: string): Promise<number> {
  const port = await freePort();
  const began = performance.now();
  const product = spawn('npm', ['start'], { cwd: clone, env: ownEnvironment(port), stdio: 'ignore', detached: true });
  const ended = new Promise<void>((resolve) => product.once('exit', () => resolve()));
  try {
    while (!(await answers(`http://127.0.0.1:${port}/`))) {
      if (product.exitCode !== null) throw new Error(`npm start ended with ${product.exitCode}`);
      if (performance.now() - began > GIVE_UP_MS) throw new Error('npm start took too long');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return (performance.now() - began) / 1000;
  } finally {
    if (product.pid !== undefined && product.exitCode === null) process.kill(-product.pid, 'SIGINT');
    await ended;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).status === 200;
  } catch {
    return false;
  }
}

/** A clone finds its own tools: nothing that npm put into this run's environment goes along. */
function ownEnvironment(port: number): NodeJS.ProcessEnv {
  const path = (process.env.PATH ?? '')
    .split(':')
    .filter((entry) => !entry.includes('node_modules'))
    .join(':');
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('npm_') && !['DATA_DIR', 'DATABASE_URL', 'BRAND'].includes(name),
  );
  return { ...Object.fromEntries(inherited), PATH: path, PORT: String(port) };
}
