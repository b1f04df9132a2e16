import { type Lane, lanes } from '@butaca/fair-queue';

/** What the organiser sets; it may change at any tick. */
export interface PaceSettings {
  readonly perMinute: number;
  readonly mostActive: number;
  /** For how long the pace rises from a tenth to all of it; 0: at once. */
  readonly softStartSeconds: number;
}

/** A lane as the pace sees it. */
export interface LaneStanding {
  readonly issued: number;
  readonly serving: number;
  /** `peopleBetween` the two: fewer than the positions where numbers of demoted networks stand in another lane. */
  readonly waiting: number;
}

/** What was counted at this tick. */
export interface PaceObserved {
  readonly lanes: Readonly<Record<Lane, LaneStanding>>;
  /** Passes in use. */
  readonly active: number;
  /** Numbers that were called and have neither gone in nor lapsed. */
  readonly outstanding: number;
  /** People whose turn came, and people who went in, since the last tick. */
  readonly called: number;
  readonly redeemed: number;
  readonly secondsSinceStart: number;
  /** Since the last tick: 1, or more after a change of the leader. */
  readonly secondsSinceTick: number;
  /** Places that are free, and those that purchases hold. */
  readonly stock: { readonly free: number; readonly held: number; readonly meanBasket: number };
  /** Of the calls that take places; `claimP95Ms` is null while there are none. */
  readonly latency: { readonly claimP95Ms: number | null; readonly targetMs: number; readonly failedShare: number };
}

/** What a tick hands on to the next one. A new leader begins with `newPace`. */
export interface PaceState {
  /** The part of a person that the last tick could not let in. */
  readonly carry: number;
  /** The share of the pace that latency leaves. */
  readonly brake: number;
  readonly secondsSinceBrake: number;
  /** Of the people called, those whose time to go in has hardly come; the others, as a sum that decays; people who went in, likewise. */
  readonly called: number;
  readonly due: number;
  readonly redeemed: number;
  /** People whose time to go in has come since the last one went in. */
  readonly missing: number;
  /** People whom an earlier leader called and who may still be on their way; null at the first tick. */
  readonly inherited: number | null;
}

/** What keeps the release from being larger: the pace that is set, people inside, the stock, latency, the first minute, or that nobody comes. */
export type PaceReason = 'rate' | 'inside' | 'stock' | 'latency' | 'start' | 'silence';

export interface Pace {
  /** How many more people to call. */
  readonly release: number;
  /** The share of those called who go in, as far as is known. */
  readonly show: number;
  readonly reason: PaceReason;
  readonly state: PaceState;
}

const LEAST_SHOW = 0.2;
/** Taken for people who were called and came, so that the first no-shows do not double the pace. */
const SHOW_PRIOR = 10;
const SHOW_SECONDS = 60;
const SECONDS_TO_GO_IN = 30;
/**
 * When none of so many people comes, something keeps all of them out, such as a queue host that is down, and they will come together: they
 * count as on their way until one does, nothing is learned about who stays away, and few more are called. Of independent people of whom
 * four in five stay away, as many in a row stay away once in a thousand times.
 */
const SILENCE = 30;
const SILENT_SHARE = 0.2;
/** After a change of the leader, no more time than this is caught up with: the largest release is that of five seconds. */
const MOST_SECONDS = 5;
/** For each place that is free, so many are offered: not everybody buys. */
const STOCK_FACTOR = 1.5;
const START_SHARE = 0.1;
const MOST_FAILED_SHARE = 0.01;
const BRAKE_EVERY_SECONDS = 5;
const LEAST_BRAKE = 0.05;
const RECOVERY = 0.1;
/** So that 0.1 + 0.2 people out of 0.3 are a whole one. */
const ROUNDING = 1e-9;

export const newPace: PaceState = {
  carry: 0,
  brake: 1,
  secondsSinceBrake: BRAKE_EVERY_SECONDS,
  called: 0,
  due: 0,
  redeemed: 0,
  missing: 0,
  inherited: null,
};

/** How many people a room calls at this tick, and why not more. */
export function pace(observed: PaceObserved, settings: PaceSettings, before: PaceState): Pace {
  const seconds = Math.min(Math.max(observed.secondsSinceTick, 0), MOST_SECONDS);
  const flow = flowOf(observed, before, seconds);
  const isSilent = flow.missing >= SILENCE;
  const show = isSilent ? 1 : showOf(flow);
  const braked = brakeOf(observed, before, seconds);
  const start = startShareOf(observed, settings);
  const silent = isSilent ? SILENT_SHARE : 1;
  const share = Math.min(start, braked.brake, silent);

  const { active, outstanding, stock } = observed;
  // Most of those who did not come within a minute stay away: counting them until their turn lapses would leave a third of the room empty.
  const onTheirWay = aheadOfIssued(observed.lanes) + Math.min(outstanding, flow.called + flow.inherited) * show;
  const buyersOf = (places: number) => Math.ceil((places * STOCK_FACTOR) / stock.meanBasket);
  const rate = (settings.perMinute / 60) * share * seconds + before.carry;
  const bounds: readonly (readonly [PaceReason, number])[] = [
    [share === 1 ? 'rate' : share === silent ? 'silence' : start < braked.brake ? 'start' : 'latency', rate],
    ['inside', settings.mostActive - active - onTheirWay],
    ['stock', Math.min(buyersOf(stock.free), buyersOf(stock.free + stock.held) - active) - onTheirWay],
  ];
  const [reason, people] = bounds.reduce((least, bound) => (bound[1] < least[1] ? bound : least));
  const release = Math.max(0, Math.floor(people / show + ROUNDING));
  // What another bound kept back is not owed later.
  const carry = people === rate ? Math.max(0, rate - release * show) : 0;
  return { release, show, reason, state: { carry, ...braked, ...flow } };
}

/** People called are counted as due later, by the time that people need to go in: or a rising pace would look like people who stay away. */
function flowOf({ called, redeemed, outstanding }: PaceObserved, before: PaceState, seconds: number) {
  const stay = Math.exp(-seconds / SECONDS_TO_GO_IN);
  const kept = Math.exp(-seconds / SHOW_SECONDS);
  const onTheirWay = before.called + called;
  const due = onTheirWay * (1 - stay);
  const missing = redeemed > 0 ? 0 : before.missing + due;
  const inherited = before.inherited ?? outstanding;
  if (missing >= SILENCE) return { called: onTheirWay, due: before.due, redeemed: before.redeemed, missing, inherited };
  return {
    called: onTheirWay * stay,
    due: before.due * kept + due,
    redeemed: before.redeemed * kept + redeemed,
    missing,
    inherited: before.inherited === null ? inherited : inherited * stay,
  };
}

/** The share of people called who go in, smoothed over a minute. */
function showOf({ due, redeemed }: { readonly due: number; readonly redeemed: number }): number {
  return Math.min(1, Math.max(LEAST_SHOW, (redeemed + SHOW_PRIOR) / (due + SHOW_PRIOR)));
}

/** Halves while claims are slow or fail, at most every five seconds, and comes back by a tenth a tick. */
function brakeOf({ latency: { claimP95Ms, targetMs, failedShare } }: PaceObserved, before: PaceState, seconds: number) {
  const isSlow = (claimP95Ms !== null && claimP95Ms > targetMs) || failedShare > MOST_FAILED_SHARE;
  const secondsSinceBrake = before.secondsSinceBrake + seconds;
  if (!isSlow) return { brake: Math.min(1, before.brake + RECOVERY), secondsSinceBrake };
  if (secondsSinceBrake < BRAKE_EVERY_SECONDS) return { brake: before.brake, secondsSinceBrake };
  return { brake: Math.max(LEAST_BRAKE, before.brake / 2), secondsSinceBrake: 0 };
}

function startShareOf({ secondsSinceStart }: PaceObserved, { softStartSeconds }: PaceSettings): number {
  const started = Math.max(0, secondsSinceStart);
  return started >= softStartSeconds ? 1 : START_SHARE + (1 - START_SHARE) * (started / softStartSeconds);
}

/** Positions that may go in before anybody has them. */
function aheadOfIssued(standing: Readonly<Record<Lane, LaneStanding>>): number {
  return lanes.reduce((sum, lane) => sum + Math.max(0, standing[lane].serving - standing[lane].issued), 0);
}

/**
 * The serving counters after a release: to those who wait in the first lane, then in the next. What is left when nobody waits stays open
 * for those who come to the general lane, and is no more than this release, however long nobody comes. No counter falls.
 */
export function serve(standing: Readonly<Record<Lane, LaneStanding>>, release: number): Readonly<Record<Lane, number>> {
  let left = release;
  const advance = (lane: Lane): number => {
    const { issued, serving, waiting } = standing[lane];
    const positions = Math.max(0, issued - serving);
    if (left >= waiting) {
      left -= waiting;
      return serving + positions;
    }
    // People are spread evenly over the positions: the draw has put them there.
    const people = left;
    left = 0;
    return serving + Math.floor((people * positions) / waiting);
  };
  const served = { priority: advance('priority'), general: advance('general'), late: advance('late') } satisfies Record<Lane, number>;
  return { ...served, general: Math.max(served.general, left > 0 ? standing.general.issued + left : 0) };
}
