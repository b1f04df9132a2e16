import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  aheadOf,
  askAgainAfter,
  drawnOrder,
  type Lane,
  type LaneCounts,
  lanes,
  peopleBetween,
  positionOf,
  type QueueDocument,
  waitOf,
} from '../src/index.ts';

const seed = '5a'.repeat(32);
const drawnOf = (counts: Partial<Record<Lane, number>>) => ({ seed, counts: { priority: 0, general: 0, late: 0, ...counts } });
const at = (issued: number, serving: number): LaneCounts => ({ issued, serving, lapsed: 0 });
const idle = at(0, 0);
type Room = Pick<QueueDocument, 'lanes' | 'drawn' | 'demotedNumbers'>;
const room = (given: Partial<Record<Lane, LaneCounts>>, rest: Partial<Room> = {}): Room => ({
  lanes: { priority: idle, general: idle, late: idle, ...given },
  drawn: null,
  demotedNumbers: 0,
  ...rest,
});

describe('where a number stands', () => {
  const drawn = drawnOf({ priority: 10, general: 50 });
  const order = drawnOrder(seed, 'general', 50);

  test('before the draw it stands nowhere', () => {
    expect(positionOf({ lane: 'general', number: 0, group: 'a' }, { drawn: null, demoted: [] })).toBe(null);
  });

  test('from before the draw where the draw put it, from after it behind all of them in the order of arrival', () => {
    for (const number of [0, 7, 49])
      expect(positionOf({ lane: 'general', number, group: 'a' }, { drawn, demoted: [] })).toEqual({
        lane: 'general',
        position: order(number),
      });
    expect(positionOf({ lane: 'general', number: 50, group: 'a' }, { drawn, demoted: [] })).toEqual({ lane: 'general', position: 50 });
  });

  test('in a room without a draw in the order of arrival', () => {
    const queue = { drawn: drawnOf({}), demoted: [] };
    expect(positionOf({ lane: 'general', number: 3, group: 'a' }, queue)).toEqual({ lane: 'general', position: 3 });
  });

  test('numbers of a demoted network from before the draw stand in the last lane; later ones and those of the first lane do not', () => {
    const demoted = ['cheat'];
    expect(positionOf({ lane: 'general', number: 7, group: 'cheat' }, { drawn, demoted })).toEqual({ lane: 'late', position: order(7) });
    expect(positionOf({ lane: 'general', number: 7, group: 'other' }, { drawn, demoted })?.lane).toBe('general');
    expect(positionOf({ lane: 'general', number: 50, group: 'cheat' }, { drawn, demoted })?.lane).toBe('general');
    expect(positionOf({ lane: 'priority', number: 7, group: 'cheat' }, { drawn, demoted })?.lane).toBe('priority');
  });

  test('no two numbers of the lanes stand at one position, whichever networks are demoted', () => {
    const groups = ['a', 'b', 'c', 'd'];
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), fc.nat(20), fc.subarray(groups), (priority, general, later, demoted) => {
        const room = { drawn: drawnOf({ priority, general }), demoted };
        const numbers = (lane: Lane, count: number) =>
          Array.from({ length: count }, (_, number) => ({ lane, number, group: groups[number % 4] ?? '' }));
        const positions = [...numbers('priority', priority + later), ...numbers('general', general + later)].map((number) => {
          const { lane, position } = positionOf(number, room) ?? {};
          return `${lane} ${position}`;
        });
        expect(new Set(positions).size).toBe(positions.length);
      }),
    );
  });
});

describe('the place in the line', () => {
  test('the next one is first, and who was called is before everybody', () => {
    const general = at(100, 10);
    expect(aheadOf({ lane: 'general', position: 10 }, room({ general }))).toBe(1);
    expect(aheadOf({ lane: 'general', position: 9 }, room({ general }))).toBe(0);
    expect(aheadOf({ lane: 'general', position: 99 }, room({ general }))).toBe(90);
  });

  test('earlier lanes are before later ones; one that is open to newcomers holds nobody up', () => {
    const counts = { priority: at(30, 10), general: at(100, 40), late: at(5, 0) };
    expect(aheadOf({ lane: 'general', position: 40 }, room(counts))).toBe(21);
    expect(aheadOf({ lane: 'late', position: 2 }, room(counts))).toBe(83);
    expect(aheadOf({ lane: 'late', position: 2 }, room({ ...counts, priority: at(30, 35) }))).toBe(63);
  });

  test('gaps that demoted numbers left are nobody, and the last lane counts only them', () => {
    const gaps = { drawn: drawnOf({ general: 1000 }), demotedNumbers: 100 };
    const counts = { general: at(1200, 200), late: at(1000, 0) };
    expect(peopleBetween('general', 200, 1200, gaps)).toBe(920);
    expect(aheadOf({ lane: 'general', position: 1199 }, room(counts, gaps))).toBe(920);
    expect(aheadOf({ lane: 'late', position: 500 }, room(counts, gaps))).toBe(1 + 920 + 50);
  });

  const counts = fc.record({ issued: fc.nat(5000), serving: fc.nat(5000) }).map(({ issued, serving }) => at(issued, serving));
  const anyRoom = fc
    .record({ priority: counts, general: counts, late: counts, drawn: fc.nat(5000), share: fc.double({ min: 0, max: 1, noNaN: true }) })
    .map(({ drawn, share, ...given }) => room(given, { drawn: drawnOf({ general: drawn }), demotedNumbers: Math.floor(drawn * share) }));
  const position = fc.record({ lane: fc.constantFrom(...lanes), position: fc.nat(5000) });

  test('never grows because somebody is let in', () => {
    fc.assert(
      fc.property(anyRoom, position, fc.constantFrom(...lanes), fc.nat(500), (before, place, lane, more) => {
        const served = { ...before.lanes[lane], serving: before.lanes[lane].serving + more };
        const after = { ...before, lanes: { ...before.lanes, [lane]: served } };
        expect(aheadOf(place, after)).toBeLessThanOrEqual(aheadOf(place, before));
      }),
    );
  });

  test('is 0 exactly for those who may go in, and grows with the position', () => {
    fc.assert(
      fc.property(anyRoom, position, (given, place) => {
        const ahead = aheadOf(place, given);
        expect(ahead === 0).toBe(place.position < given.lanes[place.lane].serving);
        expect(aheadOf({ ...place, position: place.position + 1 }, given)).toBeGreaterThanOrEqual(ahead);
      }),
    );
  });
});

describe('a wait', () => {
  const ahead = fc.integer({ min: 1, max: 1_000_000 });
  const perMinute = fc.double({ min: 0.1, max: 10_000, noNaN: true });

  test('is nothing for those who may go in, and unknown when nobody is let in', () => {
    expect(waitOf(0, 0)).toEqual({ atLeast: 0, atMost: 0 });
    expect(waitOf(1, 0)).toBe(null);
  });

  test('is a range of whole minutes around the people before one over the pace; more than an hour has no end', () => {
    expect(waitOf(1, 100)).toEqual({ atLeast: 0, atMost: 1 });
    expect(waitOf(1000, 100)).toEqual({ atLeast: 7, atMost: 13 });
    expect(waitOf(6000, 100)).toEqual({ atLeast: 30, atMost: null });
    expect(waitOf(60_000, 100)).toEqual({ atLeast: 60, atMost: null });
    fc.assert(
      fc.property(ahead, perMinute, (people, pace) => {
        const wait = waitOf(people, pace);
        const minutes = people / pace;
        expect(Number.isInteger(wait?.atLeast) && (wait?.atMost === null || Number.isInteger(wait?.atMost))).toBe(true);
        expect(wait?.atLeast).toBeLessThanOrEqual(minutes);
        expect(wait?.atMost ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(minutes);
        expect(wait?.atMost ?? 60).toBeLessThanOrEqual(60);
      }),
    );
  });

  test('narrows while people before one go in: neither end moves away, and the range is narrower by the minute that rounding is', () => {
    const width = (wait: ReturnType<typeof waitOf>) => (wait?.atMost ?? Number.POSITIVE_INFINITY) - (wait?.atLeast ?? 0);
    fc.assert(
      fc.property(ahead, fc.nat(100_000), perMinute, (people, fewer, pace) => {
        const before = waitOf(people, pace);
        const after = waitOf(Math.max(1, people - fewer), pace);
        expect(after?.atMost ?? 61).toBeLessThanOrEqual(before?.atMost ?? 61);
        expect(after?.atLeast).toBeLessThanOrEqual(before?.atLeast ?? 0);
        expect(width(after)).toBeLessThanOrEqual(width(before) + 1);
      }),
    );
  });
});

test('the document is asked for more often the closer the turn is', () => {
  const askAgain = [
    [0.5, 2],
    [2, 5],
    [10, 12],
    [null, 30],
  ] as const;
  const seconds = [0, 0.4, 0.5, 2, 9.9, 10, 100, null].map((minutes) => askAgainAfter({ askAgain }, minutes));
  expect(seconds).toEqual([2, 2, 5, 12, 12, 30, 30, 30]);
  expect(askAgainAfter({ askAgain: [] }, 1)).toBe(30);
});
