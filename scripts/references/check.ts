import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deadReferences } from './dead-references.ts';

const root = join(import.meta.dirname, '../..');
const FEWEST_REFERENCES = 500;
const notOurs = /(?:^|\/)(?:node_modules|build|\.data[^/]*|\.git|\.react-router|test-results|playwright-report)(?:\/|$)/;
const isRead = /^(?!scripts\/borders\/canary\/).*\.(?:ts|tsx|mjs|css|sql|md)$/;
/** Shows dead references of every kind. */
const itsTest = 'scripts/test/rules/references.test.ts';

const tree = new Map<string, string>();
for await (const path of glob(
  [
    '*.{md,ts,json}',
    'LICENSE',
    '{apps,packages,scripts,demo,e2e,bench,rehearsal,docs,deploy,brands,patches,.github,.ci,.devcontainer}/**/*',
  ],
  { cwd: root, exclude: (name) => notOurs.test(name) },
)) {
  if (path === itsTest || notOurs.test(path)) continue;
  tree.set(path, isRead.test(path) ? await readFile(join(root, path), 'utf8') : '');
}

const { dead, checked } = deadReferences(tree);
const problems = checked < FEWEST_REFERENCES ? [`only ${checked} references were read`, ...dead] : dead;
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(problems.length === 0 ? `references: all ${checked} lead somewhere\n` : `references: ${problems.length} dead\n`);
process.exit(problems.length === 0 ? 0 : 1);
