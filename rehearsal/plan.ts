/** Draws the same for the same seed and stream, whatever else is drawn. */
export interface Random {
  /** From 0 to below one. */
  readonly fraction: () => number;
  readonly below: (end: number) => number;
  /** Both ends included. */
  readonly between: (least: number, most: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  readonly shuffled: <Item>(items: readonly Item[]) => Item[];
}

/** mulberry32 over the seed mixed with the stream's name. */
export function randomOf(seed: number, stream: string): Random {
  let state = seed >>> 0;
  for (const letter of stream) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(fraction() * end);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  const shuffled = <Item>(items: readonly Item[]) =>
    items
      .map((item) => ({ item, at: fraction() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  return {
    fraction,
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (probability) => fraction() < probability,
    pick,
    shuffled,
  };
}

/** `first` is a keeper with several processes of the api on one port, `second` an api process of its own on another. */
export type Group = 'first' | 'second' | 'worker' | 'sandbox' | 'wallet';
/** What may be killed or stopped: a group's process, or one of those that `first` keeps. */
export type Target = Exclude<Group, 'first'> | 'keeper' | 'kept process';
/** What connections run through. */
export type LinkName = 'first' | 'second' | 'worker' | 'mail';

export type Fault =
  | { readonly kind: 'kill'; readonly target: Target }
  /** SIGSTOP, and SIGCONT when its time is over. */
  | { readonly kind: 'stop'; readonly target: Target; readonly forMs: number }
  /** Ends this share of the connections. */
  | { readonly kind: 'cut'; readonly link: LinkName; readonly share: number }
  /** Everything that is sent arrives so much later. */
  | { readonly kind: 'slow'; readonly link: LinkName; readonly delayMs: number; readonly forMs: number }
  /** Nothing arrives, and neither side is told. */
  | { readonly kind: 'silence'; readonly link: LinkName; readonly forMs: number }
  /** `pg_terminate_backend` for this share of the product's connections. */
  | { readonly kind: 'terminate'; readonly share: number }
  /** The database, for all: it ends every connection and takes no new one, or it falls silent. */
  | { readonly kind: 'outage'; readonly how: 'refused' | 'silent'; readonly forMs: number }
  /** The clock of all processes of a group is moved, while they run. */
  | { readonly kind: 'clock'; readonly group: Exclude<Group, 'sandbox' | 'wallet'>; readonly shiftMs: number; readonly forMs: number }
  /** Every purchase that is going on becomes older: what takes a buyer twelve minutes happens now. */
  | { readonly kind: 'time passes'; readonly minutes: number }
  /** The gateway's own troubles, for so many of the next payments. */
  | { readonly kind: 'gateway'; readonly trouble: GatewayTrouble; readonly payments: number };

type GatewayTrouble = 'loseAfterApproving' | 'loseBeforeApproving' | 'answerDuplicate' | 'failNext';

export interface PlannedFault {
  readonly atMs: number;
  readonly fault: Fault;
}

const TARGETS: readonly Target[] = ['keeper', 'kept process', 'second', 'worker', 'sandbox'];
const DATABASE_LINKS: readonly LinkName[] = ['first', 'second', 'worker'];
const CLOCK_SHIFTS_MS = [-20 * 60_000, -90_000, 90_000, 20 * 60_000];
const TROUBLES: readonly GatewayTrouble[] = ['loseAfterApproving', 'loseBeforeApproving', 'answerDuplicate', 'failNext'];

const OUTAGE_AT_LEAST_MS = 5000;
const OUTAGE_AT_MOST_MS = 60_000;
/** Share of the whole rehearsal; the rest is for other faults. */
const MOST_OUTAGE = 0.3;
const LONGEST_MS = 12_000;
const CALM_AT_FIRST_MS = 3000;
const GAP_MS = [800, 5000] as const;

type Draw = (random: Random, runMs: number) => Fault;

/** Every kind, against everything that it may hit; shuffled, and again when all were drawn. */
const deck: readonly Draw[] = [
  ...TARGETS.map(
    (target): Draw =>
      () => ({ kind: 'kill', target }),
  ),
  // Mercado Pago keeps its payments in memory, and a real one forgets none: it is never killed.
  ...[...TARGETS, 'wallet' as const].map(
    (target): Draw =>
      (random) => ({ kind: 'stop', target, forMs: random.between(500, LONGEST_MS) }),
  ),
  ...[...DATABASE_LINKS, 'mail' as const].flatMap((link): Draw[] => [
    (random) => ({ kind: 'cut', link, share: random.pick([0.5, 1]) }),
    (random) => ({ kind: 'slow', link, delayMs: random.between(5, 150), forMs: random.between(2000, LONGEST_MS) }),
    (random) => ({ kind: 'silence', link, forMs: random.between(1000, LONGEST_MS) }),
  ]),
  () => ({ kind: 'terminate', share: 1 }),
  () => ({ kind: 'terminate', share: 0.5 }),
  ...(['refused', 'silent'] as const).map(
    (how): Draw =>
      (random, runMs) => {
        const most = Math.max(OUTAGE_AT_LEAST_MS, Math.min(OUTAGE_AT_MOST_MS, Math.floor(runMs / 4)));
        return { kind: 'outage', how, forMs: random.between(OUTAGE_AT_LEAST_MS, most) };
      },
  ),
  ...(['first', 'second', 'worker'] as const).map(
    (group): Draw =>
      (random) => ({ kind: 'clock', group, shiftMs: random.pick(CLOCK_SHIFTS_MS), forMs: random.between(3000, LONGEST_MS) }),
  ),
  () => ({ kind: 'time passes', minutes: 11 }),
  () => ({ kind: 'time passes', minutes: 12 }),
  ...TROUBLES.map(
    (trouble): Draw =>
      (random) => ({ kind: 'gateway', trouble, payments: random.between(1, 8) }),
  ),
];

/** What goes wrong and when, for a rehearsal of this length: a matter of the seed alone. */
export function planFaults(seed: number, runMs: number): PlannedFault[] {
  const random = randomOf(seed, 'faults');
  const plan: PlannedFault[] = [];
  let left: Draw[] = [];
  let outageMs = 0;
  for (let atMs = CALM_AT_FIRST_MS; atMs < runMs; atMs += random.between(...GAP_MS)) {
    if (left.length === 0) left = random.shuffled(deck);
    const fault = (left.pop() as Draw)(random, runMs);
    if (fault.kind === 'outage') {
      if (outageMs + fault.forMs > runMs * MOST_OUTAGE) continue;
      outageMs += fault.forMs;
    }
    plan.push({ atMs, fault });
  }
  return plan;
}

/** A fault in a line of the log. */
export function sentenceOfFault(fault: Fault): string {
  const seconds = 'forMs' in fault ? ` for ${(fault.forMs / 1000).toFixed(1)} s` : '';
  switch (fault.kind) {
    case 'kill':
    case 'stop':
      return `${fault.kind} ${fault.target}${seconds}`;
    case 'cut':
      return `cut ${fault.share * 100} % of the connections of ${fault.link}`;
    case 'slow':
      return `slow connections of ${fault.link} by ${fault.delayMs} ms${seconds}`;
    case 'silence':
      return `silence on the connections of ${fault.link}${seconds}`;
    case 'terminate':
      return `pg_terminate_backend for ${fault.share * 100} % of the connections`;
    case 'outage':
      return `outage of the database, ${fault.how}${seconds}`;
    case 'clock':
      return `clock of ${fault.group} moved by ${fault.shiftMs / 1000} s${seconds}`;
    case 'time passes':
      return `${fault.minutes} minutes pass for every purchase that is going on`;
    case 'gateway':
      return `gateway: ${fault.trouble} for ${fault.payments} payments`;
  }
}
