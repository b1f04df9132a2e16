import { pollPayment, resumePayment } from '@butaca/contract';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { HostedSwitches } from '../../../sandbox/src/hosted/switches.ts';
import type { ProviderAttempt } from '../../src/payments/provider.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { answerOf } from '../factories/client.ts';
import { anAttemptAt } from '../factories/provider.ts';
import { letMinutesPass } from '../factories/time.ts';
import { aShopWithWallets, newestOrder } from '../factories/wallets.ts';

const { db, close } = await freshDatabase();
const shop = await aShopWithWallets(db);
afterAll(async () => {
  await shop.close();
  await close();
});
beforeEach(() => {
  for (const provider of shop.wallets.all) provider.switches = HostedSwitches.parse({});
});

const PATIENT = { timeout: limit(15_000), interval: 200 };

/** A journey that not every wallet has: elsewhere there is nothing to test. */
const journey = (exists: boolean, title: string, run: () => Promise<void>) => {
  if (exists) test(title, run);
};

describe.each([
  ['mercadopago', 'redirect'],
  ['tigo', 'redirect'],
  ['apay', 'redirect'],
  ['pool', 'poll'],
  ['modo', 'qr'],
] as const)('%s', (name, step) => {
  const { hosted } = shop.hosted[name];
  const set = (switches: object) => {
    hosted.switches = HostedSwitches.parse(switches);
  };
  const decide = (decision: 'approved' | 'declined' | 'cancelled' | 'pending') => hosted.decide(newestOrder(hosted), decision);
  const begun = async () => {
    const purchase = await shop.purchase(name);
    return { ...purchase, result: answerOf(await purchase.pay()) };
  };
  type Begun = Awaited<ReturnType<typeof begun>>;
  const outcomeOf = async ({ buyer, id }: Pick<Begun, 'buyer' | 'id'>) => answerOf(await buyer.confirm(id)).outcome;
  const becomes = (purchase: Pick<Begun, 'buyer' | 'id'>, outcome: string) => expect.poll(() => outcomeOf(purchase), PATIENT).toBe(outcome);
  /** In the tables, where nobody has asked. */
  const stateOf = async (purchaseId: string) =>
    (await db<{ state: string }[]>`select state from attempt where purchase_id = ${purchaseId}`)[0]?.state;
  /** As its provider gets it to give money back. */
  const paymentOf = async (purchaseId: string) => {
    const [row] = await db<ProviderAttempt[]>`
      select reference, payment_id as "paymentId", kept, amount, currency from attempt where purchase_id = ${purchaseId}`;
    return anAttemptAt({ ...row, amount: Number(row?.amount), paymentId: row?.paymentId ?? '' });
  };
  const stateBecomes = (purchaseId: string, state: string) => expect.poll(() => stateOf(purchaseId), PATIENT).toBe(state);

  test('a payment begins with a step, and is approved when the person has paid and the wallet says so', async () => {
    set({ webhooks: 'never' });
    const purchase = await begun();
    expect(purchase.result).toMatchObject({ outcome: 'processing', next: { kind: step } });
    expect(newestOrder(hosted)).toMatchObject({ amount: purchase.total });
    expect(await outcomeOf(purchase)).toBe('processing');
    await decide('approved');
    await becomes(purchase, 'approved');
  });

  test.each(['twice', 'early'] as const)('a webhook that comes %s pays once', async (webhooks) => {
    set({ webhooks });
    const purchase = await begun();
    await decide('approved');
    await stateBecomes(purchase.id, 'approved');
    const [{ sales } = { sales: 0 }] = await db<{ sales: number }[]>`
      select count(*)::int as sales from attempt_event where purchase_id = ${purchase.id} and kind = 'settled' and facts->>'to' = 'approved'`;
    expect(sales).toBe(1);
  });

  test('a webhook with a wrong signature, or that says more than the wallet, pays nothing', async () => {
    set({ webhooks: 'forged' });
    const purchase = await begun();
    const before = hosted.webhooks.sent.length;
    if (name === 'tigo') await postCallback();
    else {
      await decide('approved');
      await expect.poll(() => hosted.webhooks.sent.slice(before), PATIENT).toMatchObject([{ answered: 401 }]);
    }
    expect(await stateOf(purchase.id)).toBe('processing');

    async function postCallback() {
      const { reference } = newestOrder(hosted);
      const payload = new URLSearchParams({
        transactionStatus: 'success',
        merchantTransactionId: reference,
        mfsTransactionId: '1',
      }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expect(await purchase.app.inject({ method: 'POST', url: '/v2/pagos/tigo/aviso', headers, payload })).toMatchObject({
        statusCode: 200,
      });
    }
  });

  test('a declined payment is told in our words, and the places can be paid again', async () => {
    set({ webhooks: 'never' });
    const purchase = await begun();
    await decide('declined');
    if (name === 'mercadopago') await comeBack(purchase, 'rejected');
    await becomes(purchase, 'declined');
    const { message, purchase: after } = answerOf(await purchase.buyer.confirm(purchase.id));
    expect(message).toContain('no fue autorizado');
    // Which card a wallet charges is between it and its owner.
    expect(message).not.toContain('tarjeta');
    expect(JSON.stringify({ message, after })).not.toMatch(/60019|cc_rejected|REJECTED/);
    expect(after.stage).toBe('open');
    expect(answerOf(await purchase.pay())).toMatchObject({ outcome: 'processing' });
  });

  test.each(['failNext', 'loseBefore', 'loseAfter'])('with %s at the beginning nothing is lost and nothing is paid twice', async (what) => {
    set({ webhooks: 'never', [what]: 1 });
    const purchase = await shop.purchase(name);
    const answer = await purchase.pay();
    if (step === 'poll') {
      expect(answer).toMatchObject({ data: { outcome: 'unknown' } });
      return;
    }
    expect(answer).toMatchObject({ failure: 'payment_method_down' });
    expect(answerOf(await purchase.buyer.purchase(purchase.id))).toMatchObject({ stage: 'open' });
    expect(answerOf(await purchase.pay())).toMatchObject({ outcome: 'processing', next: { kind: step } });
  });

  journey(name !== 'tigo', 'a part is given back once, also when the first answer is lost', async () => {
    set({ webhooks: 'never' });
    const purchase = await begun();
    await decide('approved');
    await becomes(purchase, 'approved');
    const payment = await paymentOf(purchase.id);
    const half = payment.amount / 2;
    const refund = async (key: string, returnedBefore: number) =>
      (await shop.provider(name)?.refund?.(payment, { amount: half, key, returnedBefore }))?.result;
    set({ webhooks: 'never', loseRefunds: 1 });
    await refund('first', 0);
    expect(await refund('first', 0)).toBe('refunded');
    expect(hosted.paymentsMade()[0]).toMatchObject({ refunded: half, state: 'approved' });
    expect(await refund('second', half)).toBe('refunded');
    expect(await refund('third', payment.amount)).toBe('unknown');
    expect(hosted.paymentsMade()[0]).toMatchObject({ refunded: payment.amount });
  });

  test('who gives up can pay otherwise, and what is paid all the same goes back', async () => {
    const purchase = await begun();
    expect(answerOf(await purchase.buyer.cancelPayment(purchase.id)).outcome).toBe('cancelled');
    expect(answerOf(await purchase.buyer.purchase(purchase.id)).stage).toBe('open');
    await letMinutesPass(db, purchase.id, 1);
    // Some wallets can be told to close the page; at the others it can still be paid.
    const closes = name === 'mercadopago' || name === 'apay' || name === 'pool';
    expect(await decide('approved')).toBe(!closes);
    if (closes) return;
    await stateBecomes(purchase.id, name === 'tigo' ? 'reversed' : 'refunded');
    expect(hosted.paymentsMade()[0]).toMatchObject({ refunded: purchase.total });
    expect(answerOf(await purchase.buyer.purchase(purchase.id)).stage).toBe('open');
  });

  // The last of them: the wallet's clock does not go back.
  journey(name !== 'tigo', 'a payment that nobody answers ends with its page', async () => {
    set({ webhooks: 'never' });
    const purchase = await begun();
    hosted.clock.advance(16 * 60_000);
    await becomes(purchase, 'cancelled');
  });
});

/** The browser is back with what the wallet wrote into the address. */
async function comeBack({ app, token, id }: Pick<Awaited<ReturnType<typeof shop.purchase>>, 'app' | 'token' | 'id'>, status: string) {
  return buyerAt(app, { token }).call(
    resumePayment,
    { params: { purchaseId: id }, body: { given: [{ name: 'status', value: status }] } },
    { key: `back-${id}` },
  );
}

test('the page that waits for a phone asks a path of our own, with its session and no other (CA-079, CA-080)', async () => {
  const purchase = await shop.purchase('pool');
  const { next } = answerOf(await purchase.pay());
  expect(next?.path).toBe(pollPayment.path.replace(':id', purchase.id));
  const ask = (authorization: string | undefined) =>
    purchase.app.inject({ url: next?.path ?? '', headers: authorization ? { authorization } : {} });
  expect((await ask(`Bearer ${purchase.token}`)).json()).toMatchObject({ oData: { cResultado: 'PROCESANDO' } });
  expect((await ask(undefined)).statusCode).toBe(401);
  await shop.wallets.polledWallet.hosted.decide(newestOrder(shop.wallets.polledWallet.hosted), 'approved');
  await expect.poll(async () => (await ask(`Bearer ${purchase.token}`)).json().oData.cResultado, PATIENT).toBe('APROBADO');
});

test('a payment of Tigo Money whose page never reached us ends, and its places can be paid again', async () => {
  const purchase = await shop.purchase('tigo');
  await purchase.pay();
  // As an api leaves it that is killed before it has written the answer down.
  await db`update attempt set state = 'started', kept = '{}', next_step = null where purchase_id = ${purchase.id}`;
  await letMinutesPass(db, purchase.id, 4);
  expect(answerOf(await purchase.buyer.confirm(purchase.id)).outcome).toBe('cancelled');
  expect(answerOf(await purchase.buyer.purchase(purchase.id)).stage).toBe('open');
});

test('a wallet of phones names the country of its numbers, and nothing starts without one: the field is named', async () => {
  const purchase = await shop.purchase('tigo');
  const { items } = answerOf(await purchase.buyer.paymentMethods(purchase.id));
  expect(items.map(({ name, phoneCountry }) => [name, phoneCountry])).toContainEqual(['tigo', 'PY']);
  expect(items.filter(({ phoneCountry }) => phoneCountry !== undefined)).toHaveLength(1);
  for (const [phone, reason] of [
    [undefined, 'missing'],
    ['021 441 000', 'invalid'],
    ['+54 9 11 2345-6789', 'invalid'],
  ] as const)
    expect(await purchase.pay({ phone })).toMatchObject({ failure: 'invalid_input', data: { fields: [{ name: 'cTelefono', reason }] } });
  expect(await db`select from attempt where purchase_id = ${purchase.id}`).toHaveLength(0);
  expect(answerOf(await purchase.pay({ phone: '+595 981 123 456' })).outcome).toBe('processing');
});
