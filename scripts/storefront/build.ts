import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builderEnvironment, StartProblem } from '../config.ts';
import { compressAssets } from './compress-assets.ts';
import { restoreOlderAssets, setAssetsAside } from './older-assets.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const storefront = join(root, 'apps/storefront');
const stamp = join(storefront, 'build/built-from');

const SOURCES = [
  'apps/storefront/{app,public}/**/*.*',
  'apps/storefront/*.ts',
  'packages/{brand,contract,ui,venue-map}/src/**/*.*',
  'package-lock.json',
];

export async function isBuilt(): Promise<boolean> {
  return (await readFile(stamp, 'utf8').catch(() => '')) === (await fingerprint());
}

/** Builds the storefront, compresses its files, and keeps those of earlier builds for pages that are still open. */
export async function buildStorefront(): Promise<void> {
  const builtFrom = await fingerprint();
  const assets = join(storefront, 'build/client/assets');
  const older = await setAssetsAside(assets, join(storefront, 'build/older'));
  try {
    await run(process.execPath, [join(root, 'node_modules/@react-router/dev/bin.js'), 'build'], {
      cwd: storefront,
      env: builderEnvironment(),
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    throw new StartProblem(`the storefront could not be built:\n${tailOf(error as { stdout?: string; stderr?: string })}`);
  }
  await compressAssets(assets);
  await restoreOlderAssets(assets, older);
  await writeFile(stamp, builtFrom);
}

/** Of everything the build reads: the same sources are not built twice. */
async function fingerprint(): Promise<string> {
  const files: string[] = [];
  for await (const file of glob(SOURCES, { cwd: root, exclude: (name) => name.includes('node_modules') })) files.push(file);
  const hash = createHash('sha256');
  for (const file of files.sort())
    hash
      .update(file)
      .update('\0')
      .update(await readFile(join(root, file)));
  return hash.digest('hex');
}

const tailOf = ({ stdout = '', stderr = '' }) => `${stdout}\n${stderr}`.trim().split('\n').slice(-15).join('\n');
