import { readFileSync } from 'node:fs';
import { loadBrand } from '@butaca/brand/load';
import { afterEach, expect, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { methodOf, testCards } from '../../../sandbox/src/gateway/cards.ts';
import { aSandbox } from '../../../sandbox/test/a-sandbox.ts';
import { cardOfBin } from '../../src/payments/cards.ts';
import type { BeginRequest } from '../../src/payments/provider.ts';
import { payway } from '../../src/payments/providers/payway/payway.ts';
import { readSettlement } from '../../src/sale/staff/settlement.ts';
import { aBeginning, anAttemptAt } from '../factories/provider.ts';

const { cards } = (await loadBrand('butaca')).brand;
const shop = await aSandbox();
const provider = payway({ url: shop.api, publicKey: 'sandbox-public-key', privateKey: 'sandbox-private-key', timeoutMs: limit(1500) });
afterEach(() => shop.control({}));

/** What the purchase asks its provider for, with this card. */
async function aCharge(number: string, instalments = 1) {
  const order = await shop.order(number);
  const gatewayMethodId = cardOfBin(order.bin, cards)?.gatewayMethodId ?? 0;
  return aBeginning({
    reference: order.site_transaction_id,
    amount: order.amount,
    instalments,
    form: { token: order.token, bin: order.bin, gatewayMethodId },
  });
}

const attemptOf = ({ reference, amount, currency }: BeginRequest, paymentId = '') =>
  anAttemptAt({ reference, amount, currency, paymentId });

test.each(['4507990000004905', '4517721004856075', '5299910010000015', '373953192351004', '5896570000000008', '5895627823453005'])(
  'a purchase paid with test card %s is approved for its reference and amount, and goes back in full',
  async (number) => {
    const request = await aCharge(number);
    const answer = await provider.begin(request);
    const { reference, amount, currency } = request;
    expect(answer).toMatchObject({ result: 'approved', echo: { reference, amount, currency } });
    expect(await provider.ask(attemptOf(request))).toMatchObject({ result: 'approved', echo: { reference, amount, currency } });
    const paymentId = ('paymentId' in answer && answer.paymentId) || '';
    expect(await provider.reverse(attemptOf(request, paymentId))).toMatchObject({ result: 'reversed' });
    expect(await provider.reverse(attemptOf(request, paymentId))).toMatchObject({ result: 'reversed' });
  },
);

test('a charge that names other first digits than the card has is refused, and no payment is made', async () => {
  const request = await aCharge('4507990000004905');
  const { gatewayMethodId } = request.form;
  for (const bin of ['450798', '529991']) {
    const lied = { ...request, form: { ...request.form, bin, gatewayMethodId: gatewayMethodId ?? 0 } };
    expect(await provider.begin(lied)).toMatchObject({ result: 'refused', facts: { params: expect.stringContaining('bin') } });
    expect(await provider.ask(attemptOf(request))).toMatchObject({ result: 'absent' });
  }
  expect(await provider.begin(request)).toMatchObject({ result: 'approved' });
});

test('a part goes back once, however often it is asked for; the rest after it; more than all of it never', async () => {
  const { request, payment } = await aPayment('4507990000004905');
  const refund = (amount: number, returnedBefore: number) => provider.refund?.(payment, { amount, key: 'k', returnedBefore });
  const part = request.amount - 100;
  for (const _ of [1, 2]) expect(await refund(part, 0)).toMatchObject({ result: 'refunded' });
  expect(await provider.ask(payment)).toMatchObject({ result: 'approved' });
  expect(await refund(200, part)).toMatchObject({ result: 'unknown', facts: { params: 'amount:invalid_param' } });
  for (const _ of [1, 2]) expect(await refund(100, part)).toMatchObject({ result: 'refunded' });
  expect(await provider.ask(payment)).toMatchObject({ result: 'returned' });
});

test('a part of a Visa Débito is not asked for, and the gateway would refuse it', async () => {
  expect(provider.returnsParts?.({ brand: 'visa', bin: '451772' })).toBe(false);
  expect(provider.returnsParts?.({ brand: 'visa', bin: '450799' })).toBe(true);
  const { payment } = await aPayment('4517721004856075');
  expect(await provider.refund?.(payment, { amount: 100, key: 'k', returnedBefore: 0 })).toMatchObject({ result: 'unknown' });
});

/** Approved, as its provider is asked about it. */
async function aPayment(number: string) {
  const request = await aCharge(number);
  const answer = await provider.begin(request);
  return { request, payment: attemptOf(request, ('paymentId' in answer && answer.paymentId) || '') };
}

test('the gateway’s settlement file reads as ours: payments, refunds, and what a card’s bank took back', async () => {
  const [kept, charged] = [(await aPayment('4507990000004905')).request, (await aPayment('5299910010000015')).request];
  await shop.send(`${shop.origin}/gateway/control/charge-back`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reference: charged.reference }),
  });
  const rows = readSettlement(await (await fetch(`${shop.origin}/gateway/settlement.csv`)).text());
  const of = ({ reference }: { reference: string }) =>
    rows.flatMap((row) => (row.reference === reference ? [[row.kind, row.amount, row.currency, row.provider]] : []));
  expect(of(kept)).toEqual([['payment', kept.amount, 'ARS', 'payway']]);
  expect(of(charged)).toEqual([
    ['payment', charged.amount, 'ARS', 'payway'],
    ['chargeback', charged.amount, 'ARS', 'payway'],
  ]);
});

test('an amount in guaraníes goes out in whole ones and comes back in our minor units', async () => {
  const request = { ...(await aCharge('4507990000004905')), amount: 56_160_000, currency: 'PYG' };
  expect(await provider.begin(request)).toMatchObject({ result: 'approved', echo: { amount: 56_160_000, currency: 'PYG' } });
  const { body } = await shop.send(`${shop.origin}/gateway/payments.json`);
  expect(body.payments).toContainEqual(expect.objectContaining({ reference: request.reference, amount: 561_600, currency: 'PYG' }));
  await expect(provider.begin({ ...request, amount: 56_160_050 })).rejects.toThrow('no whole coins of PYG');
});

test('every test card is of the brand that a purchase takes it for, and stands in the documentation with it', () => {
  const documentation = readFileSync(new URL('../../../../docs/sandbox.md', import.meta.url), 'utf8');
  const documented = [...documentation.matchAll(/^\| (\d{15,16}) \| .+, (\d+) \|/gm)].map(([, number, method]) => [number, Number(method)]);
  expect(documented).toEqual(testCards.map(({ number }) => [number, methodOf(number)?.id]));
  for (const { number } of testCards) expect(cardOfBin(number.slice(0, 6), cards)?.gatewayMethodId, number).toBe(methodOf(number)?.id);
});

test('a rejected card is declined without the network’s reason', async () => {
  const answer = await provider.begin(await aCharge('4907860500000016'));
  expect(answer).toMatchObject({ result: 'declined', reason: 'other' });
  expect(JSON.stringify(answer)).not.toContain('STOLEN');
});

test('a payment in review is pending, and approved after it', async () => {
  const request = await aCharge('4000000000009235', 3);
  expect(await provider.begin(request)).toMatchObject({ result: 'pending' });
  await shop.advance(121);
  expect(await provider.ask(attemptOf(request))).toMatchObject({ result: 'approved' });
});

test('a lost outcome is unknown, and a search by reference finds it', async () => {
  const lost = await aCharge('5200000000002235');
  expect(await provider.begin(lost)).toMatchObject({ result: 'unknown' });
  expect(await provider.ask(attemptOf(lost))).toMatchObject({ result: 'approved' });

  const silent = await aCharge('4000000000002701');
  expect(await provider.begin(silent)).toMatchObject({ result: 'unknown' });
  expect(await provider.ask(attemptOf(silent))).toMatchObject({ result: 'approved' });

  await shop.control({ answerDuplicate: 1 });
  const twice = await aCharge('4507990000004905');
  expect(await provider.begin(twice)).toMatchObject({ result: 'unknown' });
  expect(await provider.ask(attemptOf(twice))).toMatchObject({ result: 'approved' });

  await shop.control({ loseBeforeApproving: 1 });
  const never = await aCharge('4507990000004905');
  expect(await provider.begin(never)).toMatchObject({ result: 'unknown' });
  expect(await provider.ask(attemptOf(never))).toMatchObject({ result: 'absent' });
});

test('a request that the gateway refuses made no payment', async () => {
  const request = await aCharge('4507990000004905');
  expect(await provider.begin({ ...request, form: { ...request.form, token: 'spent' } })).toMatchObject({ result: 'refused' });
  const stranger = payway({ url: shop.api, publicKey: 'x', privateKey: 'x' });
  expect(await stranger.begin(request)).toMatchObject({ result: 'refused' });
});
