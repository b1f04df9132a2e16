import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/connect';
import { claimAccess, dropAccess, findAccess, keepAccess, releaseAccess } from './queries-access.ts';

/** Asks the authority for a ticket; the clock is the database's, the same for every process. */
type AskTicket<Content> = (now: Temporal.Instant) => Promise<{ readonly content: Content; readonly expiresAt: Temporal.Instant }>;

/** Longer than the authority may take to answer. */
const ASKING_SECONDS = 30;
const LOOK_AGAIN_MS = 100;

/**
 * A ticket of access that all processes share: the authority gives out one for hours, and refuses a second one meanwhile. One process asks,
 * with no transaction open, the others wait for what it gets; if it dies, the next one asks after a while.
 */
export class AccessTickets<Content extends object> {
  readonly #db: Db;
  readonly #name: string;
  readonly #ask: AskTicket<Content>;

  constructor(db: Db, name: string, ask: AskTicket<Content>) {
    this.#db = db;
    this.#name = name;
    this.#ask = ask;
  }

  /** Throws what asking for one threw, or when another process has got none in time. */
  async get(): Promise<Content> {
    const lease = { name: this.#name, by: randomBytes(9).toString('base64url') };
    const until = performance.now() + ASKING_SECONDS * 1000;
    for (;;) {
      const kept = await findAccess<Content>(this.#db, this.#name);
      if (kept) return kept;
      const now = await claimAccess(this.#db, lease, ASKING_SECONDS);
      if (now) {
        try {
          const { content, expiresAt } = await this.#ask(now);
          await keepAccess(this.#db, this.#name, content, expiresAt);
          return content;
        } catch (error) {
          await releaseAccess(this.#db, lease);
          throw error;
        }
      }
      if (performance.now() > until) throw new Error('no ticket of access: another process is asking for one');
      await sleep(LOOK_AGAIN_MS);
    }
  }

  /** The authority does not take it any more. */
  async drop(content: Content): Promise<void> {
    await dropAccess(this.#db, this.#name, content);
  }
}
