import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { connect } from '../../src/db/connect.ts';
import { randomId } from '../../src/db/random-id.ts';
import { showDoubts } from '../../src/payments/index.ts';
import { payway } from '../../src/payments/providers/payway/payway.ts';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { timedStatements } from '../../src/watch/statements.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { claimingProcess, LIMITS, tapped } from '../factories/claims.ts';
import { answerOf } from '../factories/client.ts';
import { customersApp, haveBuyers } from '../factories/customers.ts';
import { aGateway } from '../factories/gateway.ts';
import { havePurchase, haveSale } from '../factories/purchase.ts';
import { numberOf } from '../factories/scrape.ts';
import { aWatch } from '../factories/watch.ts';

const { db, url, close } = await freshDatabase();
const sale = await haveSale(db);
afterAll(close);

test('a statement that takes long is told with its text and without its values; one that is quick is only counted', async () => {
  const { watch, told, text } = aWatch();
  const slowSeconds = limit(150) / 1000;
  const slow = connect(url, { connections: 1, onStatement: timedStatements(watch, limit(100)) });
  await slow`select ${'xochitl@privado.example'}::text as address`;
  expect(told('slow-statement')).toEqual([]);
  await slow`
    select pg_sleep(${slowSeconds}),
           ${'xochitl@privado.example'}::text as address`;
  await slow
    .begin(async (tx) => {
      await tx`set local lock_timeout = 10`;
      await tx`select pg_sleep(${slowSeconds}), 1 / ${0}::integer`.catch(() => {});
    })
    .catch(() => {});
  expect(told('slow-statement')).toMatchObject([
    { statement: 'select pg_sleep($1), $2::text as address' },
    { statement: 'select pg_sleep($1), 1 / $2::integer', failed: '22012' },
  ]);
  expect(told('slow-statement')[0]?.ms).toBeGreaterThanOrEqual(slowSeconds * 1000);
  expect(text()).not.toContain('privado');
  expect(numberOf(await watch.scrape(), 'butaca_statement_seconds_count')).toBeGreaterThanOrEqual(5);
  await slow.end();
});

test('a statement that is slow again and again is one line a minute, which says how often, and hides no other', async () => {
  let at = 0;
  const { watch, told } = aWatch({ now: () => at });
  const begin = timedStatements(watch, 1);
  const slow = async (statement: string) => {
    const end = begin();
    await sleep(5);
    end(statement);
  };
  for (let beat = 0; beat < 5; beat++) {
    await slow('update worker_lease set until = $1');
    at += 5000;
  }
  await slow('select from "order"');
  expect(told('slow-statement').map(({ statement }) => statement)).toEqual(['update worker_lease set until = $1', 'select from "order"']);
  at += 60_000;
  await slow('update worker_lease set until = $1');
  expect(told('slow-statement').at(-1)).toMatchObject({ statement: 'update worker_lease set until = $1', leftOut: 4 });
  // Each of them is counted.
  expect(numberOf(await watch.scrape(), 'butaca_events_total{event="slow-statement"')).toBe(7);
});

test('a batch of claims that broke says why, though every one of its claims succeeds alone', async () => {
  const { watch, told } = aWatch();
  let broken = 0;
  const breaksOnce = tapped(db, (text) => {
    if (!text.includes('lock_timeout') || broken > 0) return undefined;
    broken += 1;
    throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  });
  const { claims, live } = claimingProcess(breaksOnce, LIMITS, watch);
  await live.get(sale.performanceId);
  const buyers = await haveBuyers(db, 3);
  const won = await Promise.all(
    buyers.map(({ customerId }, index) =>
      claims.claim(sale.performanceId, {
        purchaseId: randomId(),
        customerId,
        channel: 'online',
        claimKey: `click-${index}-of-a-test`,
        fresh: true,
        places: { placeIds: [index], priceTypeIds: [sale.priceTypeId] },
      }),
    ),
  );
  expect(won.map((claimed) => claimed?.placeIds)).toEqual([[0], [1], [2]]);
  expect(told('batch-broke')).toMatchObject([
    { batch: 'claims', size: 3, level: 40, error: { code: '57014', message: 'canceling statement due to statement timeout' } },
  ]);
  expect(told('claims-judged-alone')).toMatchObject([{ claims: 3, decided: 3, locked: 0 }]);
  const numbers = await watch.scrape();
  expect(numberOf(numbers, 'butaca_claims_total{verdict="won"')).toBe(3);
  expect(numberOf(numbers, 'butaca_claims_judged_alone_total')).toBe(3);
  expect(numberOf(numbers, 'butaca_batch_fallbacks_total{batch="claims"')).toBe(1);
  expect(numberOf(numbers, 'butaca_batch_size_sum{batch="claims"')).toBe(3);
  expect(numberOf(numbers, 'butaca_queue_wait_seconds_count{batch="claims"')).toBe(3);
});

test('a charge without an answer is told as in doubt with its caller, then by the worker, and counted; what the sweeper ends is told', async () => {
  const { watch, told } = aWatch();
  const gateway = await aGateway();
  const card = payway({ url: gateway.url, publicKey: 'public', privateKey: 'private', timeoutMs: limit(2000) });
  const app = await customersApp(db, { watch, payments: [card] });
  const [ana] = await haveBuyers(db, 1);
  const buyer = buyerAt(app, ana);
  const { purchase } = answerOf(await buyer.take(sale, [20]));
  await buyer.selectDelivery(purchase.id);
  const { total = 0 } = answerOf(await buyer.purchase(purchase.id)).totals ?? {};
  gateway.state.next.push('down');
  await buyer.pay({ id: purchase.id, total });
  expect(told('payment-in-doubt')).toMatchObject([
    { purchaseId: purchase.id, provider: 'payway', asked: 'charge', customerId: ana.customerId, requestId: expect.any(String) },
  ]);
  const numbers = await watch.scrape();
  expect(numberOf(numbers, 'butaca_payment_answers_total{provider="payway",asked="charge",result="unknown"')).toBe(1);
  showDoubts({ db, watch });
  expect(numberOf(await watch.scrape(), 'butaca_payments_in_doubt{state="unknown"')).toBe(1);

  await sweepExpired(app.sale);
  expect(told('swept')).toEqual([]);
  await havePurchase(db, { sale, customerId: ana.customerId, placeIds: [21, 22], startedMinutesAgo: 30 });
  await sweepExpired(app.sale);
  expect(told('swept')).toMatchObject([{ purchases: 1, places: 2 }]);
  expect(numberOf(await watch.scrape(), 'butaca_swept_total{what="places"')).toBe(2);
  await app.close();
  gateway.close();
});
