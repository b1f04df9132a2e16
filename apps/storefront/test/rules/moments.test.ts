import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changedSince, nextMoment } from '../../app/catalogue/moments/moments.ts';
import { type MomentWorld, SPREAD_MS, watchMoment } from '../../app/catalogue/moments/watch-moment.ts';

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
  const looks = new Set<() => void>();
  const shown = { visible: true };
  let end = () => {};
  const world: MomentWorld = {
    now: Date.now,
    isKnown: () => true,
    jumped: () => false,
    learn: async () => true,
    isVisible: () => shown.visible,
    onVisible: (look) => {
      looks.add(look);
      return () => looks.delete(look);
    },
    random: Math.random,
    ...facts,
  };
  return {
    asked,
    watch: ({ changes = true } = {}) => {
      end = watchMoment(
        OPENING,
        () => {
          asked.push(Date.now());
          // The page has what it waited for.
          if (changes) end();
        },
        world,
      );
    },
    hide: () => {
      shown.visible = false;
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

test('an answer that still says what was before is asked for once more, and then left', async () => {
  const unlucky = page();
  unlucky.watch({ changes: false });
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(unlucky.asked).toHaveLength(2);
});

const performance = { id: 1, state: 'announced', onSaleAt: OPENING, startsAt: OPENING + 60 * MINUTE } as const;

test('a page waits for the first opening or start of its dates, and not for dates that were called off', () => {
  expect(nextMoment([])).toBeUndefined();
  expect(nextMoment([performance, { ...performance, id: 2, onSaleAt: OPENING - 1 }])).toBe(OPENING - 1);
  expect(nextMoment([{ ...performance, state: 'on_sale' }])).toBe(performance.startsAt);
  expect(nextMoment([{ ...performance, state: 'cancelled' }])).toBeUndefined();
});

test('news are the dates whose state has changed, and not those that were added', () => {
  const before = [performance, { ...performance, id: 2 }];
  const open = { ...performance, state: 'on_sale' } as const;
  expect(changedSince(before, [open, { ...performance, id: 2 }, { ...open, id: 3 }])).toEqual([open]);
});
