import { Refusal } from '@butaca/contract';
import { expect, test, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { RepeatedClicks } from '../../src/sale/pay/repeated-clicks.ts';

const SOON = { timeout: limit(20_000), interval: 50 };

/** A first click whose payment is under way until `answer` is called. */
function firstClick() {
  const world = { state: 'started', looks: 0 };
  const clicks = new RepeatedClicks({
    ofClick: async () => {
      world.looks += 1;
      return { state: world.state } as never;
    },
  });
  return { world, clicks, click: { purchaseId: 'a purchase', key: 'a click', signal: undefined } };
}

test('a repeated click waits until the first one has an answer', async () => {
  const { world, clicks, click } = firstClick();
  let answered = false;
  const waiting = clicks.untilAnswered(click).then(() => {
    answered = true;
  });
  await vi.waitFor(() => expect(world.looks).toBeGreaterThan(2), { timeout: limit(10_000) });
  expect(answered).toBe(false);
  world.state = 'approved';
  await waiting;
});

test('once its buyer has left it looks no more', async () => {
  const { world, clicks, click } = firstClick();
  const leaving = new AbortController();
  const waiting = clicks.untilAnswered({ ...click, signal: leaving.signal });
  await vi.waitFor(() => expect(world.looks).toBeGreaterThan(0), SOON);
  leaving.abort();
  await waiting;
  expect(world.looks).toBeLessThanOrEqual(2);
});

test('three wait for one purchase, more are sent away at once, and other purchases do not notice', async () => {
  const { world, clicks, click } = firstClick();
  const waiting = [1, 2, 3].map(() => clicks.untilAnswered(click));
  await expect(clicks.untilAnswered(click)).rejects.toThrow(new Refusal('busy', { retryAfterSeconds: 1 }));
  const elsewhere = clicks.untilAnswered({ ...click, purchaseId: 'another' });
  world.state = 'declined';
  await Promise.all([...waiting, elsewhere]);
  await clicks.untilAnswered(click);
});
