import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strayNames } from './names.ts';
import { straySql } from './sql.ts';
import { strayOwners } from './table-owners.ts';

/** What the fixture breaks of the rule that a table has one owner. */
const OWNER_CANARIES = [
  'apps/api/src/orders/queries-of-sale.ts: writes purchase, which only sale may write',
  'apps/api/src/orders/queries-of-sale.ts: writes nowhere, which has no owner in table-owners.ts',
  'apps/api/src/orders/queries-of-sale.ts: a statement must name the table that it writes',
  'table-owners.ts: stray has no owner',
  'table-owners.ts: there is no table place',
  'table-owners.ts: apps/api/src/db/migrate.ts no longer writes a table without naming it',
];

const root = join(import.meta.dirname, '../..');

/** Shows that the checks beyond imports bite too: SQL, owners of tables, wire names, and the linter's rule about the environment. */
export async function canaries(fixture: string): Promise<string[]> {
  return [
    ...((await straySql(fixture)).length > 0 ? [] : ['the check of SQL does not find its canary']),
    ...(await silentOwners(fixture)),
    ...((await strayNames(fixture)).length > 0 ? [] : ['the check of wire names does not find its canary']),
    ...((await linterFindings(fixture)).includes('lint/style/noProcessEnv') ? [] : ['the linter does not keep process.env in config.ts']),
  ];
}

async function silentOwners(fixture: string): Promise<string[]> {
  const found = await strayOwners(fixture);
  return OWNER_CANARIES.filter((canary) => !found.includes(canary)).map(
    (canary) => `the check of table owners does not find its canary: ${canary}`,
  );
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
