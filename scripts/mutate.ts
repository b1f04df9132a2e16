import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import equivalents from './mutate/equivalents.json' with { type: 'json' };
import { namedTests, type Reach, readReach } from './mutate/measure-reach.ts';
import { type Mutant, mutantsOf } from './mutate/mutants.ts';
import { copyOfProject, TestRunner } from './mutate/run-tests.ts';

const USAGE = `npm run do -- mutate PATH… [--seed 1] [--sample 100] [--tests NAME,…] [--reach FILE] [--area NAME] [--files 0] [--again FILE] [--twice] [--list]

PATH      a file, a folder, or FILE:LINE for the mutants of one line
--seed    another number takes another sample
--sample  how many mutants; 0 takes all
--tests   only test files whose names contain one of these; their reach is not measured
--reach   keeps there which tests reach what; read instead of measured when it is there
--area    only sql, database (the code around it) or rules; several separated by commas
--files   only so many test files for a mutant, the likely killers first; 0 takes all that reach it
--again   only those that survived in this output of an earlier run
--twice   a test has to fail twice, for a machine on which one may fail by itself
--list    shows the mutants and runs nothing`;

const root = join(import.meta.dirname, '..');
/** Beyond what its tests take without a mutant, three times over. */
const START_MS = 45_000;
type Fate = 'killed' | 'timeout' | 'survived' | 'equivalent';
interface Judged {
  readonly mutant: Mutant;
  readonly fate: Fate;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    sample: { type: 'string', default: '100' },
    tests: { type: 'string', default: '' },
    reach: { type: 'string', default: '' },
    area: { type: 'string', default: '' },
    files: { type: 'string', default: '0' },
    again: { type: 'string', default: '' },
    twice: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
if (positionals.length === 0) {
  console.error(USAGE);
  process.exit(1);
}

/** How often a test file has killed a mutant of a source: those are run first. */
const kills = new Map<string, number>();
/** The source of the previous mutant, restored since. */
let lastChanged = '';
const sources = new Map<string, string>();
const areas = values.area === '' ? null : values.area.split(',');
const survivors = values.again === '' ? null : survivorsIn(await readFile(values.again, 'utf8'));
const all = (await Promise.all(positionals.map(mutantsBelow)))
  .flat()
  .filter((mutant) => (!areas || areas.includes(mutant.area)) && (!survivors || survivors.has(describe(mutant))));
const sample = sampleOf(all, Number(values.sample), Number(values.seed)).sort((a, b) => a.file.localeCompare(b.file) || a.start - b.start);
console.log(`${sample.length} of ${all.length} mutants, seed ${values.seed}\n`);

if (values.list) for (const mutant of sample) console.log(describe(mutant));
else await runAll();

async function runAll(): Promise<void> {
  const folder = await copyOfProject();
  const runner = new TestRunner(folder);
  const stop = () => {
    runner.stop();
    rmSync(folder, { recursive: true, force: true });
    process.exit(1);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const reach =
      values.tests === ''
        ? await readReach(runner, { file: values.reach, sources: sample.map(({ file }) => file) })
        : namedTests(values.tests.split(','));
    const judged: Judged[] = [];
    for (const mutant of sample) judged.push(await judge(mutant, runner, folder, reach));
    print(judged);
  } finally {
    runner.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function judge(mutant: Mutant, runner: TestRunner, folder: string, { testsOf, durations }: Reach): Promise<Judged> {
  const source = sources.get(mutant.file) ?? '';
  const startedAt = Date.now();
  const report = (fate: Fate, by = '') => {
    console.log(
      `${fate.padEnd(10)} ${String(Math.round((Date.now() - startedAt) / 1000)).padStart(3)} s  ${describe(mutant)}${by && `\n${' '.repeat(18)}by ${by}`}`,
    );
    return { mutant, fate };
  };
  if (isEquivalent(mutant, source)) return report('equivalent');
  const killsOf = (test: string) => kills.get(`${mutant.file} ${test}`) ?? 0;
  // Likely killers first: test files that killed other mutants of this source, then those named after the module.
  const words = mutant.file.split(/[/.-]/).slice(3, -1);
  const partsOf = (test: string) => basename(test, '.test.ts').split('-');
  const isNamed = (test: string) => Number(words.some((word) => partsOf(test).some((part) => part.startsWith(word))));
  const tests = testsOf(mutant)
    .sort((a, b) => killsOf(b) - killsOf(a) || isNamed(b) - isNamed(a))
    .slice(0, Number(values.files) || undefined);
  if (tests.length === 0) return report('survived', 'no test reaches it');
  const path = join(folder, mutant.file);
  await writeFile(path, source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end));
  try {
    for (let left = tests; left.length > 0; ) {
      const longestMs = START_MS + 3 * left.reduce((sum, test) => sum + (durations[test] ?? 0), 0);
      const answer = await runner.run({ tests: left, changed: [mutant.file, lastChanged] }, longestMs);
      if (answer === 'timeout') return report('timeout');
      const [failure] = answer.failures;
      if (!failure) break;
      const suspects = failure.file === '' ? left : [failure.file];
      const again = values.twice ? await runner.run({ tests: suspects }, longestMs) : answer;
      if (again === 'timeout' || again.failures.length > 0) {
        kills.set(`${mutant.file} ${failure.file}`, killsOf(failure.file) + 1);
        return report('killed', `${failure.file}: ${failure.title}`);
      }
      left = left.filter((test) => !suspects.includes(test));
    }
    return report('survived', `${tests.length} test files`);
  } finally {
    lastChanged = mutant.file;
    await writeFile(path, source);
  }
}

async function mutantsBelow(path: string): Promise<Mutant[]> {
  const [name = '', line] = path.split(':');
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', name], { cwd: root, encoding: 'utf8' }).split('\n');
  const mutants: Mutant[] = [];
  for (const file of files.filter((each) => /\.ts$/.test(each) && !/\.(test|d)\.ts$/.test(each))) {
    const source = await readFile(join(root, file), 'utf8');
    sources.set(file, source);
    mutants.push(...mutantsOf(file, source).filter((mutant) => line === undefined || mutant.line === Number(line)));
  }
  return mutants;
}

/** Those in `equivalents.json` were looked at: no test can tell them from the original. `on` is a piece of their line. */
function isEquivalent({ file, start, end, text }: Mutant, source: string): boolean {
  const line = source.slice(source.lastIndexOf('\n', start) + 1, source.indexOf('\n', start));
  const from = source.slice(start, end);
  const known = equivalents.flatMap(({ mutants }) => mutants);
  return known.some((one) => one.file === file && one.from === from && one.to === text && line.includes(one.on));
}

/** The same ones for the same seed (mulberry32, and a shuffle by Fisher and Yates). */
function sampleOf(mutants: readonly Mutant[], size: number, seed: number): Mutant[] {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const shuffled = [...mutants];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as Mutant, shuffled[last] as Mutant];
  }
  return size === 0 ? shuffled : shuffled.slice(0, size);
}

function describe({ file, line, what, start, end, area }: Mutant): string {
  const changed = (sources.get(file) ?? '').slice(start, end).replace(/\s+/g, ' ');
  return `${file}:${line} [${area}] ${what}: ${changed.length > 90 ? `${changed.slice(0, 87)}…` : changed}`;
}

/** Descriptions of the mutants that survived, from what a run has printed. */
function survivorsIn(output: string): ReadonlySet<string> {
  return new Set([...output.matchAll(/^survived +\d+ s {2}(.*)$/gm)].map(([, description = '']) => description));
}

function print(judged: readonly Judged[]): void {
  const row = (name: string, of: readonly Judged[]) => {
    const count = (fate: Fate) => of.filter((each) => each.fate === fate).length;
    const counted = of.length - count('equivalent');
    const share = counted === 0 ? '–' : `${((100 * (counted - count('survived'))) / counted).toFixed(1)} %`;
    console.log(`| ${[name, of.length, count('equivalent'), count('killed'), count('timeout'), count('survived'), share].join(' | ')} |`);
  };
  console.log('\n| | Mutants | Equivalent | Killed | Timeouts | Survived | Noticed |\n| --- | --- | --- | --- | --- | --- | --- |');
  for (const [file, of] of Map.groupBy(judged, ({ mutant }) => mutant.file)) row(file, of);
  row(
    '**Database code**',
    judged.filter(({ mutant }) => mutant.area !== 'rules'),
  );
  row(
    '**SQL alone**',
    judged.filter(({ mutant }) => mutant.area === 'sql'),
  );
  row(
    '**Pure rules**',
    judged.filter(({ mutant }) => mutant.area === 'rules'),
  );
  row('**All**', judged);
}
