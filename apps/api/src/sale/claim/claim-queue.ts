import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@butaca/contract';
import { Batcher } from '#db/batcher';
import type { Db } from '#db/connect';
import { type PickedPlaces, type PickPlaces, removePlaces } from '../choose/best-available.ts';
import type { LivePerformance, LivePerformances } from '../live/performances.ts';
import { changed, type PlaceRow, readPlaces } from '../queries-places.ts';
import type { Channel } from '../queries-purchases.ts';
import { claimPlaces, type Option } from './claim-places.ts';
import type { Answered, ClaimRequest, Lost, PlaceSet, Terms, Verdict, Won } from './judge.ts';
import { findAnswered } from './queries-claim.ts';

/** What a buyer wants of a performance: these places, or so many of some kind. */
export interface Wish {
  readonly purchaseId: string;
  readonly customerId: string;
  readonly channel: Channel;
  /** Of the click: its repetition gets the first answer. */
  readonly claimKey: string;
  /** The purchase is started with its first places. */
  readonly fresh: boolean;
  readonly places: PlaceSet | PickPlaces;
}

/** What a claim has won: places that were not the purchase's before; of a repeated click those that its first answer named. */
export interface Claimed extends Answered {
  /** Only of a purchase that this claim has started: its places with their price types, and its times by the database's clock. */
  readonly started?: { readonly added: PlaceSet; readonly deadlineMs: number; readonly nowMs: number };
}

/** Claims on every performance that this process sells. */
export class ClaimQueues {
  readonly #db: Db;
  readonly #live: LivePerformances;
  readonly #terms: Terms;
  /** A queue goes when its performance is forgotten. */
  readonly #queues = new WeakMap<LivePerformance, ClaimQueue>();

  constructor(db: Db, live: LivePerformances, terms: Terms) {
    this.#db = db;
    this.#live = live;
    this.#terms = terms;
  }

  /**
   * All places of the wish, or a refusal that brings the truth about them; null when so many cannot be found, and the database
   * agreed a moment ago.
   */
  async claim(performanceId: number, wish: Wish, departed: () => boolean): Promise<Claimed | null> {
    const queue = this.#queueOf(await this.#live.get(performanceId));
    const claimed = await queue.claim(wish, departed);
    if (claimed !== null) return claimed;
    return (await this.#live.recheck(performanceId)) ? queue.claim(wish, departed) : null;
  }

  #queueOf(live: LivePerformance): ClaimQueue {
    const known = this.#queues.get(live);
    if (known) return known;
    const queue = new ClaimQueue(this.#db, live, this.#terms, (rows) => this.#live.announce(live.performanceId, rows));
    this.#queues.set(live, queue);
    return queue;
  }
}

/** A wish on its way through the queue. */
interface Waiting extends Wish {
  /** How often it was judged and lost to another process; the more, the more options it brings. */
  losses: number;
}

/** What one batch does about its wishes; those in neither wait for the next one. */
interface Asked {
  readonly requests: ReadonlyMap<Waiting, ClaimRequest<Option>>;
  /** Wishes that this process believes to be impossible: their places seem to be taken, or too few to be left. */
  readonly doubtful: readonly Waiting[];
  /** Places that the batch asks for; what another batch in flight asks for is not asked for again. */
  readonly asked: ReadonlySet<number>;
}

type Answer = Verdict<Option> | { readonly kind: 'not_enough' };

/** A claim waits no longer than this for rows that other transactions have locked; then its batch is taken apart. */
const LOCK_TIMEOUT_MS = 250;
/** For so long other places are picked before a buyer is asked to try again; every round learns which ones are gone. */
const RETRY_MS = 5000;
const PAUSE_MS = 20;
const MOST_OPTIONS = 64;

/** Claims on one performance: batches, and in front of them what this process believes. */
class ClaimQueue {
  readonly #db: Db;
  readonly #live: LivePerformance;
  readonly #terms: Terms;
  readonly #announce: (rows: readonly PlaceRow[]) => void;
  readonly #batcher: Batcher<Waiting, Answer>;
  /** The places that each batch in flight asks for. */
  readonly #inFlight = new Set<ReadonlySet<number>>();

  constructor(db: Db, live: LivePerformance, terms: Terms, announce: (rows: readonly PlaceRow[]) => void) {
    this.#db = db;
    this.#live = live;
    this.#terms = terms;
    this.#announce = announce;
    this.#batcher = new Batcher({ work: (wishes) => this.#decide(wishes), keyOf: ({ purchaseId }) => purchaseId });
  }

  async claim(wish: Wish, departed: () => boolean): Promise<Claimed | null> {
    const waiting: Waiting = { ...wish, losses: 0 };
    const startedAt = performance.now();
    for (;;) {
      const answer = await this.#batcher.add(waiting, departed);
      switch (answer.kind) {
        case 'won':
          return claimedBy(answer);
        case 'repeated':
          return answer;
        case 'not_enough':
          return null;
        case 'conflict':
          break;
        default:
          if (!mayRetry(answer, wish)) throw refusalOf(answer, this.#terms);
      }
      if (performance.now() - startedAt > RETRY_MS) throw new Refusal('busy', { retryAfterSeconds: 1 });
      if (answer.kind === 'locked') await sleep(PAUSE_MS);
      waiting.losses += 1;
    }
  }

  /** One batch; what is answered with null waits for the next one. */
  async #decide(wishes: readonly Waiting[]): Promise<(Answer | null)[]> {
    const { requests, doubtful, asked } = this.#requestsOf(wishes);
    this.#inFlight.add(asked);
    try {
      const [judged, answers] = await Promise.all([this.#claim([...requests.values()]), this.#lookAgain(doubtful)]);
      [...requests.keys()].forEach((wish, index) => {
        const answer = judged[index];
        if (answer) answers.set(wish, answer);
      });
      this.#learn(judged);
      return wishes.map((wish) => answers.get(wish) ?? null);
    } finally {
      this.#inFlight.delete(asked);
    }
  }

  /** Options for every wish that can be judged in this batch. */
  #requestsOf(wishes: readonly Waiting[]): Asked {
    const asked = new Set<number>();
    const doubtful: Waiting[] = [];
    const requests = new Map<Waiting, ClaimRequest<Option>>();
    const others = [...this.#inFlight];
    const isAsked = (placeId: number) => asked.has(placeId) || others.some((other) => other.has(placeId));
    let free: Uint32Array | undefined;
    const ask = (wish: Waiting, options: readonly Option[]) => {
      const { purchaseId, customerId, channel, claimKey, fresh } = wish;
      const chosen = typeof wish.places === 'function';
      requests.set(wish, { purchaseId, customerId, channel, claimKey, fresh, chosen, options });
      for (const { placeIds } of options) {
        for (const placeId of placeIds) asked.add(placeId);
        if (free) removePlaces(free, placeIds);
      }
    };
    for (const wish of wishes) {
      if (typeof wish.places === 'function') {
        if (free === undefined) {
          free = this.#live.snapshot.freeBits();
          for (const places of [asked, ...others]) removePlaces(free, places);
        }
        const options = this.#pick(wish.places, free, Math.min(4 ** wish.losses, MOST_OPTIONS));
        if (options.length > 0) ask(wish, options);
        // Earlier wishes may lose what they ask for: only who is first is told that nothing is left.
        else if (asked.size === 0 && others.length === 0) doubtful.push(wish);
        continue;
      }
      const { placeIds } = wish.places;
      if (this.#takenFor(wish.purchaseId, placeIds).length > 0) doubtful.push(wish);
      // When an earlier wish asks for one of them, the next batch shows whether it got it.
      else if (!placeIds.some(isAsked)) ask(wish, [{ ...wish.places, contiguous: true }]);
    }
    return { requests, doubtful, asked };
  }

  /** Sets of places that share none, the best first, of this process's share as long as that has ideal ones. */
  #pick(pick: PickPlaces, free: Uint32Array, most: number): PickedPlaces[] {
    const share = this.#live.ownShare();
    const left = most === 1 ? free : free.slice();
    const options: PickedPlaces[] = [];
    while (options.length < most) {
      const own = share && pick(left.map((word, index) => word & (share[index] ?? 0)));
      const option = own?.ideal ? own : pick(left);
      if (option === null) break;
      options.push(option);
      if (most > 1) removePlaces(left, option.placeIds);
    }
    return options;
  }

  /**
   * Answers to wishes that seem to be impossible, but for those that turn out to be possible: they wait for the next batch. What is
   * believed may be old, so the rows of places that are believed to be taken are read before anybody is refused for them, without a
   * lock; and a click that was answered before gets its first answer. Two statements for the whole batch.
   */
  async #lookAgain(doubtful: readonly Waiting[]): Promise<Map<Waiting, Answer>> {
    if (doubtful.length === 0) return new Map();
    const believed = new Set(doubtful.flatMap(({ purchaseId, places }) => this.#takenFor(purchaseId, namedIn(places))));
    const read = await Promise.all([
      findAnswered(this.#db, doubtful),
      believed.size === 0 ? [] : readPlaces(this.#db, this.#live.performanceId, [...believed]),
    ]).catch(() => null);
    // A reading that failed proves nothing, and costs only those who waited for it.
    if (read === null) return new Map(doubtful.map((wish) => [wish, { kind: 'locked' }]));
    const [clicks, rows] = read;
    this.#live.snapshot.apply(rows);
    const answered = new Map(clicks.map((click) => [click.purchaseId, click]));
    const answerOf = ({ purchaseId, customerId, places }: Waiting): Answer | null => {
      const before = answered.get(purchaseId);
      if (before?.customerId === customerId) return { kind: 'repeated', ...before };
      if (typeof places === 'function') return { kind: 'not_enough' };
      const taken = this.#takenFor(purchaseId, places.placeIds);
      return taken.length > 0 ? { kind: 'taken', placeIds: taken, rows: [] } : null;
    };
    return new Map(
      doubtful.flatMap((wish) => {
        const answer = answerOf(wish);
        return answer ? [[wish, answer]] : [];
      }),
    );
  }

  #takenFor(purchaseId: string, placeIds: readonly number[]): number[] {
    return placeIds.filter((placeId) => this.#live.snapshot.isTakenFor(purchaseId, placeId));
  }

  /** One transaction for all; when that fails, one for each, so that a locked row costs only those who want it. */
  async #claim(requests: readonly ClaimRequest<Option>[]): Promise<readonly (Verdict<Option> | null)[]> {
    if (requests.length === 0) return [];
    const terms = { ...this.#terms, lockTimeoutMs: LOCK_TIMEOUT_MS };
    try {
      return await claimPlaces(this.#db, this.#live.performanceId, requests, { ...terms, skipLocked: false });
    } catch (error) {
      const alone = await Promise.allSettled(
        requests.map((request) => claimPlaces(this.#db, this.#live.performanceId, [request], { ...terms, skipLocked: true })),
      );
      if (alone.every(({ status }) => status === 'rejected')) throw error;
      return alone.map((answers) => (answers.status === 'fulfilled' ? (answers.value[0] ?? null) : { kind: 'locked' }));
    }
  }

  #learn(answers: readonly (Verdict<Option> | null)[]): void {
    const won: PlaceRow[] = [];
    for (const answer of answers) {
      if (answer?.kind === 'taken') this.#live.snapshot.apply(answer.rows);
      if (answer?.kind !== 'won') continue;
      const { purchaseId } = answer.request;
      const heldUntilMs = answer.deadlineMs + this.#terms.graceSeconds * 1000;
      for (const place of answer.addedRows) won.push(changed(place, { state: 'held', purchaseId, heldUntilMs }));
    }
    if (won.length === 0) return;
    this.#live.snapshot.apply(won);
    this.#announce(won);
  }
}

const namedIn = (places: Wish['places']): readonly number[] => (typeof places === 'function' ? [] : places.placeIds);

const claimedBy = ({ option, added, starts, deadlineMs, nowMs }: Won<Option>): Claimed => ({
  placeIds: added.placeIds,
  contiguous: option.contiguous,
  ...(starts ? { started: { added, deadlineMs, nowMs } } : {}),
});

/** Places that were picked, and lost to another process or locked by it, are replaced by others; those that a buyer named are not. */
const mayRetry = ({ kind }: Lost, { places }: Wish): boolean => (kind === 'taken' || kind === 'locked') && typeof places === 'function';

/** Why a claim got nothing, as the buyer is told. */
function refusalOf(lost: Lost, { mostPlaces, mostPurchases }: Terms): Refusal {
  switch (lost.kind) {
    case 'taken':
      return new Refusal('places_taken', { placeIds: [...lost.placeIds] });
    case 'locked':
      return new Refusal('busy', { retryAfterSeconds: 1 });
    case 'paying':
      return new Refusal('purchase_paying');
    case 'over':
      return new Refusal('purchase_over', { stage: lost.stage });
    case 'too_many_places':
      return new Refusal('too_many_places', { most: mostPlaces });
    case 'too_many_purchases':
      return new Refusal('too_many_purchases', { most: mostPurchases });
    case 'unknown':
      return new Refusal('not_found');
  }
}
