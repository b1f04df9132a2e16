import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Product, visit, within, workshops } from './product.ts';

const here = workshops();
const running = () => here().start().running();
const remember = (product: Product) => product.sql((db) => db`create table seen as select 'kept' as what`);
const remembered = (product: Product) => product.sql(async (db) => (await db<{ what: string }[]>`select what from seen`)[0]?.what);

test('when the start is killed, its processes end, and the next start takes over the database', async () => {
  const first = await running();
  await remember(first);
  const database = await first.databasePid();
  first.process.kill('SIGKILL');
  const second = await running();
  expect(await second.databasePid()).toBe(database);
  expect(await remembered(second)).toBe('kept');
});

test('when everything is killed at once, the next start has the data, without clean-up', async () => {
  const first = await running();
  await remember(first);
  for (const pid of [...first.children(), await first.databasePid()]) process.kill(pid, 'SIGKILL');
  first.process.kill('SIGKILL');
  expect(await remembered(await running())).toBe('kept');
});

test('a process that dies is started again, and a line says so', async () => {
  const product = await running();
  for (const pid of product.children()) process.kill(pid, 'SIGKILL');
  expect(await within(30_000, async () => product.output.includes('the api process ended and is started again'))).toBe(true);
  expect(await within(30_000, () => product.serves())).toBe(true);
});

test('no connection is refused while the server is killed and started again: new ones wait', async () => {
  const product = await running();
  const [server = 0] = product.children();
  const endVisits = visit(product);
  await sleep(500);
  process.kill(server, 'SIGKILL');
  expect(await within(30_000, async () => product.output.includes('the api process ended and is started again'))).toBe(true);
  expect(await within(30_000, () => product.serves())).toBe(true);
  await sleep(500);
  const ends = await endVisits();
  expect(product.children()).not.toContain(server);
  // Connections that the killed process had accepted are cut off; none is refused.
  expect(new Set(ends.filter((end) => end !== '200'))).not.toContain('ECONNREFUSED');
  expect(ends.filter((end) => end === '200').length).toBeGreaterThan(ends.length - 10);
});

test('a database that is killed alone is back at the same address', async () => {
  const product = await running();
  await remember(product);
  process.kill(await product.databasePid(), 'SIGKILL');
  expect(await within(30_000, async () => product.output.includes('PostgreSQL ended and is started again'))).toBe(true);
  expect(await within(30_000, () => product.serves())).toBe(true);
  expect(await remembered(product)).toBe('kept');
});
