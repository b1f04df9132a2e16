import { fork } from 'node:child_process';
import { join } from 'node:path';
import { searchShows } from '@butaca/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../../scripts/ports.ts';
import { limit } from '../../../scripts/test/limits.ts';
import { connectionsOfQueue, connectionsOfServer, JOBS_AT_ONCE, WORKER_CONNECTIONS } from '../src/db/connections.ts';
import { freshDatabase } from './database.ts';
import { SECRET } from './factories/customers.ts';
import { answering, startServer, startWorker } from './running-product.ts';

/** So small that a few calls fill it. */
const POOL = 2;

const searchAt = (origin: string, n: number) =>
  fetch(`${origin}${searchShows.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cBuscar: `obra ${n}` }),
  });

test('a server and a worker that are busy with all they can do open the connections that databases are given room for, and no others', async () => {
  const { db, url, close } = await freshDatabase();
  const port = await freePort();
  const server = startServer({
    PORT: String(port),
    DATABASE_URL: url,
    GATEWAY_URL: 'http://127.0.0.1:1',
    DATABASE_CONNECTIONS: String(POOL),
  });
  const worker = startWorker({ DATABASE_URL: url, SMTP_URL: 'smtp://127.0.0.1:1' });
  const origin = `http://127.0.0.1:${port}`;
  await answering(`${origin}/readyz`);
  const opened = async (who: string) =>
    (await db`select from pg_stat_activity where datname = current_database() and application_name = ${who}`).length;
  // A worker that starts looks at its tables itself, and would wait before it has taken a job.
  await vi.waitFor(async () => expect(await opened('butaca-queue')).toBeGreaterThan(0), { timeout: limit(60_000), interval: 100 });

  const blocker = await db.reserve();
  await blocker`begin`;
  await blocker`lock table show, performance in access exclusive mode`;
  await db`select graphile_worker.add_job('count-stock') from generate_series(1, 10)`;
  // Reads of the public leave a part of the pool to others, such as the question whether the server is ready.
  const asked = Promise.allSettled(Array.from({ length: 20 }, (_, n) => searchAt(origin, n)));
  const isFull = async () => {
    await fetch(`${origin}/readyz`);
    expect(await opened('butaca-api')).toBe(connectionsOfServer(POOL));
    // The queue opens its own as they are needed.
    expect((await opened('butaca-worker')) + connectionsOfQueue(JOBS_AT_ONCE)).toBe(WORKER_CONNECTIONS);
    expect(await opened('butaca-queue')).toBeLessThanOrEqual(connectionsOfQueue(JOBS_AT_ONCE));
  };
  await vi.waitFor(isFull, { timeout: limit(20_000), interval: 100 });
  await blocker`rollback`;
  blocker.release();
  await asked;
  const jobsLeft = () => db`select from graphile_worker.jobs where task_identifier = 'count-stock'`;
  await vi.waitFor(async () => expect(await jobsLeft()).toEqual([]), { timeout: limit(20_000), interval: 100 });
  await isFull();

  const ended = Promise.all([server, worker].map((child) => new Promise((resolve) => child.once('exit', resolve))));
  for (const child of [server, worker]) child.kill('SIGTERM');
  await ended;
  await close();
});

test('a server whose starter was killed waits for no balancer, and gives its connections back once what was asked is answered', async () => {
  const { db, url, close } = await freshDatabase();
  const port = await freePort();
  const server = fork(join(import.meta.dirname, '../src/main.ts'), {
    env: {
      ...process.env,
      ...{ SECRET, CAPTCHA: 'off', LOG_LEVEL: 'error', GATEWAY_URL: 'http://127.0.0.1:1' },
      ...{ PORT: String(port), DATABASE_URL: url, DRAIN_SECONDS: '300' },
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  const origin = `http://127.0.0.1:${port}`;
  await answering(`${origin}/readyz`);
  const blocker = await db.reserve();
  await blocker`begin`;
  await blocker`lock table show in access exclusive mode`;
  const asked = searchAt(origin, 1);
  // The server has reads of its own that may wait beside it.
  const waits = () =>
    db`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%search_version%'`;
  await vi.waitFor(async () => expect(await waits()).not.toEqual([]), { timeout: limit(20_000), interval: 20 });

  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.disconnect();
  await blocker`rollback`;
  blocker.release();
  expect((await asked).status).toBe(200);
  expect(await ended).toBe(0);
  expect(await db`select from pg_stat_activity where datname = current_database() and application_name = 'butaca-api'`).toEqual([]);
  await close();
});
