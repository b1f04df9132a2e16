import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pauseMs } from '../../../apps/api/src/back-off.ts';
import { type Child, type ChildOptions, startChild } from '../../child.ts';
import { limit } from '../limits.ts';

let folder: string;
let child: Child;
let said: string[];
let givenUp: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-dev-'));
  said = [];
  givenUp = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(line));
});
afterEach(async () => {
  await child.stop();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

const file = () => join(folder, 'main.ts');
const says = (word: string) => `process.stdout.write('{"level":40,"msg":"${word}"}\\n'); setInterval(() => {}, 1000);`;
const heard = (word: string) => vi.waitFor(() => expect(said.join('\n')).toContain(word), { timeout: limit(30_000), interval: 50 });

function start(
  sources: readonly string[],
  { mayRestart = true, ...options }: { mayRestart?: boolean; pause?: ChildOptions['pause'] } = {},
) {
  child = startChild({
    name: 'api',
    file: file(),
    environment: {},
    logDirectory: join(folder, 'logs'),
    sources,
    mayRestart: () => mayRestart,
    onGivenUp: (sentence) => givenUp.push(sentence),
    ...options,
  });
}

test('in development a changed source starts the process anew, and a broken one waits for the next change', async () => {
  await writeFile(file(), says('first'));
  start([folder]);
  await heard('first');
  await writeFile(file(), says('second'));
  await heard('second');
  await writeFile(file(), "throw new Error('a slip');");
  await heard('waits for the next change');
  expect(said.at(-1)).toContain('Error: a slip');
  await writeFile(file(), says('third'));
  await heard('third');
  expect(givenUp).toEqual([]);
});

test('a process that does not come up ends the start with the end of its log, without a stack', async () => {
  await writeFile(file(), "throw new Error('no way');");
  start([], { mayRestart: false });
  await vi.waitFor(() => expect(givenUp).toHaveLength(1), { timeout: limit(30_000) });
  expect(givenUp[0]).toMatch(/^the api process did not start:\n/);
  expect(givenUp[0]).toContain('Error: no way');
  expect(givenUp[0]).not.toMatch(/\n\s+at /);
});

test('a process that keeps dying is started again, however often, with a pause that grows up to a cap', async () => {
  await writeFile(file(), "process.stderr.write('again\\n'); process.exit(3);");
  const pauses: number[] = [];
  start([], {
    pause: (deaths) => {
      pauses.push(pauseMs(deaths));
      return 1;
    },
  });
  await vi.waitFor(() => expect(pauses.length).toBeGreaterThanOrEqual(12), { timeout: limit(60_000), interval: 50 });
  expect(givenUp).toEqual([]);
  expect(pauses.slice(0, 8)).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
  // Its last lines are reported once.
  expect(said[0]).toMatch(/^the api process ended and is started again:\n {4}again\n/);
  expect(new Set(said.slice(1))).toEqual(new Set(['the api process ended and is started again, as before']));
});

test('a process comes back once the cause of its death is gone', async () => {
  await writeFile(file(), "process.stderr.write('no database\\n'); process.exit(1);");
  start([], { pause: () => 10 });
  await vi.waitFor(() => expect(said.length).toBeGreaterThan(6), { timeout: limit(60_000), interval: 10 });
  await writeFile(file(), says('serving'));
  await heard('serving');
  expect(givenUp).toEqual([]);
});
