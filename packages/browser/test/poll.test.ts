import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { poll, pollWhileVisible } from '../src/poll.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Looks that take so long each, and when each began. */
function looks(tookMs: number) {
  const at: number[] = [];
  const look = async () => {
    at.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, tookMs));
    return undefined;
  };
  return { at, look };
}

test('a pause counts from the end of a call, so that a slow server is called less often', async () => {
  const { at, look } = looks(300);
  void poll(look, { everyMs: 1000, times: 3 });
  await vi.runAllTimersAsync();
  expect(at).toEqual([0, 1300, 2600]);
});

test('counted from the start, a call that takes longer than the pause is followed by the next one at once', async () => {
  const quick = looks(300);
  void poll(quick.look, { everyMs: 1000, times: 3, fromStart: true });
  await vi.runAllTimersAsync();
  expect(quick.at).toEqual([0, 1000, 2000]);
  vi.setSystemTime(0);
  const slow = looks(1500);
  void poll(slow.look, { everyMs: 1000, times: 3, fromStart: true });
  await vi.runAllTimersAsync();
  expect(slow.at).toEqual([0, 1500, 3000]);
});

test('polling ends with the first call that finds something, which is its result', async () => {
  const look = vi.fn(async () => (look.mock.calls.length === 2 ? 'found' : undefined));
  const polled = poll(look, { everyMs: 1000, times: 5 });
  await vi.runAllTimersAsync();
  expect([await polled, look.mock.calls.length]).toEqual(['found', 2]);
});

test('a poll that is ended makes no more calls and leaves no timer', async () => {
  const ended = new AbortController();
  const look = vi.fn(async () => undefined);
  const polled = poll(look, { everyMs: 1000, signal: ended.signal });
  await vi.advanceTimersByTimeAsync(1500);
  ended.abort();
  expect(await polled).toBeUndefined();
  expect([look.mock.calls.length, vi.getTimerCount()]).toEqual([2, 0]);
});

test('jitter lengthens a pause and never shortens it', async () => {
  vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.5);
  const { at, look } = looks(0);
  void poll(look, { everyMs: 1000, jitterMs: 400, times: 3 });
  await vi.runAllTimersAsync();
  expect(at).toEqual([0, 1000, 2200]);
});

test('a hidden page makes no calls, and a failed one does not end the polling', async () => {
  const page = { visibilityState: 'visible' };
  vi.stubGlobal('document', page);
  const look = vi.fn(async () => {
    throw new Error('no answer');
  });
  const end = pollWhileVisible(look, { everyMs: 1000 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(look).toHaveBeenCalledTimes(2);
  page.visibilityState = 'hidden';
  await vi.advanceTimersByTimeAsync(3000);
  expect(look).toHaveBeenCalledTimes(2);
  page.visibilityState = 'visible';
  await vi.advanceTimersByTimeAsync(1000);
  expect(look).toHaveBeenCalledTimes(3);
  end();
  await vi.advanceTimersByTimeAsync(5000);
  expect(look).toHaveBeenCalledTimes(3);
});
