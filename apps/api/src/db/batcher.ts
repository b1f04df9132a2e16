import { Refusal } from '@butaca/contract';

interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly departed: () => boolean;
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
}

const MOST_IN_A_BATCH = 256;
/** Work that may wait before new requests are refused (design §5.3). */
const MOST_WAITING_MS = 1000;
/** The first guess of what a batch takes. */
const FIRST_GUESS_MS = 10;

/**
 * At most one batch at a time; whatever arrives meanwhile is the next one. There is no timer: a lone request waits for the end of
 * its turn of the event loop, and under load one commit carries hundreds. Arrival order is the order within a batch.
 */
export class Batcher<Request, Answer> {
  readonly #options: BatcherOptions<Request, Answer>;
  #waiting: Waiting<Request, Answer>[] = [];
  #working = false;
  #batchMs = FIRST_GUESS_MS;

  constructor(options: BatcherOptions<Request, Answer>) {
    this.#options = options;
  }

  add(request: Request, departed: () => boolean = () => false): Promise<Answer> {
    if (!this.#options.unbounded && (this.#waiting.length / MOST_IN_A_BATCH) * this.#batchMs > MOST_WAITING_MS) {
      return Promise.reject(new Refusal('busy', { retryAfterSeconds: 1 }));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, departed, resolve, reject });
      if (!this.#working) void this.#run();
    });
  }

  async #run() {
    this.#working = true;
    // Requests that have arrived together are read one after the other before immediates run: all of them are one batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#next();
      if (batch.length > 0) await this.#answer(batch);
    }
    this.#working = false;
  }

  #next(): Waiting<Request, Answer>[] {
    const batch: Waiting<Request, Answer>[] = [];
    const later: Waiting<Request, Answer>[] = [];
    const keys = new Set<string>();
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

  async #answer(batch: readonly Waiting<Request, Answer>[]) {
    const now = this.#options.now ?? performance.now.bind(performance);
    const startedAt = now();
    try {
      const answers = await this.#options.work(batch.map(({ request }) => request));
      const postponed: Waiting<Request, Answer>[] = [];
      batch.forEach((waiting, index) => {
        const answer = answers[index];
        if (answer === null || answer === undefined) postponed.push(waiting);
        else waiting.resolve(answer);
      });
      this.#waiting = [...postponed, ...this.#waiting];
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.#batchMs += (now() - startedAt - this.#batchMs) / 10;
  }
}
