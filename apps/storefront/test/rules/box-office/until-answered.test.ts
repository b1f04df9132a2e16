import { ClickKey } from '@butaca/browser/click-key.ts';
import type { Client } from '@butaca/contract';
import { recordPrint } from '@butaca/contract/box-office';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AGAIN_AFTER_MS, counterCall, reconnecting } from '../../../app/calls/until-answered.ts';

const noAnswer = { status: 'ERROR', code: 555 } as const;
const printed = { status: 'ok', code: 200, data: { prints: 1 } } as const;
const input = { params: { orderId: 'AAAAAAAAAAAAAAAAAAAAAA' }, body: {} };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a counter’s call without an answer is made again under its key, and the counter says so until there is one', async () => {
  const answers = [noAnswer, { status: 'fault', httpStatus: 502 }, printed] as const;
  const call = vi.fn();
  for (const answer of answers) call.mockResolvedValueOnce(answer);
  const answered = counterCall(call as Client['call'])(recordPrint, input, { idempotencyKey: 'one-press' });
  await vi.advanceTimersByTimeAsync(0);
  expect(reconnecting.get()).toBe(true);
  await vi.runAllTimersAsync();
  expect(await answered).toEqual(printed);
  expect(reconnecting.get()).toBe(false);
  expect(call.mock.calls.map(([, , options]) => options.idempotencyKey)).toEqual(['one-press', 'one-press', 'one-press']);
});

test('a refusal is an answer: it is not asked again', async () => {
  const refusal = { status: 'refusal', code: 470, failure: 'no_valid_tickets', data: {} };
  const call = vi.fn().mockResolvedValue(refusal);
  expect(await counterCall(call as Client['call'])(recordPrint, input)).toEqual(refusal);
  expect(call).toHaveBeenCalledOnce();
});

test('a server that stays away is given up after a minute, and the page says so as for any call', async () => {
  const call = vi.fn().mockResolvedValue(noAnswer);
  const answered = counterCall(call as Client['call'])(recordPrint, input, { purpose: 'page' });
  await vi.runAllTimersAsync();
  expect(await answered).toEqual(noAnswer);
  expect(call.mock.calls.map(([, , { purpose }]) => purpose)).toEqual([...AGAIN_AFTER_MS.map(() => 'charging'), 'charging', 'page']);
  expect(reconnecting.get()).toBe(false);
});

test('what is asked again is the same call: the tickets are printed once however often the counter asks', async () => {
  const call = vi.fn().mockResolvedValue(noAnswer);
  const click = new ClickKey();
  const print = async () => {
    const answered = click.keyed(counterCall(call as Client['call']))(recordPrint, input);
    await vi.runAllTimersAsync();
    return answered;
  };
  expect(await print()).toEqual(noAnswer);
  expect(await print()).toEqual(noAnswer);
  expect(call.mock.calls.length).toBe(2 * (AGAIN_AFTER_MS.length + 2));
  expect(
    new Set(call.mock.calls.map(([endpoint, asked, { idempotencyKey }]) => JSON.stringify([endpoint.path, asked, idempotencyKey]))).size,
  ).toBe(1);
  call.mockResolvedValue(printed);
  await print();
  await print();
  expect(new Set(call.mock.calls.map(([, , { idempotencyKey }]) => idempotencyKey)).size).toBe(2);
});
