import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from '../lock.ts';
import { compressAssets } from './compress-assets.ts';
import { keepEarlierAssets } from './earlier-assets.ts';
import { runBuilder } from './run-builder.ts';

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

/**
 * Builds the storefront, compresses its files, and keeps those of earlier builds. One build at a time, whoever asks. Of
 * one that fails the folder keeps the log.
 */
export async function buildStorefront({ logDirectory }: { logDirectory: string }): Promise<void> {
  const lock = await buildLock();
  try {
    if (!(await isBuilt())) await build(join(logDirectory, 'storefront-build.log'));
  } finally {
    await lock.release();
  }
}

async function build(log: string) {
  const builtFrom = await fingerprint();
  const command = [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build'];
  await runBuilder({ command, cwd: storefront, log });
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
