import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, vi } from 'vitest';
import { connect } from '../../../apps/api/src/db/connect.ts';
import { isLivingPostgres } from '../../postgres/server-processes.ts';
import { type RunningPostgres, startPostgres } from '../../postgres/start.ts';

export const isRoot = process.getuid?.() === 0;
const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';

/** A folder that no other user can enter, for one test, with the servers that were started below it. */
export class DataHome {
  readonly lines: string[] = [];
  readonly folder: string;
  readonly dataDirectory: string;
  readonly #started: RunningPostgres[] = [];

  constructor(folder: string) {
    this.folder = folder;
    this.dataDirectory = join(folder, 'data');
  }

  async start(dataDirectory = this.dataDirectory): Promise<RunningPostgres> {
    const settings = { fsync: 'off', shared_buffers: '16MB' };
    const postgres = await startPostgres({ dataDirectory, settings, log: (line) => this.lines.push(line) });
    this.#started.push(postgres);
    return postgres;
  }

  /** As on a machine where root may not make a user namespace. */
  async forbidNamespaces() {
    const tools = join(this.folder, 'tools');
    await mkdir(tools, { recursive: true });
    await writeFile(join(tools, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    vi.stubEnv('PATH', `${tools}:${SYSTEM_PATH}`);
  }

  allowNamespaces() {
    vi.unstubAllEnvs();
  }

  async remove() {
    this.allowNamespaces();
    for (const postgres of this.#started) await postgres.stop();
    for (const { home } of this.#started) await rm(home, { recursive: true, force: true });
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** One for every test of the file. */
export function dataHomes(): () => DataHome {
  let home: DataHome;
  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'butaca-house-'));
    await chmod(folder, 0o700);
    home = new DataHome(folder);
  });
  afterEach(() => home.remove());
  return () => home;
}

export async function query<Result>(postgres: RunningPostgres, work: (db: ReturnType<typeof connect>) => Promise<Result>): Promise<Result> {
  const db = connect(postgres.urlOf('postgres'), { connections: 1 });
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

export const remember = (postgres: RunningPostgres) =>
  query(postgres, async (db) => {
    await db`create table seen (what text)`;
    await db`insert into seen values ('kept')`;
  });

export const remembered = (postgres: RunningPostgres): Promise<string> =>
  query(postgres, async (db) => (await db<{ what: string }[]>`select what from seen`)[0]?.what ?? 'nothing');

export async function killHard({ pid, home }: RunningPostgres) {
  process.kill(pid, 'SIGKILL');
  while (await isLivingPostgres(pid, join(home, 'postgres'))) await sleep(10);
}
