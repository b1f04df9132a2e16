import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataHomes, isRoot, killHard, remember, remembered } from './data-home.ts';

const here = dataHomes();
const said = () => here().lines.filter((line) => /runs as (postgres|nobody) with its files in \/var\/\w+\/butaca-\w+$/.test(line));

test('where root may not make a user namespace, another user runs it at a path of its own, and a line says so', async () => {
  await here().forbidNamespaces();
  const first = await here().start();
  await remember(first);
  await first.stop();
  const second = await here().start();
  expect(await remembered(second)).toBe('kept');
  expect(second.home).toBe(first.home);
  expect(second.home).toMatch(isRoot ? /^\/var\/(lib|tmp)\/butaca-/ : here().dataDirectory);
  expect(said()).toHaveLength(isRoot ? 2 : 0);
});

test('only its own user enters what the other user keeps, and the password stays ours', async () => {
  await here().forbidNamespaces();
  const { home } = await here().start();
  expect((await stat(join(home, 'postgres'))).mode & 0o777).toBe(0o700);
  const password = await stat(join(home, 'postgres.password'));
  expect([password.mode & 0o777, password.uid]).toEqual([0o600, process.getuid?.()]);
});

test('a server of the other user that outlived its start is adopted, and one that was killed recovers', async () => {
  await here().forbidNamespaces();
  const first = await here().start();
  await remember(first);
  expect(await here().start()).toMatchObject({ adopted: true, pid: first.pid });
  await killHard(first);
  expect(await remembered(await here().start())).toBe('kept');
});

test('the data stay when namespaces are forbidden later, and when they are allowed again', async () => {
  const first = await here().start();
  await remember(first);
  await here().forbidNamespaces();
  const second = await here().start();
  expect(await remembered(second)).toBe('kept');
  here().allowNamespaces();
  const third = await here().start();
  expect(await remembered(third)).toBe('kept');
  expect(third.home).toBe(second.home);
});

test('a folder that another user put at that path is refused', async () => {
  await here().forbidNamespaces();
  await mkdir(here().dataDirectory, { recursive: true });
  const name = createHash('sha256')
    .update(await realpath(here().dataDirectory))
    .digest('hex')
    .slice(0, 16);
  const trap = `/var/lib/butaca-${name}`;
  if (!isRoot) return expect(existsSync(trap)).toBe(false);
  await mkdir(trap);
  await chown(trap, 65534, 65534);
  await expect(here().start()).rejects.toThrow(`${trap} belongs to another user`);
  await rm(trap, { recursive: true });
});
