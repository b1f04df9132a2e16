import { spawnSync } from 'node:child_process';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { limit } from '../limits.ts';
import { type Product, visit, workshops } from './product.ts';

const here = workshops();
/** Two processes that both serve: the product is there as soon as one of them does. */
async function several(settings: Record<string, string> = {}): Promise<Product> {
  const product = await here()
    .start({ settings: { WEB_CONCURRENCY: '2', ...settings } })
    .running();
  await vi.waitFor(() => expect(product.output).toContain('all processes serve'), { timeout: limit(60_000), interval: 50 });
  return product;
}

const childrenOf = (pid: number): { pid: number; args: string }[] => {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ pid: Number.parseInt(line, 10), args: line }));
};
const keeperOf = ({ process: { pid = 0 } }: Product) => childrenOf(pid).find(({ args }) => args.includes('apps/api/'))?.pid ?? 0;
const serversOf = (product: Product) => childrenOf(keeperOf(product)).map(({ pid }) => pid);

interface Heard {
  readonly status: number;
  readonly connection: string | undefined;
}

/** Over a connection of its own that stays open, as a load balancer's. */
function visitor({ port }: Product) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (path: string) =>
    new Promise<Heard>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, agent }, (response) => {
        response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }));
      }).on('error', reject);
    });
}

/** Over a new connection: one that a killed process had accepted is cut off. */
const status = ({ port }: Product) =>
  new Promise<number>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/readyz', agent: false }, (response) => {
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
  const product = await several();
  const [killed = 0, other] = serversOf(product);
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(() => expect(isGone(killed)).toBe(true), { timeout: limit(10_000), interval: 5 });
  for (let turn = 0; turn < 20; turn++) expect(await status(product)).toBe(200);
  await vi.waitFor(() => expect(serversOf(product)).toHaveLength(2), { timeout: limit(60_000), interval: 50 });
  expect(serversOf(product)).toContain(other);
});

test('no connection is refused while the process that keeps the others is killed: new ones wait', async () => {
  const product = await several();
  const keeper = keeperOf(product);
  const endVisits = visit(product);
  await sleep(500);
  process.kill(keeper, 'SIGKILL');
  await vi.waitFor(() => expect(product.output.match(/all processes serve/g)).toHaveLength(2), { timeout: limit(60_000), interval: 50 });
  await sleep(500);
  const ends = await endVisits();
  expect(keeperOf(product)).not.toBe(keeper);
  expect(new Set(ends.filter((end) => end !== '200'))).not.toContain('ECONNREFUSED');
  expect(ends.filter((end) => end === '200').length).toBeGreaterThan(ends.length - 10);
});

test('renewing replaces every process, one after another, and refuses no connection', async () => {
  const product = await several();
  const before = serversOf(product);
  let over = false;
  const statuses = (async () => {
    const seen = new Set<number>();
    while (!over) {
      seen.add(await status(product));
      await sleep(5);
    }
    return [...seen];
  })();
  process.kill(keeperOf(product), 'SIGHUP');
  await vi.waitFor(() => expect(product.output).toContain('all processes are renewed'), { timeout: limit(60_000), interval: 50 });
  over = true;
  expect(await statuses).toEqual([200]);
  const after = serversOf(product);
  expect(after).toHaveLength(2);
  expect(before.filter((pid) => after.includes(pid))).toEqual([]);
});

test('a stopping server announces it, closes every connection with its answer, then exits', async () => {
  const product = await several({ DRAIN_SECONDS: '5' });
  const ask = visitor(product);
  expect(await ask('/v2/Cartelera')).toEqual({ status: 200, connection: 'keep-alive' });
  process.kill(keeperOf(product), 'SIGTERM');
  await vi.waitFor(async () => expect(await status(product)).toBe(503), { timeout: limit(4000), interval: 20 });
  expect(await ask('/v2/Cartelera')).toEqual({ status: 200, connection: 'close' });
  expect(await ask('/healthz')).toEqual({ status: 200, connection: 'close' });
});
