import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Child, startChild } from '../../child.ts';

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
const heard = (word: string) => vi.waitFor(() => expect(said.join('\n')).toContain(word), { timeout: 30_000, interval: 50 });

function start(sources: readonly string[], mayRestart = true) {
  child = startChild({
    name: 'api',
    file: file(),
    environment: {},
    logDirectory: join(folder, 'logs'),
    sources,
    mayRestart: () => mayRestart,
    onGivenUp: (sentence) => givenUp.push(sentence),
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
  start([], false);
  await vi.waitFor(() => expect(givenUp).toHaveLength(1), { timeout: 30_000 });
  expect(givenUp[0]).toMatch(/^the api process did not start:\n/);
  expect(givenUp[0]).toContain('Error: no way');
  expect(givenUp[0]).not.toMatch(/\n\s+at /);
});

test('a process that keeps dying is given up in the end', async () => {
  await writeFile(file(), "process.stderr.write('again\\n'); process.exit(3);");
  start([]);
  await vi.waitFor(() => expect(givenUp).toHaveLength(1), { timeout: 60_000 });
  expect(givenUp[0]).toMatch(/^the api process does not stay up:\n {4}again\n/);
  await sleep(50);
  expect(said.filter((line) => line.startsWith('the api process ended and is started again'))).toHaveLength(4);
});
