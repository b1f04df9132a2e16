import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { limit } from '../../../scripts/test/limits.ts';
import { Inbox } from '../../sandbox/src/mail/inbox.ts';
import { receiveMail } from '../../sandbox/src/mail/receive.ts';
import { checkBooks } from '../src/bills/index.ts';
import { freshDatabase } from './database.ts';
import { anAuthority } from './factories/bills.ts';
import { aCheckout } from './factories/checkout.ts';
import { answerOf } from './factories/client.ts';
import { startWorker } from './running-product.ts';

const database = await freshDatabase();
const { db, url } = database;
const authority = await anAuthority();
const checkout = await aCheckout(db, undefined, [{ rows: 60 }], { billing: authority.packAt(db) });
afterAll(async () => {
  await checkout.close();
  await database.close();
});

const ORDERS = 20;

test('twenty orders at once on two workers, with lost answers, an expired ticket and a worker killed twice, have consecutive bills, none twice and none missing', {
  timeout: limit(600_000),
}, async () => {
  const { arca, access } = authority;
  const inbox = new Inbox();
  const smtp = await receiveMail(inbox, { host: '127.0.0.1', port: 0 });
  const worker = () =>
    startWorker({
      ...{ DATABASE_URL: url, SMTP_URL: `smtp://127.0.0.1:${smtp.port}` },
      ...{ ARCA_WSAA_URL: access.wsaa.url, ARCA_WSFE_URL: access.wsfeUrl },
    });
  arca.control({ delayMs: 300, loseAnswers: { times: 3, method: 'FECAESolicitar' } });
  const purchases = [];
  for (let count = 0; count < ORDERS; count += 1) purchases.push(await checkout.purchase());
  const [first] = [worker(), worker()];
  await Promise.all(purchases.map(async (purchase) => answerOf(await checkout.buyer.pay(purchase))));

  const authorised = async () =>
    (await db<{ count: number }[]>`select count(*)::integer as count from bill where state = 'authorised'`)[0]?.count ?? 0;
  const until = (count: number) =>
    vi.waitFor(async () => expect(await authorised()).toBeGreaterThanOrEqual(count), { timeout: limit(240_000), interval: 20 });
  await until(3);
  first?.kill('SIGKILL');
  arca.control({ expireTickets: true, loseAnswers: { times: 2, method: 'FECAESolicitar' } });
  await letHoldEnd();
  const second = worker();
  await until(10);
  // While it waits for an answer.
  await sleep(150);
  second.kill('SIGKILL');
  arca.control({ loseRequests: { times: 1, method: 'FECAESolicitar' } });
  await letHoldEnd();
  worker();
  await until(ORDERS);

  const numbers = authority.vouchers().map(({ from }) => from);
  expect(numbers).toEqual(Array.from({ length: ORDERS }, (_, index) => index + 1));
  const bills = await db<{ number: number; cae: string }[]>`select number, authorisation as cae from bill order by number`;
  expect(bills.map(({ number }) => number)).toEqual(numbers);
  expect(bills.map(({ cae }) => cae)).toEqual(authority.vouchers().map(({ cae }) => cae));
  const { series, faults } = await checkBooks(db);
  expect(faults).toEqual([]);
  expect(series).toMatchObject([{ first: 1, last: ORDERS, count: ORDERS, missing: 0 }]);
  await smtp.close();
});

/** The 45 s that a killed worker still holds the series for are over now. A living one extends its hold with every call, and keeps it. */
async function letHoldEnd() {
  const [hold] = await db<{ by: string; until: string }[]>`
    select held_by as by, held_until::text as until from bill_series where held_until > clock_timestamp()`;
  if (!hold) return;
  await sleep(2000);
  await db`update bill_series set held_until = clock_timestamp() where held_by = ${hold.by} and held_until::text = ${hold.until}`;
}
