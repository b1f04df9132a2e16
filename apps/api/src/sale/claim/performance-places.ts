import { Refusal } from '@butaca/contract';
import { Batcher } from '#db/batcher';
import type { Db } from '#db/connect';
import { type Choice, type Choose, withoutPlaces } from '../choose/choice.ts';
import type { Snapshot } from '../live/snapshot.ts';
import type { Channel, ClaimRequest, ClaimRow, PlaceRow, Terms } from '../rows.ts';
import { claimWanted } from './queries-claim.ts';
import { readPlaces } from './queries-places.ts';
import { refusalOf } from './verdicts.ts';

/** What somebody wants of a performance: these places, or so many of some kind. */
export interface Wish {
  readonly purchaseId: string;
  readonly customerId: string;
  readonly channel: Channel;
  readonly claimKey: string | null;
  /** The purchase is made with its first places. */
  readonly fresh: boolean;
  readonly places: readonly number[] | Choose;
  /** The price type of each place, in the same order. */
  readonly priceTypesFor: (placeIds: readonly number[]) => readonly number[];
}

/** What a claim has won. */
export interface Claimed {
  /** Places that were not the purchase's before; none when the claim had been answered before. */
  readonly placeIds: readonly number[];
  readonly contiguous: boolean;
  /** Only of a purchase that this claim has started: by the database's clock, in milliseconds. */
  readonly started?: { readonly deadlineMs: number; readonly nowMs: number };
}

type Answer = { readonly row: ClaimRow; readonly choice: Choice } | 'not_enough';

/** How often a choice may lose against other processes before its buyer is asked to try again. */
const MOST_CHOICES = 4;
/** As much as other claims take; beyond it the batch is taken apart. */
const LOCK_TIMEOUT_MS = 250;

/** Claims on one performance: one statement at a time, in front of it what this process believes (design §5.3). */
export class PerformancePlaces {
  readonly snapshot: Snapshot;
  readonly #db: Db;
  readonly #performanceId: number;
  readonly #terms: Terms;
  readonly #changed: (rows: readonly PlaceRow[]) => void;
  readonly #batcher: Batcher<Wish, Answer>;

  constructor(db: Db, performanceId: number, terms: Terms, snapshot: Snapshot, changed: (rows: readonly PlaceRow[]) => void) {
    this.#db = db;
    this.#performanceId = performanceId;
    this.#terms = terms;
    this.snapshot = snapshot;
    this.#changed = changed;
    this.#batcher = new Batcher({ work: (wishes) => this.#decide(wishes), keyOf: ({ purchaseId }) => purchaseId });
  }

  /** All places of the wish, or a refusal that brings the truth about them; null when a choice found not enough. */
  async claim(wish: Wish, departed: () => boolean): Promise<Claimed | null> {
    for (let tries = 1; ; tries++) {
      const answer = await this.#batcher.add(wish, departed);
      if (answer === 'not_enough') return null;
      const { row, choice } = answer;
      if (row.verdict === 'won' || row.verdict === 'repeated') return claimedBy(row, choice);
      if (row.verdict !== 'taken' || typeof wish.places !== 'function') throw refusalOf(row, this.#terms);
      if (tries === MOST_CHOICES) throw new Refusal('busy', { retryAfterSeconds: 1 });
    }
  }

  async #decide(wishes: readonly Wish[]): Promise<(Answer | null)[]> {
    const answers = new Map<Wish, Answer>();
    const chosen = this.#choose(wishes, answers);
    const requests = [...chosen].map(([wish, choice]) => requestOf(wish, choice));
    const rows = new Map((await this.#ask(requests)).map((row) => [row.purchaseId, row]));
    for (const [wish, choice] of chosen) {
      const row = rows.get(wish.purchaseId);
      if (row) answers.set(wish, { row, choice });
    }
    await this.#learn([...answers.values()]);
    return wishes.map((wish) => answers.get(wish) ?? null);
  }

  /** Places for every wish that can be decided in this batch; those that cannot be met are answered at once. */
  #choose(wishes: readonly Wish[], answers: Map<Wish, Answer>): Map<Wish, Choice> {
    const chosen = new Map<Wish, Choice>();
    const spoken = new Set<number>();
    let free: Uint32Array | undefined;
    const speak = (wish: Wish, choice: Choice) => {
      chosen.set(wish, choice);
      for (const place of choice.placeIds) spoken.add(place);
      if (free) withoutPlaces(free, choice.placeIds);
    };
    for (const wish of wishes) {
      if (typeof wish.places === 'function') {
        if (free === undefined) {
          free = this.snapshot.freeBits();
          withoutPlaces(free, [...spoken]);
        }
        const choice = wish.places(free);
        if (choice === null) answers.set(wish, 'not_enough');
        else speak(wish, choice);
        continue;
      }
      const choice = { placeIds: wish.places, contiguous: true };
      const taken = wish.places.filter((place) => this.snapshot.isTakenFor(wish.purchaseId, place));
      if (taken.length > 0) answers.set(wish, { row: takenRow(wish, taken), choice });
      // When an earlier wish of this batch names one of them, whether it gets it shows in the next batch.
      else if (!wish.places.some((place) => spoken.has(place))) speak(wish, choice);
    }
    return chosen;
  }

  /** One statement for all; when it fails, one for each, so that a locked row costs nobody but those who want it. */
  async #ask(requests: readonly ClaimRequest[]): Promise<readonly ClaimRow[]> {
    if (requests.length === 0) return [];
    const claim = (some: readonly ClaimRequest[], skipLocked: boolean) =>
      claimWanted(this.#db, this.#performanceId, some, { ...this.#terms, lockTimeoutMs: LOCK_TIMEOUT_MS, skipLocked });
    try {
      return await claim(requests, false);
    } catch (error) {
      const rows = await Promise.allSettled(requests.map((request) => claim([request], true)));
      if (rows.every(({ status }) => status === 'rejected')) throw error;
      return rows.flatMap((row, index) => (row.status === 'fulfilled' ? [...row.value] : lockedRow(requests[index])));
    }
  }

  async #learn(answers: readonly Answer[]) {
    const decided = answers.filter((answer) => answer !== 'not_enough');
    const won = decided.flatMap(({ row }) =>
      (row.verdict === 'won' ? row.added : []).map(
        (placeId): PlaceRow => ({
          placeId,
          state: 'held',
          purchaseId: row.purchaseId,
          heldUntilMs: row.deadlineMs + this.#terms.graceSeconds * 1000,
        }),
      ),
    );
    if (won.length > 0) this.#changed(won);
    const surprises = decided.flatMap(({ row }) => row.taken.filter((place) => !this.snapshot.isTakenFor(row.purchaseId, place)));
    if (surprises.length > 0) this.snapshot.apply(await readPlaces(this.#db, this.#performanceId, surprises));
  }
}

const claimedBy = ({ verdict, started, added, deadlineMs, nowMs }: ClaimRow, { contiguous }: Choice): Claimed => ({
  placeIds: added,
  contiguous,
  ...(verdict === 'won' && started ? { started: { deadlineMs, nowMs } } : {}),
});

const requestOf = ({ purchaseId, customerId, channel, claimKey, fresh, priceTypesFor }: Wish, { placeIds }: Choice): ClaimRequest => ({
  purchaseId,
  customerId,
  channel,
  claimKey,
  fresh,
  placeIds,
  priceTypeIds: priceTypesFor(placeIds),
});

const unmet = (purchaseId: string) => ({
  purchaseId,
  stage: null,
  started: false,
  deadlineMs: 0,
  nowMs: 0,
  added: [],
  taken: [] as readonly number[],
});
const takenRow = ({ purchaseId }: Wish, taken: readonly number[]): ClaimRow => ({ ...unmet(purchaseId), verdict: 'taken', taken });
const lockedRow = (request: ClaimRequest | undefined): ClaimRow[] => (request ? [{ ...unmet(request.purchaseId), verdict: 'locked' }] : []);
