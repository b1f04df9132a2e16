import { Worker } from 'node:worker_threads';
import { BoundedWork, type WorkSize } from '#http/bounded-work';
import type { TicketSheet } from './ticket-sheet.ts';
import type { PrintOptions } from './tickets-pdf.ts';

/** Moments travel to a thread as text. */
type SentSheet = Omit<TicketSheet, 'startsAt' | 'paidAt'> & { readonly startsAt: string; readonly paidAt: string };

export interface PrintRequest {
  readonly sheets: readonly SentSheet[];
  readonly options: PrintOptions;
}

export type PrintAnswer = { readonly pdf: Uint8Array } | { readonly fault: string };

/** A second or two of work; further requests are refused with a time to retry. */
const USUAL_SIZE: WorkSize = { atOnce: 1, waiting: 40 };

/** Draws PDFs on threads of its own, so that nothing else waits for them; refuses with `busy` when too many are asked for. */
export class TicketPrinter {
  readonly #work: BoundedWork;
  readonly #idle = new Set<Worker>();
  /** What each thread is drawing. */
  readonly #drawing = new Map<Worker, PromiseWithResolvers<PrintAnswer>>();

  constructor(size: WorkSize = USUAL_SIZE) {
    this.#work = new BoundedWork(size);
  }

  print(sheets: readonly TicketSheet[], options: PrintOptions): Promise<Buffer> {
    return this.#work.run(async () => {
      const [thread = this.#newThread()] = this.#idle;
      this.#idle.delete(thread);
      const drawing = Promise.withResolvers<PrintAnswer>();
      this.#drawing.set(thread, drawing);
      thread.ref();
      thread.postMessage({ sheets: sheets.map(sent), options } satisfies PrintRequest);
      const answer = await drawing.promise;
      if ('fault' in answer) throw new Error(answer.fault);
      return Buffer.from(answer.pdf);
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#idle, ...this.#drawing.keys()].map((thread) => thread.terminate()));
  }

  /** Started when it is first needed, kept afterwards; one that dies takes only its own document with it. */
  #newThread(): Worker {
    const thread = new Worker(new URL('./printing-thread.ts', import.meta.url));
    thread.on('message', (answer: PrintAnswer) => {
      this.#drawing.get(thread)?.resolve(answer);
      this.#drawing.delete(thread);
      this.#idle.add(thread);
      thread.unref();
    });
    const end = (error: unknown) => {
      this.#drawing.get(thread)?.reject(error);
      this.#drawing.delete(thread);
      this.#idle.delete(thread);
    };
    thread.on('error', end);
    thread.on('exit', () => end(new Error('the printing thread ended before its document was done')));
    return thread;
  }
}

const sent = (sheet: TicketSheet): SentSheet => ({ ...sheet, startsAt: sheet.startsAt.toString(), paidAt: sheet.paidAt.toString() });
