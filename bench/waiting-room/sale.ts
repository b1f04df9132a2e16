import { drawnOrder, type Lane, type LaneCounts, lanes, peopleBetween, type QueueDocument, seedOf } from '@butaca/fair-queue';
import { newPace, type PaceSettings, type PaceState, pace, serve } from '../../apps/api/src/waiting-room/pace.ts';
import { basketOf, crowdOf, MEAN_BASKET, PRESENT_SECONDS, type Visitor } from './crowd.ts';
import { Random } from './random.ts';

export interface Rules {
  readonly seed: number;
  /** Of all people, those who are there before the start. */
  readonly presentShare: number;
  /** All browsers of a person get one number. */
  readonly onePerAccount: boolean;
  /** Networks with more numbers than this go into the last lane. */
  readonly demoteAbove: number | null;
}

export const STOCK = 40_000;
export const SETTINGS: PaceSettings = { perMinute: 600, mostActive: 3000, softStartSeconds: 60 };
const GRACE_SECONDS = 600;
const PASS_SECONDS = 600;
const LONGEST_SECONDS = 6 * 3600;
const LATENCY_TARGET_MS = 100;
/** Half a minute in which the database is slow. */
const SLOW = { from: 900, to: 930 };

/** A second of the sale, as the document has it and as the chart shows it. */
interface Second {
  readonly at: number;
  readonly lanes: Readonly<Record<Lane, LaneCounts>>;
  readonly perMinute: number;
  readonly waiting: number;
  readonly inside: number;
  readonly sold: number;
  readonly release: number;
  readonly show: number;
  readonly reason: string;
}

export interface Sale {
  readonly visitors: readonly Visitor[];
  readonly seconds: readonly Second[];
  readonly drawn: NonNullable<QueueDocument['drawn']>;
  readonly demotedNumbers: number;
  /** Of the general lane, by number. */
  readonly drawnPositions: readonly number[];
  readonly soldOutAt: number | null;
  /** Turns that were missed by more than the time for which they are kept. */
  readonly turnsOver: number;
  readonly cameBackInTime: number;
}

type Room = { -readonly [Key in keyof LaneCounts]: LaneCounts[Key] };

/** A sale in virtual time: the draw, the pace and the counters are the product's own, people are made up. */
export function runSale({ seed, presentShare, onePerAccount, demoteAbove }: Rules): Sale {
  const random = new Random(seed);
  const visitors = crowdOf(random, presentShare);
  const secret = random.hex(32);
  const line: Record<Lane, Room> = { priority: emptyLane(), general: emptyLane(), late: emptyLane() };
  /** Who stands at each position. */
  const standing: Record<Lane, (Visitor | undefined)[]> = { priority: [], general: [], late: [] };
  const havingNumber = new Set<number>();
  const events = new Map<number, (() => void)[]>();
  let now = -PRESENT_SECONDS;
  let drawn: Sale['drawn'] | null = null;
  let demotedNumbers = 0;
  const drawnPositions: number[] = [];
  let [free, sold, inside, redeemed, redeemedLately, waiting, turnsOver, cameBackInTime] = [STOCK, 0, 0, 0, 0, 0, 0, 0];
  let state: PaceState = newPace;
  const calledUntil: number[] = [];
  const seconds: Second[] = [];

  const after = (delay: number, event: () => void) => {
    const second = now + Math.max(1, Math.round(delay));
    const known = events.get(second);
    if (known) known.push(event);
    else events.set(second, [event]);
  };

  function join(visitor: Visitor) {
    if (onePerAccount && visitor.joinedAt === null) {
      if (havingNumber.has(visitor.person)) return;
      havingNumber.add(visitor.person);
    }
    const isFirst = visitor.joinedAt === null;
    visitor.joinedAt ??= now;
    visitor.number = line[visitor.lane].issued++;
    visitor.calledAt = null;
    waiting++;
    if (isFirst && visitor.leavesAt < Number.POSITIVE_INFINITY) {
      after(visitor.leavesAt - now, () => {
        if (visitor.calledAt === null) waiting--;
      });
    }
    if (drawn) stand(visitor, visitor.lane, visitor.number);
  }

  function stand(visitor: Visitor, lane: Lane, position: number) {
    visitor.position = position;
    visitor.standsIn = lane;
    standing[lane][position] = visitor;
    if (position < line[lane].serving) call(visitor);
  }

  function draw() {
    const counts = { priority: line.priority.issued, general: line.general.issued, late: 0 };
    const joined = visitors.filter(({ number }) => number >= 0);
    const sizes = new Map<string, number>();
    for (const { network, lane } of joined) if (lane === 'general') sizes.set(network, (sizes.get(network) ?? 0) + 1);
    const isDemoted = ({ lane, network }: Visitor) => lane === 'general' && demoteAbove !== null && (sizes.get(network) ?? 0) > demoteAbove;
    drawn = { seed: seedOf(secret, { performanceId: 1, epoch: 1, counts }), counts };
    const ofPriority = drawnOrder(drawn.seed, 'priority', counts.priority);
    const ofGeneral = drawnOrder(drawn.seed, 'general', counts.general);
    for (const visitor of joined) {
      if (visitor.lane === 'priority') {
        stand(visitor, 'priority', ofPriority(visitor.number));
        continue;
      }
      const position = ofGeneral(visitor.number);
      drawnPositions[visitor.number] = position;
      if (isDemoted(visitor)) demotedNumbers++;
      stand(visitor, isDemoted(visitor) ? 'late' : 'general', position);
    }
    if (demotedNumbers > 0) line.late.issued = counts.general;
  }

  function call(visitor: Visitor) {
    visitor.calledAt = now;
    if (now >= visitor.leavesAt) return;
    waiting--;
    // Some do not look, others lose their connection and come back later.
    if (random.happens(0.08)) return;
    const isAway = random.happens(0.1);
    const away = isAway ? random.exponential(240) : 0;
    after(random.between(0, 2) + random.lognormal(8, 0.7) + away, () => goIn(visitor, isAway));
  }

  function goIn(visitor: Visitor, wasAway: boolean) {
    const lane = visitor.standsIn;
    if (visitor.position < line[lane].lapsed) {
      turnsOver++;
      // Its new number is one of the general lane, at its end.
      visitor.lane = 'general';
      join(visitor);
      return;
    }
    if (wasAway) cameBackInTime++;
    visitor.enteredAt = now;
    redeemed++;
    redeemedLately++;
    inside++;
    after(random.lognormal(120, 0.6), () => choose(visitor, now + PASS_SECONDS));
  }

  function choose(visitor: Visitor, passEndsAt: number) {
    const places = Math.min(free, basketOf(random));
    if (random.happens(0.2) || places === 0) {
      // Who closes the page without a word stays inside for the room until the pass ends.
      if (random.happens(0.6) || passEndsAt <= now) leave();
      else after(passEndsAt - now, leave);
      return;
    }
    free -= places;
    const pays = random.happens(0.9);
    after(pays ? random.lognormal(100, 0.5) : PASS_SECONDS, () => {
      leave();
      if (pays) {
        sold += places;
        visitor.places += places;
      } else free += places;
    });
  }

  function leave() {
    inside--;
  }

  function tick() {
    const document = { drawn, demotedNumbers };
    const people = (lane: Lane, from: number, to: number) => peopleBetween(lane, from, Math.min(to, line[lane].issued), document);
    const sum = (numberOf: (lane: Lane) => number) => lanes.reduce((all, lane) => all + numberOf(lane), 0);
    for (const lane of lanes) lapse(lane, seconds[seconds.length - GRACE_SECONDS]?.lanes[lane].serving ?? 0);
    const standingOf = (lane: Lane) => ({ ...line[lane], waiting: people(lane, line[lane].serving, line[lane].issued) });
    const observed = { priority: standingOf('priority'), general: standingOf('general'), late: standingOf('late') };
    const answer = pace(
      {
        lanes: observed,
        active: inside,
        outstanding: Math.max(0, Math.round(sum((lane) => people(lane, line[lane].lapsed, line[lane].serving))) - redeemedLately),
        called: calledTotal() - calledBefore,
        redeemed: redeemed - redeemedBefore,
        secondsSinceStart: now,
        secondsSinceTick: 1,
        stock: { free, held: STOCK - free - sold, meanBasket: MEAN_BASKET },
        latency: { claimP95Ms: now >= SLOW.from && now < SLOW.to ? 300 : 20, targetMs: LATENCY_TARGET_MS, failedShare: 0 },
      },
      SETTINGS,
      state,
    );
    calledBefore = calledTotal();
    calledUntil.push(calledBefore);
    redeemedBefore = redeemed;
    state = answer.state;
    const serving = serve(observed, answer.release);
    for (const lane of lanes) advance(lane, serving[lane]);
    seconds.push({
      at: now,
      lanes: { priority: { ...line.priority }, general: { ...line.general }, late: { ...line.late } },
      perMinute: now < 60 ? SETTINGS.perMinute : calledBefore - (calledUntil[now - 60] ?? 0),
      waiting,
      inside,
      sold,
      release: answer.release,
      show: answer.show,
      reason: answer.reason,
    });
  }

  let [calledBefore, redeemedBefore] = [0, 0];
  const calledTotal = () =>
    lanes.reduce(
      (all, lane) => all + peopleBetween(lane, 0, Math.min(line[lane].serving, line[lane].issued), { drawn, demotedNumbers }),
      0,
    );

  function advance(lane: Lane, to: number) {
    const from = line[lane].serving;
    line[lane].serving = to;
    for (let position = from; position < to; position++) {
      const visitor = standing[lane][position];
      if (visitor && visitor.calledAt === null) call(visitor);
    }
  }

  function lapse(lane: Lane, to: number) {
    for (let position = line[lane].lapsed; position < to; position++) if (standing[lane][position]?.enteredAt != null) redeemedLately--;
    line[lane].lapsed = to;
  }

  let next = 0;
  for (; sold < STOCK && now < LONGEST_SECONDS; now++) {
    if (now === 0) draw();
    for (let visitor = visitors[next]; visitor && visitor.arrivesAt <= now; visitor = visitors[++next]) join(visitor);
    for (const event of events.get(now) ?? []) event();
    events.delete(now);
    if (now >= 0) tick();
  }
  if (drawn === null) throw new Error('the sale ended before its draw');
  return { visitors, seconds, drawn, demotedNumbers, drawnPositions, soldOutAt: sold === STOCK ? now : null, turnsOver, cameBackInTime };
}

const emptyLane = (): Room => ({ issued: 0, serving: 0, lapsed: 0 });
