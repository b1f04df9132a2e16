import { Refusal } from '@butaca/contract';
import type { BatchName, Counts } from '#watch/metrics';
import type { Series } from '#watch/numbers';

interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly isDisconnected: (() => boolean) | undefined;
  /** When it began to wait. */
  readonly since: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

export interface BatcherOptions<Request, Answer> {
  /** Answers in the order of the requests. Requests that it leaves to the next batch are answered with `null`. */
  readonly work: (requests: readonly Request[]) => Promise<readonly (Answer | null)[]>;
  /** Requests with equal keys are never in one batch; left out, all may be. */
  readonly keyOf?: (request: Request) => string;
  /** For what follows a step that is done already: it is never refused. */
  readonly unbounded?: boolean;
  readonly now?: () => number;
  /** Where its sizes and times are counted, and under which name. */
  readonly counted?: { readonly as: BatchName; readonly counts: Counts };
}

interface BatchSeries {
  readonly sizes: Series;
  readonly seconds: Series;
  readonly waits: Series;
}

const MOST_IN_A_BATCH = 256;
/** While the database works at one batch, this process reads the requests of the next and answers those of the last. */
const MOST_AT_ONCE = 4;
/**
 * So many are worth a commit of their own beside another batch, and as many more for each further one; fewer wait for an end. Smaller
 * batches beside one another answer nobody sooner on two cores, and cost more transactions: a fifth fewer claims with half of it.
 */
const WORTH_A_BATCH = 32;
/**
 * A batch takes its share of what waits, or so many where that is fewer. One with everything in it would leave the database idle while
 * this process answers it, and this process while the database works: a tenth fewer claims with 128 connections.
 */
const LEAST_SHARE = 64;
/** So much work may wait; beyond that new requests are refused, because their buyers would not wait for the answer either. */
const MOST_WAITING_MS = 1000;
/** The first guess of what a batch takes. */
const FIRST_GUESS_MS = 10;

/**
 * A batch at a time, and others beside it for a crowd; whatever arrives meanwhile is the next one. There is no timer: a lone request
 * waits for the end of its turn of the event loop, and under load one commit carries hundreds. Arrival order is the order within a
 * batch.
 */
export class Batcher<Request, Answer> {
  readonly #options: BatcherOptions<Request, Answer>;
  #waiting: Waiting<Request, Answer>[] = [];
  /** The keys of each batch in flight. */
  readonly #inFlight = new Set<ReadonlySet<string>>();
  #starting = false;
  #batchMs = FIRST_GUESS_MS;
  readonly #now: () => number;
  readonly #series: BatchSeries | undefined;

  constructor(options: BatcherOptions<Request, Answer>) {
    this.#options = options;
    this.#now = options.now ?? performance.now.bind(performance);
    this.#series = options.counted && seriesOf(options.counted);
  }

  /** A request whose client is found disconnected when its turn comes is dropped. */
  add(request: Request, isDisconnected?: () => boolean): Promise<Answer> {
    if (!this.#options.unbounded && (this.#waiting.length / MOST_IN_A_BATCH) * this.#batchMs > MOST_WAITING_MS) {
      this.#options.counted?.counts.queueFull.add(this.#options.counted.as);
      return Promise.reject(new Refusal('busy', { retryAfterSeconds: 1 }));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, isDisconnected, since: this.#now(), resolve, reject });
      if (!this.#starting && this.#mayStart()) void this.#start();
    });
  }

  #mayStart(): boolean {
    const { size } = this.#inFlight;
    if (size === 0) return this.#waiting.length > 0;
    return size < MOST_AT_ONCE && this.#waiting.length >= WORTH_A_BATCH * size;
  }

  async #start() {
    this.#starting = true;
    // Requests that have arrived together are read one after the other before immediates run: all of them are one batch.
    await new Promise((resolve) => setImmediate(resolve));
    this.#starting = false;
    this.#startBatches();
  }

  #startBatches() {
    while (this.#mayStart()) {
      const [batch, keys] = this.#next();
      // All of them wait for something in another batch, whose end starts the next.
      if (batch.length === 0) return;
      void this.#run(batch, keys);
    }
  }

  async #run(batch: readonly Waiting<Request, Answer>[], keys: ReadonlySet<string>) {
    this.#inFlight.add(keys);
    const answered = await this.#answer(batch);
    this.#inFlight.delete(keys);
    // A batch that is left to the next one as a whole waits for another one's end.
    if (answered || this.#inFlight.size === 0) this.#startBatches();
  }

  #next(): [Waiting<Request, Answer>[], ReadonlySet<string>] {
    const batch: Waiting<Request, Answer>[] = [];
    const later: Waiting<Request, Answer>[] = [];
    const keys = new Set<string>();
    /** Of requests that have to wait: those that come after them may not overtake. */
    const passed = new Set<string>();
    const isBusy = (key: string) => keys.has(key) || passed.has(key) || [...this.#inFlight].some((others) => others.has(key));
    const most = Math.min(MOST_IN_A_BATCH, Math.max(LEAST_SHARE, Math.ceil(this.#waiting.length / MOST_AT_ONCE)));
    for (const waiting of this.#waiting) {
      if (waiting.isDisconnected?.()) {
        waiting.reject(new Refusal('busy', { retryAfterSeconds: 1 }));
        continue;
      }
      const key = this.#options.keyOf?.(waiting.request);
      if (batch.length < most && (key === undefined || !isBusy(key))) {
        batch.push(waiting);
        if (key !== undefined) keys.add(key);
      } else {
        later.push(waiting);
        if (key !== undefined) passed.add(key);
      }
    }
    this.#waiting = later;
    return [batch, keys];
  }

  /** Whether any of them was answered, and not left to the next batch. */
  async #answer(batch: readonly Waiting<Request, Answer>[]): Promise<boolean> {
    const startedAt = this.#now();
    this.#countStart(batch, startedAt);
    let answered = true;
    try {
      const answers = await this.#options.work(batch.map(({ request }) => request));
      const postponed: Waiting<Request, Answer>[] = [];
      batch.forEach((waiting, index) => {
        const answer = answers[index];
        if (answer === null || answer === undefined) postponed.push(waiting);
        else waiting.resolve(answer);
      });
      this.#waiting = [...postponed, ...this.#waiting];
      answered = postponed.length < batch.length;
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    const tookMs = this.#now() - startedAt;
    this.#batchMs += (tookMs - this.#batchMs) / 10;
    this.#series?.seconds.observe(tookMs / 1000);
    return answered;
  }

  #countStart(batch: readonly Waiting<Request, Answer>[], startedAt: number): void {
    if (!this.#series) return;
    this.#series.sizes.observe(batch.length);
    for (const { since } of batch) this.#series.waits.observe((startedAt - since) / 1000);
  }
}

const seriesOf = ({ as, counts }: NonNullable<BatcherOptions<unknown, unknown>['counted']>): BatchSeries => ({
  sizes: counts.batchSize.of(as),
  seconds: counts.batchSeconds.of(as),
  waits: counts.queueSeconds.of(as),
});
