import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { StartProblem, toolEnvironment } from './config.ts';
import { measureSlowness } from './test/limits.ts';
import { ensureValkey } from './valkey/binary.ts';

interface Check {
  readonly commands: readonly (readonly string[])[];
  readonly before?: () => void;
  /** Uses few resources and shares no state, so it runs in parallel with other light checks. */
  readonly light?: boolean;
  /** What it prints is read though it passed. */
  readonly says?: boolean;
}

const node = process.execPath;
const bin = (name: string) => join(import.meta.dirname, '../node_modules/.bin', name);
const vitest = (...projects: string[]) => [bin('vitest'), 'run', ...projects.flatMap((project) => ['--project', project])];

const checks: Readonly<Record<string, Check>> = {
  format: {
    light: true,
    commands: [
      [bin('biome'), 'format', '.'],
      [node, 'scripts/check-lock.mjs'],
    ],
  },
  lint: { light: true, commands: [[bin('biome'), 'lint', '--error-on-warnings', '.']] },
  types: {
    light: true,
    commands: [
      [bin('react-router'), 'typegen', 'apps/storefront'],
      [bin('tsc'), '--noEmit', '-p', 'tsconfig.json'],
      [bin('tsc'), '--noEmit', '-p', 'tsconfig.web.json'],
    ],
  },
  borders: { light: true, commands: [[node, 'scripts/borders/check.ts']] },
  references: { light: true, commands: [[node, 'scripts/references/check.ts']] },
  settings: { light: true, commands: [[node, 'scripts/settings/check.ts']] },
  licences: { light: true, commands: [[node, 'scripts/licences.ts']] },
  audit: { light: true, says: true, commands: [[node, 'scripts/audit.ts']] },
  words: { light: true, says: true, commands: [[node, 'scripts/words/check.ts']] },
  unused: { light: true, commands: [[bin('knip')]] },
  unit: { commands: [vitest('unit')] },
  api: { before: ensureValkey, commands: [vitest('api')] },
  house: { commands: [vitest('house')] },
  e2e: {
    before: ensureBrowser,
    commands: [
      [node, 'scripts/build.ts'],
      [bin('playwright'), 'test', '--project', 'phone', '--project', 'desktop'],
    ],
  },
  browser: {
    before: ensureBrowser,
    commands: [
      [node, 'scripts/build.ts'],
      [bin('playwright'), 'test'],
    ],
  },
  long: { before: ensureValkey, commands: [vitest('long'), vitest('long-heavy')] },
};

/** `browser` is all of the journeys, `e2e` the main ones alone. */
const onlyBeforeLanding = ['browser', 'long'];
const landing = Object.keys(checks).filter((name) => name !== 'e2e');
const groups: Readonly<Record<string, readonly string[]>> = {
  usual: Object.keys(checks).filter((name) => !onlyBeforeLanding.includes(name)),
  landing,
  /** With the tests that count at their full size. */
  release: landing,
};

const root = join(import.meta.dirname, '..');
/** The cores of the smallest supported machine. */
const BESIDE_EACH_OTHER = 2;

const asked = process.argv.length > 2 ? process.argv.slice(2) : ['usual'];
const fullSize = asked.includes('release') ? { FULL_SIZE: 'on' } : {};
const wanted = [...new Set(asked.flatMap((name) => groups[name] ?? [name]))];
const unknown = wanted.find((name) => !checks[name]);
if (unknown !== undefined) {
  console.error(`no check is named ${unknown}; there are ${[...Object.keys(checks), ...Object.keys(groups)].join(', ')}`);
  process.exit(1);
}

const notes = await mkdtemp(join(tmpdir(), 'butaca-check-'));
/** Written by `e2e/unsteady.ts`. */
const unsteadyFile = join(notes, 'unsteady');
const named = wanted.flatMap((name) => (checks[name] ? [{ name, check: checks[name] }] : []));
const light = named.filter(({ check }) => check.light);
const outcomes = new Map<string, Outcome>();
await Promise.all(Array.from({ length: BESIDE_EACH_OTHER }, takeLightOnes));
for (const { name, check } of named) if (!check.light) outcomes.set(name, await run(name, check));

for (const { name } of named) {
  const { ok, output } = outcomes.get(name) as Outcome;
  if (!ok && named.length > 1) console.log(`\n── the end of ${name}, which failed\n${lastLines(output)}`);
}
console.log('');
for (const { name } of named) {
  const { ok, seconds } = outcomes.get(name) as Outcome;
  console.log(`${ok ? '✓' : '✗'} ${name.padEnd(10)} ${seconds.toFixed(1)} s`);
}
const unsteady = await readFile(unsteadyFile, 'utf8').catch(() => '');
await rm(notes, { recursive: true });
if (unsteady !== '') console.log(`\nOf the journeys ${unsteady.trimEnd()}`);
const failed = [...outcomes.values()].filter(({ ok }) => !ok).length;
console.log(`\n${outcomes.size - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function takeLightOnes() {
  for (let next = light.shift(); next; next = light.shift()) outcomes.set(next.name, await run(next.name, next.check));
}

interface Outcome {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
  readonly output: string;
}

/** Runs one check; a light one shows its output once it is done, so that those beside it stay readable. */
async function run(name: string, { commands, before, light, says }: Check): Promise<Outcome> {
  const began = performance.now();
  let output = '';
  const tell = (data: string) => {
    output += data;
    if (!light) process.stdout.write(data);
  };
  if (!light) console.log(`\n── ${name}`);
  let ok = true;
  try {
    before?.();
    // Anew for each: the machine may have become slower.
    const limits = light ? {} : await measureSlowness();
    for (const command of commands) ok = ok && (await succeeds(command, limits, tell));
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error;
    tell(`${error.message}\n`);
    ok = false;
  }
  const seconds = (performance.now() - began) / 1000;
  if (light) {
    console.log(`── ${name}: ${ok ? 'ok' : 'failed'}, ${seconds.toFixed(1)} s`);
    if (!ok || says) process.stdout.write(output);
  }
  return { name, ok, seconds, output };
}

function succeeds([command = '', ...rest]: readonly string[], limits: NodeJS.ProcessEnv, tell: (data: string) => void): Promise<boolean> {
  // A pipe is no terminal: without being told, the tools would write without colours.
  const env = {
    ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
    ...toolEnvironment(),
    ...fullSize,
    ...limits,
    UNSTEADY_FILE: unsteadyFile,
  };
  return new Promise((resolve) => {
    const child = spawn(command, rest, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', tell);
    child.once('close', (code) => resolve(code === 0));
    child.once('error', ({ message }) => {
      tell(`${message}\n`);
      resolve(false);
    });
  });
}

/** Enough for several failed tests; a run of many checks buries them otherwise. */
function lastLines(output: string): string {
  return output.trimEnd().split('\n').slice(-60).join('\n');
}
