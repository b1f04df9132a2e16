import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningPostgres, startPostgres } from './start.ts';

/** Settings for data that need not survive a crash. */
const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '64MB', max_connections: '200' };

/** Waits until the other end of its input is closed. */
const GUARD = 'cat >/dev/null; kill -QUIT "$1"; for i in $(seq 200); do kill -0 "$1" || break; sleep 0.05; done; rm -rf "$2" "$3"';

/** A server for tests. It ends, and its files go, when it is stopped or when this process ends, however it ends. */
export async function startThrowAwayPostgres(): Promise<RunningPostgres> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'butaca-test-'));
  const postgres = await startPostgres({ dataDirectory, settings: forgetful });
  const guard = spawn('sh', ['-c', GUARD, 'guard', String(postgres.pid), dataDirectory, postgres.home], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  return { ...postgres, stop: () => release(guard) };
}

function release(guard: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    guard.ref();
    guard.once('exit', () => resolve());
    guard.stdin?.end();
  });
}
