import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connect } from '../../../apps/api/src/db/connect.ts';
import { freePort, portProblem } from '../../ports.ts';
import { isLivingPostgres } from '../../postgres/server-processes.ts';
import { startPostgres } from '../../postgres/start.ts';
import { Product, viaNpm, within, workshops } from './product.ts';

const here = workshops();
const running = () => here().start().running();
const portIsFree = async () => (await portProblem(here().port, '127.0.0.1')) === null;

test('a start says where everything is, serves, and leaves nothing running when it is stopped', async () => {
  const product = await running();
  expect(await product.serves()).toBe(true);
  expect(product.output).toContain(`storefront     https://localhost:${product.port}`);
  expect(product.output).toContain(`data           ${product.dataDirectory}`);
  const pids = [...product.children(), await product.databasePid()];
  expect(await product.stop()).toBe(0);
  expect(await portIsFree()).toBe(true);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
  expect(await readdir(product.dataDirectory)).not.toContain('start.lock');
});

test('a second signal does not cut the stop short', async () => {
  const product = await running();
  const database = await product.databasePid();
  product.process.kill('SIGINT');
  await sleep(20);
  product.process.kill('SIGTERM');
  expect(await product.ended).toBe(0);
  expect(() => process.kill(database, 0)).toThrow(/ESRCH/);
});

test('telling the outermost npm to stop is enough', async () => {
  const product = await here().start({ command: viaNpm }).running();
  const database = await product.databasePid();
  product.process.kill('SIGTERM');
  expect(await within(30_000, async () => !(await isLivingPostgres(database, join(product.dataDirectory, 'postgres'))))).toBe(true);
  expect(await within(30_000, portIsFree)).toBe(true);
});

test('a second start on the same data is refused, whatever its port; a copy with data of its own runs beside the first', async () => {
  const first = await running();
  const refused = here().start({ port: await freePort() });
  expect(await refused.ended).toBe(1);
  expect(refused.lines).toEqual([expect.stringMatching(/^Butaca already runs on .* \(process \d+\); choose another DATA_DIR and PORT/)]);
  const dataDirectory = await mkdtemp(join(tmpdir(), 'butaca-house-'));
  const copy = await new Product({ dataDirectory, port: await freePort() }).running();
  expect([await first.serves(), await copy.serves()]).toEqual([true, true]);
  await copy.stop();
  await rm(dataDirectory, { recursive: true });
});

test('a start that is stopped half-way leaves nothing running', async () => {
  const product = here().start();
  expect(await within(30_000, async () => product.output.includes('Starting PostgreSQL'))).toBe(true);
  expect(await product.stop()).toBe(0);
  expect(product.output).not.toMatch(/failed/);
  const database = await product.databasePid().catch(() => null);
  expect(database).toBe(null);
});

const rolesOf = (product: Product) =>
  product.sql(
    async (db) =>
      await db<{ name: string; role: string }[]>`
        select distinct application_name as name, usename as role from pg_stat_activity
         where application_name in ('butaca-api', 'butaca-worker', 'butaca-queue') order by 1`,
  );
const ALL_OURS = ['butaca-api', 'butaca-queue', 'butaca-worker'].map((name) => ({ name, role: 'butaca_api' }));

test('a second start builds, creates and migrates nothing; its role owns nothing, also on the data of a version that had one role', async () => {
  const first = await running();
  expect(await within(30_000, async () => (await rolesOf(first)).length === 3)).toBe(true);
  expect(await rolesOf(first)).toEqual(ALL_OURS);
  await first.stop();

  // As an earlier version left it: everything is the one role's.
  const before = await startPostgres({ dataDirectory: first.dataDirectory, settings: { fsync: 'off' } });
  const db = connect(before.urlOf('butaca'), { connections: 1 });
  await db.unsafe('drop owned by butaca_api cascade; drop role butaca_api');
  await db`insert into show_type (id, name) values (4711, 'Kept') on conflict do nothing`;
  await db.end();
  await before.stop();

  const second = await running();
  expect(second.output).not.toMatch(/Building|creating|migration/);
  expect(await second.serves()).toBe(true);
  expect(await within(30_000, async () => (await rolesOf(second)).length === 3)).toBe(true);
  expect(await rolesOf(second)).toEqual(ALL_OURS);
  expect(await second.sql(async (sql) => await sql`select name from show_type where id = 4711`)).toEqual([{ name: 'Kept' }]);
});
