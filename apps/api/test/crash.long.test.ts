import { setTimeout as sleep } from 'node:timers/promises';
import { loadBrand } from '@butaca/brand/load';
import { expect, test } from 'vitest';
import { freePorts } from '../../../scripts/ports.ts';
import { limit, sizeOf } from '../../../scripts/test/limits.ts';
import { receiveMail } from '../../sandbox/src/mail/receive.ts';
import { payway } from '../src/payments/providers/payway/payway.ts';
import { createSaleWorld } from '../src/sale/index.ts';
import { reconcilePayments } from '../src/sale/tasks.ts';
import { freshDatabase } from './database.ts';
import { haveBigSale } from './factories/big-sale.ts';
import { buyerWith } from './factories/buyer.ts';
import { clientAt } from './factories/client.ts';
import { haveBuyers } from './factories/customers.ts';
import { silent } from './factories/watch.ts';
import { answering, buyTwo, KEYS, start, startServer, startWorker } from './running-product.ts';

const PURCHASES = sizeOf({ full: 1000, short: 160 });
const AT_ONCE = 24;
/** Of the buyers who have been served when the api is killed. */
const KILL_AFTER = [PURCHASES / 4, PURCHASES * 0.6];
/** A payment that never reached its provider is given up after three minutes. */
const SETTLED_WITHIN_MS = limit(240_000);
/** The worker comes after all others for the processor. */
const MAILED_WITHIN_MS = limit(600_000);

/** Repeats a call until it is answered, as a browser does while its server starts again. */
const fetchPersistently: typeof fetch = async (url, init) => {
  for (const until = Date.now() + limit(60_000); Date.now() < until; await sleep(200)) {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(limit(45_000)) }).catch(() => null);
    // Read here, where a body that breaks off is repeated too.
    const body = response?.status === 200 ? await response.text().catch(() => null) : null;
    if (response && body !== null) return new Response(body, response);
  }
  throw new Error(`${url} was never answered`);
};

/** Payments that the gateway has taken and not given back, by reference. */
async function takenAt(gateway: string, references: readonly string[]): Promise<string[]> {
  const taken: string[] = [];
  for (const reference of references) {
    const response = await fetch(`${gateway}/payments?offset=0&pageSize=10&siteOperationId=${reference}`, {
      headers: { apikey: KEYS.privateKey },
    });
    const { results } = (await response.json()) as { results: { status: string; site_transaction_id: string }[] };
    taken.push(...results.filter(({ status }) => status === 'approved').map(({ site_transaction_id }) => site_transaction_id));
  }
  return taken;
}

test(
  `when the api is killed twice during ${PURCHASES} purchases, every paid place has one ticket, every order one mail, and every peso is booked`,
  async () => {
    const { db, url: databaseUrl, close } = await freshDatabase();
    const performanceId = await haveBigSale(db);
    const buyers = await haveBuyers(db, PURCHASES);
    const [port = 0, sandboxPort = 0, smtpPort = 0] = await freePorts(3);
    const gatewayUrl = `http://127.0.0.1:${sandboxPort}/gateway/api/v2`;
    const origin = `http://127.0.0.1:${port}`;

    const mails: { readonly to: string; readonly subject: string }[] = [];
    const add = ({ to, subject }: { readonly to: readonly string[]; readonly subject: string }) =>
      mails.push(...to.map((address) => ({ to: address, subject })));
    const mailServer = await receiveMail({ add }, { host: '127.0.0.1', port: 0 });
    start('apps/sandbox/src/main.ts', { PORT: String(sandboxPort), SMTP_PORT: String(smtpPort) });
    startWorker({ DATABASE_URL: databaseUrl, SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`, GATEWAY_URL: gatewayUrl });
    const startApi = () => startServer({ PORT: String(port), DATABASE_URL: databaseUrl, GATEWAY_URL: gatewayUrl });
    let api = startApi();
    await Promise.all([answering(`${origin}/readyz`), answering(`http://127.0.0.1:${sandboxPort}/`)]);

    let served = 0;
    let next = 0;
    const kills = [...KILL_AFTER];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let turn = next++; turn < PURCHASES; turn = next++) {
          const buyer = buyerWith(clientAt(origin, { token: buyers[turn]?.token, fetch: fetchPersistently }));
          await buyTwo({ buyer, gateway: gatewayUrl, performanceId, turn });
          served += 1;
          if (served < (kills[0] ?? Number.POSITIVE_INFINITY)) continue;
          kills.shift();
          api.kill('SIGKILL');
          api = startApi();
        }
      }),
    );
    expect(kills).toEqual([]);

    const { brand } = await loadBrand('butaca');
    const gateway = payway({ url: gatewayUrl, ...KEYS });
    const settle = createSaleWorld({
      db,
      brand,
      secret: 'of no purchase',
      watch: silent,
      publicOrigin: 'http://localhost',
      payments: [gateway],
    });
    for (const until = Date.now() + SETTLED_WITHIN_MS; Date.now() < until; await sleep(2000)) {
      const [open] = await db`select from attempt where state in ('started', 'unknown', 'pending', 'processing', 'returning') limit 1`;
      if (!open) break;
      await db`update attempt set check_at = now() where check_at is not null and state <> 'approved'`;
      await reconcilePayments(settle);
    }

    const stages = await db<
      { stage: string; count: number }[]
    >`select stage, count(*)::integer as count from purchase group by stage order by stage`;
    expect(stages.filter(({ stage }) => stage === 'paying')).toEqual([]);
    const paid = stages.find(({ stage }) => stage === 'paid')?.count ?? 0;
    expect(paid).toBeGreaterThan(PURCHASES * 0.9);

    // Sold places are those of paid purchases, each once.
    expect(
      await db`
      with sold as (select purchase_id, unnest(place_ids) as place_id from hold where state = 'sold')
      select * from sold full join (select place_id, purchase_id from place where state = 'sold') as place using (place_id)
       where sold.purchase_id is distinct from place.purchase_id`,
    ).toEqual([]);
    expect(
      await db`select place_id from (select unnest(place_ids) as place_id from hold where state = 'sold') as sold group by 1 having count(*) > 1`,
    ).toEqual([]);
    expect(
      await db`
      select purchase.id from purchase
        left join attempt on attempt.purchase_id = purchase.id and attempt.state = 'approved'
       where (stage = 'paid') <> (attempt.reference is not null) or (stage = 'paid' and attempt.amount <> purchase.total)`,
    ).toEqual([]);

    // A ticket for each of them, and none beside.
    expect(
      await db`
      select place_id from (select purchase_id, unnest(place_ids) as place_id from hold where state = 'sold') as sold
        full join (select purchase_id, place_id, id from ticket where state = 'valid') as ticket using (purchase_id, place_id)
       where sold.purchase_id is null or ticket.id is null`,
    ).toEqual([]);
    // One mail with tickets for each paid purchase; every buyer made one. The others are told at most once that their payment came to nothing.
    for (const until = Date.now() + MAILED_WITHIN_MS; Date.now() < until; await sleep(500)) {
      const [waiting] = await db`select from graphile_worker.jobs where task_identifier in ('send-tickets', 'tell-of-pending') limit 1`;
      if (!waiting) break;
    }
    const owed = await db<{ email: string }[]>`
    select email from purchase join customer on customer.id = customer_id where stage = 'paid' order by email`;
    const withTickets = mails.filter(({ subject }) => subject.startsWith('Tus entradas'));
    expect(withTickets.map(({ to }) => to).toSorted()).toEqual(owed.map(({ email }) => email).toSorted());
    const others = mails.filter((mail) => !withTickets.includes(mail));
    expect(others.filter(({ subject }) => !/^Tu pago de .* no se hizo$/.test(subject))).toEqual([]);
    expect(
      others.filter(({ to }, index) => owed.some(({ email }) => email === to) || others.findIndex((each) => each.to === to) < index),
    ).toEqual([]);

    // What the gateway has taken is what is approved here, and what the books say.
    const attempts = await db<{ reference: string; state: string }[]>`select reference, state from attempt`;
    const approved = attempts.filter(({ state }) => state === 'approved').map(({ reference }) => reference);
    expect(
      (
        await takenAt(
          gatewayUrl,
          attempts.map(({ reference }) => reference),
        )
      ).sort(),
    ).toEqual(approved.sort());
    const [books] = await db<{ sum: number; clearing: number; total: number }[]>`
    select (select coalesce(sum(amount), 0)::float8 from ledger_entry) as sum,
           (select coalesce(sum(amount), 0)::float8 from ledger_entry where account = 'clearing:payway') as clearing,
           (select coalesce(sum(total), 0)::float8 from purchase where stage = 'paid') as total`;
    expect(books).toEqual({ sum: 0, clearing: books?.total, total: books?.total });

    await settle.live.close();
    await mailServer.close();
    await close();
  },
  limit(600_000),
);
