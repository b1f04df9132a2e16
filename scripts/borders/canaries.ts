import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strayNames } from './names.ts';
import { straySql } from './sql.ts';

const root = join(import.meta.dirname, '../..');

/** Shows that the checks beyond imports bite too: SQL, wire names, and the linter's rule about the environment. */
export async function canaries(fixture: string): Promise<string[]> {
  return [
    ...((await straySql(fixture)).length > 0 ? [] : ['the check of SQL does not find its canary']),
    ...((await strayNames(fixture)).length > 0 ? [] : ['the check of wire names does not find its canary']),
    ...((await linterFindings(fixture)).includes('lint/style/noProcessEnv') ? [] : ['the linter does not keep process.env in config.ts']),
  ];
}

/** Lints a copy of the fixture with our own settings, since the fixture itself is left out of the tree's lint. */
async function linterFindings(fixture: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'butaca-borders-'));
  try {
    await cp(fixture, copy, { recursive: true });
    const settings = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8')) as Record<string, unknown>;
    await writeFile(join(copy, 'biome.json'), JSON.stringify({ ...settings, $schema: undefined, vcs: { enabled: false } }));
    const biome = join(root, 'node_modules/.bin/biome');
    return spawnSync(biome, ['lint', '--reporter=github', '.'], { cwd: copy, encoding: 'utf8' }).stdout;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
