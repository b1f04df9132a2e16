import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { licencesDocument, mayBeInstalled, productionDependencies } from './dependencies/licences.ts';

const root = join(import.meta.dirname, '..');
const file = join(root, 'docs/licences.md');
const dependencies = productionDependencies(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')));
const document = licencesDocument(dependencies);
const problems = dependencies.filter((each) => !mayBeInstalled(each)).map(({ name, licence }) => `${name}: its licence is ${licence}`);
if (process.argv.includes('--write')) await writeFile(file, document);
else if ((await readFile(file, 'utf8').catch(() => '')) !== document)
  problems.push('docs/licences.md is out of date: npm run do -- licences');

for (const problem of problems) console.log(problem);
console.log(`licences: ${dependencies.length} packages, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
