import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Builds whose files stay served, the running one included (design §2 "Public HTML"). */
const KEPT_BUILDS = 3;
const LIST = 'builds.json';

interface Older {
  readonly directory: string;
  /** File names of earlier builds, the latest first. */
  readonly builds: readonly (readonly string[])[];
}

/** Copies what is served now out of the way of the next build, which empties its folder. */
export async function setAssetsAside(assets: string, directory: string): Promise<Older> {
  const served = await readdir(assets).catch((): string[] => []);
  const builds = JSON.parse(await readFile(join(directory, LIST), 'utf8').catch(() => '[]')) as string[][];
  await rm(directory, { recursive: true, force: true });
  await cp(assets, directory, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return { directory, builds: builds.filter((files) => files.some((file) => served.includes(file))) };
}

/** Puts the files of the builds before this one back beside the new ones, and forgets what is older. */
export async function restoreOlderAssets(assets: string, { directory, builds }: Older): Promise<void> {
  const current = await readdir(assets);
  const kept = [current, ...builds.filter((files) => files.join() !== current.join())].slice(0, KEPT_BUILDS);
  for (const file of new Set(kept.slice(1).flat())) {
    if (!current.includes(file)) await cp(join(directory, file), join(assets, file)).catch(() => undefined);
  }
  await rm(directory, { recursive: true, force: true });
  await cp(assets, directory, { recursive: true });
  await writeFile(join(directory, LIST), JSON.stringify(kept));
}
