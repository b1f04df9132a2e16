import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { type Product, visit, within, workshop } from './product.ts';

const here = workshop();
/** Runs when a test begins and when it ends: one start for all that is killed below the start. */
let product: Product;
const start = async () => {
  product = await here().start().running();
};
beforeAll(start);

const remember = (what: string) =>
  product.sql(async (db) => {
    await db`create table if not exists seen (what text)`;
    await db`insert into seen values (${what})`;
  });
const remembered = () => product.sql(async (db) => (await db<{ what: string }[]>`select what from seen`).map(({ what }) => what));
/** What the start says from now on. */
const sayings = () => {
  const before = product.output.length;
  return (line: string) => within(30_000, async () => product.output.slice(before).includes(line));
};

test('when the start is killed, its processes end, and the next start takes over the database', async () => {
  await remember('before the start was killed');
  const database = await product.databasePid();
  product.process.kill('SIGKILL');
  await start();
  expect(await product.databasePid()).toBe(database);
  expect(await remembered()).toContain('before the start was killed');
});

test('when everything is killed at once, the next start has the data, without clean-up', async () => {
  await remember('before everything was killed');
  for (const pid of [...product.children(), await product.databasePid()]) process.kill(pid, 'SIGKILL');
  product.process.kill('SIGKILL');
  await start();
  expect(await remembered()).toContain('before everything was killed');
});

test('a process that dies is started again, and a line says so', async () => {
  const says = sayings();
  for (const pid of product.children()) process.kill(pid, 'SIGKILL');
  expect(await says('the api process ended and is started again')).toBe(true);
  expect(await within(30_000, () => product.serves())).toBe(true);
});

test('no connection is refused while the server is killed and started again: new ones wait', async () => {
  const server = product.server();
  const says = sayings();
  const endVisits = visit(product);
  await sleep(500);
  process.kill(server, 'SIGKILL');
  expect(await says('the api process ended and is started again')).toBe(true);
  expect(await within(30_000, () => product.serves())).toBe(true);
  await sleep(500);
  const ends = await endVisits();
  expect(product.children()).not.toContain(server);
  // Connections that the killed process had accepted are cut off; none is refused.
  expect(new Set(ends.filter((end) => end !== '200'))).not.toContain('ECONNREFUSED');
  expect(ends.filter((end) => end === '200').length).toBeGreaterThan(ends.length - 10);
});

test('a database that is killed alone is back at the same address', async () => {
  await remember('before the database was killed');
  const says = sayings();
  process.kill(await product.databasePid(), 'SIGKILL');
  expect(await says('PostgreSQL ended and is started again')).toBe(true);
  expect(await within(30_000, () => product.serves())).toBe(true);
  expect(await remembered()).toContain('before the database was killed');
});
