import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { freshDatabase } from '../../../apps/api/test/database.ts';
import { haveBuyers } from '../../../apps/api/test/factories/customers.ts';
import { startWire, type Wire } from '../../../apps/api/test/wire.ts';
import { receiveMail } from '../../../apps/sandbox/src/mail/receive.ts';
import { limit, sizeOf } from '../limits.ts';
import { type Product, workshops } from './product.ts';

const here = workshops();
const BACK_WITHIN_MS = limit(60_000);
const SENT_WITHIN_MS = limit(120_000);

/** The product with its database behind a wire, and a mail server that counts. */
async function productBehindWire(mails: number) {
  const { db, url, close } = await freshDatabase();
  const buyers = await haveBuyers(db, mails);
  const customerIds = buyers.map(({ customerId }) => customerId);
  const sent: string[] = [];
  const mailServer = await receiveMail({ add: ({ to }) => sent.push(...to) }, { host: '127.0.0.1', port: 0 });
  const wire = await startWire(url);
  const settings = { DATABASE_URL: wire.url, SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` };
  const product = await here().start({ settings }).running();
  /** A welcome mail for these customers, in one transaction. */
  const enqueue = (from: number, to: number) => db`
    select count(graphile_worker.add_job('welcome-customer', json_build_object('customerId', id), max_attempts => 12))
      from unnest(${customerIds.slice(from, to)}::text[]) as id`;
  return {
    db,
    wire,
    product,
    sent,
    enqueue,
    emails: async () =>
      (await db<{ email: string }[]>`select email from customer where id::text = any (${customerIds})`).map(({ email }) => email).sort(),
    close: async () => {
      await product.stop();
      await mailServer.close();
      await close();
    },
  };
}

const arrived = (sent: readonly string[], count: number, timeout = SENT_WITHIN_MS) =>
  vi.waitFor(() => expect(sent.length).toBeGreaterThanOrEqual(count), { timeout, interval: 5 });

/** Cuts the wire for so long; answers what `/readyz` said at the end of it. */
async function cutFor(seconds: number, wire: Wire, { port }: Product): Promise<number | undefined> {
  await wire.cut();
  await sleep(seconds * 1000);
  const status = (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status;
  await wire.mend();
  return status;
}

const isBack = (product: Product) =>
  vi.waitFor(async () => expect(await product.serves()).toBe(true), { timeout: BACK_WITHIN_MS, interval: 100 });

const MAILS = sizeOf({ full: 500, short: 250 });

test.each([...new Set([5, sizeOf({ full: 60, short: 5 })])])(
  `the database is away for %i s while ${MAILS} mails wait: the product stays, comes back by itself and sends each mail once`,
  async (seconds) => {
    const { db, wire, product, sent, enqueue, emails, close } = await productBehindWire(MAILS);
    const processes = product.children();
    await enqueue(0, MAILS);
    await arrived(sent, MAILS / 5);
    expect(await cutFor(seconds, wire, product)).toBe(503);
    const onTheWay = sent.length;
    expect(onTheWay).toBeLessThan(MAILS);
    await isBack(product);
    await arrived(sent, MAILS);
    await vi.waitFor(
      async () =>
        expect(await db`select id, locked_by, last_error from graphile_worker.jobs where task_identifier = 'welcome-customer'`).toEqual([]),
      {
        timeout: BACK_WITHIN_MS,
        interval: 250,
      },
    );
    expect(sent.toSorted()).toEqual(await emails());
    // The same processes: none died of it.
    expect(product.children()).toEqual(processes);
    expect(product.lines.filter((line) => line.includes('worker: the database does not answer'))).toHaveLength(1);
    expect(product.lines.filter((line) => line.includes('worker: the database answers again'))).toHaveLength(1);
    // An outage of any length says as little; how fast statements are is a matter of the machine.
    const said = product.lines.filter((line) => / {2}(api|worker): (?!a statement took long)/.test(line));
    expect(said.length, said.join('\n')).toBeLessThan(20);
    await close();
  },
);

/** More than a mail has tries. */
const OUTAGES = sizeOf({ full: 20, short: 14 });
const MAILS_EACH = 20;

test(`${OUTAGES} outages in a row, more than any count of deaths would bear, cost no mail and send none twice`, async () => {
  const { wire, product, sent, enqueue, emails, close } = await productBehindWire(OUTAGES * MAILS_EACH);
  for (let round = 0; round < OUTAGES; round++) {
    await enqueue(round * MAILS_EACH, (round + 1) * MAILS_EACH);
    const before = sent.length;
    await arrived(sent, before + 5);
    await cutFor(0.5, wire, product);
  }
  await arrived(sent, OUTAGES * MAILS_EACH);
  await isBack(product);
  await sleep(1000);
  expect(sent.toSorted()).toEqual(await emails());
  expect(product.process.exitCode).toBe(null);
  await close();
});
