import { setTimeout as sleep } from 'node:timers/promises';
import type { LanguageCode } from '@butaca/brand/languages';
import { Refusal } from '@butaca/contract';
import { removePlaces } from '@butaca/venue-map/bits';
import { Batcher } from '#db/batcher';
import type { Db } from '#db/connect';
import type { Click } from '#db/used-key';
import type { Watch } from '#watch/watch';
import type { PickedPlaces, PickPlaces } from '../choose/best-available.ts';
import type { LivePerformance } from '../live/performance.ts';
import type { LivePerformances } from '../live/performances.ts';
import { changed, type PlaceRow, readPlacesOf } from '../queries-places.ts';
import type { Channel } from '../queries-purchases.ts';
import { claimInParts, type Option } from './claim-places.ts';
import type { Crowds, Origin } from './crowds.ts';
import {
  type Answered,
  type ClaimRequest,
  type Lost,
  type PlaceSet,
  refusalOf,
  type Verdict,
  verdictOfRepeated,
  type Won,
} from './judge.ts';
import type { ClaimLimits } from './limits.ts';
import { findAnswered } from './queries-claim.ts';

/** The places that a buyer asks for in one performance: named ones, or a number of the best ones. */
export interface Wish {
  readonly purchaseId: string;
  readonly customerId: string;
  readonly channel: Channel;
  /** The buyer's, which a purchase keeps; left out, the brand's. */
  readonly language?: LanguageCode | undefined;
  /** The show's own limit of places per customer. */
  readonly mostPerCustomer?: number | undefined;
  /** When the buyer joined the performance's waiting room, if there was one. */
  readonly promisedAtMs?: number | null | undefined;
  /** Left out for a claim that no network is counted for. */
  readonly from?: Origin | undefined;
  /** The idempotency key of the click: a repeated click gets the first answer. */
  readonly claimKey: string;
  /** What it asked with the key that the client sent; left out without one. */
  readonly click?: Click | undefined;
  /** The purchase that a click with this key would have started, when this claim starts none. */
  readonly startedId?: string | undefined;
  /** True when this claim starts the purchase. */
  readonly fresh: boolean;
  readonly places: PlaceSet | PickPlaces;
}

/** Places that the purchase did not hold before; for a repeated click, the places of its first answer. */
export interface Claimed extends Answered {
  /** The same click was answered before. */
  readonly repeated?: true;
  /** Only when this claim started the purchase: its places with their price types, and its times by the database's clock. */
  readonly started?: { readonly added: PlaceSet; readonly deadlineMs: number; readonly nowMs: number };
}

/** A wish in the queue. */
interface Waiting extends Wish {
  readonly live: LivePerformance;
  /** How often it lost to another process; each loss adds options to its next request. */
  losses: number;
  /** Of its request, while requests are traced. */
  readonly span: unknown;
  /** The customer's other running purchases. */
  beside?: readonly string[] | undefined;
}

type Answer = Verdict<Option> | { readonly kind: 'not_enough' };

/** How one batch treats its wishes; a wish in neither list waits for the next batch. */
interface BatchPlan {
  readonly requests: Map<Waiting, ClaimRequest<Option>>;
  /** Wishes that the snapshot says are impossible: their places seem taken, or too few seem free. */
  readonly doubtful: Waiting[];
  /** Places that the batch claims, by performance; another batch in flight does not claim them too. */
  readonly places: Map<LivePerformance, ReadonlySet<number>>;
}

/** How long a claim retries with other places before it is refused as `busy`; each round updates the snapshot. */
const RETRY_MS = 5000;
const PAUSE_MS = 20;
const MOST_OPTIONS = 64;

interface ClaimQueueOptions {
  readonly db: Db;
  readonly live: LivePerformances;
  readonly limits: ClaimLimits;
  readonly watch: Watch;
  readonly crowds: Crowds;
}

/** Claims places in batches; the snapshot in front of them picks places and sorts out wishes that are probably impossible. */
export class ClaimQueue {
  readonly #db: Db;
  readonly #live: LivePerformances;
  readonly #limits: ClaimLimits;
  readonly #watch: Watch;
  readonly #crowds: Crowds;
  readonly #batcher: Batcher<Waiting, Answer>;
  /** The places that each batch in flight claims. */
  readonly #inFlight = new Set<BatchPlan['places']>();

  constructor({ db, live, limits, watch, crowds }: ClaimQueueOptions) {
    this.#db = db;
    this.#live = live;
    this.#limits = limits;
    this.#watch = watch;
    this.#crowds = crowds;
    this.#batcher = new Batcher({
      work: (wishes) => this.#traced(wishes),
      keyOf: ({ purchaseId }) => purchaseId,
      counted: { as: 'claims', counts: watch.counts },
    });
  }

  /**
   * Claims all places of the wish. Throws a refusal that names the places that are taken; null when there are not enough places,
   * confirmed by a reading of the database.
   */
  async claim(performanceId: number, wish: Wish, isDisconnected?: () => boolean): Promise<Claimed | null> {
    const { claims } = this.#watch.counts;
    try {
      const claimed = await this.#claim(performanceId, wish, isDisconnected);
      claims.add(claimed === null ? 'not_enough_places' : claimed.repeated ? 'repeated' : 'won');
      return claimed;
    } catch (error) {
      claims.add(error instanceof Refusal ? error.failure : 'fault');
      throw error;
    }
  }

  async #claim(performanceId: number, wish: Wish, isDisconnected?: () => boolean): Promise<Claimed | null> {
    const live = await this.#live.get(performanceId);
    const claimed = await this.#claimOf(live, wish, isDisconnected);
    if (claimed !== null) return claimed;
    return (await this.#live.recheck(performanceId)) ? this.#claimOf(live, wish, isDisconnected) : null;
  }

  async #claimOf(live: LivePerformance, wish: Wish, isDisconnected?: () => boolean): Promise<Claimed | null> {
    const waiting: Waiting = { ...wish, live, losses: 0, span: this.#watch.spans?.current() };
    const startedAt = performance.now();
    for (;;) {
      const answer = await this.#batcher.add(waiting, isDisconnected);
      switch (answer.kind) {
        case 'won':
          return claimedBy(answer);
        case 'repeated':
          return { placeIds: answer.placeIds, contiguous: answer.contiguous, repeated: true };
        case 'not_enough':
          return null;
        case 'conflict':
          waiting.beside = answer.beside;
          break;
        default:
          if (!mayRetry(answer, wish)) throw refusalOf(answer, this.#limits);
      }
      if (performance.now() - startedAt > RETRY_MS) throw new Refusal('busy', { retryAfterSeconds: 1 });
      if (answer.kind === 'locked') await sleep(PAUSE_MS);
      waiting.losses += 1;
    }
  }

  /** One batch answers many requests, so that its trace is its own and names theirs. */
  #traced(wishes: readonly Waiting[]): Promise<(Answer | null)[]> {
    const { spans } = this.#watch;
    if (!spans) return this.#decide(wishes);
    const links = wishes.map(({ span }) => span);
    return spans.run('claim batch', { 'butaca.claims': wishes.length }, () => this.#decide(wishes), { links });
  }

  /** Decides one batch; a wish answered with null waits for the next one. */
  async #decide(wishes: readonly Waiting[]): Promise<(Answer | null)[]> {
    const plan: BatchPlan = { requests: new Map(), doubtful: [], places: new Map() };
    for (const [live, some] of Map.groupBy(wishes, (wish) => wish.live)) this.#plan(live, some, plan);
    this.#inFlight.add(plan.places);
    try {
      const [judged, answers] = await Promise.all([
        claimInParts({ db: this.#db, watch: this.#watch }, [...plan.requests.values()], this.#limits),
        this.#recheckDoubtful(plan.doubtful),
      ]);
      [...plan.requests.keys()].forEach((wish, index) => {
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
      this.#inFlight.delete(plan.places);
    }
  }

  /** Adds a request with options for every wish for this performance that this batch can judge. */
  #plan(live: LivePerformance, wishes: readonly Waiting[], { requests, doubtful, places }: BatchPlan): void {
    const claimed = new Set<number>();
    places.set(live, claimed);
    const others = [...this.#inFlight].flatMap((other) => other.get(live) ?? []);
    const isClaimed = (placeId: number) => claimed.has(placeId) || others.some((other) => other.has(placeId));
    let free: Uint32Array | undefined;
    const request = (wish: Waiting, options: readonly Option[]) => {
      const { purchaseId, customerId, channel, language, mostPerCustomer, promisedAtMs, beside, claimKey, click, startedId, fresh, from } =
        wish;
      const chosen = typeof wish.places === 'function';
      const { performanceId } = live;
      const crowd = this.#crowds.crowdOf(performanceId, from, options[0]?.placeIds.length ?? 0);
      requests.set(wish, {
        performanceId,
        mapHash: live.mapHash,
        purchaseId,
        customerId,
        channel,
        language,
        mostPerCustomer,
        promisedAtMs,
        beside,
        crowd,
        claimKey,
        click,
        startedId,
        fresh,
        chosen,
        options,
      });
      for (const { placeIds } of options) {
        for (const placeId of placeIds) claimed.add(placeId);
        if (free) removePlaces(free, placeIds);
      }
    };
    for (const wish of wishes) {
      if (typeof wish.places === 'function') {
        if (free === undefined) {
          free = live.snapshot.freeBits();
          for (const gone of [claimed, ...others]) removePlaces(free, gone);
        }
        const options = pickOptions(live, wish.places, free, Math.min(4 ** wish.losses, MOST_OPTIONS));
        if (options.length > 0) request(wish, options);
        // Earlier wishes may not get their places, so only the first wish of a batch can be refused for lack of places.
        else if (claimed.size === 0 && others.length === 0) doubtful.push(wish);
        continue;
      }
      const { placeIds } = wish.places;
      if (takenFor(wish, placeIds).length > 0) doubtful.push(wish);
      // If an earlier wish claims one of them, this one waits for the next batch, when the outcome is known.
      else if (!placeIds.some(isClaimed)) request(wish, [{ ...wish.places, contiguous: true }]);
    }
  }

  /**
   * Answers wishes that seem impossible. The snapshot may be stale, so the rows of places that seem taken are read first, without a
   * lock; a wish that turns out to be possible gets no answer here and waits for the next batch. A repeated click gets its first
   * answer, unless its purchase is over. Whether its key was used elsewhere is not looked for: it is refused either way.
   */
  async #recheckDoubtful(doubtful: readonly Waiting[]): Promise<Map<Waiting, Answer>> {
    if (doubtful.length === 0) return new Map();
    const believed = doubtful.flatMap((wish) => {
      const placeIds = takenFor(wish, namedIn(wish.places));
      return placeIds.length === 0 ? [] : [{ performanceId: wish.live.performanceId, placeIds }];
    });
    const before = new Map(
      [...Map.groupBy(doubtful, ({ live }) => live)].map(([live, some]) => [
        live,
        live.snapshot.versionsOf(some.flatMap(({ places }) => namedIn(places))),
      ]),
    );
    const read = await Promise.all([findAnswered(this.#db, doubtful), readPlacesOf(this.#db, believed)]).catch((error) => {
      this.#watch.say('recheck-failed', { claims: doubtful.length, error });
      return null;
    });
    // A failed read proves nothing: these wishes are retried or refused as `busy`, and the rest of the batch goes on.
    if (read === null) return new Map(doubtful.map((wish) => [wish, { kind: 'locked' }]));
    const [clicks, rows] = read;
    for (const [{ performanceId, snapshot }, known] of before) {
      this.#live.wentBack(performanceId, snapshot.applyReading([...(rows.get(performanceId)?.values() ?? [])], known));
    }
    const answered = new Map(clicks.map((click) => [click.purchaseId, click]));
    const answerOf = (wish: Waiting): Answer | null => {
      const before = answered.get(wish.purchaseId);
      if (before?.customerId === wish.customerId) return verdictOfRepeated(wish, before, before);
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

  #learn(live: LivePerformance, answers: readonly Answer[]): void {
    const won: PlaceRow[] = [];
    for (const answer of answers) {
      if (answer.kind === 'taken') live.snapshot.apply(answer.rows);
      if (answer.kind !== 'won') continue;
      const { purchaseId } = answer.request;
      const heldUntilMs = answer.deadlineMs + this.#limits.graceSeconds * 1000;
      for (const place of answer.addedRows) won.push(changed(place, { state: 'held', purchaseId, heldUntilMs }));
    }
    if (won.length === 0) return;
    live.snapshot.apply(won);
    this.#live.announce(live.performanceId, won);
  }
}

/** Disjoint sets of places, the best first; from this process's share as long as the share has ideal ones. */
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

/** A claim for picked places is retried with other places; one for places that the buyer named is not. */
const mayRetry = ({ kind }: Lost, { places }: Wish): boolean => (kind === 'taken' || kind === 'locked') && typeof places === 'function';
