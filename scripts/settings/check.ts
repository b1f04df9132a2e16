import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brandSchema } from '../../packages/brand/src/schema.ts';
import { services } from '../../packages/contract/src/services.ts';
import { keysOf, unreadKeys } from './settings-read.ts';

const root = join(import.meta.dirname, '../..');
/** The product alone: a test or a measurement that reads a key does nothing for a visitor. */
const SOURCES = [
  'apps/{api,storefront,office}/{app,src,server}/**/*.{ts,tsx}',
  'packages/{browser,ui,contract}/src/**/*.{ts,tsx}',
  'packages/brand/src/in-language.ts',
];
const FEWEST_KEYS = 100;

const paths = await Array.fromAsync(glob(SOURCES, { cwd: root }));
const sources = await Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })));
const keys = keysOf(brandSchema);
/** Looked up by names that a table or a list holds, in a group that has another name there. */
const looked = new Set([...Object.keys(services).map((name) => `services.${name}`), 'cardTries.customer']);
const unread = (await unreadKeys(keys, sources)).filter((key) => !looked.has(key));
const problems = [
  ...(keys.length < FEWEST_KEYS ? [`only ${keys.length} keys were found in the schema`] : []),
  ...unread.map((key) => `packages/brand/src/schema.ts: ${key}: no code reads it`),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(
  problems.length === 0 ? `settings: all ${keys.length} keys of a brand are read\n` : `settings: ${unread.length} unread\n`,
);
process.exit(problems.length === 0 ? 0 : 1);
