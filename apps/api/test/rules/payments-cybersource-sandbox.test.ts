import { afterEach, expect, test } from 'vitest';
import { cybersourceCards } from '../../../sandbox/src/cybersource/cards.ts';
import type { Facts, ProviderAnswer, ProviderAttempt } from '../../src/payments/provider.ts';
import { cybersource } from '../../src/payments/providers/cybersource/cybersource.ts';
import { aCybersource, aDevice } from '../factories/cybersource.ts';
import { aBeginning } from '../factories/provider.ts';

const bank = await aCybersource({ timeoutMs: 3000 });
const { provider, options, pagesOrigin, control, advance } = bank;
afterEach(() => control({}));

let made = 0;
const device = { ...aDevice, userAgent: 'Mozilla/5.0' };

/** A payment as its buyer goes through it; the attempt keeps what every answer asks it to. */
async function aPayment(number = '4456530000001005', { currency = 'ARS', amount = 12_710_400 } = {}) {
  const { token } = await bank.card(number);
  made += 1;
  const reference = `cyb${Date.now()}${made}`;
  const attempt: { -readonly [Key in keyof ProviderAttempt]: ProviderAttempt[Key] } = {
    reference,
    number: 100_000_000_000_000 + made,
    amount,
    currency,
    paymentId: null,
    kept: {},
    isOpen: true,
  };
  const after = async (answer: ProviderAnswer | Promise<ProviderAnswer>) => {
    const got = await answer;
    if ('keep' in got) attempt.kept = { ...attempt.kept, ...got.keep };
    if ('paymentId' in got) attempt.paymentId = got.paymentId ?? null;
    return got;
  };
  return {
    attempt,
    begin: (form: Facts = { token }) => after(provider.begin(aBeginning({ ...attempt, form, instalments: 3 }))),
    resume: (given: Facts = device) => after(provider.resume?.(attempt, given) as Promise<ProviderAnswer>),
    ask: () => provider.ask(attempt),
    giveUp: () => after(provider.giveUp?.(attempt) as Promise<ProviderAnswer>),
    reverse: () => provider.reverse({ ...attempt, paymentId: attempt.paymentId ?? '' }),
  };
}

/** The step of an answer. */
function stepOf(answer: ProviderAnswer) {
  if (!('next' in answer) || !('fields' in answer.next)) throw new Error(`there is no form in ${answer.result}`);
  return answer.next;
}

test('a card whose issuer asks nothing is set up, its device looked at, and charged', async () => {
  const payment = await aPayment();
  const begun = await payment.begin();
  expect(begun).toMatchObject({ result: 'processing', next: { kind: 'hidden_form', origin: pagesOrigin, waitMs: 10_000 } });
  const page = await bank.open(stepOf(begun));
  expect(page.text).toContain('profile.completed');
  expect(page.policy).toMatch(/script-src 'sha256-/);
  const { reference, amount, currency } = payment.attempt;
  expect(await payment.resume()).toMatchObject({ result: 'approved', echo: { reference, amount, currency } });
  expect(await payment.ask()).toMatchObject({ result: 'approved', echo: { reference, amount, currency } });
});

test('what the browser does not tell of itself has a usual value', async () => {
  const payment = await aPayment();
  await payment.begin();
  expect(await payment.resume({ language: '<script>', screenHeight: '-1', userAgent: 'ñ' })).toMatchObject({ result: 'approved' });
});

test('a challenge that is passed pays', async () => {
  const payment = await aPayment('4456530000001096');
  await payment.begin();
  const asked = await payment.resume();
  expect(asked).toMatchObject({
    result: 'processing',
    next: { kind: 'challenge', origin: pagesOrigin, fields: { MD: payment.attempt.reference } },
  });
  expect(await payment.ask()).toMatchObject({ result: 'absent', facts: { waits: 'challenge' } });
  const back = await bank.answerBank(stepOf(asked), 'passed');
  expect(back).toContain('action="http://localhost:3000/v2/pagos/payway/vuelta"');
  expect(await payment.resume({ TransactionId: 'whatever the browser says' })).toMatchObject({ result: 'approved' });
  expect(payment.attempt.kept).toMatchObject({ token: null, ip: null });
});

test.each([
  ['4456530000001096', 'failed', { result: 'declined', reason: 'other' }],
  ['4456530000001104', 'passed', { result: 'declined', reason: 'other' }],
  ['4456530000001096', 'cancelled', { result: 'cancelled' }],
  ['4456530000001096', 'none', { result: 'declined', reason: 'other' }],
])('a challenge of %s that ends with "%s" charges nothing', async (number, end, answer) => {
  const payment = await aPayment(number);
  await payment.begin();
  await bank.answerBank(stepOf(await payment.resume()), end);
  expect(await payment.resume({ TransactionId: 'x', paid: 'yes' })).toMatchObject(answer);
  expect(await payment.giveUp()).toMatchObject({ result: 'cancelled' });
});

test('a challenge that nobody answers is given up, and cannot be paid after it', async () => {
  const payment = await aPayment('4456530000001096');
  await payment.begin();
  const asked = await payment.resume();
  expect(await payment.giveUp()).toMatchObject({ result: 'cancelled' });
  await bank.answerBank(stepOf(asked), 'passed');
  expect(await payment.resume()).toMatchObject({ result: 'refused' });
});

test('a challenge has to be shown within half a minute', async () => {
  const payment = await aPayment('4456530000001096');
  await payment.begin();
  const asked = await payment.resume();
  await advance(31);
  expect((await bank.open(stepOf(asked))).text).toContain('Volver a la tienda');
  expect(await payment.resume()).toMatchObject({ result: 'cancelled' });
});

test.each([
  ['4456530000001013', 'declined'],
  ['4456530000001047', 'declined'],
  ['4456530000001021', 'approved'],
  ['4456530000001039', 'approved'],
  ['4000000000002990', 'approved'],
])('without a challenge the issuer’s word about %s leads to %s', async (number, result) => {
  const payment = await aPayment(number);
  await payment.begin();
  expect(await payment.resume()).toMatchObject({ result });
});

test.each([
  ['4258210000474094', 'funds'],
  ['5204230010000012', 'funds'],
  ['4000000000002537', 'expired'],
  ['4546400044997331', 'call_bank'],
  ['4907860500000016', 'other'],
  ['5418630110000014', 'other'],
  ['4507990000004905', 'other'],
])('a decline of %s is told as "%s", and Cybersource’s reason stays in the event log', async (number, reason) => {
  const payment = await aPayment(number);
  await payment.begin();
  const answer = await payment.resume();
  expect(answer).toMatchObject({ result: 'declined', reason, facts: { error: expect.any(String) } });
  expect(JSON.stringify(answer)).not.toContain('for the merchant');
});

test('what fraud prevention refuses after it was reserved is set free', async () => {
  const payment = await aPayment('5200000000001013');
  await payment.begin();
  expect(await payment.resume()).toMatchObject({ result: 'declined' });
  expect(await bank.paymentsOf(payment.attempt.reference)).toMatchObject([{ status: 'REVERSED' }]);
});

test('a payment in review is pending, and decided after it', async () => {
  const [good, bad] = [await aPayment('4000000000009235'), await aPayment('5200000000002482')];
  for (const payment of [good, bad]) {
    await payment.begin();
    expect(await payment.resume()).toMatchObject({ result: 'pending' });
  }
  await advance(121);
  expect(await good.ask()).toMatchObject({ result: 'approved' });
  expect(await bad.ask()).toMatchObject({ result: 'declined' });
});

test('a payment whose answer was lost is found by its reference', async () => {
  await control({ loseAfterApproving: 1 });
  const payment = await aPayment();
  await payment.begin();
  expect(await payment.resume()).toMatchObject({ result: 'unknown' });
  expect(await payment.ask()).toMatchObject({ result: 'approved' });
});

test('a payment whose answer was lost and that no search finds goes back by our own number', async () => {
  await control({ loseAfterApproving: 1, searchLagSeconds: 3600 });
  const payment = await aPayment();
  await payment.begin();
  expect(await payment.resume()).toMatchObject({ result: 'unknown' });
  expect(await payment.ask()).toMatchObject({ result: 'returned', how: 'reversed' });
});

test('a request that never arrived made no payment', async () => {
  await control({ loseBeforeApproving: 1 });
  const payment = await aPayment();
  await payment.begin();
  expect(await payment.resume()).toMatchObject({ result: 'unknown' });
  expect(await payment.ask()).toMatchObject({ result: 'absent' });
});

test('two calls that charge the same attempt pay once', async () => {
  const payment = await aPayment();
  await payment.begin();
  const kept = payment.attempt.kept;
  const resume = () => provider.resume?.({ ...payment.attempt, kept }, device);
  const answers = await Promise.all([resume(), resume()]);
  expect(answers.map((answer) => answer?.result).sort()).toEqual(['approved', 'unknown']);
  expect(await bank.paymentsOf(payment.attempt.reference)).toHaveLength(1);
});

test('another amount or currency than was asked for is echoed as it is', async () => {
  for (const [fault, echo] of [
    [{ wrongAmount: 1 }, { amount: 12_710_500 }],
    [{ wrongCurrency: 1 }, { currency: 'USD' }],
  ] as const) {
    await control(fault);
    const payment = await aPayment();
    await payment.begin();
    expect(await payment.resume()).toMatchObject({ result: 'approved', echo });
  }
});

test('when set-up or enrolment do not answer nothing was charged, and another method may be tried', async () => {
  await control({ failAuthentication: 1 });
  expect(await (await aPayment()).begin()).toMatchObject({ result: 'unavailable' });
  const payment = await aPayment();
  await payment.begin();
  await control({ failAuthentication: 1 });
  expect(await payment.resume()).toMatchObject({ result: 'cancelled', facts: { said: 'unavailable' } });
  expect(await payment.giveUp()).toMatchObject({ result: 'cancelled' });
});

test('a token that is not known, and a signature that is wrong, make no payment', async () => {
  expect(await (await aPayment()).begin({ token: 'never given' })).toMatchObject({ result: 'refused' });
  const stranger = cybersource({ ...options, secret: Buffer.from('wrong').toString('base64') });
  const payment = await aPayment();
  await payment.begin();
  expect(await stranger.resume?.(payment.attempt, device)).toMatchObject({ result: 'cancelled', facts: { http: 401 } });
  expect(await payment.giveUp()).toMatchObject({ result: 'cancelled' });
});

test('guaraníes go out in whole ones and come back in our minor units', async () => {
  const payment = await aPayment(undefined, { currency: 'PYG', amount: 56_160_000 });
  await payment.begin();
  expect(await payment.resume()).toMatchObject({ result: 'approved', echo: { amount: 56_160_000, currency: 'PYG' } });
});

test.each([
  [{}, 'reversed'],
  [{ settleAtOnce: true }, 'refunded'],
  [{ settleAtOnce: true, loseRefund: 1 }, 'refunded'],
  [{ settleAtOnce: true, failRefund: 1 }, 'refunded'],
])('with %j all of a payment goes back once as %s, however often it is asked for', async (switches, result) => {
  await control(switches);
  const payment = await aPayment();
  await payment.begin();
  await payment.resume();
  if (Object.keys(switches).length > 1) expect(await payment.reverse()).toMatchObject({ result: 'unknown' });
  expect(await payment.reverse()).toMatchObject({ result });
  expect(await payment.reverse()).toMatchObject({ result });
  const ours = await bank.paymentsOf(payment.attempt.reference);
  expect(ours.filter(({ kind }) => kind === 'refund')).toHaveLength(result === 'refunded' ? 1 : 0);
});

test.each([{}, { loseRefund: 1 }, { failRefund: 1 }])('with %j each part of a payment goes back once by its key', async (switches) => {
  const payment = await aPayment();
  await payment.begin();
  await payment.resume();
  const { reference, paymentId } = payment.attempt;
  const part = (key: string, amount: number) =>
    provider.refund?.({ ...payment.attempt, paymentId: paymentId ?? '' }, { key, amount, returnedBefore: 0 });
  await control(switches);
  await part(`${reference}-1`, 5_000_00);
  expect(await part(`${reference}-1`, 5_000_00)).toMatchObject({ result: 'refunded' });
  expect(await part(`${reference}-1`, 5_000_00)).toMatchObject({ result: 'refunded' });
  expect(await part(`${reference}-2`, 7_000_00)).toMatchObject({ result: 'refunded' });
  expect(await part(`${reference}-3`, 12_710_400)).toMatchObject({ result: 'unknown' });
  const refunds = (await bank.paymentsOf(reference)).filter(({ kind }) => kind === 'refund');
  expect(refunds.map(({ cents }) => cents).sort()).toEqual([500_000, 700_000]);
});

test('a silent Cybersource leaves the outcome of a charge unknown', async () => {
  const payment = await aPayment('4509953566233704');
  await payment.begin();
  await control({ slowMs: 10_000 });
  expect(await payment.resume()).toMatchObject({ result: 'unknown' });
  await control({ silent: true });
  expect(await payment.ask()).toMatchObject({ result: 'unknown' });
  await control({});
  expect(await payment.ask()).toMatchObject({ result: 'approved' });
});

test('every test card of the sandbox pays or fails as its page says', () => {
  for (const { what, authentication, funding } of cybersourceCards)
    expect(what.includes('probada'), what).toBe(
      funding.decline === null && !['challenge fails', 'failed', 'rejected'].includes(authentication),
    );
});
