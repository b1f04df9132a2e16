import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { strayNames } from './names.ts';
import { straySql } from './sql.ts';

/** Shows that the checks beyond imports bite too: SQL, wire names, and the linter's rules about the environment. */
export async function canaries(fixture: string): Promise<string[]> {
  return [
    ...((await straySql(fixture)).length > 0 ? [] : ['the check of SQL does not find its canary']),
    ...((await strayNames(fixture)).length > 0 ? [] : ['the check of wire names does not find its canary']),
    ...(linterRefuses('apps/api/src/catalogue/canary.ts') && !linterRefuses('apps/api/src/config.ts')
      ? []
      : ['the linter does not keep process.env in config.ts']),
  ];
}

function linterRefuses(path: string): boolean {
  const biome = join(import.meta.dirname, '../../node_modules/.bin/biome');
  const source = 'export const port = process.env.PORT;\n';
  return spawnSync(biome, ['lint', '--only=style/noProcessEnv', `--stdin-file-path=${path}`], { input: source }).status !== 0;
}
