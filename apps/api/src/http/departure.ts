/** `announced`: the machine or the address goes, and load balancers are told; `quiet`: others serve on at this address. */
export type Farewell = 'announced' | 'quiet';

/** Whether this process is leaving. From then on every answer ends its connection, so that nobody is cut off in the middle. */
export class Departure {
  #farewell: Farewell | null = null;

  get begun(): boolean {
    return this.#farewell !== null;
  }

  /** Whether nobody should be sent here any more. */
  get announced(): boolean {
    return this.#farewell === 'announced';
  }

  begin(farewell: Farewell) {
    this.#farewell ??= farewell;
  }
}
