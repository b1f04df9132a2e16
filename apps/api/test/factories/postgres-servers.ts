import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../../scripts/postgres/start.ts';

const settings = { fsync: 'off', shared_buffers: '32MB', wal_level: 'replica', max_wal_senders: '2' };

/** A server of this test alone; of a stopped one, a standby with its data. */
export async function aPostgres(of: RunningPostgres | null = null): Promise<RunningPostgres> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'butaca-test-'));
  if (of) {
    for (const name of ['postgres', 'postgres.password']) await cp(join(of.home, name), join(dataDirectory, name), { recursive: true });
    await writeFile(join(dataDirectory, 'postgres/standby.signal'), '');
  }
  const server = await startPostgres({ dataDirectory, settings });
  onTestFinished(async () => {
    await server.stop().catch(() => {});
    for (const directory of [dataDirectory, server.home]) await rm(directory, { recursive: true, force: true });
  });
  return server;
}
