import { Refusal } from '@butaca/contract';

interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly departed: () => boolean;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

export interface BatcherOptions<Request, Answer> {
  /**
   * Answers in the order of the requests. A request that cannot be answered while the others, of this batch or of one in flight, are
   * under way is answered with `null`, and comes first in a later batch.
   */
  readonly work: (requests: readonly Request[]) => Promise<readonly (Answer | null)[]>;
  /** Requests with equal keys are never under way at the same time; left out, all may be. */
  readonly keyOf?: (request: Request) => string;
  /** Batches in flight at the same time; 1 when left out. */
  readonly inFlight?: number;
  /** What comes after something was done is never refused. */
  readonly unbounded?: boolean;
  readonly now?: () => number;
}

const MOST_IN_A_BATCH = 256;
/** Work that may wait before new requests are refused (design §5.3). */
const MOST_WAITING_MS = 1000;
/** The first guess of what a batch takes. */
const FIRST_GUESS_MS = 10;

/**
 * A bounded number of batches in flight; whatever arrives meanwhile is the next one. There is no timer: a lone request waits for
 * nothing, and under load one commit carries hundreds. Arrival order is the order within a batch.
 */
export class Batcher<Request, Answer> {
  readonly #options: BatcherOptions<Request, Answer>;
  readonly #mostInFlight: number;
  #waiting: Waiting<Request, Answer>[] = [];
  /** Answered with `null`: they wait until another batch has ended. */
  #postponed: Waiting<Request, Answer>[] = [];
  readonly #keysInFlight = new Set<string>();
  #inFlight = 0;
  #scheduled = false;
  #batchMs = FIRST_GUESS_MS;

  constructor(options: BatcherOptions<Request, Answer>) {
    this.#options = options;
    this.#mostInFlight = options.inFlight ?? 1;
  }

  add(request: Request, departed: () => boolean = () => false): Promise<Answer> {
    const waitingMs = ((this.#waiting.length / MOST_IN_A_BATCH) * this.#batchMs) / this.#mostInFlight;
    if (!this.#options.unbounded && waitingMs > MOST_WAITING_MS) return Promise.reject(new Refusal('busy', { retryAfterSeconds: 1 }));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, departed, resolve, reject });
      if (this.#inFlight < this.#mostInFlight) this.#schedule();
    });
  }

  /** Whatever else arrives in this turn of the loop comes along. */
  #schedule() {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#start();
    });
  }

  #start() {
    while (this.#waiting.length > 0 && this.#inFlight < this.#mostInFlight) {
      const batch = this.#next();
      if (batch.length === 0) return;
      void this.#run(batch);
    }
  }

  #next(): Waiting<Request, Answer>[] {
    const batch: Waiting<Request, Answer>[] = [];
    const later: Waiting<Request, Answer>[] = [];
    const keys = new Set(this.#keysInFlight);
    for (const waiting of this.#waiting) {
      if (waiting.departed()) {
        waiting.reject(new Refusal('busy', { retryAfterSeconds: 1 }));
        continue;
      }
      const key = this.#options.keyOf?.(waiting.request);
      const alone = key === undefined || !keys.has(key);
      if (batch.length < MOST_IN_A_BATCH && alone) batch.push(waiting);
      else later.push(waiting);
      if (key !== undefined) keys.add(key);
    }
    this.#waiting = later;
    return batch;
  }

  async #run(batch: readonly Waiting<Request, Answer>[]) {
    const { keyOf, work, now = performance.now.bind(performance) } = this.#options;
    const keys = keyOf ? batch.map(({ request }) => keyOf(request)) : [];
    for (const key of keys) this.#keysInFlight.add(key);
    this.#inFlight += 1;
    const startedAt = now();
    const postponed: Waiting<Request, Answer>[] = [];
    try {
      const answers = await work(batch.map(({ request }) => request));
      batch.forEach((waiting, index) => {
        const answer = answers[index];
        if (answer === null || answer === undefined) postponed.push(waiting);
        else waiting.resolve(answer);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.#batchMs += (now() - startedAt - this.#batchMs) / 10;
    this.#inFlight -= 1;
    for (const key of keys) this.#keysInFlight.delete(key);
    this.#release(postponed, postponed.length < batch.length);
    this.#start();
  }

  /**
   * What a batch postponed waits until another one has answered something. Two batches that only postpone must not set each other
   * free in turn: in that loop of microtasks the answer they wait for could never arrive.
   */
  #release(postponed: readonly Waiting<Request, Answer>[], answeredSome: boolean) {
    if (this.#inFlight === 0) {
      this.#waiting = [...this.#postponed, ...postponed, ...this.#waiting];
      this.#postponed = [];
    } else if (answeredSome) {
      this.#waiting = [...this.#postponed, ...this.#waiting];
      this.#postponed = [...postponed];
    } else this.#postponed.push(...postponed);
  }
}
