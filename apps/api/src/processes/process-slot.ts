import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Watch } from '#watch/watch';
import { pauseMs } from '../back-off.ts';
import { scrapeProcess } from './scrape.ts';

/** Stops a process whose address other processes go on serving. */
export const STOP_QUIETLY = 'leave';
/** The message of a process that accepts connections. */
export const SERVING = 'serving';

/** A process that served this long did not fail at start. */
const SETTLED_MS = 60_000;

interface SlotOptions {
  /** From 1; the name in metrics of the process that runs in this slot. */
  readonly number: number;
  /** Starts a process, which sends `SERVING`. */
  readonly run: () => ChildProcess;
  readonly watch: Pick<Watch, 'say'>;
  /** A process that takes longer to stop is killed. */
  readonly stopWithinMs: number;
}

/** Keeps one of several processes on one port running: a process that ends is replaced. */
export class ProcessSlot {
  readonly #options: SlotOptions;
  readonly #alive = new Set<ChildProcess>();
  #serving: ChildProcess | undefined;
  #starting: Promise<void> | undefined;
  #servingSince = 0;
  #failures = 0;
  /** How often it ended by itself and was started again. */
  restarts = 0;
  #stopped = false;

  constructor(options: SlotOptions) {
    this.#options = options;
  }

  /** Resolves when the process serves; throws when it ended before. Calls during a start wait for the same process. */
  start(): Promise<void> {
    this.#starting ??= this.#run().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #run(): Promise<void> {
    const child = this.#options.run();
    this.#alive.add(child);
    await new Promise<void>((resolve, reject) => {
      child.on('message', (message) => message === SERVING && resolve());
      const over = () => {
        this.#alive.delete(child);
        reject(new Error(`process ${this.#options.number} ended before it served`));
        if (child === this.#serving) void this.#revive();
      };
      child.once('exit', over);
      // One that the system refuses to start has an error and no exit.
      child.on('error', () => child.pid === undefined && over());
    });
    this.#serving = child;
    this.#servingSince = performance.now();
  }

  /** Replaces the process: the new one serves before the old one stops. When the new one does not come up, the old one stays and this throws. */
  async renew(): Promise<void> {
    const before = this.#serving;
    // A process that died is being restarted anyway.
    if (!before) return;
    await this.start();
    await this.#end(before, () => before.send(STOP_QUIETLY));
  }

  get number(): number {
    return this.#options.number;
  }

  get isServing(): boolean {
    return this.#serving !== undefined;
  }

  /** Its numbers; null when it does not answer. */
  async scrape(): Promise<string | null> {
    return this.#serving ? scrapeProcess(this.#serving) : null;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#alive].map((child) => this.#end(child, () => child.kill('SIGTERM'))));
  }

  async #revive() {
    this.#serving = undefined;
    if (performance.now() - this.#servingSince > SETTLED_MS) this.#failures = 0;
    while (!this.#stopped && !this.#serving) {
      this.#options.watch.say('process-revived', { number: this.#options.number });
      this.restarts += 1;
      await sleep(pauseMs(this.#failures++));
      if (!this.#stopped && !this.#serving) await this.start().catch(() => {});
    }
  }

  async #end(child: ChildProcess, tell: () => void) {
    if (!this.#alive.has(child)) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.connected) tell();
    const tooLate = setTimeout(() => child.kill('SIGKILL'), this.#options.stopWithinMs);
    await ended;
    clearTimeout(tooLate);
  }
}
