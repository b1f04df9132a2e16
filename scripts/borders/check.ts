import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { canaries } from './canaries.ts';
import { strayNames } from './names.ts';
import { forbidden, options } from './rules.ts';
import { straySql } from './sql.ts';
import { strayOwners } from './table-owners.ts';

const root = join(import.meta.dirname, '../..');
const folders = ['apps', 'packages', 'scripts', 'demo', 'e2e', 'bench', 'rehearsal'];
const FEWEST_MODULES = 50;

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

/** A checker that reads nothing reports success: every rule must find its canary before its silence counts. */
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
