import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify, stripVTControlCharacters } from 'node:util';
import { builderEnvironment, StartProblem } from '../config.ts';
import { takeLock } from '../lock.ts';
import { compressAssets } from './compress-assets.ts';
import { keepEarlierAssets } from './earlier-assets.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const storefront = join(root, 'apps/storefront');
/** Written last, and removed with everything else when the next build begins: without it there is no finished build. */
const stamp = join(storefront, 'build/built-from');
/** Outside the folder that a build empties. */
const archive = join(root, 'build/storefront-assets');

const SOURCES = [
  'apps/storefront/{app,public}/**/*',
  'apps/storefront/*.{ts,json}',
  'packages/{brand,contract,ui,venue-map}/src/**/*',
  'packages/{brand,contract,ui,venue-map}/package.json',
  'scripts/storefront/*.ts',
  'package-lock.json',
];

export async function isBuilt(): Promise<boolean> {
  return (await readFile(stamp, 'utf8').catch(() => '')) === (await fingerprint());
}

/** Builds the storefront, compresses its files, and keeps those of earlier builds. One build at a time, whoever asks. */
export async function buildStorefront(): Promise<void> {
  const lock = await buildLock();
  try {
    if (!(await isBuilt())) await build();
  } finally {
    await lock.release();
  }
}

async function build() {
  const builtFrom = await fingerprint();
  try {
    await run(process.execPath, [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build'], {
      cwd: storefront,
      env: builderEnvironment(),
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    throw new StartProblem(`the storefront could not be built:\n${tailOf(error as { stdout?: string; stderr?: string })}`);
  }
  const assets = join(storefront, 'build/client/assets');
  await compressAssets(assets);
  await keepEarlierAssets(assets, { archive, build: builtFrom.slice(0, 16) });
  await writeFile(stamp, builtFrom);
}

async function buildLock() {
  await mkdir(join(root, 'build'), { recursive: true });
  for (;;) {
    const lock = await takeLock(join(root, 'build/storefront.lock'));
    if ('release' in lock) return lock;
    await sleep(200);
  }
}

/** Of everything the build reads: the same sources are not built twice. */
async function fingerprint(): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(SOURCES, { cwd: root, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    hash.update(file.slice(root.length));
    hash.update(await readFile(file));
  }
  return hash.digest('hex');
}

/** The end of what the builder said, without the places in its own code. */
const tailOf = ({ stdout = '', stderr = '' }) =>
  stripVTControlCharacters(`${stdout}\n${stderr}`)
    .trim()
    .split('\n')
    .filter((line) => !/^\s+at |Getter|^}/.test(line))
    .slice(-15)
    .join('\n');
