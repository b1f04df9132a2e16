import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from '../lock.mjs';
import { type WebApp, webApps } from './apps.ts';
import { compressAssets } from './compress-assets.ts';
import { keepEarlierAssets } from './earlier-assets.ts';
import { runBuilder } from './run-builder.ts';

const root = join(import.meta.dirname, '../..');
/** Written last, and removed with everything else when the next build begins: without it there is no finished build. */
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

/** Of everything the build reads. */
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
