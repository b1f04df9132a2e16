import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { StartProblem } from '../../config.ts';
import { reason } from '../../postgres/cluster.ts';
import { sentenceOf, step } from '../../terminal.ts';

const failure = (code: string, path?: string) => Object.assign(new Error(`${code}: it failed\n    at somewhere`), { code, path });

test('a full disk is reported as such, whichever program reports it', () => {
  expect(reason('FATAL:  could not write lock file "postmaster.pid": No space left on device')).toBe('the disk is full');
  expect(sentenceOf(failure('ENOSPC', '/data/postgres'))).toBe('the disk is full (/data/postgres)');
  expect(sentenceOf(new Error('could not extend file "base/5/1": No space left on device'))).toBe('the disk is full');
});

test('of PostgreSQL’s output, the line that says why is repeated', () => {
  const output = 'LOG:  starting\nFATAL:  data directory has wrong ownership\nHINT:  The server must be started by its owner.';
  expect(reason(output)).toBe('FATAL:  data directory has wrong ownership');
});

test('whatever goes wrong is one line', () => {
  expect(sentenceOf(new StartProblem('PORT: must be a number'))).toBe('PORT: must be a number');
  expect(sentenceOf(failure('EACCES', '/data'))).toBe('the start failed: no permission to write (/data)');
  expect(sentenceOf(failure('EIO'))).toBe('the start failed: EIO: it failed');
  expect(sentenceOf(failure('EIO'), 'the import failed')).toBe('the import failed: EIO: it failed');
});

test('a step that takes long says that it goes on, and for how long, and nothing once it is over', async () => {
  const said: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void said.push(line));
  try {
    expect(await step('Starting the processes', () => sleep(130, 'up'), { everyMs: 50 })).toBe('up');
    await expect(step('Building it', () => sleep(60).then(() => Promise.reject(new Error('no'))), { everyMs: 50 })).rejects.toThrow('no');
    await sleep(120);
  } finally {
    log.mockRestore();
  }
  expect(said[0]).toBe('· Starting the processes …');
  expect(said[1]).toMatch(/^ {4}still starting the processes, \d+\.\d s$/);
  expect(said).toContainEqual(expect.stringMatching(/^ {2}Starting the processes: \d+\.\d s$/));
  expect(said.at(-1)).toMatch(/^ {4}still building it/);
});
