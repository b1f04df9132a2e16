import { type Lane, lanes } from '@butaca/fair-queue';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type LaneStanding,
  newPace,
  type PaceObserved,
  type PaceSettings,
  type PaceState,
  pace,
  serve,
} from '../../src/waiting-room/pace.ts';

type Standing = Readonly<Record<Lane, LaneStanding>>;

const nobody: LaneStanding = { issued: 0, serving: 0, waiting: 0 };
const line = (waiting: number, serving = 0): LaneStanding => ({ issued: serving + waiting, serving, waiting });
const room = (standing: Partial<Standing> = {}): Standing => ({ priority: nobody, general: nobody, late: nobody, ...standing });

const settings: PaceSettings = { perMinute: 90, mostActive: 1000, softStartSeconds: 60 };
const calm = { claimP95Ms: 20, targetMs: 100, failedShare: 0 };
const slow = { ...calm, claimP95Ms: 101 };
const observed = (given: Partial<PaceObserved> = {}): PaceObserved => ({
  lanes: room({ general: line(10_000) }),
  active: 0,
  outstanding: 0,
  called: 0,
  redeemed: 0,
  secondsSinceStart: 3600,
  secondsSinceTick: 1,
  stock: { free: 40_000, held: 0, meanBasket: 2 },
  latency: calm,
  ...given,
});

/** As many ticks as there are observations, each with the state of the one before. */
function ticks(seen: readonly PaceObserved[], given: PaceSettings = settings, from: PaceState = newPace) {
  let state = from;
  return seen.map((each) => {
    const answer = pace(each, given, state);
    state = answer.state;
    return answer;
  });
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

const smoothed = fc.record({ called: fc.nat(5000), redeemed: fc.nat(5000), due: fc.nat(5000) });
const anyState: fc.Arbitrary<PaceState> = fc.record({
  carry: fc.double({ min: 0, max: 0.999, noNaN: true }),
  brake: fc.double({ min: 0.05, max: 1, noNaN: true }),
  secondsSinceBrake: fc.nat(10),
  called: fc.nat(5000),
  due: fc.nat(5000),
  redeemed: fc.nat(5000),
  missing: fc.nat(100),
  inherited: fc.option(fc.nat(5000)),
});
const anyLine: fc.Arbitrary<LaneStanding> = fc
  .record({ issued: fc.nat(100_000), serving: fc.nat(100_000), share: fc.double({ min: 0.001, max: 1, noNaN: true }) })
  .map(({ issued, serving, share }) => ({ issued, serving, waiting: Math.ceil(Math.max(0, issued - serving) * share) }));
const anyRoom = fc.record({ priority: anyLine, general: anyLine, late: anyLine });
const anySettings: fc.Arbitrary<PaceSettings> = fc.record({
  perMinute: fc.integer({ min: 1, max: 100_000 }),
  mostActive: fc.integer({ min: 1, max: 100_000 }),
  softStartSeconds: fc.nat(300),
});
const anyObserved: fc.Arbitrary<PaceObserved> = fc
  .record({
    lanes: anyRoom,
    active: fc.nat(20_000),
    outstanding: fc.nat(20_000),
    flow: smoothed,
    secondsSinceStart: fc.integer({ min: -10, max: 1000 }),
    secondsSinceTick: fc.double({ min: 0, max: 60, noNaN: true }),
    stock: fc.record({ free: fc.nat(100_000), held: fc.nat(10_000), meanBasket: fc.double({ min: 1, max: 8, noNaN: true }) }),
    latency: fc.record({
      claimP95Ms: fc.option(fc.nat(1000)),
      targetMs: fc.constant(100),
      failedShare: fc.double({ min: 0, max: 0.05, noNaN: true }),
    }),
  })
  .map(({ flow: { called, redeemed }, ...rest }) => ({ ...rest, called, redeemed }));

/** Of those who were called and have not come, the ones that still may. */
const onTheirWay = ({ outstanding }: PaceObserved, { called, inherited }: PaceState) => Math.min(outstanding, called + (inherited ?? 0));
const aheadOf = (standing: Standing) => sum(lanes.map((lane) => Math.max(0, standing[lane].serving - standing[lane].issued)));

describe('whatever is observed', () => {
  test('a release is a whole number of people, never negative, and the share of those who come is between a fifth and all', () => {
    fc.assert(
      fc.property(anyObserved, anySettings, anyState, (seen, given, before) => {
        const { release, show } = pace(seen, given, before);
        expect(Number.isInteger(release) && release >= 0).toBe(true);
        expect(show >= 0.2 && show <= 1).toBe(true);
      }),
    );
  });

  test('those inside and those expected are never more than may be inside, nor than the stock allows', () => {
    fc.assert(
      fc.property(anyObserved, anySettings, anyState, (seen, given, before) => {
        const { release, show, state } = pace(seen, given, before);
        if (release === 0) return;
        const expected = aheadOf(seen.lanes) + (onTheirWay(seen, state) + release) * show;
        const buyersOf = (places: number) => Math.ceil((places * 1.5) / seen.stock.meanBasket) + 1e-6;
        expect(seen.active + expected).toBeLessThanOrEqual(given.mostActive + 1e-6);
        expect(seen.active + expected).toBeLessThanOrEqual(buyersOf(seen.stock.free + seen.stock.held));
        expect(expected).toBeLessThanOrEqual(buyersOf(seen.stock.free));
      }),
    );
  });

  test('after a pause of any length no more than five seconds are caught up with', () => {
    fc.assert(
      fc.property(anyObserved, anySettings, anyState, (seen, given, before) => {
        const { release, show } = pace(seen, given, before);
        expect(release * show).toBeLessThanOrEqual((given.perMinute / 60) * 5 + 1 + 1e-6);
      }),
    );
  });

  test('fewer people inside, more stock or a faster pace never release fewer', () => {
    fc.assert(
      fc.property(anyObserved, anySettings, anyState, fc.nat(500), (seen, given, before, more) => {
        const { release } = pace(seen, given, before);
        const atLeast = (other: PaceObserved, set = given) => expect(pace(other, set, before).release).toBeGreaterThanOrEqual(release);
        atLeast({ ...seen, active: Math.max(0, seen.active - more) });
        atLeast({ ...seen, stock: { ...seen.stock, free: seen.stock.free + more } });
        atLeast(seen, { ...given, perMinute: given.perMinute + more });
        atLeast(seen, { ...given, mostActive: given.mostActive + more });
      }),
    );
  });

  test('over many ticks the pace that is set is kept to one person', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6000 }), fc.integer({ min: 1, max: 200 }), (perMinute, count) => {
        const answers = ticks(times(count, observed()), { ...settings, perMinute, mostActive: 1_000_000 });
        const people = sum(answers.map(({ release, show }) => release * show));
        expect(Math.abs(people - (perMinute / 60) * count)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('the pace that is set', () => {
  test('90 a minute are one and two in turn, 90 in sixty ticks', () => {
    const releases = ticks(times(60, observed())).map(({ release }) => release);
    expect(releases.slice(0, 4)).toEqual([1, 2, 1, 2]);
    expect(sum(releases)).toBe(90);
  });

  test('20 a minute are one every third tick', () => {
    const releases = ticks(times(9, observed()), { ...settings, perMinute: 20 }).map(({ release }) => release);
    expect(releases).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
  });

  test('it rises from a tenth to all of it in the first minute', () => {
    const at = (secondsSinceStart: number) => pace(observed({ secondsSinceStart }), { ...settings, perMinute: 6000 }, newPace);
    expect([0, 30, 60].map((second) => at(second).release)).toEqual([10, 55, 100]);
    expect([0, 30, 60].map((second) => at(second).reason)).toEqual(['start', 'start', 'rate']);
  });

  test('what another limit kept back is not owed later', () => {
    const full = observed({ active: 1000 });
    const releases = ticks([...times(30, full), ...times(2, observed())]).map(({ release }) => release);
    expect(releases.slice(30)).toEqual([1, 2]);
  });
});

describe('what bounds it', () => {
  const fast = { ...settings, perMinute: 60_000 };

  test('people inside, those who are on their way, and positions that are open to newcomers leave the rest of the room', () => {
    const { release, reason } = pace(observed({ active: 600, outstanding: 100 }), fast, newPace);
    expect({ release, reason }).toEqual({ release: 300, reason: 'inside' });
    const open = room({ general: { issued: 10, serving: 60, waiting: 0 } });
    expect(pace(observed({ active: 600, outstanding: 100, lanes: open }), fast, newPace).release).toBe(250);
  });

  test('who does not come within a minute or two holds nobody up any more', () => {
    const state = { ...newPace, called: 0, inherited: 0, due: 1000, redeemed: 1000 };
    const late = ticks(
      [observed({ called: 400, outstanding: 400, active: 600 }), ...times(180, observed({ outstanding: 400, active: 600, redeemed: 1 }))],
      fast,
      state,
    );
    expect(late[0]?.release).toBe(18);
    expect(late[180]?.release).toBeGreaterThan(390);
  });

  test('a new leader takes all who were called for people on their way', () => {
    const seen = times(180, observed({ outstanding: 400, active: 600 }));
    const releases = ticks(seen, fast).map(({ release }) => release);
    expect(releases[0]).toBe(0);
    expect(releases[179]).toBeGreaterThan(390);
  });

  test('of places that are left, one and a half times as many are offered as buyers could take', () => {
    const { release, reason } = pace(observed({ active: 10, stock: { free: 40, held: 0, meanBasket: 2 } }), fast, newPace);
    expect({ release, reason }).toEqual({ release: 20, reason: 'stock' });
  });

  test('buyers who hold their places already leave the free ones to others', () => {
    expect(pace(observed({ active: 100, stock: { free: 40, held: 200, meanBasket: 2 } }), fast, newPace).release).toBe(30);
  });

  test('the last place is offered to somebody, and none to nobody', () => {
    expect(pace(observed({ stock: { free: 1, held: 0, meanBasket: 4 } }), fast, newPace).release).toBe(1);
    expect(pace(observed({ stock: { free: 0, held: 100, meanBasket: 4 } }), fast, newPace)).toMatchObject({ release: 0, reason: 'stock' });
  });

  test('when half of those called stay away, twice as many are called', () => {
    const state = { ...newPace, due: 1000, redeemed: 495 };
    const { release, show } = pace(observed({ called: 0 }), { ...settings, perMinute: 6000 }, state);
    expect(show).toBeCloseTo(0.5, 2);
    expect(release).toBe(Math.floor(100 / show));
  });

  test('the share of those who come is found within a few minutes, from above, at a steady pace', () => {
    const came = ticks(times(400, observed({ called: 100, redeemed: 70 })), { ...settings, perMinute: 6000, mostActive: 100_000 });
    expect(came.at(-1)?.show).toBeCloseTo(0.7, 2);
    expect(Math.min(...came.map(({ show }) => show))).toBeGreaterThan(0.69);
  });
});

describe('when nobody comes', () => {
  const set = { perMinute: 600, mostActive: 2000, softStartSeconds: 60 };

  /** Everybody who is called goes in after ten seconds and stays for eight minutes; between `from` and `until` nobody can, and then all do. */
  function sale({ from, until, seconds }: { readonly from: number; readonly until: number; readonly seconds: number }) {
    const coming: number[] = [];
    const leaving: number[] = [];
    let [state, active, outstanding, lastCalled, lastRedeemed] = [newPace, 0, 0, 0, 0];
    const seen = Array.from({ length: seconds }, (_, at) => {
      active -= leaving[at] ?? 0;
      const isOut = at >= from && at < until;
      const due = sum(coming.slice(0, at + 1));
      const entering = isOut ? 0 : due;
      if (!isOut) coming.fill(0, 0, at + 1);
      active += entering;
      outstanding -= entering;
      leaving[at + 480] = entering;
      lastRedeemed = entering;
      const answer = pace(observed({ active, outstanding, called: lastCalled, redeemed: lastRedeemed, secondsSinceStart: at }), set, state);
      ({ state } = answer);
      lastCalled = answer.release;
      outstanding += answer.release;
      for (let second = coming.length; second <= at + 10; second++) coming.push(0);
      coming[at + 10] = answer.release;
      return { at, active, release: answer.release, reason: answer.reason };
    });
    return seen;
  }

  test('because nobody can go in for five minutes, few are called, and never more are inside than may be when all come at once', () => {
    const seen = sale({ from: 1200, until: 1500, seconds: 2400 });
    expect(Math.max(...seen.map(({ active }) => active))).toBeLessThanOrEqual(2000);
    const during = seen.filter(({ at }) => at >= 1220 && at < 1500);
    expect(sum(during.map(({ release }) => release))).toBeLessThan(0.25 * 10 * 300);
    expect(during.map(({ reason }) => reason)).toContain('silence');
    // Afterwards at the pace that is set.
    expect(sum(seen.filter(({ at }) => at >= 1560 && at < 1620).map(({ release }) => release))).toBeGreaterThan(550);
  });

  test('of many who stay away independently, one in five suffices for the pace to go on', () => {
    const few = ticks(times(600, observed({ called: 10, redeemed: 2 })), { ...set, mostActive: 100_000 });
    expect(few.at(-1)?.reason).toBe('rate');
    expect(few.at(-1)?.show).toBeCloseTo(0.2, 1);
  });

  test('the first one who goes in ends it', () => {
    const silent = ticks(times(60, observed({ called: 10, outstanding: 600 })), set);
    expect(silent.at(-1)).toMatchObject({ reason: 'silence', release: 2 });
    const { reason } = pace(observed({ called: 2, redeemed: 1, outstanding: 600 }), set, silent.at(-1)?.state ?? newPace);
    expect(reason).toBe('rate');
  });
});

describe('the brake', () => {
  const fast = { ...settings, perMinute: 6000, mostActive: 100_000 };
  const releases = (seen: readonly PaceObserved[]) => ticks(seen, fast).map(({ release }) => release);

  test('halves the pace at most every five seconds while claims are slow', () => {
    expect(releases(times(11, observed({ latency: slow })))).toEqual([50, 50, 50, 50, 50, 25, 25, 25, 25, 25, 12]);
  });

  test('halves it while more than one claim in a hundred fails, and not when claims are absent', () => {
    expect(releases([observed({ latency: { ...calm, failedShare: 0.011 } })])).toEqual([50]);
    expect(releases([observed({ latency: { ...calm, failedShare: 0.01, claimP95Ms: null } })])).toEqual([100]);
  });

  test('never stops the room, and comes back by a tenth a tick', () => {
    const answers = ticks([...times(100, observed({ latency: slow })), ...times(10, observed())], fast);
    expect(answers[99]).toMatchObject({ release: 5, reason: 'latency' });
    expect(answers.slice(100).map(({ release }) => release)).toEqual([15, 25, 35, 45, 55, 65, 75, 85, 95, 100]);
    expect(answers.at(-1)?.reason).toBe('rate');
  });
});

describe('serving a release', () => {
  test('an earlier lane is served before a later one', () => {
    const standing = room({ priority: line(3), general: line(10, 20), late: line(5) });
    expect(serve(standing, 2)).toEqual({ priority: 2, general: 20, late: 0 });
    expect(serve(standing, 8)).toEqual({ priority: 3, general: 25, late: 0 });
    expect(serve(standing, 15)).toEqual({ priority: 3, general: 30, late: 2 });
  });

  test('when nobody waits, newcomers find as many positions open as one release, however long nobody comes', () => {
    const first = serve(room({ general: { issued: 30, serving: 30, waiting: 0 } }), 5);
    expect(first.general).toBe(35);
    expect(serve(room({ general: { issued: 30, serving: 35, waiting: 0 } }), 5).general).toBe(35);
    expect(serve(room({ general: { issued: 33, serving: 35, waiting: 0 } }), 5).general).toBe(38);
  });

  test('positions that nobody has any more are passed over', () => {
    const late: LaneStanding = { issued: 100_000, serving: 0, waiting: 500 };
    expect(serve(room({ late }), 2).late).toBe(400);
    expect(serve(room({ late }), 500).late).toBe(100_000);
    expect(serve(room({ late: { ...late, waiting: 0 } }), 0).late).toBe(100_000);
  });

  test('whatever the room, no counter falls, and no more people are called than were released', () => {
    fc.assert(
      fc.property(anyRoom, fc.nat(10_000), (standing, release) => {
        const serving = serve(standing, release);
        const calledIn = (lane: Lane) => {
          const { issued, serving: before, waiting } = standing[lane];
          const positions = Math.max(0, issued - before);
          const waited = positions === 0 ? 0 : (waiting * Math.min(positions, serving[lane] - before)) / positions;
          return waited + Math.max(0, serving[lane] - Math.max(issued, before));
        };
        for (const lane of lanes) expect(serving[lane]).toBeGreaterThanOrEqual(standing[lane].serving);
        expect(sum(lanes.map(calledIn))).toBeLessThanOrEqual(release + 1e-6);
      }),
    );
  });

  test('while somebody waits in a lane, no later lane moves', () => {
    fc.assert(
      fc.property(anyRoom, fc.nat(10_000), (standing, release) => {
        const serving = serve(standing, release);
        const first = lanes.findIndex((lane) => serving[lane] < standing[lane].issued && standing[lane].waiting > 0);
        if (first < 0) return;
        for (const lane of lanes.slice(first + 1)) {
          const holes = standing[lane].waiting === 0;
          expect(holes || serving[lane] === standing[lane].serving).toBe(true);
        }
      }),
    );
  });
});
