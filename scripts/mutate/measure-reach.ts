import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mutant } from './mutants.ts';
import type { TestRunner } from './run-tests.ts';

const root = join(import.meta.dirname, '../..');
/** All tests, on a busy machine. */
const LONGEST_BASELINE_MS = 15 * 60_000;

export interface Reach {
  /** The test files that reach a mutant, the fastest first. */
  readonly testsOf: (mutant: Mutant) => string[];
  /** Milliseconds that test files take without a mutant. */
  readonly durations: Readonly<Record<string, number>>;
}

interface MeasuredReach extends Pick<Reach, 'durations'> {
  /** The sources and functions that each test file calls. */
  readonly reached: Readonly<Record<string, readonly string[]>>;
}

/** Which tests reach a mutant: read from `file` where that exists, else measured over `sources` and kept there; no file keeps nothing. */
export async function readReach(
  runner: TestRunner,
  { file, sources }: { readonly file: string; readonly sources: readonly string[] },
): Promise<Reach> {
  const kept = file === '' ? null : await readFile(file, 'utf8').catch(() => null);
  const measured = kept === null ? await measureReach(runner, sources) : (JSON.parse(kept) as MeasuredReach);
  if (kept === null && file !== '') await writeFile(file, JSON.stringify(measured));
  const { durations } = measured;
  const files = Object.entries(measured.reached)
    .map(([test, reached]) => ({ test, reached: new Set(reached) }))
    .sort((a, b) => (durations[a.test] ?? 0) - (durations[b.test] ?? 0));
  return {
    testsOf: (mutant) =>
      files.flatMap(({ test, reached }) =>
        reached.has(mutant.within === null ? mutant.file : `${mutant.file} ${mutant.within}`) ? [test] : [],
      ),
    durations,
  };
}

/** Runs all tests of the workspaces in question once, unchanged, to see which functions each file calls. */
async function measureReach(runner: TestRunner, sources: readonly string[]): Promise<MeasuredReach> {
  const reachFolder = await mkdtemp(join(tmpdir(), 'butaca-reach-'));
  const startedAt = Date.now();
  const workspaces = new Set(sources.map((source) => `${source.split('/').slice(0, 2).join('/')}/`));
  const tests = testFiles().filter((test) => [...workspaces].some((workspace) => test.startsWith(workspace)));
  const answer = await runner.run({ tests, reachFolder }, LONGEST_BASELINE_MS);
  if (answer === 'timeout') throw new Error('the tests without a mutant did not end');
  const broken = new Set(answer.failures.map(({ file }) => file));
  for (const failure of answer.failures) console.log(`left out, fails without a mutant: ${failure.file}: ${failure.title}`);
  const reached: Record<string, string[]> = {};
  for (const name of await readdir(reachFolder)) {
    const seen = JSON.parse(await readFile(join(reachFolder, name), 'utf8')) as { file: string; reached: string[] };
    if (!broken.has(seen.file)) reached[seen.file] = seen.reached.flatMap((call) => [call, call.slice(0, call.indexOf(' '))]);
  }
  await rm(reachFolder, { recursive: true });
  console.log(`${Object.keys(reached).length} test files, ${Math.round((Date.now() - startedAt) / 1000)} s without a mutant\n`);
  return { reached, durations: answer.durations };
}

function testFiles(): string[] {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts'], { cwd: root, encoding: 'utf8' }).split('\n');
}

/** Only these test files, for every mutant; nothing is measured. */
export function namedTests(names: readonly string[]): Reach {
  const named = testFiles().filter((test) => names.some((name) => test.includes(name)));
  return { testsOf: () => named, durations: Object.fromEntries(named.map((test) => [test, 60_000])) };
}
