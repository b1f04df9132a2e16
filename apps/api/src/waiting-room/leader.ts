import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Lane, type LaneCounts, lanes, type StockLevel } from '@butaca/fair-queue';
import type { Watch } from '#watch/watch';
import type { ClaimTimes } from './claim-times.ts';
import { drawRoom } from './draw-room.ts';
import { type LaneStanding, newPace, type PaceState, pace, serve } from './pace.ts';
import { recordPrices } from './promised-prices.ts';
import { changePhase, forgetSamples, insertSample, type RoomRow, setStock, writePulse } from './queries.ts';
import { insertChange } from './queries-organiser.ts';
import { letsIn, type Room, type WaitingRooms } from './rooms.ts';
import type { Advance, LaneTable } from './store.ts';

/** What is left of a performance. */
export interface QueueStock {
  /** For sale. */
  readonly places: number;
  readonly free: number;
  readonly held: number;
}

export interface LeaderOptions {
  readonly rooms: WaitingRooms;
  readonly times: ClaimTimes;
  /** Null while the performance is not on sale: no one is let in. */
  readonly stockOf: (performanceId: number) => Promise<QueueStock | null>;
  readonly watch: Watch;
  /** Milliseconds of a clock that never goes back; tests make its seconds pass. */
  readonly now?: () => number;
}

const TICK_MS = 1000;
/** Longer than a slow tick takes; after a leader died the queue stands still for so long. */
const LEASE_SECONDS = 5;
const SOFT_START_SECONDS = 60;
const CLAIM_TARGET_MS = 150;
const SAMPLE_EVERY_TICKS = 10;
/** Visitors who join within these seconds after a change still get the earlier prices. */
const PRICES_EVERY_TICKS = 3;
/** Until buyers have shown how many places they take. */
const USUAL_BASKET = 2.5;
/** As the shop says "last places". */
const LOW_SHARE = 0.05;

/** What the leader remembers of a room from one tick to the next. */
interface Memory {
  readonly epoch: number;
  pace: PaceState;
  /** People called, and people who went in, until the last tick. */
  called: number;
  redeemed: number;
  tickedAt: number;
  /** When which positions had been called, as far back as a turn is kept. */
  history: { readonly at: number; readonly serving: Readonly<Record<Lane, number>> }[];
  /** The stock when this leader began, and who had gone in: what buyers take follows from the difference. */
  readonly beginning: { readonly free: number; readonly redeemed: number };
  ticks: number;
  arrivals: { readonly at: number; readonly count: number }[];
}

/**
 * Lets people in: one process of all leads at a time, once a second. It reads what is there, `pace` says how many more are called, and the
 * counters grow by them. A leader that was cut off and comes back writes nothing: its term is over.
 */
export class Leader {
  readonly #options: Required<LeaderOptions>;
  readonly #self = randomBytes(9).toString('base64url');
  readonly #memories = new Map<number, Memory>();
  /** Rooms whose lanes this leader has seen to: a process that died while it opened one left none. */
  readonly #opened = new Set<string>();
  #stop: AbortController | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: LeaderOptions) {
    this.#options = { now: () => performance.now(), ...options };
  }

  start(): void {
    const stop = new AbortController();
    this.#stop = stop;
    this.#running = this.#run(stop.signal);
  }

  async stop(): Promise<void> {
    this.#stop?.abort();
    await this.#running;
  }

  /** Of failures in a row the first is told. */
  async #run(signal: AbortSignal) {
    let isFailing = false;
    while (!signal.aborted) {
      try {
        await this.tick();
        isFailing = false;
      } catch (error) {
        if (!isFailing) this.#options.watch.say('waiting-room-tick-failed', { error });
        isFailing = true;
      }
      await sleep(TICK_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** One second of every room; whether this process led. */
  async tick(): Promise<boolean> {
    const { rooms } = this.#options;
    if (rooms.all().every(({ row }) => row.phase === 'closed')) return false;
    const term = await rooms.store.lead(this.#self, LEASE_SECONDS);
    if (term === null) {
      this.#memories.clear();
      this.#opened.clear();
      return false;
    }
    await rooms.read();
    for (const room of rooms.all()) await this.#lead(room, term);
    return true;
  }

  async #lead(room: Room, term: number) {
    const { row } = room;
    await this.#openOnce(row);
    switch (row.phase) {
      case 'closed':
        return;
      case 'standby':
        return this.#standBy(row);
      case 'pre':
        if (row.startsAtMs !== null && row.startsAtMs <= this.#options.rooms.now()) await this.#draw(row);
        return recordPrices(this.#options.rooms.db, row.performanceId);
      default:
        if (row.seed === null) await this.#draw(row);
        else await this.#advance(room, term);
    }
  }

  async #openOnce(row: RoomRow) {
    const name = `${row.performanceId} ${row.epoch}`;
    if (this.#opened.has(name) || row.phase === 'standby' || row.phase === 'closed') return;
    await this.#options.rooms.store.open(row);
    this.#opened.add(name);
  }

  async #draw(row: RoomRow) {
    const counts = await drawRoom(this.#options.rooms, row);
    this.#options.watch.say('waiting-room-drawn', { performance: row.performanceId, numbers: counts.general + counts.priority });
  }

  async #advance(room: Room, term: number) {
    const { rooms, stockOf, times } = this.#options;
    const { row } = room;
    const [passes, stock] = await Promise.all([rooms.store.passes(row), stockOf(row.performanceId)]);
    const standing = standingOf(row, room.lanes);
    const called = calledIn(standing);
    const memory = this.#memoryOf(row, { free: stock?.free ?? 0, redeemed: passes.redeemed, called });
    const now = this.#options.now();
    const elapsedMs = now - memory.tickedAt;
    const lapsed = lapsedOf(memory, room, now);
    const outstanding = Math.max(0, called - lapsedPeople(standing, lapsed) - passes.redeemedLately);
    const latency = { ...times.read(), targetMs: CLAIM_TARGET_MS };
    const next = pace(
      {
        lanes: standing,
        active: passes.inside,
        outstanding,
        called: called - memory.called,
        // Fewer than before where the store lost who went in: that is nobody who stayed away.
        redeemed: Math.max(0, passes.redeemed - memory.redeemed),
        secondsSinceStart: (rooms.now() - (row.startsAtMs ?? row.openedAtMs)) / 1000,
        secondsSinceTick: elapsedMs / 1000,
        stock: { free: stock?.free ?? 0, held: stock?.held ?? 0, meanBasket: basketOf(memory, stock, passes.redeemed) },
        latency,
      },
      { perMinute: row.perMinute, mostActive: row.mostInside, softStartSeconds: SOFT_START_SECONDS },
      memory.pace,
    );
    Object.assign(memory, { pace: next.state, called, redeemed: passes.redeemed, tickedAt: now });
    const isOpen = letsIn(row.phase);
    // A turn that was called waits for the end of a pause.
    if (!isOpen) memory.history = memory.history.map(({ at, serving }) => ({ at: at + elapsedMs, serving }));
    const serving = isOpen ? serve(standing, next.release) : servingOf(room.lanes);
    memory.history.push({ at: now, serving });
    const to = Object.fromEntries(lanes.map((lane) => [lane, { serving: serving[lane], lapsed: lapsed[lane] }])) as unknown as Advance;
    await rooms.store.advance(row, term, to);
    await this.#followStock(row, stock);
    if (memory.ticks % PRICES_EVERY_TICKS === 0) await recordPrices(rooms.db, row.performanceId);
    const sample = {
      performanceId: row.performanceId,
      waiting: waitingIn(standing),
      inside: passes.inside,
      called,
      redeemed: passes.redeemed,
      free: stock?.free ?? null,
      held: stock?.held ?? null,
      claimP95Ms: latency.claimP95Ms === null ? null : Math.round(latency.claimP95Ms),
    };
    await writePulse(rooms.db, { ...sample, epoch: row.epoch, showRate: next.show, reason: next.reason, places: stock?.places ?? null });
    if (memory.ticks++ % SAMPLE_EVERY_TICKS === 0) {
      await insertSample(rooms.db, sample);
      if (memory.ticks % 600 === 1) await forgetSamples(rooms.db);
    }
  }

  /** Sold out as long as no place is free or held; a place that comes back opens the room again. */
  async #followStock(row: RoomRow, stock: QueueStock | null) {
    const { db } = this.#options.rooms;
    const level = stockLevelOf(stock);
    if (level !== row.stock) await setStock(db, row, level);
    if (level === 'out') await changePhase(db, row, { from: ['active', 'draining'], to: 'sold_out' });
    else if (row.phase === 'sold_out' && !row.toldSoldOut)
      await changePhase(db, row, { from: ['sold_out'], to: row.drains ? 'draining' : 'active' });
  }

  /** Opens a room that stands by when more people came within a minute than it was told. */
  async #standBy(row: RoomRow) {
    if (row.standbyArrivals === null) return;
    const memory = this.#memoryOf(row, { free: 0, redeemed: 0, called: 0 });
    const now = this.#options.now();
    memory.arrivals = [...memory.arrivals, { at: now, count: row.arrivals }].filter(({ at }) => now - at <= 60_000);
    const came = row.arrivals - (memory.arrivals[0]?.count ?? row.arrivals);
    if (came < row.standbyArrivals) return;
    await this.#options.rooms.store.open(row);
    await this.#draw(row);
    this.#memories.delete(row.performanceId);
    await this.#options.rooms.db.begin(async (tx) => {
      const { count } = await changePhase(tx, row, { from: ['standby'], to: 'active' });
      // An organiser may have opened or closed it meanwhile.
      if (count > 0) await insertChange(tx, { performanceId: row.performanceId, staffId: null, change: { verb: 'opened_itself' } });
    });
    this.#options.watch.say('waiting-room-opened-itself', { performance: row.performanceId, arrivals: came });
  }

  #memoryOf({ performanceId, epoch }: RoomRow, { called, ...beginning }: Memory['beginning'] & { readonly called: number }): Memory {
    const known = this.#memories.get(performanceId);
    if (known?.epoch === epoch) return known;
    const memory: Memory = {
      epoch,
      pace: newPace,
      called,
      redeemed: beginning.redeemed,
      tickedAt: this.#options.now() - TICK_MS,
      history: [],
      beginning,
      ticks: 0,
      arrivals: [],
    };
    this.#memories.set(performanceId, memory);
    return memory;
  }
}

const servingOf = (table: LaneTable): Readonly<Record<Lane, number>> => ({
  priority: table.priority.serving,
  general: table.general.serving,
  late: table.late.serving,
});

/** Numbers of demoted networks left their positions in the general lane and stand in the last one. */
export function standingOf(
  row: RoomRow,
  { priority, general, late }: LaneTable,
): Readonly<Record<Lane, LaneStanding & Pick<LaneCounts, 'lapsed'>>> {
  const drawn = row.drawnGeneral ?? 0;
  const share = row.demoted.length === 0 || drawn === 0 ? 0 : Math.min(1, row.suspectNumbers / drawn);
  const drawnLeft = Math.max(0, drawn - general.serving);
  const lateIssued = share === 0 ? 0 : drawn;
  return {
    priority: { ...priority, waiting: Math.max(0, priority.issued - priority.serving) },
    general: { ...general, waiting: Math.round(Math.max(0, general.issued - general.serving) - drawnLeft * share) },
    late: { ...late, issued: lateIssued, waiting: Math.round(Math.max(0, lateIssued - late.serving) * share) },
  };
}

export const waitingIn = (standing: ReturnType<typeof standingOf>): number => lanes.reduce((sum, lane) => sum + standing[lane].waiting, 0);

/** Positions that somebody has and that were called. */
const calledIn = (standing: ReturnType<typeof standingOf>): number =>
  lanes.reduce((sum, lane) => sum + Math.min(standing[lane].issued, standing[lane].serving), 0);

const lapsedPeople = (standing: ReturnType<typeof standingOf>, lapsed: Readonly<Record<Lane, number>>): number =>
  lanes.reduce((sum, lane) => sum + Math.min(standing[lane].issued, lapsed[lane]), 0);

/** What had been called when a turn that is over now began; what was over for an earlier leader still is. */
function lapsedOf(memory: Memory, { row, lanes: counts }: Room, now: number): Readonly<Record<Lane, number>> {
  const until = now - row.graceSeconds * 1000;
  const over = memory.history.findLastIndex(({ at }) => at <= until);
  if (over > 0) memory.history = memory.history.slice(over);
  const seen = over >= 0 ? memory.history[0]?.serving : undefined;
  const lapsedIn = (lane: Lane) => Math.max(counts[lane].lapsed, seen?.[lane] ?? 0);
  return { priority: lapsedIn('priority'), general: lapsedIn('general'), late: lapsedIn('late') };
}

/** Places that somebody who went in takes, as far as this leader has seen. */
function basketOf({ beginning }: Memory, stock: QueueStock | null, redeemed: number): number {
  const buyers = redeemed - beginning.redeemed;
  if (!stock || buyers < 20) return USUAL_BASKET;
  return Math.max(1, (beginning.free - stock.free) / buyers);
}

function stockLevelOf(stock: QueueStock | null): StockLevel {
  if (!stock) return 'plenty';
  if (stock.free + stock.held === 0) return 'out';
  return stock.free <= stock.places * LOW_SHARE ? 'low' : 'plenty';
}
