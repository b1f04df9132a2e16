import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmod, glob, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, portProblem } from '../../ports.ts';
import { readPidFile } from '../../postgres/server.ts';
import { limit, sizeOf } from '../limits.ts';
import { within } from './product.ts';

const root = join(import.meta.dirname, '../../..');
/** A guard against hanging; how long it takes is measured by `npm run bench -- starts`. */
const STARTS_WITHIN_MS = limit(400_000);
const folder = await mkdtemp(join(tmpdir(), 'butaca-clone-'));
const clone = join(folder, 'butaca');
let npm: ChildProcess | undefined;

/** How often packages are downloaded here: `.ci/run` in a fresh clone has done that with the same lock a moment ago. */
const INSTALLS = sizeOf({ full: 1, short: 0 });

beforeAll(async () => {
  execFileSync('git', ['clone', '--quiet', root, clone]);
  if (INSTALLS > 0) return;
  // Those of another lock are installed anew: the mark of their lock comes with them (scripts/bootstrap.mjs).
  for await (const packages of glob('{.,apps/*,packages/*}/node_modules', { cwd: root })) await copyPackages(packages);
});
afterAll(async () => {
  if (npm?.exitCode === null && npm.signalCode === null) {
    npm.kill('SIGTERM');
    await sleep(3000);
  }
  // A product that a failed test left may still be ending.
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

// The second one has its packages and its build, and no data.
test.each([
  ['a fresh clone in a folder that no other user can enter', 0o700],
  ['a clone in a readable folder', 0o755],
])('%s shows the billboard after one command', { timeout: limit(500_000) }, async (_, mode) => {
  await chmod(folder, mode);
  await rm(join(clone, '.data'), { recursive: true, force: true });
  const port = await freePort();
  const began = performance.now();
  let output = '';
  npm = spawn('npm', ['start'], { cwd: clone, env: ownEnvironment(port) });
  for (const stream of [npm.stdout, npm.stderr]) {
    stream?.on('data', (data) => {
      output += String(data);
    });
  }
  while (!output.includes('Ctrl-C') && npm.exitCode === null && performance.now() - began < STARTS_WITHIN_MS) await sleep(50);
  expect(output).toContain('ana@correo.example');
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  npm.kill('SIGTERM');
  while (npm.exitCode === null && npm.signalCode === null) await sleep(50);
  // npm ends before what it has started, and PostgreSQL last of all.
  expect(await within(60_000, async () => (await portProblem(port, '127.0.0.1')) === null)).toBe(true);
  expect(await within(60_000, async () => (await readPidFile(join(clone, '.data/postgres'))) === null)).toBe(true);
});

/** Without caches, which other tests write at this moment. */
async function copyPackages(packages: string) {
  const names = (await readdir(join(root, packages))).filter((name) => !/^\.(vite|cache)/.test(name));
  await mkdir(join(clone, packages));
  execFileSync('cp', ['-R', ...names.map((name) => join(root, packages, name)), join(clone, packages)]);
}

/** A clone finds its own tools: of what npm put into this run's environment, only where packages come from goes along. */
function ownEnvironment(port: number): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      /^npm_config_(registry|cache|userconfig)$/i.test(name) || !/^(npm_|vitest|node_env|data_dir|database_url|brand|test$)/i.test(name),
  );
  const path = (process.env.PATH ?? '').split(':').filter((entry) => !entry.includes('node_modules'));
  return { ...Object.fromEntries(kept), PATH: path.join(':'), PORT: String(port) };
}
