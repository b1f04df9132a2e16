import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { freePorts } from '../../../scripts/ports.ts';
import { startBalancer } from './balancer.ts';
import { freshDatabase } from './database.ts';
import { haveBigSale } from './factories/big-sale.ts';
import { haveBuyers } from './factories/customers.ts';
import { type Answer, answering, buyTwo, start, startServer } from './running-product.ts';

/** Who buys at the same time, and how long each thinks between two purchases. */
const AT_ONCE = 6;
const THINK_MS = 100;
/** Two seats each, and the hall has 2,400. */
const MOST_PURCHASES = 1100;
/** As in a deployment, several rounds of the balancer's questions. */
const DRAIN_SECONDS = '1';
/** Before, between and after the restarts. */
const SOLD_BETWEEN = 30;
const PAID = 'APROBADO';

/** What buyers have seen on the way. */
interface Seen {
  readonly statuses: Set<number>;
  /** Answers that did not come, for whatever reason; the buyer clicks again. */
  broken: number;
  /** Answers that asked to try again in a moment. */
  busy: number;
}

/** A buyer's browser: what breaks or is busy is clicked again with the same key; what the server says is taken as said. */
const browser =
  (origin: string, seen: Seen) =>
  async (path: string, init: RequestInit): Promise<Answer> => {
    for (const until = Date.now() + 30_000; Date.now() < until; await sleep(100)) {
      const response = await fetch(`${origin}${path}`, init).catch(() => null);
      if (!response) {
        seen.broken += 1;
        continue;
      }
      seen.statuses.add(response.status);
      const answer = (await response.json()) as Answer;
      if (answer.nCode !== 503) return answer;
      seen.busy += 1;
    }
    throw new Error(`${path} was never answered`);
  };

async function ended(server: ChildProcess): Promise<number | null> {
  const exit = new Promise<number | null>((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  return exit;
}

test('both servers are restarted in turn while people buy: every purchase is paid with its places and tickets, and there is no fault', async () => {
  const { db, url: databaseUrl, close } = await freshDatabase();
  const performanceId = await haveBigSale(db);
  const buyers = await haveBuyers(db, MOST_PURCHASES);
  const [sandboxPort = 0, smtpPort = 0, ...ports] = await freePorts(4);
  const gateway = `http://127.0.0.1:${sandboxPort}/gateway/api/v2`;
  const sandbox = start('apps/sandbox/src/main.ts', { PORT: String(sandboxPort), SMTP_PORT: String(smtpPort) });
  const open = (port: number) =>
    startServer({ PORT: String(port), DATABASE_URL: databaseUrl, GATEWAY_URL: gateway, DRAIN_SECONDS, TRUST_PROXY: '1' });
  const servers = ports.map((port) => ({ port, running: open(port) }));
  const isReady = (port: number) => answering(`http://127.0.0.1:${port}/readyz`);
  await Promise.all([answering(`http://127.0.0.1:${sandboxPort}/`), ...ports.map(isReady)]);
  const balancer = await startBalancer(ports);
  await answering(`${balancer.origin}/readyz`);

  let selling = true;
  let next = 0;
  const seen: Seen = { statuses: new Set(), broken: 0, busy: 0 };
  const call = browser(balancer.origin, seen);
  const endings: Answer[] = [];
  const sale = Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let turn = next++; selling && turn < MOST_PURCHASES; turn = next++) {
        endings.push(await buyTwo({ call, gateway, performanceId, token: buyers[turn]?.token ?? '', turn }));
        await sleep(THINK_MS);
      }
    }),
  );

  const moreAreSold = () => {
    const before = endings.length;
    return vi.waitFor(() => expect(endings.length).toBeGreaterThanOrEqual(before + SOLD_BETWEEN), { timeout: 60_000, interval: 50 });
  };
  for (const server of servers) {
    await moreAreSold();
    expect(await ended(server.running)).toBe(0);
    server.running = open(server.port);
    await isReady(server.port);
  }
  await moreAreSold();
  selling = false;
  await sale;

  const unpaid = endings.filter(({ nCode, oData }) => nCode !== 200 || (oData as { cResultado?: string }).cResultado !== PAID);
  expect(unpaid).toEqual([]);
  expect([...seen.statuses]).toEqual([200]);
  // A server that leaves in order breaks no answer off.
  expect(seen.broken).toBe(0);

  expect(await db`select stage, count(*)::integer as count from purchase group by stage`).toEqual([
    { stage: 'paid', count: endings.length },
  ]);
  expect(
    await db`
      with sold as (select purchase_id, unnest(place_ids) as place_id from hold where state = 'sold')
      select * from sold
        full join (select place_id, purchase_id from place where state <> 'free') as place using (place_id)
        full join (select place_id, purchase_id from ticket where state = 'valid') as ticket using (place_id)
       where sold.purchase_id is distinct from place.purchase_id or sold.purchase_id is distinct from ticket.purchase_id`,
  ).toEqual([]);
  expect(await db`select count(*)::integer as count from ticket`).toEqual([{ count: endings.length * 2 }]);
  expect(
    await db`
      select purchase.id from purchase left join attempt on attempt.purchase_id = purchase.id and attempt.state = 'approved'
       where attempt.reference is null or attempt.amount <> purchase.total`,
  ).toEqual([]);

  balancer.close();
  await Promise.all([...servers.map(({ running }) => ended(running)), ended(sandbox)]);
  await close();
}, 180_000);
