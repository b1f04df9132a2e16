import type { CardKind } from '@butaca/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AskCard, askUntilAnswered } from '../../../app/purchase/buy/card/ask-until-answered.ts';
import type { KnownCard } from '../../../app/purchase/buy/card/known-card.ts';

type Answer = Awaited<ReturnType<AskCard>>;
const noAnswer = { status: 'ERROR', code: 555 } as Answer;
const kind = { plans: [] } as unknown as CardKind;
const ok = { status: 'ok', code: 200, data: kind } as Answer;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A network that answers so, one time after the other. */
function asking(...answers: readonly Answer[]) {
  const network = new EventTarget();
  const abandoned = new AbortController();
  const told: KnownCard[] = [];
  let times = 0;
  void askUntilAnswered({
    ask: async () => answers[times++] ?? noAnswer,
    tell: (known) => void told.push(known),
    network,
    signal: abandoned.signal,
  });
  return { network, abandon: () => abandoned.abort(), latest: () => told.at(-1), times: () => times };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('instalments that a lost connection cost come back by themselves, after pauses that grow', async () => {
  const { latest, times } = asking(noAnswer, noAnswer, ok);
  await pass(0);
  expect([times(), latest()]).toMatchObject([1, { status: 'no-answer', isAsking: false }]);
  await pass(999);
  expect(times()).toBe(1);
  await pass(1);
  expect(times()).toBe(2);
  await pass(1999);
  expect(times()).toBe(2);
  await pass(1);
  expect(latest()).toEqual({ status: 'known', kind });
  await pass(120_000);
  expect(times()).toBe(3);
});

test('they are asked for at once when the connection is back, and when the buyer presses the button', async () => {
  const { network, latest, times } = asking(noAnswer, noAnswer, ok);
  await pass(0);
  network.dispatchEvent(new Event('online'));
  await pass(0);
  expect(times()).toBe(2);
  const known = latest();
  if (known?.status !== 'no-answer') throw new Error('the second try was answered');
  known.askAgain();
  await pass(0);
  expect([times(), latest()]).toEqual([3, { status: 'known', kind }]);
});

test('while a try is under way it is known that there was no answer yet, and another card ends the tries of the one before', async () => {
  const { latest, times, abandon } = asking(noAnswer, new Promise(() => {}) as never);
  await pass(1000);
  expect(latest()).toMatchObject({ status: 'no-answer', isAsking: true });
  abandon();
  await pass(120_000);
  expect(times()).toBe(2);
});

test('a card that this purchase cannot be paid with is not asked about again', async () => {
  const refused = { status: 'refusal', code: 481, failure: 'payment_method_unavailable', data: {} } as Answer;
  const { latest, times } = asking(refused);
  await pass(120_000);
  expect([times(), latest()]).toEqual([1, { status: 'refused' }]);
});
