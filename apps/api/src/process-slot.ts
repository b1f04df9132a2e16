import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a process is told that leaves while others serve on at its address. */
export const LEAVE = 'leave';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** A process that served this long did not die of its start. */
const SETTLED_MS = 60_000;

/** How long to wait before the nth start in a row. */
export const pauseMs = (failures: number) => Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);

export interface SlotOptions {
  /** From 1; what metrics name the process by, whichever runs in it. */
  readonly number: number;
  readonly say: (line: string) => void;
  /** Whoever takes longer to leave is ended. */
  readonly leaveWithinMs: number;
}

/** The place of one process among several on one port: it is never empty for long. */
export class ProcessSlot {
  readonly #options: SlotOptions;
  readonly #alive = new Set<Worker>();
  #serving: Worker | undefined;
  #starting: Promise<void> | undefined;
  #servingSince = 0;
  #failures = 0;
  #stopped = false;

  constructor(options: SlotOptions) {
    this.#options = options;
  }

  /** Until it serves; throws when it ended before. Whoever asks while one is starting waits for the same. */
  start(): Promise<void> {
    this.#starting ??= this.#fork().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #fork(): Promise<void> {
    const worker = cluster.fork({ PROCESS_NUMBER: String(this.#options.number) });
    this.#alive.add(worker);
    await new Promise<void>((resolve, reject) => {
      worker.once('listening', () => resolve());
      worker.once('exit', () => {
        this.#alive.delete(worker);
        reject(new Error(`process ${this.#options.number} ended before it served`));
        if (worker === this.#serving) void this.#revive();
      });
    });
    this.#serving = worker;
    this.#servingSince = Date.now();
  }

  /** Another one serves before this one leaves; when the other does not come up, this one stays and it throws. */
  async renew(): Promise<void> {
    const before = this.#serving;
    // One that died is being started anew as it is.
    if (!before) return;
    await this.start();
    await this.#end(before, () => before.send(LEAVE));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#alive].map((worker) => this.#end(worker, () => worker.process.kill('SIGTERM'))));
  }

  async #revive() {
    this.#serving = undefined;
    if (Date.now() - this.#servingSince > SETTLED_MS) this.#failures = 0;
    while (!this.#stopped && !this.#serving) {
      this.#options.say(`process ${this.#options.number} ended and is started again`);
      await sleep(pauseMs(this.#failures++));
      if (!this.#stopped && !this.#serving) await this.start().catch(() => {});
    }
  }

  async #end(worker: Worker, tell: () => void) {
    if (worker.isDead()) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    if (worker.isConnected()) tell();
    const tooLate = setTimeout(() => worker.process.kill('SIGKILL'), this.#options.leaveWithinMs);
    await ended;
    clearTimeout(tooLate);
  }
}
