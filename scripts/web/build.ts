import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { takeLock } from '../lock.mjs';
import { keepEarlierAssets } from './earlier-assets.ts';
import { runBuilder } from './run-builder.ts';

const root = join(import.meta.dirname, '../..');
/** Written last and removed first: without this file there is no finished build. */
const stampOf = ({ home }: WebApp) => join(home, 'build/built-from');

/** Those whose sources are not the ones they were built from. */
export async function unbuilt(): Promise<readonly WebApp[]> {
  const built = await Promise.all(webApps.map(isBuilt));
  return webApps.filter((_, index) => !built[index]);
}

const isBuilt = async (app: WebApp): Promise<boolean> =>
  (await readFile(stampOf(app), 'utf8').catch(() => '')) === (await fingerprint(app));

/**
 * Builds an app, compresses its files, and keeps those of earlier builds. One build at a time. Of one that
 * fails the folder keeps the log.
 */
export async function buildApp(app: WebApp, { logDirectory }: { logDirectory: string }): Promise<void> {
  const lock = await buildLock(app);
  try {
    if (!(await isBuilt(app))) await build(app, join(logDirectory, `${app.name}-build.log`));
  } finally {
    await lock.release();
  }
}

async function build(app: WebApp, log: string) {
  const builtFrom = await fingerprint(app);
  await runBuilder({ what: app.name, command: app.command, cwd: app.home, log });
  await compressAssets(app.assets);
  // Outside the folder that a build empties.
  await keepEarlierAssets(app.assets, { archive: join(root, `build/${app.name}-assets`), build: builtFrom.slice(0, 16) });
  await writeFile(stampOf(app), builtFrom);
}

async function buildLock({ name }: WebApp) {
  await mkdir(join(root, 'build'), { recursive: true });
  for (;;) {
    const lock = await takeLock(join(root, `build/${name}.lock`));
    if ('release' in lock) return lock;
    await sleep(200);
  }
}

/** A hash over all files that the build reads. */
async function fingerprint({ sources }: WebApp): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    hash.update(file.slice(root.length));
    hash.update(await readFile(file));
  }
  return hash.digest('hex');
}

const brotli = promisify(brotliCompress);
const SMALLEST_BYTES = 512;

/** Puts a `.br` beside every text asset, once and at full strength, so that no request pays for it. */
async function compressAssets(directory: string): Promise<void> {
  const files: string[] = [];
  for await (const file of glob('**/*.{js,css,svg,json}', { cwd: directory })) files.push(file);
  await Promise.all(files.map((file) => compress(join(directory, file))));
}

async function compress(path: string) {
  const plain = await readFile(path);
  if (plain.length < SMALLEST_BYTES) return;
  await writeFile(`${path}.br`, await brotli(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }));
}

/** An app that runs in browsers and is built before it is served. */
interface WebApp {
  readonly name: 'storefront' | 'office' | 'waiting-room';
  readonly home: string;
  /** A builder's script for this Node, with its arguments; run in the app's home. */
  readonly command: readonly string[];
  /** Where the builder leaves the files that browsers keep for ever. */
  readonly assets: string;
  /** Everything the build reads, as patterns from the root: the same sources are not built twice. */
  readonly sources: readonly string[];
}

const sourcesOf = (name: string, packages: string) => [
  `apps/${name}/{app,public}/**/*`,
  `apps/${name}/*.{ts,json,html}`,
  `packages/{${packages}}/src/**/*`,
  `packages/{${packages}}/package.json`,
  'scripts/web/*.ts',
  'package-lock.json',
];

const storefront = join(root, 'apps/storefront');
const office = join(root, 'apps/office');
const waitingRoom = join(root, 'apps/waiting-room');

const webApps: readonly WebApp[] = [
  {
    name: 'storefront',
    home: storefront,
    command: [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build'],
    assets: join(storefront, 'build/client/assets'),
    sources: sourcesOf('storefront', 'brand,browser,contract,ui,venue-map'),
  },
  {
    name: 'office',
    home: office,
    command: [join(root, 'node_modules/vite/bin/vite.js'), 'build'],
    assets: join(office, 'build/assets'),
    sources: sourcesOf('office', 'brand,browser,contract,ui'),
  },
  {
    name: 'waiting-room',
    home: waitingRoom,
    command: [join(root, 'node_modules/vite/bin/vite.js'), 'build'],
    assets: join(waitingRoom, 'build/assets'),
    sources: sourcesOf('waiting-room', 'brand,browser,contract,fair-queue,ui'),
  },
];
