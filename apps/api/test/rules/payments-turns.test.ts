import { Refusal } from '@butaca/contract';
import { expect, test, vi } from 'vitest';
import { answerBy, waitFor } from '../../src/payments/turns.ts';
import { aWatch } from '../factories/watch.ts';

/** How long a request waits for work at a provider. */
const key = { purchaseId: 'of-ana', reference: 'ours' };
const broken = new Error('the connection broke');
const refused = new Refusal('not_in_doubt');
const world = (watch = aWatch().watch) => ({ db: undefined as never, watch });

test('a request waits for its provider for thirty-five seconds at most', () => {
  const now = performance.now();
  const by = answerBy();
  expect(by - now).toBeGreaterThanOrEqual(35_000);
  expect(by - performance.now()).toBeLessThanOrEqual(35_000);
});

test('work that ends in time is done, and its failure is the request’s; nothing of it is logged', async () => {
  const { watch, told } = aWatch();
  const by = performance.now() + 60_000;
  expect(await waitFor(world(watch), key, Promise.resolve('anything'), by)).toBe('done');
  for (const error of [broken, refused]) await expect(waitFor(world(watch), key, Promise.reject(error), by)).rejects.toBe(error);
  expect(told('reconcile-failed')).toEqual([]);
});

test('work that lasts longer goes on: what breaks it is logged with its payment, a refusal is not', async () => {
  const { watch, told } = aWatch();
  const late = async (error: Error | null, by = performance.now() + 5) => {
    const work = Promise.withResolvers<void>();
    const answer = await waitFor(world(watch), key, work.promise, by);
    if (error) work.reject(error);
    else work.resolve();
    await work.promise.catch(() => {});
    return answer;
  };
  // Also of a request whose time is over when it begins.
  expect([await late(null), await late(refused), await late(null, performance.now() - 1000)]).toEqual([
    'under way',
    'under way',
    'under way',
  ]);
  expect(told('reconcile-failed')).toEqual([]);
  expect(await late(broken)).toBe('under way');
  await vi.waitFor(() => expect(told('reconcile-failed')).toMatchObject([{ purchaseId: 'of-ana', reference: 'ours' }]));
});
