import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLock } from '../../lock.mjs';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-lock-'));
  file = join(folder, 'start.lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const holder = async () => {
  const lock = await takeLock(file);
  if (!('release' in lock)) throw new Error('it is held');
  return lock;
};

test('a lock is held by one, and free again when it is released', async () => {
  const first = await holder();
  expect(await takeLock(file)).toEqual({ holder: process.pid });
  await first.release();
  expect((await holder()).abandoned).toBe(false);
});

test.each([
  ['a process that is gone', '4194303 12345'],
  ['a process whose pid belongs to a later one', `${process.pid} 1`],
  ['an unreadable holder', 'nonsense'],
])('a lock of %s is taken over', async (_, content) => {
  await writeFile(file, content);
  expect((await holder()).abandoned).toBe(true);
});

test('of many that find an abandoned lock, exactly one takes it', async () => {
  await writeFile(file, '4194303 12345');
  const all = await Promise.all(Array.from({ length: 20 }, () => takeLock(file)));
  expect(all.filter((lock) => 'release' in lock)).toHaveLength(1);
  expect(await readdir(folder)).toEqual(['start.lock']);
});
