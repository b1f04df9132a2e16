import { Worker } from 'node:worker_threads';
import { Refusal } from '@butaca/contract';
import type { FileAnswer } from '#http/replies';
import type { BillBrand } from './bill-pdf.ts';
import type { BillSheet } from './bill-sheet.ts';
import { type Asker, PrintQueue, type Purpose, type QueueSize } from './print-queue.ts';
import type { TicketSheet } from './ticket-sheet.ts';
import type { PrintOptions } from './tickets-pdf.ts';

/** Moments travel to a thread as text. */
type SentSheet = Omit<TicketSheet, 'startsAt' | 'paidAt'> & { readonly startsAt: string; readonly paidAt: string };

interface Bill {
  readonly bill: BillSheet;
  readonly brand: BillBrand;
}

export type PrintRequest = { readonly sheets: readonly SentSheet[]; readonly options: PrintOptions } | Bill;

export type PrintAnswer = { readonly pdf: Uint8Array } | { readonly fault: string };

/** `ready` once it has started, then an answer to each request. */
export type FromPrinter = { readonly ready: true } | PrintAnswer;

interface PrinterOptions extends QueueSize {
  /** The last one draws for counters only, if there are several. */
  readonly threads: number;
  /** A thread that takes longer for a document is replaced. Its own start is no part of it, which a busy machine makes long. */
  readonly timeoutMs: number;
  /** A thread that takes longer to start is given up. */
  readonly startMs: number;
  readonly thread: URL;
}

/** A document is at most some fifty tickets, half a second; so a customer's second one waits seconds, and nobody waits a minute. */
const USUAL: PrinterOptions = {
  threads: 2,
  perPurpose: 60,
  perPerson: 4,
  timeoutMs: 15_000,
  startMs: 60_000,
  thread: new URL('./printing-thread.ts', import.meta.url),
};

/** Tickets or a bill, with the name of its file. */
type PrintableDocument = { readonly name: string } & ({ readonly sheets: readonly TicketSheet[]; readonly options: PrintOptions } | Bill);

interface PrintOrder {
  readonly asker: Asker;
  /** The same for the same document of the same person: however often it is asked for while it waits, it is made once. */
  readonly name: string;
  /** What is drawn; read when its turn has come. */
  readonly document: () => Promise<PrintableDocument>;
  /** Of the call; a document that no call waits for any more is not made. */
  readonly signal?: AbortSignal | undefined;
}

interface Job {
  /** Person and name. */
  readonly key: string;
  readonly order: PrintOrder;
  readonly result: PromiseWithResolvers<FileAnswer>;
  /** Calls that wait for it. */
  wanted: number;
}

/**
 * Draws PDFs on threads of its own, so that nothing else waits for them. Shared out by purpose and person, so that one customer's
 * hundred connections delay no counter and no other customer; refuses with `busy` what is too much.
 */
export class DocumentPrinter {
  readonly #options: PrinterOptions;
  readonly #queue: PrintQueue<Job>;
  /** Those that wait, by their keys. One that is drawn is joined no more: what it was read from may have changed since. */
  readonly #waiting = new Map<string, Job>();
  readonly #threads = new Set<Worker>();
  readonly #idle = new Set<Worker>();
  /** What each thread is drawing. */
  readonly #drawing = new Map<Worker, PromiseWithResolvers<PrintAnswer>>();
  readonly #running: Record<Purpose, number> = { counter: 0, customer: 0 };

  constructor(options: Partial<PrinterOptions> = {}) {
    this.#options = { ...USUAL, ...options };
    this.#queue = new PrintQueue(this.#options);
  }

  async print(order: PrintOrder): Promise<FileAnswer> {
    const key = JSON.stringify([order.asker.purpose, order.asker.person, order.name]);
    const job = this.#waiting.get(key) ?? this.#newJob(key, order);
    job.wanted += 1;
    const leave = () => {
      job.wanted -= 1;
      if (job.wanted > 0 || !this.#queue.remove(order.asker, job)) return;
      this.#waiting.delete(key);
      job.result.reject(new Refusal('busy', { retryAfterSeconds: 1 }));
    };
    order.signal?.addEventListener('abort', leave, { once: true });
    if (order.signal?.aborted) leave();
    this.#work();
    return job.result.promise;
  }

  #newJob(key: string, order: PrintOrder): Job {
    const job: Job = { key, order, result: Promise.withResolvers(), wanted: 0 };
    this.#queue.add(order.asker, job);
    this.#waiting.set(key, job);
    return job;
  }

  /** Starts as many of the waiting documents as there are threads for. */
  #work(): void {
    const { threads } = this.#options;
    while (this.#running.counter + this.#running.customer < threads) {
      const found = this.#queue.next(this.#running.customer < Math.max(1, threads - 1));
      if (!found) return;
      const { job, purpose } = found;
      this.#waiting.delete(job.key);
      this.#running[purpose] += 1;
      this.#draw(job.order)
        .then(job.result.resolve, job.result.reject)
        .finally(() => {
          this.#running[purpose] -= 1;
          this.#work();
        });
    }
  }

  async #draw({ document }: PrintOrder): Promise<FileAnswer> {
    const printable = await document();
    const [thread = await this.#newThread()] = this.#idle;
    this.#idle.delete(thread);
    const drawing = Promise.withResolvers<PrintAnswer>();
    this.#drawing.set(thread, drawing);
    thread.ref();
    thread.postMessage(requestOf(printable));
    const { timeoutMs } = this.#options;
    const timer = setTimeout(() => {
      drawing.reject(new Error(`a document was not drawn within ${timeoutMs} ms`));
      this.#drawing.delete(thread);
      void thread.terminate();
    }, timeoutMs);
    const answer = await drawing.promise.finally(() => clearTimeout(timer));
    if ('fault' in answer) throw new Error(answer.fault);
    return { name: printable.name, bytes: Buffer.from(answer.pdf) };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.terminate()));
  }

  /** Started when it is first needed, kept afterwards; one that dies takes only its own document with it. */
  async #newThread(): Promise<Worker> {
    const thread = new Worker(this.#options.thread);
    this.#threads.add(thread);
    const started = Promise.withResolvers<void>();
    thread.on('message', (message: FromPrinter) => {
      if ('ready' in message) return started.resolve();
      const drawing = this.#drawing.get(thread);
      // One that was too late is being ended.
      if (!drawing) return;
      this.#drawing.delete(thread);
      this.#idle.add(thread);
      thread.unref();
      drawing.resolve(message);
    });
    const end = (error: unknown) => {
      started.reject(error);
      this.#drawing.get(thread)?.reject(error);
      this.#drawing.delete(thread);
      this.#idle.delete(thread);
      this.#threads.delete(thread);
    };
    thread.on('error', end);
    thread.on('exit', () => end(new Error('the printing thread ended before its document was done')));
    const { startMs } = this.#options;
    const timer = setTimeout(() => {
      end(new Error(`a printing thread did not start within ${startMs} ms`));
      void thread.terminate();
    }, startMs);
    await started.promise.finally(() => clearTimeout(timer));
    return thread;
  }
}

const requestOf = (printable: PrintableDocument): PrintRequest =>
  'bill' in printable
    ? { bill: printable.bill, brand: printable.brand }
    : { sheets: printable.sheets.map(sent), options: printable.options };

const sent = (sheet: TicketSheet): SentSheet => ({ ...sheet, startsAt: sheet.startsAt.toString(), paidAt: sheet.paidAt.toString() });
