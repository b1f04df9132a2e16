import { expect, test } from 'vitest';
import { countdownText, serverClock } from '../../app/room/clock.ts';
import { type Asking, nextAskMs, silentFor } from '../../app/room/timing.ts';
import { NOW, own, room } from './rooms.ts';

const lineOf = (atMost: number | null) => ({ kind: 'in_line', wait: { atLeast: 0, atMost } }) as const;
const next = (more: Partial<Asking>) =>
  nextAskMs({ ...{ document: room(), screen: lineOf(null), now: NOW, failures: 0, retryAfterMs: 0, random: 0.5 }, ...more });

test('who waits long asks seldom, who is about to go in asks often', () => {
  expect([null, 9, 1].map((atMost) => next({ screen: lineOf(atMost) }))).toEqual([30_000, 12_000, 5000]);
});

test('requests are spread over a quarter before and after their time', () => {
  expect([0, 1].map((random) => next({ random }))).toEqual([22_500, 37_500]);
});

test('at the start at most five thousand ask in a second: a hundred thousand within twenty, a few at once', () => {
  const startsAt = NOW + 10_000;
  const gathered = (issued: number) => ({ ...room().lanes, general: { issued, serving: 0, lapsed: 0 } });
  const document = room({ phase: 'pre', drawn: null, startsAt, lanes: gathered(100_000) });
  const screen = { kind: 'before_draw', number: own(1), startsAt, gathered: 5000 } as const;
  expect([0, 0.5, 1].map((random) => next({ document, screen, random }))).toEqual([10_000, 20_000, 30_000]);
  const last = (issued: number) => next({ document: { ...document, lanes: gathered(issued) }, screen, random: 1 });
  expect([30, 25_000, 1_000_000].map(last)).toEqual([12_000, 15_000, 40_000]);
  expect(next({ document, screen, now: startsAt - 300_000 })).toBe(30_000);
  // A draw that is late is asked about every few seconds.
  expect(next({ document, screen, now: startsAt + 500 })).toBe(2000);
});

test('failures are repeated ever later, at random, and never before what the server asked for', () => {
  const screen = lineOf(1);
  expect([1, 2, 3, 9].map((failures) => next({ screen, failures }))).toEqual([5000, 10_000, 20_000, 120_000]);
  expect([0, 1].map((random) => next({ screen, failures: 1, random }))).toEqual([2500, 7500]);
  expect(next({ screen, failures: 1, retryAfterMs: 45_000 })).toBe(45_000);
});

test('nothing is asked once the line is over or was left', () => {
  expect(next({ screen: { kind: 'open' } })).toBeNull();
  expect(next({ screen: { kind: 'left' } })).toBeNull();
  expect(next({ screen: { kind: 'sold_out' } })).toBe(30_000);
});

test('a tab that does not ask waits for the other one much longer than that one should take', () => {
  expect(silentFor(37_500)).toBeGreaterThan(2 * 37_500);
});

test('the clock is the server’s, from when its document arrived; a document out of a cache does not set it back', () => {
  let elapsed = 5000;
  const clock = serverClock(() => elapsed);
  clock.hear(NOW);
  elapsed += 3000;
  expect(clock.now()).toBe(NOW + 3000);
  clock.hear(NOW + 1000);
  expect(clock.now()).toBe(NOW + 3000);
  clock.hear(NOW + 4000, 500);
  expect(clock.now()).toBe(NOW + 4500);
});

test.each([
  [0, '0:00'],
  [-5000, '0:00'],
  [400, '0:01'],
  [65_000, '1:05'],
  [3_909_000, '1:05:09'],
])('%i ms are counted down as %s', (ms, text) => {
  expect(countdownText(ms)).toBe(text);
});
