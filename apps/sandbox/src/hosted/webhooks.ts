import { z } from 'zod';
import type { Clock } from '../gateway/clock.ts';

/**
 * How webhooks go out. `early`: before the answer that they are about. `reversed`: the first of a payment waits for the second and goes out
 * after it. `forged`: signed with another secret.
 */
export const WebhookWay = z.enum(['once', 'never', 'twice', 'early', 'reversed', 'forged']).default('once');
export type WebhookWay = z.output<typeof WebhookWay>;

/** One call to the shop. */
export interface Webhook {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Delivery extends Webhook {
  /** What the shop answered; null where nothing came. */
  readonly answered: number | null;
}

/** How patient a provider is with a shop that does not take what it says. */
export interface Patience {
  readonly answerWithinMs: number;
  /** Waits before it is tried again, one after another. */
  readonly retryAfterMs: readonly number[];
  /** Answers after which it is tried again; null is no answer. */
  readonly retries: (answered: number | null) => boolean;
}

/** Sends webhooks, tries those again that were not taken, and remembers what was sent. */
export class Webhooks {
  /** The oldest first. */
  readonly sent: Delivery[] = [];
  readonly #clock: Clock;
  readonly #patience: Patience;
  readonly #stopping = new AbortController();
  /** Those that wait for a later one about the same payment, to go out after it. */
  readonly #heldBack = new Map<object, Webhook>();

  constructor(clock: Clock, patience: Patience) {
    this.#clock = clock;
    this.#patience = patience;
  }

  /** Sends what the shop is told about a payment in one of the ways; only of an early one is the first try waited for. */
  async tell(about: object, webhook: Webhook, way: WebhookWay): Promise<void> {
    if (way === 'never') return;
    if (way === 'early') return this.send(webhook);
    setImmediate(() => void this.#sendLater(about, webhook, way));
  }

  /** Resolves when the first try was answered; retries go on behind it. */
  async send(webhook: Webhook): Promise<void> {
    const answered = await this.#try(webhook);
    if (this.#patience.retries(answered)) void this.#retry(webhook);
  }

  stop() {
    this.#stopping.abort();
  }

  async #sendLater(about: object, webhook: Webhook, way: WebhookWay): Promise<void> {
    const earlier = this.#heldBack.get(about);
    if (way === 'reversed' && !earlier) {
      this.#heldBack.set(about, webhook);
      return;
    }
    this.#heldBack.delete(about);
    await this.send(webhook);
    if (way === 'twice') await this.send(webhook);
    if (earlier) await this.send(earlier);
  }

  async #retry(webhook: Webhook): Promise<void> {
    for (const wait of this.#patience.retryAfterMs) {
      await this.#clock.wait(wait);
      if (this.#stopping.signal.aborted) return;
      if (!this.#patience.retries(await this.#try(webhook))) return;
    }
  }

  async #try(webhook: Webhook): Promise<number | null> {
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(this.#patience.answerWithinMs)]);
    const answered = await fetch(webhook.url, {
      method: 'POST',
      headers: webhook.headers,
      body: webhook.body,
      redirect: 'manual',
      signal,
    }).then(
      ({ status }) => status,
      () => null,
    );
    this.sent.push({ ...webhook, answered });
    return answered;
  }
}
