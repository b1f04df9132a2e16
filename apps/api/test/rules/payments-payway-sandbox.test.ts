import { readFileSync } from 'node:fs';
import { loadBrand } from '@butaca/brand/load';
import { afterEach, expect, test } from 'vitest';
import { methodOf, testCards } from '../../../sandbox/src/gateway/cards.ts';
import { aSandbox } from '../../../sandbox/test/a-sandbox.ts';
import { cardOfBin } from '../../src/payments/cards.ts';
import { payway } from '../../src/payments/payway.ts';

const { cards } = (await loadBrand('butaca')).brand;
const shop = await aSandbox();
const provider = payway({ url: shop.api, publicKey: 'sandbox-public-key', privateKey: 'sandbox-private-key', timeoutMs: 1500 });
afterEach(() => shop.control({}));

/** What the purchase asks its provider for, with this card. */
async function aCharge(number: string, instalments = 1) {
  const order = await shop.order(number);
  return {
    reference: order.site_transaction_id,
    amount: order.amount,
    currency: 'ARS',
    token: order.token,
    bin: order.bin,
    gatewayMethodId: cardOfBin(order.bin, cards)?.gatewayMethodId ?? 0,
    instalments,
    customer: { id: 'c-1', email: 'ana@correo.example', ip: '127.0.0.1' },
  };
}

test.each(['4507990000004905', '4517721004856075', '5299910010000015', '373953192351004', '5896570000000008', '5895627823453005'])(
  'a purchase paid with test card %s is approved for its reference and amount, and goes back in full',
  async (number) => {
    const request = await aCharge(number);
    const answer = await provider.charge(request);
    const { reference, amount, currency } = request;
    expect(answer).toMatchObject({ result: 'approved', echo: { reference, amount, currency } });
    expect(await provider.query(reference)).toMatchObject({ result: 'approved', echo: { reference, amount, currency } });
    const paymentId = 'paymentId' in answer ? answer.paymentId : '';
    expect(await provider.reverse({ reference, paymentId })).toMatchObject({ result: 'reversed' });
    expect(await provider.reverse({ reference, paymentId })).toMatchObject({ result: 'reversed' });
  },
);

test('an amount in guaraníes goes out in whole ones and comes back in our minor units', async () => {
  const request = { ...(await aCharge('4507990000004905')), amount: 56_160_000, currency: 'PYG' };
  expect(await provider.charge(request)).toMatchObject({ result: 'approved', echo: { amount: 56_160_000, currency: 'PYG' } });
  const { body } = await shop.send(`${shop.origin}/gateway/payments.json`);
  expect(body.payments).toContainEqual(expect.objectContaining({ reference: request.reference, amount: 561_600, currency: 'PYG' }));
  await expect(provider.charge({ ...request, amount: 56_160_050 })).rejects.toThrow('no whole coins of PYG');
});

test('every test card is of the brand that a purchase takes it for, and stands in the documentation with it', () => {
  const documentation = readFileSync(new URL('../../../../docs/sandbox.md', import.meta.url), 'utf8');
  const documented = [...documentation.matchAll(/^\| (\d{15,16}) \| .+, (\d+) \|/gm)].map(([, number, method]) => [number, Number(method)]);
  expect(documented).toEqual(testCards.map(({ number }) => [number, methodOf(number)?.id]));
  for (const { number } of testCards) expect(cardOfBin(number.slice(0, 6), cards)?.gatewayMethodId, number).toBe(methodOf(number)?.id);
});

test('a rejected card is declined without the network’s reason', async () => {
  const answer = await provider.charge(await aCharge('4907860500000016'));
  expect(answer).toMatchObject({ result: 'declined', reason: 'other' });
  expect(JSON.stringify(answer)).not.toContain('STOLEN');
});

test('a payment in review is pending, and approved after it', async () => {
  const request = await aCharge('4000000000009235', 3);
  expect(await provider.charge(request)).toMatchObject({ result: 'pending' });
  await shop.advance(121);
  expect(await provider.query(request.reference)).toMatchObject({ result: 'approved' });
});

test('a lost outcome is unknown, and a search by reference finds it', async () => {
  const lost = await aCharge('5200000000002235');
  expect(await provider.charge(lost)).toMatchObject({ result: 'unknown' });
  expect(await provider.query(lost.reference)).toMatchObject({ result: 'approved' });

  const silent = await aCharge('4000000000002701');
  expect(await provider.charge(silent)).toMatchObject({ result: 'unknown' });
  expect(await provider.query(silent.reference)).toMatchObject({ result: 'approved' });

  await shop.control({ answerDuplicate: 1 });
  const twice = await aCharge('4507990000004905');
  expect(await provider.charge(twice)).toMatchObject({ result: 'unknown' });
  expect(await provider.query(twice.reference)).toMatchObject({ result: 'approved' });

  await shop.control({ loseBeforeApproving: 1 });
  const never = await aCharge('4507990000004905');
  expect(await provider.charge(never)).toMatchObject({ result: 'unknown' });
  expect(await provider.query(never.reference)).toMatchObject({ result: 'absent' });
});

test('a request that the gateway refuses made no payment', async () => {
  const request = await aCharge('4507990000004905');
  expect(await provider.charge({ ...request, token: 'spent' })).toMatchObject({ result: 'refused' });
  const stranger = payway({ url: shop.api, publicKey: 'x', privateKey: 'x' });
  expect(await stranger.charge(request)).toMatchObject({ result: 'refused' });
});
