import { cp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Builds whose files stay served, this one included, so that an open page finds its pieces (docs/ARCHITECTURE.md#a-page). */
const KEPT_BUILDS = 3;

/** Keeps a copy of this build's files under its name, and puts those of the builds before it beside the new ones. */
export async function keepEarlierAssets(assets: string, { archive, build }: { archive: string; build: string }): Promise<void> {
  await rm(join(archive, build), { recursive: true, force: true });
  await cp(assets, join(archive, build), { recursive: true });
  const [, ...earlier] = await forgetOldest(archive);
  for (const name of earlier) await cp(join(archive, name), assets, { recursive: true, force: false });
}

/** Names of the kept builds, the latest first. */
async function forgetOldest(archive: string): Promise<string[]> {
  const names = await readdir(archive);
  const made = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(archive, name))).mtimeMs })));
  const latestFirst = made.sort((a, b) => b.at - a.at).map(({ name }) => name);
  for (const name of latestFirst.slice(KEPT_BUILDS)) await rm(join(archive, name), { recursive: true, force: true });
  return latestFirst.slice(0, KEPT_BUILDS);
}
