import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { forbidden, options } from './rules.ts';
import { nodesOf } from './syntax.ts';
import { strayOwners } from './table-owners.ts';

const root = join(import.meta.dirname, '../..');
const folders = ['apps', 'packages', 'scripts', 'demo', 'e2e', 'bench', 'rehearsal'];
const FEWEST_MODULES = 50;
const SQL_TEMPLATE = /\b(?:db|tx|sql)(?:<[^`]{0,400}?>)?`|\.unsafe\(/;
const MAY_HOLD_SQL = /(^|\/)queries(-[a-z-]+)?\.ts$|^apps\/api\/src\/db\//;

/** The specification's Hungarian prefixes followed by a capital: `nCode`, `idFuncion`, `listaLinea`. */
const HUNGARIAN = /^(?:lista|id|[ncdbofjlah])[A-Z][A-Za-z]*$/;
/** Words of the platforms we stand on that only look like it. */
const OURS = /^(?:hMac|aTag|dX|dY|bX|bY|aX|aY|cX|cY|oX|oY|lX|lY|nX|nY|fX|fY)$/;
const MAY_HOLD_WIRE_NAMES =
  /^(?:packages\/contract|apps\/sandbox)\/|\/test\/|\.(?:test|spec)\.tsx?$|^(?:e2e|bench|scripts\/borders\/canary)\/|\/build\/|\.react-router/;

/** The violations of the table-owner rule in the fixture. */
const OWNER_CANARIES = [
  'apps/api/src/orders/queries-of-sale.ts: writes purchase, which only sale may write',
  'apps/api/src/orders/queries-of-sale.ts: writes nowhere, which has no owner in table-owners.ts',
  'apps/api/src/orders/queries-of-sale.ts: a statement must name the table that it writes',
  'table-owners.ts: stray has no owner',
  'table-owners.ts: there is no table place',
  'table-owners.ts: apps/api/src/db/migrate.ts no longer writes a table without naming it',
];

const problems = [
  ...(await checkerProblems()),
  ...(await borderProblems()),
  ...(await straySql(root)),
  ...(await strayOwners(root)),
  ...(await strayNames(root)),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(problems.length === 0 ? 'borders: every rule bites and none is broken\n' : `borders: ${problems.length} broken\n`);
process.exit(problems.length === 0 ? 0 : 1);

/** A checker that reads nothing would report success, so every rule must first find its canary. */
async function checkerProblems(): Promise<string[]> {
  const fixture = join(import.meta.dirname, 'canary');
  const { output } = await cruise(['apps', 'packages'], {
    ...options,
    exclude: { path: ['node_modules/.bin'] },
    baseDir: fixture,
    ruleSet: { forbidden },
    validate: true,
  });
  const found = new Set((output as ICruiseResult).summary.violations.map(({ rule }) => rule.name));
  const silent = forbidden.filter(({ name }) => !found.has(name ?? '')).map(({ name }) => `the rule ${name} does not find its canary`);
  return [...silent, ...(await canaries(fixture))];
}

async function borderProblems(): Promise<string[]> {
  const { output } = await cruise(
    folders.filter((folder) => existsSync(join(root, folder))),
    { ...options, baseDir: root, ruleSet: { forbidden }, validate: true },
  );
  const { modules, summary } = output as ICruiseResult;
  const read = modules.filter(({ source }) => /\.tsx?$/.test(source)).length;
  return [
    ...(read < FEWEST_MODULES ? [`only ${read} TypeScript files were read`] : []),
    ...summary.violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`),
  ];
}

/** The same for the checks beyond imports: SQL, owners of tables, wire names, and the linter's rule about the environment. */
async function canaries(fixture: string): Promise<string[]> {
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

/** Statements outside `queries.ts` and `src/db`, one line each. */
async function straySql(root: string): Promise<string[]> {
  const stray: string[] = [];
  for await (const file of glob('apps/*/src/**/*.ts', { cwd: root })) {
    if (!MAY_HOLD_SQL.test(file) && SQL_TEMPLATE.test(await readFile(join(root, file), 'utf8'))) {
      stray.push(`${file}: SQL belongs in queries.ts`);
    }
  }
  return stray;
}

/** Wire names used as identifiers or property names outside the contract; strings (addresses, queries) are not names. */
async function strayNames(root: string): Promise<string[]> {
  const stray: string[] = [];
  for await (const file of glob('{apps,packages,demo,rehearsal,scripts}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  })) {
    if (MAY_HOLD_WIRE_NAMES.test(file)) continue;
    for (const name of await identifiers(join(root, file))) {
      if (HUNGARIAN.test(name) && !OURS.test(name)) stray.push(`${file}: ${name} is a wire name; use the English one of the contract`);
    }
  }
  return stray;
}

async function identifiers(file: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const { type, value } of await nodesOf(await readFile(file, 'utf8'), { tsx: file.endsWith('.tsx') })) {
    if (type === 'Identifier' && typeof value === 'string') names.add(value);
  }
  return names;
}
