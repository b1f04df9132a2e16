import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { readStartConfig } from '../../../scripts/config.ts';
import { freePort } from '../../../scripts/ports.ts';
import { limit, sizeOf } from '../../../scripts/test/limits.ts';
import { buildApp, unbuilt } from '../../../scripts/web/build.ts';
import { freshDatabase } from './database.ts';
import { haveBigSale } from './factories/big-sale.ts';
import { haveBuyers, SECRET } from './factories/customers.ts';
import { RawConnection } from './hostile/raw-connection.ts';
import { type HostileRequest, hostileRequests } from './hostile/requests.ts';
import { answering } from './running-product.ts';

const REQUESTS = sizeOf({ full: 100_000, short: 16_000 });
const CONNECTIONS = 32;
/** After these everything that is kept has been kept once, so what the others leave behind is a leak. */
const WARM_UP = 8000;
const BATCH = 2000;
/** The figures of docs/ARCHITECTURE.md ("A page"). */
const MOST_RESIDENT_MEGABYTES = 600;
const MOST_LEFT_BEHIND_MEGABYTES = sizeOf({ full: 40, short: 16 });

/** Another one with each run; `FUZZ_SEED=…` repeats one. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

test(
  `${REQUESTS} hostile requests to every address end in no fault and no silence, and leave no memory behind (seed ${seed})`,
  async () => {
    const { db, url: databaseUrl, close } = await freshDatabase();
    await haveBigSale(db);
    const [buyer] = await haveBuyers(db, 1);
    for (const app of await unbuilt()) await buildApp(app, readStartConfig());
    const port = await freePort();
    // Cards are charged nowhere here.
    const server = startMeasured({ PORT: String(port), DATABASE_URL: databaseUrl, GATEWAY_URL: 'http://127.0.0.1:9' });
    const origin = `http://127.0.0.1:${port}`;
    await answering(`${origin}/readyz`);

    const arbitrary = hostileRequests(buyer.token);
    const statuses = new Map<string, number>();
    const problems: string[] = [];
    let afterWarmUp = 0;
    for (let sent = 0; sent < REQUESTS; sent += BATCH) {
      const requests = fc.sample(arbitrary, { seed: seed + sent, numRuns: BATCH });
      await sendAll(port, requests, (request, status, problem) => {
        statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
        if (problem) problems.push(`${problem}: ${request.bytes.toString('latin1').slice(0, 300)}`);
      });
      if (problems.length > 20) break;

      if (sent + BATCH === WARM_UP) afterWarmUp = (await memoryOf(server)).heapUsed;
    }
    expect(problems.slice(0, 20), `seed ${seed}`).toEqual([]);

    const memory = await memoryOf(server);
    const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);
    const figures = `${megabytes(memory.rss)} MB resident, ${megabytes(memory.heapUsed)} MB of heap, ${megabytes(memory.heapUsed - afterWarmUp)} MB more than after ${WARM_UP}`;
    // biome-ignore lint/suspicious/noConsole: the figures of a run, which the test only bounds
    console.log(`hostile requests: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}; ${figures}; seed ${seed}`);
    expect(memory.rss / 2 ** 20, figures).toBeLessThan(MOST_RESIDENT_MEGABYTES);
    expect((memory.heapUsed - afterWarmUp) / 2 ** 20, figures).toBeLessThan(MOST_LEFT_BEHIND_MEGABYTES);
    // Something was answered as usual, or the requests would have shown nothing.
    expect(statuses.get('200')).toBeGreaterThan(REQUESTS / 10);
    expect((await fetch(`${origin}/`)).status).toBe(200);
    server.kill('SIGKILL');
    await close();
  },
  limit(900_000),
);

function startMeasured(environment: NodeJS.ProcessEnv): ChildProcess {
  const server = fork(join(import.meta.dirname, 'hostile/measured-server.ts'), [], {
    execArgv: ['--expose-gc'],
    env: { ...process.env, SECRET, CAPTCHA: 'off', LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  return server;
}

async function memoryOf(server: ChildProcess): Promise<NodeJS.MemoryUsage> {
  // What was still being rendered or written is done with.
  await sleep(2000);
  const told = new Promise<NodeJS.MemoryUsage>((resolve) => server.once('message', (message) => resolve(message as NodeJS.MemoryUsage)));
  server.send('memory');
  return told;
}

/** A page that is not rendered under this load is 503 and says when to ask again; any other fault is one. */
const isFault = (status: number | null, text: string) =>
  status !== null && status >= 500 && !(status === 503 && /\r\nretry-after: /i.test(text));
const TELLS_TOO_MUCH = /node_modules|\n\s+at .+:\d+:\d+|postgres:\/\//;

async function sendAll(
  port: number,
  requests: readonly HostileRequest[],
  tell: (request: HostileRequest, status: number | null | 'none', problem: string | null) => void,
) {
  let next = 0;
  const send = async () => {
    const connection = new RawConnection(port);
    for (let request = requests[next++]; request; request = requests[next++]) {
      const { bytes, whole, head } = request;
      try {
        const { status, text } = await connection.ask(bytes, { whole, head });
        const fault = isFault(status, text) ? String(status) : TELLS_TOO_MUCH.test(text) ? 'tells how it is made' : null;
        tell(request, status, fault);
      } catch {
        tell(request, 'none', 'no answer');
      }
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
}
