import { afterAll, beforeEach, expect, test } from 'vitest';
import { refundsOf, sendRefund } from '../../src/payments/index.ts';
import type { Provider, ProviderAnswer, ReturnAnswer } from '../../src/payments/provider.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';
import { goodwill } from '../factories/goodwill.ts';
import { balancesOf } from '../factories/ledger.ts';
import { anOrganiser, officeAt } from '../factories/office.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';
import { aWatch } from '../factories/watch.ts';

/** What a refund asks of its provider, and what becomes of it, for every answer that the provider may give. */
const { db, close } = await freshDatabase();
const checkout = await aCheckout(db, undefined, [{ rows: 40 }]);
const { app, buyer, card } = checkout;
const organiser = await anOrganiser(db, app);
/** Begins refunds that it asks its provider about in vain. */
const mute = await customersApp(db, { payments: [{ ...card, ask: async () => ({ result: 'unknown', facts: {} }) }] });
const inSilence = officeAt(mute, organiser.token);
afterAll(async () => {
  await mute.close();
  await checkout.close();
  await close();
});

const facts = {};
const refunded: ReturnAnswer = { result: 'refunded', facts: { word: 'done' } };
let calls: unknown[] = [];
beforeEach(() => {
  calls = [];
});

/** A refund that its provider was not asked for yet, of so many tickets of two. */
async function begun(count = 1, purchaseOf = checkout.purchase) {
  const purchase = await purchaseOf();
  answerOf(await buyer.pay(purchase));
  return { ...purchase, ...(await refundOf(purchase.id, count)) };
}
async function refundOf(id: string, count: number) {
  const { outcome, amount } = await inSilence.refundSome(id, { count });
  answerOf(outcome);
  const row = async () => {
    const found = (await refundsOf(db, [id])).find((refund) => refund.way === 'provider' && refund.amount === amount);
    if (!found) throw new Error('nothing goes back');
    return found;
  };
  const [attempt] = await db<{ reference: string; paymentId: string; amount: number; currency: string; number: number }[]>`
    select reference, payment_id as "paymentId", amount::int, currency, number from attempt where reference = ${(await row()).reference}`;
  if (!attempt) throw new Error('nothing was paid');
  const { reference, currency } = attempt;
  return { amount, row, attempt, echo: { reference, amount: attempt.amount, currency } };
}
type Begun = Awaited<ReturnType<typeof begun>>;

/** Sends it at a provider that gives these answers. */
async function send({ row }: Pick<Begun, 'row'>, said: ProviderAnswer, over: Partial<Provider> = {}) {
  const { watch, told } = aWatch();
  const provider: Provider = {
    ...card,
    ask: async () => said,
    reverse: async ({ paymentId }) => {
      calls.push(['reverse', paymentId]);
      return { ...refunded, result: 'reversed' };
    },
    refund: async ({ paymentId }, part) => {
      calls.push(['refund', paymentId, part]);
      return refunded;
    },
    ...over,
  };
  const { payments } = app.sale;
  await sendRefund({ ...app.sale, watch, payments: { ...payments, providers: new Map([['payway', provider]]) } }, await row());
  const { state, trouble, tries } = await row();
  return { state, trouble, tries, outcomes: told('refund-sent').map(({ outcome }) => outcome) };
}
const approved = (
  { attempt: { paymentId }, echo }: Pick<Begun, 'attempt' | 'echo'>,
  returned?: { amount: number; exactTo: number },
): ProviderAnswer => ({
  ...{ result: 'approved', paymentId, echo, facts },
  ...(returned && { returned }),
});
const lastEventOf = async (id: string) =>
  (
    await db<{ facts: object }[]>`
      select facts from attempt_event where purchase_id = ${id} and kind = 'returned' order by attempt_event.id desc limit 1`
  )[0]?.facts;
const sentPart = async ({ attempt, row, amount }: Begun, returnedBefore: number, part = amount) => [
  'refund',
  attempt.paymentId,
  { amount: part, key: (await row()).id, returnedBefore },
];
const done = { state: 'done', trouble: null, tries: 2, outcomes: ['refunded'] };

test('a part is asked for with its key and what went back before, and all of it is reversed; what came of it is an event', async () => {
  const [part, whole, untouched] = [await begun(), await begun(2), await begun()];
  expect(await send(part, approved(part))).toEqual(done);
  expect(calls).toEqual([await sentPart(part, 0)]);
  expect(await lastEventOf(part.id)).toEqual({ word: 'done', result: 'refunded', refund: (await part.row()).id, amount: part.amount });
  calls = [];
  expect(await send(whole, approved(whole, { amount: 0, exactTo: 0 }))).toEqual({ ...done, outcomes: ['reversed'] });
  expect(calls).toEqual([['reverse', whole.attempt.paymentId]]);
  expect(await balancesOf(db, whole.id)).toEqual([]);
  expect(await untouched.row()).toMatchObject({ state: 'returning', tries: 1, trouble: 'no answer' });
  // A payment that is still under review there has no number in its answer.
  expect(await send(untouched, { result: 'pending', facts })).toEqual(done);
});

test('an answer of another payment, of nothing, or none asks for nothing, and stands as the trouble in the provider’s words', async () => {
  const refund = await begun();
  for (const [said, trouble] of [
    [{ result: 'unknown', facts: { http: 500, why: 'down' } }, 'http 500, why down'],
    [{ result: 'unknown', facts: {} }, 'no answer'],
    [{ result: 'unknown', facts: { why: 'x'.repeat(400) } }, `why ${'x'.repeat(296)}`],
    [{ ...approved(refund), paymentId: 'of-another', facts: { word: 'yes' } } as ProviderAnswer, 'word yes, other of-another'],
  ] as const)
    expect(await send(refund, said)).toMatchObject({ state: 'returning', trouble, outcomes: ['unknown'] });
  expect(calls).toEqual([]);
  expect(await refund.row()).toMatchObject({ tries: 5 });
  const { payments } = app.sale;
  await sendRefund({ ...app.sale, payments: { ...payments, providers: new Map() } }, await refund.row());
  expect(await refund.row()).toMatchObject({ state: 'returning', tries: 5 });
  // It is in nobody's words that a part is refused.
  expect(await send(refund, approved(refund), { refund: async () => ({ result: 'unknown', facts: { http: 503 } }) })).toMatchObject({
    ...{ state: 'returning', trouble: 'http 503', tries: 6 },
  });
  await expect(send(refund, approved(refund), { refund: undefined as never })).rejects.toThrow('payway returns no parts');
});

test('a payment without a number is asked for nothing', async () => {
  const refund = await begun();
  await db`update attempt set payment_id = null where reference = ${refund.attempt.reference}`;
  await expect(send(refund, approved(refund))).rejects.toThrow(`approved attempt ${refund.attempt.reference} has no payment id`);
  expect([calls, (await refund.row()).state]).toEqual([[], 'returning']);
});

test('all of it went back already: it is done without being asked for', async () => {
  const refund = await begun();
  const { paymentId } = refund.attempt;
  const said: ProviderAnswer = { result: 'returned', how: 'reversed', paymentId, echo: refund.echo, facts: { word: 'all' } };
  expect(await send(refund, said)).toEqual({ ...done, outcomes: ['reversed'] });
  expect([calls, await lastEventOf(refund.id)]).toMatchObject([[], { word: 'all', already: true, result: 'reversed' }]);
});

test.each([
  // What its provider says that went back by now, after nothing had when it was first asked.
  { returned: TICKET_TOTAL - 1, exactTo: 0, isAsked: true },
  { returned: TICKET_TOTAL, exactTo: 0, isAsked: false },
  { returned: TICKET_TOTAL + 1, exactTo: 0, isAsked: false },
  { returned: TICKET_TOTAL - 100, exactTo: 100, isAsked: false },
  { returned: TICKET_TOTAL - 101, exactTo: 100, isAsked: true },
  { returned: TICKET_TOTAL - 1, exactTo: 2 * TICKET_TOTAL, isAsked: false },
])('of a refund whose answer was lost, $returned (to $exactTo) back at its provider decides: asked for again $isAsked', async (given) => {
  const refund = await begun();
  expect(await send(refund, approved(refund), { refund: async () => ({ result: 'unknown', facts: {} }) })).toMatchObject({
    state: 'returning',
  });
  const { returned: amount, exactTo } = given;
  expect(await send(refund, approved(refund, { amount, exactTo }))).toMatchObject({ state: 'done', outcomes: ['refunded'] });
  const part = Math.min(TICKET_TOTAL, 2 * TICKET_TOTAL - amount);
  expect(calls).toEqual(given.isAsked ? [await sentPart(refund, 0, part)] : []);
  if (!given.isAsked) expect(await lastEventOf(refund.id)).toMatchObject({ already: true });
});

test('what went back before it was first asked for is none of it, and is looked for soon where nobody here knows of it', async () => {
  const checkOf = async ({ attempt }: Pick<Begun, 'attempt'>) =>
    (
      await db<{ isSoon: boolean }[]>`
        select check_at < clock_timestamp() + interval '1 hour' as "isSoon" from attempt where reference = ${attempt.reference}`
    )[0]?.isSoon;
  const [known, unknown, none] = [await begun(), await begun(), await begun()];
  const back = 300_000;
  await goodwill(db, { orderId: known.id, amount: back });
  for (const refund of [known, unknown]) {
    calls = [];
    expect(await send(refund, approved(refund, { amount: back, exactTo: 0 }))).toEqual(done);
    expect(calls).toEqual([await sentPart(refund, back)]);
  }
  expect(await send(none, approved(none))).toEqual(done);
  expect([await checkOf(known), await checkOf(unknown), await checkOf(none)]).toEqual([false, true, false]);
});

test('a search that is behind does not forget what is known here to have gone back; what became balance or is another card’s is none of it', async () => {
  const first = await begun(1, () => checkout.purchase({ seats: 4 }));
  expect(await send(first, approved(first))).toEqual(done);
  answerOf((await inSilence.refundSome(first.id, { count: 1, way: 'balance' })).outcome);
  const second = { ...first, ...(await refundOf(first.id, 2)) };
  calls = [];
  expect(await send(second, approved(second, { amount: 0, exactTo: 0 }))).toEqual(done);
  expect(calls).toEqual([await sentPart(second, TICKET_TOTAL)]);
  expect((await balancesOf(db, first.id)).filter(({ account }) => account.startsWith('clearing'))).toMatchObject([
    { balance: TICKET_TOTAL },
  ]);

  const purchase = await checkout.purchase({ seats: 3 });
  answerOf(await buyer.pay(purchase, { firstPart: TICKET_TOTAL }));
  answerOf(await buyer.pay(purchase, { lastFour: '1111' }));
  const ofFirst = { ...purchase, ...(await refundOf(purchase.id, 1)) };
  expect(await send(ofFirst, approved(ofFirst), {})).toEqual({ ...done, outcomes: ['reversed'] });
  const ofSecond = { ...purchase, ...(await refundOf(purchase.id, 2)) };
  calls = [];
  // Of the second card nothing went back before.
  expect(await send(ofSecond, approved(ofSecond))).toEqual({ ...done, outcomes: ['reversed'] });
  expect(calls).toEqual([['reverse', ofSecond.attempt.paymentId]]);
});

test('two who send it at once, of whom one is answered when it is done, book it once', async () => {
  const refund = await begun();
  const slow = send(refund, approved(refund), {
    refund: async () => {
      expect(await send(refund, approved(refund))).toEqual(done);
      return refunded;
    },
  });
  expect(await slow).toMatchObject({ state: 'done', tries: 2 });
  expect((await balancesOf(db, refund.id)).filter(({ account }) => account.startsWith('clearing'))).toMatchObject([
    { balance: TICKET_TOTAL },
  ]);
  const late = { ...refund, row: async () => ({ ...(await refund.row()), state: 'returning' as const }) };
  expect(await send(late, approved(refund), { refund: async () => ({ result: 'unknown', facts }) })).toMatchObject({
    trouble: null,
    tries: 2,
  });
});
