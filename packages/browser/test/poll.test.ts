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

/** Looks that take no time, and when each was. */
function instantLooks() {
  const at: number[] = [];
  return { at, look: async () => void at.push(Date.now()) };
}

/** A page that is hidden and comes back. */
function aPage() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  return (visibilityState: 'visible' | 'hidden') => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
  };
}

test('pauses that grow are twice as long each time, up to their longest', async () => {
  const { at, look } = instantLooks();
  void poll(look, { everyMs: 1000, slowingToMs: 3000, times: 5 });
  await vi.runAllTimersAsync();
  expect(at).toEqual([0, 1000, 3000, 6000, 9000]);
});

test('a hidden page makes no calls, and a failed one does not end the polling', async () => {
  const turn = aPage();
  const look = vi.fn(async () => {
    throw new Error('no answer');
  });
  const end = pollWhileVisible(look, { everyMs: 1000 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(look).toHaveBeenCalledTimes(2);
  turn('hidden');
  await vi.advanceTimersByTimeAsync(3000);
  expect([look.mock.calls.length, vi.getTimerCount()]).toEqual([2, 0]);
  turn('visible');
  await vi.advanceTimersByTimeAsync(0);
  expect(look).toHaveBeenCalledTimes(3);
  end();
  turn('visible');
  await vi.advanceTimersByTimeAsync(5000);
  expect(look).toHaveBeenCalledTimes(3);
});

test('a page that comes back looks at once, with short pauses again, also where its first look had to wait', async () => {
  const turn = aPage();
  const { at, look } = instantLooks();
  const end = pollWhileVisible(look, { everyMs: 1000, slowingToMs: 4000, pausesFirst: true });
  await vi.advanceTimersByTimeAsync(6900);
  expect(at).toEqual([1000, 3000]);
  turn('hidden');
  await vi.advanceTimersByTimeAsync(10_000);
  turn('visible');
  turn('visible');
  await vi.advanceTimersByTimeAsync(1000);
  expect(at).toEqual([1000, 3000, 16_900, 17_900]);
  end();
});
