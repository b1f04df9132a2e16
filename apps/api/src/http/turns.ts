/**
 * Lets so many through in each turn of the event loop, first come, first served. Without it a crowd fills every turn with all of its
 * requests, and a claim, which takes several turns, waits for the whole crowd in each of them.
 */
export class Turns {
  readonly #perTurn: number;
  #waiting: (() => void)[] = [];

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  wait(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(() => this.#next());
    });
  }

  #next() {
    const waiting = this.#waiting;
    this.#waiting = waiting.slice(this.#perTurn);
    if (this.#waiting.length > 0) setImmediate(() => this.#next());
    for (const resolve of waiting.slice(0, this.#perTurn)) resolve();
  }
}
