import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { connect } from '../../../apps/api/src/db/connect.ts';
import { readPidFile } from '../../postgres/server.ts';
import { DatabaseProblem } from '../../postgres/server-processes.ts';
import { startPostgres } from '../../postgres/start.ts';
import { limit } from '../limits.ts';
import { dataHomes, killHard, query, remember, remembered } from './data-home.ts';

const here = dataHomes();
const start = () => here().start();
const inCluster = (name: string) => join(here().dataDirectory, 'postgres', name);

test('a new database starts below a folder that others cannot enter, and its password is private', async () => {
  const postgres = await start();
  await remember(postgres);
  expect(await remembered(postgres)).toBe('kept');
  expect((await stat(join(here().dataDirectory, 'postgres.password'))).mode & 0o777).toBe(0o600);
});

test('a connection without the password is refused', async () => {
  const postgres = await start();
  const stranger = connect(postgres.urlOf('postgres').replace(/:[^:@/]+@/, ':wrong@'), { connections: 1 });
  await expect(stranger`select 1`).rejects.toThrow(/password authentication failed/);
  await stranger.end();
});

test('text is UTF-8 whatever the locale of the machine', async () => {
  vi.stubEnv('LC_ALL', 'C');
  const postgres = await start();
  expect(await query(postgres, async (db) => (await db`select upper('ñandú') as text`)[0]?.text)).toBe('ÑANDÚ');
});

test('a server that outlived its start is found and used again', async () => {
  const first = await start();
  await remember(first);
  const second = await start();
  expect(second).toMatchObject({ adopted: true, pid: first.pid, port: first.port });
  expect(await remembered(second)).toBe('kept');
});

test('the same data under another spelling of their path are the same server, never a second one', async () => {
  const first = await start();
  const alias = join(here().folder, 'alias');
  await symlink(here().dataDirectory, alias);
  expect(await here().start(alias)).toMatchObject({ adopted: true, pid: first.pid });
});

test('a server that is just stopping is waited for', async () => {
  const first = await start();
  await remember(first);
  process.kill(first.pid, 'SIGINT');
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await remembered(second)).toBe('kept');
});

test('after everything was killed, the next start has the data, without clean-up', async () => {
  const first = await start();
  await remember(first);
  await killHard(first);
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await remembered(second)).toBe('kept');
});

test('a session that outlives its killed server ends before the next server starts', async () => {
  const first = await start();
  await remember(first);
  const db = connect(first.urlOf('postgres'), { connections: 1 });
  const busy = db`select count(*) from generate_series(1, 12000000) as each where each % 7 = 3`.catch(() => undefined);
  await query(first, async (other) => {
    const isBusy = () =>
      other`select from pg_stat_activity where state = 'active' and query like '%generate_series(1%' and pid <> pg_backend_pid()`;
    await vi.waitFor(async () => expect(await isBusy()).toHaveLength(1), { timeout: limit(20_000), interval: 10 });
  });
  await killHard(first);
  expect(await remembered(await start())).toBe('kept');
  await busy;
  await db.end();
});

test('a lock that names another living program is cleared', async () => {
  const first = await start();
  await remember(first);
  await killHard(first);
  await claimLock(process.pid);
  expect(await remembered(await start())).toBe('kept');
});

test('a lock that names a dead process not yet collected is cleared', async () => {
  const first = await start();
  await remember(first);
  await killHard(first);
  const zombie = await makeZombie();
  try {
    await claimLock(zombie.pid);
    expect(await remembered(await start())).toBe('kept');
  } finally {
    zombie.parent.kill('SIGKILL');
  }
});

test('a creation that was cut short is done again', async () => {
  await mkdir(join(here().dataDirectory, 'postgres'), { recursive: true });
  await mkdir(join(here().dataDirectory, 'postgres.making-1234'), { recursive: true });
  await writeFile(inCluster('PG_VERSION'), '18\n');
  const postgres = await start();
  expect(await query(postgres, async (db) => (await db`select 1 as one`)[0]?.one)).toBe(1);
  await expect(stat(join(here().dataDirectory, 'postgres.making-1234'))).rejects.toThrow(/ENOENT/);
});

test('data of another major version are refused in one line and left alone', async () => {
  const postgres = await start();
  await postgres.stop();
  await writeFile(inCluster('PG_VERSION'), '12\n');
  await expect(start()).rejects.toThrow(/was made by PostgreSQL 12, this is 18/);
  expect(await readFile(inCluster('PG_VERSION'), 'utf8')).toBe('12\n');
});

test('a setting that the server refuses is named in one line, and the log with it', async () => {
  const refused = startPostgres({ dataDirectory: here().dataDirectory, settings: { fsync: 'off', shared_buffers: 'plenty' } });
  await expect(refused).rejects.toThrow(DatabaseProblem);
  await expect(refused).rejects.toThrow(/^PostgreSQL did not start: .*shared_buffers.*\(log: .*\)$/);
});

async function claimLock(pid: number) {
  const file = inCluster('postmaster.pid');
  const content = await readFile(file, 'utf8');
  await writeFile(file, content.replace(/^\d+/, String(pid)));
  expect((await readPidFile(inCluster('')))?.pid).toBe(pid);
}

/** A child that has ended and whose parent does not ask how. */
async function makeZombie(): Promise<{ pid: number; parent: ChildProcess }> {
  const parent = spawn('sh', ['-c', 'sh -c "echo \\$\\$; exit 0" & exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const pid = Number(await new Promise((resolve) => parent.stdout?.once('data', (data) => resolve(String(data)))));
  for (;;) {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    if (status === '' || / Z /.test(status)) return { pid, parent };
    await sleep(10);
  }
}
