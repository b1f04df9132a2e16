import { spawnSync } from 'node:child_process';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { limit } from '../limits.ts';
import { type Product, visit, workshop } from './product.ts';

const here = workshop();
/** Two processes that both serve when a test begins and when it ends; the last test stops them. */
let product: Product;
const allServe = (times: number) =>
  vi.waitFor(() => expect(product.output.match(/all processes serve/g)).toHaveLength(times), { timeout: limit(60_000), interval: 50 });
beforeAll(async () => {
  product = await here()
    .start({ settings: { WEB_CONCURRENCY: '2', DRAIN_SECONDS: '5' } })
    .running();
  // It is there as soon as one of them serves.
  await allServe(1);
});

const childrenOf = (pid: number): { pid: number; args: string }[] => {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ pid: Number.parseInt(line, 10), args: line }));
};
const keeper = () => childrenOf(product.process.pid ?? 0).find(({ args }) => args.includes('apps/api/'))?.pid ?? 0;
const servers = () => childrenOf(keeper()).map(({ pid }) => pid);

interface Heard {
  readonly status: number;
  readonly connection: string | undefined;
}

/** Over a connection of its own that stays open, as a load balancer's. */
function visitor() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (path: string) =>
    new Promise<Heard>((resolve, reject) => {
      get({ host: '127.0.0.1', port: product.port, path, agent }, (response) => {
        response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }));
      }).on('error', reject);
    });
}

/** Over a new connection: one that a killed process had accepted is cut off. */
const status = () =>
  new Promise<number>((resolve, reject) => {
    get({ host: '127.0.0.1', port: product.port, path: '/readyz', agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    }).on('error', reject);
  });
const isGone = (pid: number) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

test('two processes serve one port; one that is killed is replaced, and the other serves meanwhile', async () => {
  const [killed = 0, other] = servers();
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(() => expect(isGone(killed)).toBe(true), { timeout: limit(10_000), interval: 5 });
  for (let turn = 0; turn < 20; turn++) expect(await status()).toBe(200);
  await vi.waitFor(() => expect(servers()).toHaveLength(2), { timeout: limit(60_000), interval: 50 });
  expect(servers()).toContain(other);
});

test('no connection is refused while the process that keeps the others is killed: new ones wait', async () => {
  const killed = keeper();
  const endVisits = visit(product);
  await sleep(500);
  process.kill(killed, 'SIGKILL');
  await allServe(2);
  await sleep(500);
  const ends = await endVisits();
  expect(keeper()).not.toBe(killed);
  expect(new Set(ends.filter((end) => end !== '200'))).not.toContain('ECONNREFUSED');
  expect(ends.filter((end) => end === '200').length).toBeGreaterThan(ends.length - 10);
});

test('renewing replaces every process, one after another, and refuses no connection', async () => {
  const before = servers();
  let over = false;
  const statuses = (async () => {
    const seen = new Set<number>();
    while (!over) {
      seen.add(await status());
      await sleep(5);
    }
    return [...seen];
  })();
  process.kill(keeper(), 'SIGHUP');
  await vi.waitFor(() => expect(product.output).toContain('all processes are renewed'), { timeout: limit(60_000), interval: 50 });
  over = true;
  expect(await statuses).toEqual([200]);
  const after = servers();
  expect(after).toHaveLength(2);
  expect(before.filter((pid) => after.includes(pid))).toEqual([]);
});

test('a stopping server announces it, closes every connection with its answer, then exits', async () => {
  const ask = visitor();
  expect(await ask('/v2/Cartelera')).toEqual({ status: 200, connection: 'keep-alive' });
  process.kill(keeper(), 'SIGTERM');
  await vi.waitFor(async () => expect(await status()).toBe(503), { timeout: limit(4000), interval: 20 });
  expect(await ask('/v2/Cartelera')).toEqual({ status: 200, connection: 'close' });
  expect(await ask('/healthz')).toEqual({ status: 200, connection: 'close' });
});
