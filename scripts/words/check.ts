import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { turnsIn } from './look-for.ts';

/**
 * Turns of phrase that are new in a change, as a warning: since the upstream branch, in the last commit where there is no other, or since the commit that is
 * given. It never fails: "nobody" can be right.
 */
const root = join(import.meta.dirname, '../..');
const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 256e6 });
const commitOf = (name: string) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`).stdout.trim();

const upstream = git('merge-base', '@{upstream}', 'HEAD').stdout.trim();
const since = process.argv[2] ?? (upstream && upstream !== commitOf('HEAD') ? upstream : 'HEAD~1');
if (commitOf(since) === '') console.log(`words: NOT CHECKED, there is no commit ${since}`);
else {
  const turns = turnsIn(git('diff', '--unified=0', '--no-color', '--no-ext-diff', since).stdout);
  for (const { file, line, words, instead } of turns) console.log(`${file}:${line}: "${words}": ${instead}`);
  console.log(`words: ${turns.length} to read aloud since ${since}`);
}
