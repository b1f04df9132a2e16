import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@butaca/contract';
import { removePlaces } from '@butaca/venue-map/bits';
import { Batcher } from '#db/batcher';
import type { Db } from '#db/connect';
import type { PickedPlaces, PickPlaces } from '../choose/best-available.ts';
import type { LivePerformance, LivePerformances } from '../live/performances.ts';
import { changed, type PlaceRow, readPlacesOf } from '../queries-places.ts';
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

/** A wish on its way through the queue. */
interface Waiting extends Wish {
  readonly live: LivePerformance;
  /** How often it was judged and lost to another process; the more, the more options it brings. */
  losses: number;
}

type Answer = Verdict<Option> | { readonly kind: 'not_enough' };

/** What one batch does about its wishes; those in neither wait for the next one. */
interface Asked {
  readonly requests: Map<Waiting, ClaimRequest<Option>>;
  /** Wishes that this process believes to be impossible: their places seem to be taken, or too few to be left. */
  readonly doubtful: Waiting[];
  /** Places that the batch asks for, by performance; what another batch in flight asks for is not asked for again. */
  readonly places: Map<LivePerformance, ReadonlySet<number>>;
}

/** A claim waits no longer than this for rows that other transactions have locked; then its batch is taken apart. */
const LOCK_TIMEOUT_MS = 250;
/** For so long other places are picked before a buyer is asked to try again; every round learns which ones are gone. */
const RETRY_MS = 5000;
const PAUSE_MS = 20;
const MOST_OPTIONS = 64;

/** Claims on the performances that this process sells: batches, and in front of them what this process believes. */
export class ClaimQueue {
  readonly #db: Db;
  readonly #live: LivePerformances;
  readonly #terms: Terms;
  readonly #batcher: Batcher<Waiting, Answer>;
  /** What each batch in flight asks for. */
  readonly #inFlight = new Set<Asked['places']>();

  constructor(db: Db, live: LivePerformances, terms: Terms) {
    this.#db = db;
    this.#live = live;
    this.#terms = terms;
    this.#batcher = new Batcher({ work: (wishes) => this.#decide(wishes), keyOf: ({ purchaseId }) => purchaseId });
  }

  /**
   * All places of the wish, or a refusal that brings the truth about them; null when so many cannot be found, and the database
   * agreed a moment ago.
   */
  async claim(performanceId: number, wish: Wish, departed: () => boolean): Promise<Claimed | null> {
    const live = await this.#live.get(performanceId);
    const claimed = await this.#claimOf(live, wish, departed);
    if (claimed !== null) return claimed;
    return (await this.#live.recheck(performanceId)) ? this.#claimOf(live, wish, departed) : null;
  }

  async #claimOf(live: LivePerformance, wish: Wish, departed: () => boolean): Promise<Claimed | null> {
    const waiting: Waiting = { ...wish, live, losses: 0 };
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
    const asked: Asked = { requests: new Map(), doubtful: [], places: new Map() };
    for (const [live, some] of Map.groupBy(wishes, (wish) => wish.live)) this.#ask(live, some, asked);
    this.#inFlight.add(asked.places);
    try {
      const [judged, answers] = await Promise.all([this.#claim([...asked.requests.values()]), this.#lookAgain(asked.doubtful)]);
      [...asked.requests.keys()].forEach((wish, index) => {
        const answer = judged[index];
        if (answer) answers.set(wish, answer);
      });
      for (const [live, some] of Map.groupBy(answers, ([wish]) => wish.live))
        this.#learn(
          live,
          some.map(([, answer]) => answer),
        );
      return wishes.map((wish) => answers.get(wish) ?? null);
    } finally {
      this.#inFlight.delete(asked.places);
    }
  }

  /** Options for every wish for this performance that can be judged in this batch. */
  #ask(live: LivePerformance, wishes: readonly Waiting[], { requests, doubtful, places }: Asked): void {
    const asked = new Set<number>();
    places.set(live, asked);
    const others = [...this.#inFlight].flatMap((other) => other.get(live) ?? []);
    const isAsked = (placeId: number) => asked.has(placeId) || others.some((other) => other.has(placeId));
    let free: Uint32Array | undefined;
    const ask = (wish: Waiting, options: readonly Option[]) => {
      const { purchaseId, customerId, channel, claimKey, fresh } = wish;
      const chosen = typeof wish.places === 'function';
      requests.set(wish, { performanceId: live.performanceId, purchaseId, customerId, channel, claimKey, fresh, chosen, options });
      for (const { placeIds } of options) {
        for (const placeId of placeIds) asked.add(placeId);
        if (free) removePlaces(free, placeIds);
      }
    };
    for (const wish of wishes) {
      if (typeof wish.places === 'function') {
        if (free === undefined) {
          free = live.snapshot.freeBits();
          for (const gone of [asked, ...others]) removePlaces(free, gone);
        }
        const options = pickOptions(live, wish.places, free, Math.min(4 ** wish.losses, MOST_OPTIONS));
        if (options.length > 0) ask(wish, options);
        // Earlier wishes may lose what they ask for: only who is first is told that nothing is left.
        else if (asked.size === 0 && others.length === 0) doubtful.push(wish);
        continue;
      }
      const { placeIds } = wish.places;
      if (takenFor(wish, placeIds).length > 0) doubtful.push(wish);
      // When an earlier wish asks for one of them, the next batch shows whether it got it.
      else if (!placeIds.some(isAsked)) ask(wish, [{ ...wish.places, contiguous: true }]);
    }
  }

  /**
   * Answers to wishes that seem to be impossible, but for those that turn out to be possible: they wait for the next batch. What is
   * believed may be old, so the rows of places that are believed to be taken are read before anybody is refused for them, without a
   * lock; and a click that was answered before gets its first answer.
   */
  async #lookAgain(doubtful: readonly Waiting[]): Promise<Map<Waiting, Answer>> {
    if (doubtful.length === 0) return new Map();
    const believed = doubtful.flatMap((wish) => {
      const placeIds = takenFor(wish, namedIn(wish.places));
      return placeIds.length === 0 ? [] : [{ performanceId: wish.live.performanceId, placeIds }];
    });
    const read = await Promise.all([findAnswered(this.#db, doubtful), readPlacesOf(this.#db, believed)]).catch(() => null);
    // A reading that failed proves nothing, and costs only those who waited for it.
    if (read === null) return new Map(doubtful.map((wish) => [wish, { kind: 'locked' }]));
    const [clicks, rows] = read;
    for (const { performanceId, snapshot } of new Set(doubtful.map(({ live }) => live))) {
      snapshot.apply([...(rows.get(performanceId)?.values() ?? [])]);
    }
    const answered = new Map(clicks.map((click) => [click.purchaseId, click]));
    const answerOf = (wish: Waiting): Answer | null => {
      const before = answered.get(wish.purchaseId);
      if (before?.customerId === wish.customerId) return { kind: 'repeated', ...before };
      if (typeof wish.places === 'function') return { kind: 'not_enough' };
      const taken = takenFor(wish, wish.places.placeIds);
      return taken.length > 0 ? { kind: 'taken', placeIds: taken, rows: [] } : null;
    };
    return new Map(
      doubtful.flatMap((wish) => {
        const answer = answerOf(wish);
        return answer ? [[wish, answer]] : [];
      }),
    );
  }

  /**
   * One transaction for all. When that fails, smaller ones that pass over locked rows instead of waiting for them, one for each
   * performance and then one for each claim: what is locked or broken costs only those who want it.
   */
  async #claim(requests: readonly ClaimRequest<Option>[], skipLocked = false): Promise<readonly (Verdict<Option> | null)[]> {
    if (requests.length === 0) return [];
    try {
      return await claimPlaces(this.#db, requests, { ...this.#terms, lockTimeoutMs: LOCK_TIMEOUT_MS, skipLocked });
    } catch (error) {
      if (requests.length === 1 && skipLocked) throw error;
      const performances = Map.groupBy(requests, ({ performanceId }) => performanceId);
      const parts = performances.size > 1 ? [...performances.values()] : requests.map((request) => [request]);
      const answers = await Promise.allSettled(parts.map((part) => this.#claim(part, true)));
      if (answers.every(({ status }) => status === 'rejected')) throw error;
      const answerOf = new Map<ClaimRequest, Verdict<Option> | null>();
      parts.forEach((part, turn) => {
        const answer = answers[turn];
        part.forEach((request, index) => {
          answerOf.set(request, answer?.status === 'fulfilled' ? (answer.value[index] ?? null) : { kind: 'locked' });
        });
      });
      return requests.map((request) => answerOf.get(request) ?? null);
    }
  }

  #learn(live: LivePerformance, answers: readonly Answer[]): void {
    const won: PlaceRow[] = [];
    for (const answer of answers) {
      if (answer.kind === 'taken') live.snapshot.apply(answer.rows);
      if (answer.kind !== 'won') continue;
      const { purchaseId } = answer.request;
      const heldUntilMs = answer.deadlineMs + this.#terms.graceSeconds * 1000;
      for (const place of answer.addedRows) won.push(changed(place, { state: 'held', purchaseId, heldUntilMs }));
    }
    if (won.length === 0) return;
    live.snapshot.apply(won);
    this.#live.announce(live.performanceId, won);
  }
}

/** Sets of places that share none, the best first, of this process's share as long as that has ideal ones. */
function pickOptions(live: LivePerformance, pick: PickPlaces, free: Uint32Array, most: number): PickedPlaces[] {
  const share = live.ownShare();
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

const takenFor = ({ live, purchaseId }: Waiting, placeIds: readonly number[]): number[] =>
  placeIds.filter((placeId) => live.snapshot.isTakenFor(purchaseId, placeId));

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
