import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepEarlierAssets } from '../../web/earlier-assets.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-assets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A build empties the folder and writes its own files. */
async function build(name: string, files: Readonly<Record<string, string>>) {
  const assets = join(folder, 'assets');
  await rm(assets, { recursive: true, force: true });
  await mkdir(assets);
  for (const [file, content] of Object.entries(files)) await writeFile(join(assets, file), content);
  await keepEarlierAssets(assets, { archive: join(folder, 'archive'), build: name });
  await sleep(15);
  return (await readdir(assets)).sort();
}

test('a page that was opened two builds ago finds its files, one that is older does not', async () => {
  await build('a', { 'a.js': 'a' });
  await build('b', { 'b.js': 'b' });
  expect(await build('c', { 'c.js': 'c' })).toEqual(['a.js', 'b.js', 'c.js']);
  expect(await build('d', { 'd.js': 'd' })).toEqual(['b.js', 'c.js', 'd.js']);
});

test('the files of the newest build win over older ones of the same name', async () => {
  await build('a', { 'same.js': 'old' });
  await build('b', { 'same.js': 'new' });
  expect(await readFile(join(folder, 'assets/same.js'), 'utf8')).toBe('new');
});

test('building the same again forgets nothing', async () => {
  await build('a', { 'a.js': 'a' });
  await build('b', { 'b.js': 'b' });
  expect(await build('a', { 'a.js': 'a' })).toEqual(['a.js', 'b.js']);
});
