import type { UnlikePayment } from '@butaca/contract';
import { Refusal } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { compareByHand, findTyped, mayDifferFromHand, requireUntaken, unlikeHand } from '../../src/payments/by-hand.ts';
import type { AttemptRow } from '../../src/payments/index.ts';
import type { Provider, ProviderAnswer } from '../../src/payments/provider.ts';
import { insertEvents, lockAttempt } from '../../src/payments/queries.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { anAttemptRow } from '../factories/provider.ts';

/** The payment that a person has typed for an attempt, whatever its provider says of it (decision 106). */
const { db, close } = await freshDatabase();
const checkout = await aCheckout(db);
const { buyer, card, gateway } = checkout;
afterAll(async () => {
  await checkout.close();
  await close();
});

async function attemptOf(behaviour: 'approve' | 'wrong-amount'): Promise<AttemptRow> {
  const purchase = await checkout.purchase();
  gateway.state.next.push(behaviour);
  answerOf(await buyer.pay(purchase));
  const [row] = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${purchase.id}`;
  return db.begin((tx) => lockAttempt(tx, { purchaseId: purchase.id, reference: row?.reference ?? '' })) as Promise<AttemptRow>;
}
const echoOf = ({ reference, amount, currency }: AttemptRow) => ({ reference, amount, currency });
const answering = (answer: ProviderAnswer): Provider => ({ ...card, ask: async () => answer });
const saidOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error) => {
      if (error instanceof Refusal && error.failure === 'payment_unlike') return (error.data as { said: string }).said;
      throw error;
    },
  );
const facts = {};
const next = { kind: 'wait' } as const;

test('what a provider has instead of the typed payment is said by its name, and its own words are believed', async () => {
  const attempt = await attemptOf('wrong-amount');
  const [echo, paymentId] = [echoOf(attempt), '4711'];
  const typed = (answer: ProviderAnswer, number = '4711') => findTyped(db, answering(answer), attempt, number);
  for (const [answer, said] of [
    [{ result: 'returned', how: 'refunded', paymentId, echo, facts }, 'returned'],
    [{ result: 'absent', facts }, 'absent'],
    [{ result: 'pending', facts }, 'pending'],
    [{ result: 'cancelled', facts }, 'cancelled'],
    [{ result: 'declined', reason: 'other', facts }, 'declined'],
    [{ result: 'processing', next, facts }, 'processing'],
    [{ result: 'refused', facts }, 'other'],
    [{ result: 'unavailable', facts }, 'other'],
    [{ result: 'approved', paymentId: 'another', echo, facts }, 'absent'],
    [{ result: 'approved', paymentId, echo: { ...echo, amount: 1 }, facts }, 'differs'],
    [{ result: 'approved', paymentId, echo: { ...echo, currency: 'USD' }, facts }, 'differs'],
  ] as const)
    expect([answer.result, await saidOf(typed(answer))]).toEqual([answer.result, said]);
  const approved = { result: 'approved' as const, paymentId, echo, facts: { word: 'yes' } };
  expect(await typed(approved)).toEqual({ answer: { ...approved, surplus: [] }, isUnproven: false });
  expect(await typed({ result: 'unknown', facts: { word: 'no' } })).toEqual({
    answer: { result: 'approved', paymentId, echo, facts: {} },
    isUnproven: true,
  });
});

test('of several payments of one reference the typed one counts, and the others are what was paid beside it', async () => {
  const attempt = await attemptOf('wrong-amount');
  const echo = echoOf(attempt);
  const [first, second, third] = ['1', '2', '3'].map((paymentId) => ({
    paymentId,
    echo: { ...echo, amount: echo.amount + Number(paymentId) - 2 },
  }));
  if (!first || !second || !third) throw new Error('three payments');
  const answer: ProviderAnswer = { result: 'approved', ...first, facts, surplus: [second, third] };
  const found = await findTyped(db, answering(answer), attempt, '2');
  expect(found).toEqual({ answer: { result: 'approved', ...second, facts, surplus: [first, third] }, isUnproven: false });
  expect(await saidOf(findTyped(db, answering(answer), attempt, '1'))).toBe('differs');
  expect(await saidOf(findTyped(db, answering(answer), attempt, '4'))).toBe('absent');
});

test('a payment that is another attempt’s is refused before its provider is asked, and once more when it is booked', async () => {
  const [paid, doubt, other] = [await attemptOf('approve'), await attemptOf('wrong-amount'), await attemptOf('wrong-amount')];
  let asks = 0;
  const counting: Provider = {
    ...card,
    ask: async () => {
      asks += 1;
      return { result: 'unknown', facts };
    },
  };
  expect(await saidOf(findTyped(db, counting, doubt, paid.paymentId ?? ''))).toBe('another');
  expect(asks).toBe(0);
  expect((await findTyped(db, counting, paid, paid.paymentId ?? '')).isUnproven).toBe(true);
  const book = (attempt: AttemptRow, paymentId: string, isUnproven: boolean) =>
    saidOf(
      db.begin((tx) =>
        requireUntaken(tx, attempt, { answer: { result: 'approved', paymentId, echo: echoOf(attempt), facts }, isUnproven }),
      ),
    );
  for (const isUnproven of [true, false]) expect(await book(doubt, paid.paymentId ?? '', isUnproven)).toBe('another');
  const keptOf = async ({ reference }: AttemptRow) =>
    (await db<{ typed: string | null }[]>`select kept ->> 'typed' as typed from attempt where reference = ${reference}`)[0]?.typed;
  expect(await book(doubt, 'proven', false)).toBe('ok');
  expect(await keptOf(doubt)).toBeNull();
  expect(await book(doubt, 'typed', true)).toBe('ok');
  expect(await keptOf(doubt)).toBe('typed');
  expect(await book(other, 'typed', true)).toBe('another');
  expect(await keptOf(other)).toBeNull();
  // What its provider has confirmed is no matter of what was typed.
  expect(await book(other, 'typed', false)).toBe('ok');
});

const instead = ['absent', 'declined', 'cancelled', 'pending', 'processing', 'differs'] as const;
const answerOfKind = (kind: (typeof instead)[number]): ProviderAnswer => {
  if (kind === 'differs') return { result: 'unknown', facts: { mismatch: 'of another amount' } };
  if (kind === 'declined') return { result: 'declined', reason: 'other', facts };
  if (kind === 'processing') return { result: 'processing', next, facts };
  return { result: kind, facts };
};

test('what a provider last said of a payment that is booked as paid is known by its name, of a paid one alone', () => {
  const unlikes: readonly UnlikePayment[] = ['absent', 'another', 'declined', 'cancelled', 'pending', 'processing', 'differs'];
  for (const byHand of unlikes) {
    expect(unlikeHand(anAttemptRow({ state: 'approved', kept: { byHand } }))).toBe(byHand);
    expect(unlikeHand(anAttemptRow({ state: 'returning', kept: { byHand } }))).toBeNull();
  }
  for (const kept of [{}, { byHand: 'same' }, { byHand: 'something' }])
    expect(unlikeHand(anAttemptRow({ state: 'approved', kept }))).toBeNull();
});

test('an answer is worth a lock if it says something new of a paid payment: something instead of it, or that it is there after all', () => {
  const differs = (over: Partial<AttemptRow>, answer: ProviderAnswer) =>
    mayDifferFromHand(anAttemptRow({ state: 'approved', paymentId: '1', ...over }), answer);
  const named = (paymentId: string): ProviderAnswer[] => [
    { result: 'approved', paymentId, echo: echoOf(anAttemptRow()), facts },
    { result: 'returned', how: 'refunded', paymentId, echo: echoOf(anAttemptRow()), facts },
  ];
  const silent: ProviderAnswer[] = [
    { result: 'unknown', facts },
    { result: 'refused', facts },
    { result: 'unavailable', facts },
  ];
  for (const kind of instead) {
    const answer = answerOfKind(kind);
    expect([kind, differs({}, answer)]).toEqual([kind, true]);
    expect(differs({ kept: { byHand: kind } }, answer)).toBe(false);
    expect(differs({ kept: { byHand: kind === 'absent' ? 'differs' : 'absent' } }, answer)).toBe(true);
    expect(differs({ kept: { byHand: 'same' } }, answer)).toBe(false);
    expect(differs({ state: 'unknown' }, answer)).toBe(false);
  }
  for (const answer of [...named('1'), ...named('ours')]) expect(differs({}, answer)).toBe(false);
  for (const answer of named('2')) expect([differs({}, answer), differs({ paymentId: null }, answer)]).toEqual([true, false]);
  for (const answer of named('1')) {
    expect(differs({ kept: { byHand: 'differs' } }, answer)).toBe(true);
    expect(differs({ kept: { byHand: 'same' } }, answer)).toBe(false);
    expect(differs({ state: 'returning', kept: { byHand: 'differs' } }, answer)).toBe(false);
  }
  for (const answer of silent)
    for (const kept of [{}, { byHand: 'differs' }])
      expect([answer.result, kept, differs({ kept }, answer)]).toEqual([answer.result, kept, false]);
});

test('only a payment that staff booked is compared: what is instead of it is kept, and its own number takes the typed one’s place', async () => {
  const [plain, booked, neighbour] = [await attemptOf('approve'), await attemptOf('approve'), await attemptOf('approve')];
  const rowOf = async ({ reference }: AttemptRow) =>
    (
      await db<{ kept: object; paymentId: string }[]>`select kept, payment_id as "paymentId" from attempt where reference = ${reference}`
    )[0];
  const eventsOf = ({ purchaseId }: AttemptRow) => db<{ kind: string; facts: object }[]>`
    select kind, facts from attempt_event where purchase_id = ${purchaseId} and facts ? 'byHand' order by id`;
  const { purchaseId, reference } = booked;
  await db`update attempt set kept = kept || '{"typed": "1"}' where reference = ${reference}`;
  await db.begin((tx) => insertEvents(tx, [{ purchaseId, reference, kind: 'answered', facts: { bookedBy: 'somebody' } }]));
  const compared = (attempt: AttemptRow, answer: ProviderAnswer) =>
    db.begin(async (tx) => compareByHand(tx, await lockAttempt(tx, attempt), answer)) as Promise<AttemptRow>;
  const before = [await rowOf(plain), await rowOf(neighbour)];
  expect((await compared(plain, { result: 'absent', facts })).kept).toEqual(plain.kept);
  expect((await compared(booked, { result: 'unknown', facts })).kept).not.toHaveProperty('byHand');
  expect([await eventsOf(plain), await eventsOf(booked)]).toEqual([[], []]);

  const absent = await compared(booked, { result: 'absent', facts: { word: 'none' } });
  expect([absent.kept, absent.paymentId]).toEqual([{ ...booked.kept, typed: '1', byHand: 'absent' }, booked.paymentId]);
  expect(await rowOf(booked)).toEqual({ kept: { ...booked.kept, typed: '1', byHand: 'absent' }, paymentId: booked.paymentId });
  expect((await compared(booked, { result: 'absent', facts })).kept).toMatchObject({ byHand: 'absent' });
  const events = [{ kind: 'answered', facts: { word: 'none', asked: 'query', result: 'absent', byHand: 'absent' } }];
  expect([...(await eventsOf(booked))]).toEqual(events);

  const pending = await compared(booked, { result: 'pending', paymentId: 'of-the-review', echo: echoOf(booked), facts });
  expect([pending.kept, pending.paymentId]).toMatchObject([{ typed: '1', byHand: 'pending' }, booked.paymentId]);
  const own: ProviderAnswer = { result: 'approved', paymentId: 'its-own', echo: echoOf(booked), facts };
  const same = await compared(booked, own);
  expect([same.kept, same.paymentId]).toEqual([{ ...booked.kept, byHand: 'same' }, 'its-own']);
  expect(await rowOf(booked)).toEqual({ kept: { ...booked.kept, byHand: 'same' }, paymentId: 'its-own' });
  expect((await compared(booked, { result: 'absent', facts })).kept).toMatchObject({ byHand: 'same' });
  expect((await eventsOf(booked)).map((event) => (event.facts as { byHand: string }).byHand)).toEqual(['absent', 'pending', 'same']);
  expect([await rowOf(plain), await rowOf(neighbour)]).toEqual(before);
});
