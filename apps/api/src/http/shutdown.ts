/**
 * A client that reads its answer more slowly than this is cut off. A charge may wait 30 s for its gateway, and has statements of up
 * to 10 s before and after that: cut off at the same 30 s, the buyer of an approved charge would never get the answer.
 */
export const LONGEST_REQUEST_S = 45;
/** The longest time from the end of the announcement to the end of the process: the longest request and the clean-up after it. */
export const LONGEST_SHUTDOWN_MS = 60_000;

/**
 * `announced`: the machine or the address goes away, so load balancers are told; `quiet`: other processes go on serving at this address;
 * `orphaned`: the process that started this one has ended, and others are started.
 */
export type ShutdownKind = 'announced' | 'quiet' | 'orphaned';

/** Whether this process is shutting down. From then on every answer closes its connection, so that no request is cut off. */
export class Shutdown {
  #kind: ShutdownKind | null = null;

  get started(): boolean {
    return this.#kind !== null;
  }

  /** Whether load balancers should send no more requests here. */
  get announced(): boolean {
    return this.#kind === 'announced';
  }

  start(kind: ShutdownKind) {
    this.#kind ??= kind;
  }
}
