import type { ShowPerformance } from '@butaca/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changedSince, withStarted } from '../../app/catalogue/moments/moments.ts';
import { nextTick, phaseOf, timeLeft } from '../../app/catalogue/moments/opening.ts';
import { type MomentWorld, SPREAD_MS, type Watched, watchMoment } from '../../app/catalogue/moments/watch-moment.ts';

const OPENING = Date.parse('2026-11-21T13:00:00Z');
const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: OPENING - 5 * MINUTE });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page whose time is the server's; time is the test's. */
function page(facts: Partial<MomentWorld> = {}) {
  const asked: number[] = [];
  const askedAsOf: (number | 'now')[] = [];
  const looks = new Set<() => void>();
  const shown = { visible: true };
  let end = () => {};
  const world: MomentWorld = {
    now: Date.now,
    isKnown: () => true,
    elapsedMs: Date.now,
    jumped: () => false,
    learn: async () => true,
    isVisible: () => shown.visible,
    onVisibility: (look) => {
      looks.add(look);
      return () => looks.delete(look);
    },
    random: Math.random,
    ...facts,
  };
  return {
    asked,
    askedAsOf,
    watch: ({ changes = true, ...watched }: Partial<Watched> & { changes?: boolean } = {}) => {
      end = watchMoment(
        { moment: OPENING, polls: false, ...watched },
        (asOf) => {
          asked.push(Date.now());
          askedAsOf.push(asOf);
          // The page has what it waited for.
          if (changes && asOf === OPENING) end();
        },
        world,
      );
    },
    hide: () => {
      shown.visible = false;
      for (const look of looks) look();
    },
    show: () => {
      shown.visible = true;
      for (const look of looks) look();
    },
  };
}

test('of a hundred thousand pages that wait for a sale each asks once, after it has opened, and no second has twice the mean', async () => {
  vi.setSystemTime(OPENING - 10_000);
  const pages = Array.from({ length: 100_000 }, () => page());
  for (const each of pages) each.watch();
  await vi.advanceTimersByTimeAsync(MINUTE);
  const asked = pages.flatMap((each) => each.asked);
  expect(asked).toHaveLength(100_000);
  const seconds = new Map<number, number>();
  for (const at of asked) seconds.set(Math.floor(at / 1000), (seconds.get(Math.floor(at / 1000)) ?? 0) + 1);
  expect(Math.min(...seconds.keys()) * 1000).toBeGreaterThan(OPENING);
  const mean = asked.length / (SPREAD_MS / 1000);
  expect(Math.max(...seconds.values())).toBeLessThanOrEqual(2 * mean);
});

test('a page in the background asks when it is looked at again, and a page that was opened late asks soon', async () => {
  const hidden = page();
  hidden.watch();
  hidden.hide();
  await vi.advanceTimersByTimeAsync(30 * MINUTE);
  expect(hidden.asked).toEqual([]);
  hidden.show();
  await vi.advanceTimersByTimeAsync(0);
  expect(hidden.asked).toHaveLength(1);

  const late = page();
  late.watch();
  await vi.advanceTimersByTimeAsync(0);
  expect(late.asked).toHaveLength(1);
});

test('a page that does not know the server’s time, or whose device was set, asks for it before it decides', async () => {
  let ahead = 15 * MINUTE;
  let known = false;
  const learn = async () => {
    ahead = 0;
    known = true;
    return true;
  };
  const wrong = page({ now: () => Date.now() + ahead, isKnown: () => known, learn });
  wrong.watch();
  await vi.advanceTimersByTimeAsync(4 * MINUTE);
  expect(wrong.asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(wrong.asked).toHaveLength(1);
  expect(wrong.asked[0]).toBeGreaterThan(OPENING);
});

test('a page that slept through the night without a network asks until it knows the time', async () => {
  let behind = 12 * 60 * MINUTE;
  let slept = true;
  let network = false;
  const learn = async () => {
    if (network) behind = 0;
    return network;
  };
  const jumped = () => {
    const before = slept;
    slept = false;
    return before;
  };
  const woken = page({ now: () => Date.now() - behind, jumped, learn });
  woken.watch();
  await vi.advanceTimersByTimeAsync(1 * MINUTE);
  network = true;
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(woken.asked).toHaveLength(1);
});

test('where the answer does not come, or says what was before, a page goes on asking, after growing pauses that part it from others', async () => {
  const unlucky = Array.from({ length: 200 }, () => page());
  for (const each of unlucky) each.watch({ changes: false });
  await vi.advanceTimersByTimeAsync(120 * MINUTE);
  for (const { asked } of unlucky) {
    const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    expect(pauses.length).toBeGreaterThan(8);
    expect(pauses[0]).toBeLessThanOrEqual(MINUTE / 2);
    expect(Math.min(...pauses.slice(-3))).toBeGreaterThanOrEqual(5 * MINUTE);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(15 * MINUTE);
  }
  const third = new Set(unlucky.map(({ asked }) => Math.floor((asked[2] ?? 0) / 1000)));
  expect(third.size).toBeGreaterThan(20);
});

test('a page that is looked at again after the moment and after a while reads once, as of the moment', async () => {
  for (const slept of [false, true]) {
    vi.setSystemTime(OPENING - 5 * MINUTE);
    let jumps = 0;
    const away = page({ jumped: () => slept && jumps++ === 1 });
    away.watch({ polls: true });
    away.hide();
    await vi.advanceTimersByTimeAsync(30 * MINUTE);
    away.show();
    away.show();
    await vi.advanceTimersByTimeAsync(1000);
    expect(away.askedAsOf).toEqual([OPENING]);
  }
});

test('what is sold out or cancelled at no known moment is seen after a while, at once by a page that is looked at again, never in the background', async () => {
  const looked = page();
  looked.watch({ moment: undefined, polls: true });
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(looked.askedAsOf.length).toBeGreaterThanOrEqual(60 / 7.5);
  expect(looked.askedAsOf.length).toBeLessThanOrEqual(60 / 2.5);
  expect(new Set(looked.askedAsOf)).toEqual(new Set(['now']));

  const returning = page();
  returning.watch({ moment: undefined, polls: true });
  for (const [away, reads] of [
    [MINUTE / 2, 0],
    [60 * MINUTE, 1],
  ] as const) {
    returning.hide();
    await vi.advanceTimersByTimeAsync(away);
    expect(returning.asked).toHaveLength(0);
    returning.show();
    await vi.advanceTimersByTimeAsync(0);
    expect(returning.asked).toHaveLength(reads);
  }

  const still = page();
  still.watch({ moment: undefined });
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  still.hide();
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  still.show();
  expect(still.asked).toEqual([]);
});

test('many pages that poll spread, too', async () => {
  const pages = Array.from({ length: 20_000 }, () => page());
  for (const each of pages) each.watch({ moment: undefined, polls: true });
  await vi.advanceTimersByTimeAsync(8 * MINUTE);
  const seconds = new Map<number, number>();
  for (const { asked } of pages) {
    const second = Math.floor((asked[0] ?? 0) / 1000);
    seconds.set(second, (seconds.get(second) ?? 0) + 1);
  }
  const spreadSeconds = 5 * 60;
  expect(Math.max(...seconds.values())).toBeLessThanOrEqual((2 * pages.length) / spreadSeconds);
});

const performance = { id: 1, state: 'announced' } as const;

test('news are the dates whose state has changed, and not those that were added', () => {
  const before = [performance, { ...performance, id: 2 }];
  const open = { ...performance, state: 'on_sale' } as const;
  expect(changedSince(before, [open, { ...performance, id: 2 }, { ...open, id: 3 }])).toEqual([open]);
});

test('a date that starts while its page is open stays there and says so; one that was cancelled still says that', () => {
  const date = { day: 21, month: 11, year: 2026, hour: 10, minute: 0 };
  const performance: ShowPerformance = { id: 1, hash: 'abcdefghij234', date, startsAt: OPENING, state: 'on_sale' };
  const called = { ...performance, id: 2, state: 'cancelled' } as const;
  const later = { ...performance, id: 3, startsAt: OPENING + MINUTE };
  const shown = withStarted([performance, called, later], [later], OPENING);
  expect(shown).toEqual([{ ...performance, state: 'started' }, called, later]);
  expect(withStarted(shown, [later], OPENING)).toEqual(shown);
  expect(changedSince([performance, called, later], shown)).toEqual([{ ...performance, state: 'started' }]);
  // One that was taken away before its start is gone.
  expect(withStarted([performance, later], [performance], OPENING)).toEqual([performance]);
});

test('an opening is counted down to in its last hour, second by second; then it is now, and at last it is late', () => {
  const hour = 60 * MINUTE;
  expect([hour + 1, hour, 1, 0, -MINUTE + 1, -MINUTE].map(phaseOf)).toEqual(['far', 'near', 'near', 'now', 'now', 'late']);
  expect([hour, 3_599_001, 61_500, 1000, 1].map(timeLeft)).toEqual(['60:00', '60:00', '01:02', '00:01', '00:01']);
  expect(nextTick(hour + 5000)).toBe(5000);
  expect(nextTick(24 * hour)).toBe(10 * MINUTE);
  expect([nextTick(61_500), nextTick(61_000), nextTick(300)]).toEqual([500, 1000, 300]);
  expect([nextTick(0), nextTick(-59_000), nextTick(-MINUTE)]).toEqual([MINUTE, 1000, undefined]);
});
