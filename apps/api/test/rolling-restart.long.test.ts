import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { freePorts } from '../../../scripts/ports.ts';
import { limit } from '../../../scripts/test/limits.ts';
import { startBalancer } from './balancer.ts';
import { freshDatabase } from './database.ts';
import { haveBigSale } from './factories/big-sale.ts';
import { buyerWith } from './factories/buyer.ts';
import { clientAt } from './factories/client.ts';
import { haveBuyers } from './factories/customers.ts';
import { answering, buyTwo, start, startServer } from './running-product.ts';

/** How many buy at the same time, and how long each waits between two purchases. */
const AT_ONCE = 6;
const THINK_MS = 100;
/** Two seats each, and the hall has 2,400. */
const MOST_PURCHASES = 1100;
/** Several rounds of the balancer's health checks. */
const DRAIN_SECONDS = '1';
/** Before, between and after the restarts. */
const SOLD_BETWEEN = 30;

/** What happened to the buyers' calls. */
interface Seen {
  readonly statuses: Set<number>;
  /** Calls without an answer; the buyer clicks again. */
  broken: number;
  /** Calls refused as busy. */
  busy: number;
}

/** A buyer's browser: a call that breaks or is refused as busy is repeated with the same key. */
const browser =
  (seen: Seen): typeof fetch =>
  async (url, init) => {
    for (const until = Date.now() + limit(30_000); Date.now() < until; await sleep(100)) {
      const response = await fetch(url, init).catch(() => null);
      if (!response) {
        seen.broken += 1;
        continue;
      }
      seen.statuses.add(response.status);
      const { cError } = (await response.clone().json()) as { cError?: string };
      if (cError !== 'busy') return response;
      seen.busy += 1;
    }
    throw new Error(`${url} was never answered`);
  };

async function ended(server: ChildProcess): Promise<number | null> {
  const exit = new Promise<number | null>((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  return exit;
}

test('when both servers are restarted in turn during a sale, every purchase is paid with its places and tickets, and there is no fault', async () => {
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
  const endings: Awaited<ReturnType<typeof buyTwo>>[] = [];
  const sale = Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let turn = next++; selling && turn < MOST_PURCHASES; turn = next++) {
        const buyer = buyerWith(clientAt(balancer.origin, { token: buyers[turn]?.token, fetch: browser(seen) }));
        endings.push(await buyTwo({ buyer, gateway, performanceId, turn }));
        await sleep(THINK_MS);
      }
    }),
  );

  const moreAreSold = () => {
    const before = endings.length;
    return vi.waitFor(() => expect(endings.length).toBeGreaterThanOrEqual(before + SOLD_BETWEEN), { timeout: limit(60_000), interval: 50 });
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

  const isPaid = (ending: (typeof endings)[number]) =>
    ending.status === 'ok' && 'outcome' in ending.data && ending.data.outcome === 'approved';
  const unpaid = endings.filter((ending) => !isPaid(ending));
  expect(unpaid).toEqual([]);
  expect([...seen.statuses]).toEqual([200]);
  // A server that shuts down in order interrupts no answer.
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
});
