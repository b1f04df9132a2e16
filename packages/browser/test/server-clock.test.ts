import { expect, test } from 'vitest';
import { type ClockMessage, createServerClock, jumpWatch } from '../src/server-clock.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');
const MINUTE = 60_000;

/** A device whose tabs share its clock and its storage; each tab counts its own elapsed time. */
function device({ wrongBy = 0 } = {}) {
  const texts = new Map<string, string>();
  const tabs: ReturnType<typeof createServerClock>[] = [];
  const told: ClockMessage[] = [];
  const time = { device: NOON + wrongBy, elapsed: 0 };
  const world = {
    elapsedMs: () => time.elapsed,
    deviceMs: () => time.device,
    memory: {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, text: string) => void texts.set(key, text),
      removeItem: (key: string) => void texts.delete(key),
    },
  };
  const tab = () => {
    const openedAt = time.elapsed;
    const clock = createServerClock({
      ...world,
      elapsedMs: () => time.elapsed - openedAt,
      tell: (message) => {
        told.push(message);
        for (const other of tabs) if (other !== clock) other.hearTab(message);
      },
    });
    tabs.push(clock);
    return clock;
  };
  return {
    tab,
    world,
    told,
    pass: (ms: number) => {
      time.device += ms;
      time.elapsed += ms;
    },
    /** The device's clock is set. */
    set: (byMs: number) => {
      time.device += byMs;
    },
  };
}

test('the time is the server’s, however far the device’s clock jumps', () => {
  for (const wrongBy of [-10 * MINUTE, 0, 15 * MINUTE]) {
    const { tab, pass, set } = device({ wrongBy });
    const clock = tab();
    clock.hear(NOON);
    pass(5000);
    set(15 * MINUTE);
    expect(clock.now()).toBe(NOON + 5000);
    set(-40 * MINUTE);
    expect(clock.now()).toBe(NOON + 5000);
  }
});

test('before the first answer the time is the device’s, corrected by what an earlier page knew', () => {
  const { tab, pass } = device({ wrongBy: 12 * MINUTE });
  expect(tab().now()).toBe(NOON + 12 * MINUTE);
  tab().hear(NOON);
  pass(1000);
  expect(tab().now()).toBe(NOON + 1000);
  expect(tab().isKnown()).toBe(false);
});

test('all tabs have the time that one of them was answered', () => {
  const { tab, pass } = device({ wrongBy: 12 * MINUTE });
  const [one, two] = [tab(), tab()];
  pass(1000);
  one.hear(NOON);
  expect(two.now()).toBe(NOON);
  pass(1000);
  expect(two.now()).toBe(NOON + 1000);
});

test('a message that waited in a frozen tab does not set it back', () => {
  const { tab, pass, told } = device();
  const [one, two] = [tab(), tab()];
  one.hear(NOON);
  const [message] = told;
  pass(30 * MINUTE);
  if (message) two.hearTab(message);
  expect(two.now()).toBe(NOON + 30 * MINUTE);
});

test('a slow answer moves nothing back, a fast one moves the clock forward, a wrong clock is set back', () => {
  const { tab } = device();
  const clock = tab();
  clock.hear(NOON, 100);
  clock.hear(NOON - 8000, 8000);
  clock.hear(NOON - 9000);
  expect(clock.now()).toBe(NOON);
  clock.hear(NOON + 200, 300);
  expect(clock.now()).toBe(NOON + 200);
  clock.hear(NOON - 5 * MINUTE, 300);
  expect(clock.now()).toBe(NOON - 5 * MINUTE + 150);
});

test('a clock that was some seconds late goes slower until it is right, and no timer gains a second', () => {
  const { tab, pass } = device();
  const clock = tab();
  clock.hear(NOON + 10_000, 100);
  pass(1000);
  clock.hear(NOON + 1000, 200);
  expect(clock.now()).toBe(NOON + 11_000);
  let before = clock.now();
  for (let second = 2; second <= 30; second++) {
    pass(1000);
    expect(clock.now()).toBeGreaterThan(before);
    before = clock.now();
  }
  expect(clock.now()).toBe(NOON + 30_100);
});

test('what one tab knows of a wrong clock, all do; a message on its way sets none back', () => {
  const { tab, told, pass } = device();
  const [one, two] = [tab(), tab()];
  one.hear(NOON + 5 * MINUTE, 100);
  expect(two.now()).toBe(NOON + 5 * MINUTE);
  one.hear(NOON, 100);
  expect(two.now()).toBe(NOON + 50);
  const [message] = told.splice(-1);
  pass(900);
  if (message) two.hearTab(message);
  expect(two.now()).toBe(NOON + 950);
});

const answer = (at: number, cacheControl: string) => ({
  headers: new Headers({ date: new Date(at).toUTCString(), 'cache-control': cacheControl }),
});

test('a kept answer never sets the clock back, and a header of whole seconds neither by its fraction nor by its time on the way', () => {
  const { tab } = device();
  const clock = tab();
  clock.hear(NOON);
  clock.hearAnswer(answer(NOON - 5 * MINUTE, 'public, max-age=2'), 100);
  clock.hearAnswer(answer(NOON - 9000, 'no-store'), 8000);
  expect(clock.now()).toBe(NOON);
  clock.hearAnswer(answer(NOON + MINUTE, 'public, max-age=2'), 100);
  expect(clock.now()).toBe(NOON + MINUTE);
  clock.hearAnswer(answer(NOON - MINUTE, 'no-store'), 0);
  expect(clock.now()).toBe(NOON - MINUTE + 500);
});

test('what is no time is not heard', () => {
  const { tab } = device();
  const clock = tab();
  clock.hearAnswer({ headers: new Headers() }, 0);
  expect(clock.isKnown()).toBe(false);
});

test('a clock that was set, and a sleep in which the elapsed time stood still, are noticed once', () => {
  const { world, pass, set } = device();
  const jumped = jumpWatch(world);
  pass(60 * MINUTE);
  expect(jumped()).toBe(false);
  for (const by of [15 * MINUTE, -10 * MINUTE]) {
    set(by);
    expect(jumped()).toBe(true);
    expect(jumped()).toBe(false);
  }
});

test('a device that does not know the time yet says nothing of the next page, when it does', () => {
  const { tab, set } = device({ wrongBy: -NOON });
  tab().hear(NOON);
  set(NOON);
  expect(tab().now()).toBe(NOON);
});
