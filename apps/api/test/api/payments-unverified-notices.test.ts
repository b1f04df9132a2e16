import { afterAll, expect, test, vi } from 'vitest';
import { HostedSwitches } from '../../../sandbox/src/hosted/switches.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { answerOf } from '../factories/client.ts';
import { stageOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';
import { aShopWithWallets, newestOrder } from '../factories/wallets.ts';

/** Notices of a provider that signs none: anybody who knows a payment's reference can send them (decision 107). */
const { db, close } = await freshDatabase();
const shop = await aShopWithWallets(db);
const there = shop.hosted.tigo.hosted;
there.switches = HostedSwitches.parse({ webhooks: 'never' });
afterAll(async () => {
  await shop.close();
  await close();
});

/** A payment at Tigo, whose calls are counted from now on. */
async function waiting() {
  const purchase = await shop.purchase('tigo');
  answerOf(await purchase.pay());
  const order = newestOrder(there);
  const provider = purchase.app.sale.payments.providers.get('tigo');
  if (!provider) throw new Error('no Tigo here');
  const [attempt] = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${purchase.id}`;
  const asked = vi.spyOn(provider, 'ask');
  asked.mockClear();
  let sent = 0;
  return {
    ...purchase,
    order,
    asked,
    /** As Tigo sends it, and anybody else may, under an id that was never used before. */
    tell: () =>
      purchase.app.inject({
        method: 'POST',
        url: '/v2/pagos/tigo/aviso',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({
          merchantTransactionId: attempt?.reference,
          mfsTransactionId: `t-${++sent}`,
          transactionStatus: 'success',
        }),
      }),
    rows: async () => (await db`select from attempt_event where purchase_id = ${purchase.id} and kind in ('notified', 'answered')`).length,
  };
}

async function tellOften({ tell }: Pick<Awaited<ReturnType<typeof waiting>>, 'tell'>, times: number) {
  for (let each = 0; each < times; each += 20)
    for (const answer of await Promise.all(Array.from({ length: 20 }, tell))) expect(answer.statusCode).toBe(200);
}

test.each(['processing', 'offered', 'returning', 'approved', 'refunded'] as const)(
  'a thousand notices of a payment that is %s are a handful of rows and questions',
  async (state) => {
    const payment = await waiting();
    if (state !== 'processing')
      await db`update attempt set state = ${state}, next_step = null, payment_id = ${`p-${state}`}, check_at = null where purchase_id = ${payment.id}`;
    const before = await payment.rows();
    await tellOften(payment, 1000);
    expect((await payment.rows()) - before).toBeLessThan(20);
    expect(payment.asked.mock.calls.length).toBeLessThan(10);
  },
);

test('whoever sends them all day causes some hundred rows and questions', async () => {
  const payment = await waiting();
  const before = await payment.rows();
  for (let minute = 0; minute < 24 * 60; minute += 5) {
    await letMinutesPass(db, payment.id, 5);
    await payment.tell();
  }
  expect((await payment.rows()) - before).toBeLessThan(250);
  expect(payment.asked.mock.calls.length).toBeLessThan(125);
});

test('the first notices are listened to at once, so that a payment is known as soon as its provider says so', async () => {
  const payment = await waiting();
  await letMinutesPass(db, payment.id, 0.1);
  await there.decide(payment.order, 'approved');
  await payment.tell();
  expect(await stageOf(db, payment.id)).toBe('paid');
});

test('a notice among a thousand false ones is made up for by the worker within a quarter of an hour', async () => {
  const payment = await waiting();
  await tellOften(payment, 1000);
  await there.decide(payment.order, 'approved');
  await payment.tell();
  const [due] = await db<{ seconds: number }[]>`
    select extract(epoch from check_at - clock_timestamp())::float8 as seconds from attempt where purchase_id = ${payment.id}`;
  expect(due?.seconds).toBeLessThanOrEqual(900);
  await letMinutesPass(db, payment.id, (due?.seconds ?? 0) / 60);
  await reconcilePayments(payment.app.sale);
  expect(await stageOf(db, payment.id)).toBe('paid');
});
