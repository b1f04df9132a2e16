import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from '../../../apps/api/src/db/connect.ts';
import { isLivingPostgres, readPidFile } from '../../postgres/pid-file.ts';
import { DatabaseProblem } from '../../postgres/problem.ts';
import { type RunningPostgres, startPostgres } from '../../postgres/start.ts';

const isRoot = process.getuid?.() === 0;
const path = process.env.PATH;

let home: string;
let dataDirectory: string;
let lines: string[];
let started: RunningPostgres[];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'butaca-house-'));
  await chmod(home, 0o700);
  dataDirectory = join(home, 'data');
  lines = [];
  started = [];
});

afterEach(async () => {
  for (const postgres of started) await postgres.stop();
  const elsewhere = lines.map((line) => / (\/var\/tmp\/butaca-\w+)/.exec(line)?.[1]).find((found) => found !== undefined);
  if (elsewhere) await rm(elsewhere, { recursive: true, force: true });
  await rm(home, { recursive: true, force: true });
  process.env.PATH = path;
});

async function start() {
  const postgres = await startPostgres({
    dataDirectory,
    settings: { fsync: 'off', shared_buffers: '16MB' },
    log: (line) => lines.push(line),
  });
  started.push(postgres);
  return postgres;
}

async function query(postgres: RunningPostgres, work: (db: ReturnType<typeof connect>) => Promise<unknown>) {
  const db = connect(postgres.urlOf('postgres'), { connections: 1 });
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

const remember = (postgres: RunningPostgres) =>
  query(postgres, async (db) => {
    await db`create table seen (what text)`;
    await db`insert into seen values ('kept')`;
  });
const remembered = (postgres: RunningPostgres) => query(postgres, async (db) => (await db`select what from seen`)[0]?.what);

async function killHard(pid: number) {
  process.kill(pid, 'SIGKILL');
  const cluster = join(dataDirectory, 'postgres');
  while (await isLivingPostgres(pid, cluster)) await sleep(10);
}

test('a new database starts below a folder that others cannot enter, and its password is private', async () => {
  const postgres = await start();
  await remember(postgres);
  expect(await remembered(postgres)).toBe('kept');
  expect((await stat(join(dataDirectory, 'postgres.password'))).mode & 0o777).toBe(0o600);
});

test('nobody gets in without the password', async () => {
  const postgres = await start();
  const stranger = connect(postgres.urlOf('postgres').replace(/:[^:@/]+@/, ':wrong@'), { connections: 1 });
  await expect(stranger`select 1`).rejects.toThrow(/password authentication failed/);
  await stranger.end();
});

test('text is UTF-8 whatever the locale of the machine', async () => {
  const before = process.env.LC_ALL;
  process.env.LC_ALL = 'C';
  try {
    const postgres = await start();
    expect(await query(postgres, async (db) => (await db`select upper('ñandú') as text`)[0]?.text)).toBe('ÑANDÚ');
  } finally {
    if (before === undefined) delete process.env.LC_ALL;
    else process.env.LC_ALL = before;
  }
});

test('a server that outlived its start is found and used again', async () => {
  const first = await start();
  await remember(first);
  const second = await start();
  expect(second).toMatchObject({ adopted: true, pid: first.pid, port: first.port });
  expect(await remembered(second)).toBe('kept');
});

test('after everything was killed, the next start has the data, without clean-up', async () => {
  const first = await start();
  await remember(first);
  await killHard(first.pid);
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await remembered(second)).toBe('kept');
});

test('a lock that names another living program is cleared', async () => {
  const first = await start();
  await remember(first);
  await killHard(first.pid);
  await claimLock(process.pid);
  expect(await remembered(await start())).toBe('kept');
});

test('a lock that names a dead process not yet collected is cleared', async () => {
  const first = await start();
  await remember(first);
  await killHard(first.pid);
  const zombie = await makeZombie();
  try {
    await claimLock(zombie.pid);
    expect(await remembered(await start())).toBe('kept');
  } finally {
    zombie.parent.kill('SIGKILL');
  }
});

test('a creation that was cut short is done again', async () => {
  await mkdir(join(dataDirectory, 'postgres'), { recursive: true });
  await writeFile(join(dataDirectory, 'postgres/PG_VERSION'), '18\n');
  const postgres = await start();
  expect(await query(postgres, async (db) => (await db`select 1 as one`)[0]?.one)).toBe(1);
});

test('data of another major version are refused in one line and left alone', async () => {
  const postgres = await start();
  await postgres.stop();
  await writeFile(join(dataDirectory, 'postgres/PG_VERSION'), '12\n');
  await expect(start()).rejects.toThrow(/was made by PostgreSQL 12, this is 18/);
  expect(await readFile(join(dataDirectory, 'postgres/PG_VERSION'), 'utf8')).toBe('12\n');
});

test('a setting that the server refuses is named in one line, and the log with it', async () => {
  const refused = startPostgres({ dataDirectory, settings: { shared_buffers: 'plenty' } });
  await expect(refused).rejects.toThrow(DatabaseProblem);
  await expect(refused).rejects.toThrow(/^PostgreSQL did not start: .*shared_buffers.*\(log: .*\)$/);
});

test('where root may not make a user namespace, another user runs it at a path of its own, and a line says so', async () => {
  const tools = join(home, 'tools');
  await mkdir(tools);
  await writeFile(join(tools, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  process.env.PATH = `${tools}:${path}`;
  const first = await start();
  await remember(first);
  await first.stop();
  expect(await remembered(await start())).toBe('kept');
  const said = lines.filter((line) => /runs as (postgres|nobody) with its files in \/var\/tmp\/butaca-/.test(line));
  expect(said).toHaveLength(isRoot ? 2 : 0);
});

async function claimLock(pid: number) {
  const file = join(dataDirectory, 'postgres/postmaster.pid');
  const content = await readFile(file, 'utf8');
  await writeFile(file, content.replace(/^\d+/, String(pid)));
  expect((await readPidFile(join(dataDirectory, 'postgres')))?.pid).toBe(pid);
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
