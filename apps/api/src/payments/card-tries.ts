import { createHmac } from 'node:crypto';
import { Refusal } from '@butaca/contract';
import type { Tx } from '#db/connect';
import type { DeclineReason } from './provider.ts';
import { type AttemptKey, countDeclines, type Decline } from './queries.ts';
import { type CardTryLimits, type CountedTries, markDeclined, recentTries, type TryKeys, type TryScope } from './queries-card-tries.ts';

/**
 * Keyed hashes. A card is its first six and last four digits, which is all that is known of it here; a customer may claim others, so
 * the limits of customer and network hold besides.
 */
export function tryKeysOf(
  secret: string,
  { customerId, network, bin, lastFour }: { customerId: string; network: string; bin: string; lastFour: string },
): TryKeys {
  const key = (...parts: string[]) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['card tries', ...parts]))
      .digest('base64url');
  return { customer: key('customer', customerId), card: key('card', bin, lastFour), network: key('network', network) };
}

/** The longest waits first: a buyer who is told to take another card should not be told to wait next. */
const scopes: readonly TryScope[] = ['customer', 'network', 'card'];

/** The tries that a batch of starts is judged by; those that it admits count for the ones after them. */
export class CardTries {
  readonly #limits: CardTryLimits;
  readonly #counted: ReadonlyMap<string, CountedTries>;
  readonly #admitted = new Map<string, number>();

  constructor(limits: CardTryLimits, counted: readonly CountedTries[]) {
    this.#limits = limits;
    this.#counted = new Map(counted.map((each) => [each.key, each]));
  }

  static async read(tx: Tx, keys: readonly TryKeys[], limits: CardTryLimits): Promise<CardTries> {
    return new CardTries(limits, keys.length === 0 ? [] : await recentTries(tx, keys, limits));
  }

  /** Refuses a try beyond a limit; which of customer and network it was is not told. */
  admit(keys: TryKeys): void {
    for (const scope of scopes) {
      const { most, minutes } = this.#limits[scope];
      const counted = this.#counted.get(keys[scope]);
      // What others of this batch are about to try at a network is not declined yet.
      const admitted = scope === 'network' ? 0 : (this.#admitted.get(keys[scope]) ?? 0);
      if ((counted?.count ?? 0) + admitted < most) continue;
      const retryAfterSeconds = Math.max(1, counted?.waitSeconds ?? minutes * 60);
      throw new Refusal('too_many_card_tries', { retryAfterSeconds, scope: scope === 'card' ? 'card' : 'buyer' });
    }
    for (const scope of scopes) this.#admitted.set(keys[scope], (this.#admitted.get(keys[scope]) ?? 0) + 1);
  }
}

/** A buyer mistypes or lacks funds once or twice. From the third decline on a reason tells only whoever tries out cards. */
const REASONS_TOLD = 2;

/** Counts a decline of a locked attempt; its reason is told as long as the customer had few lately. */
export async function countDecline(tx: Tx, attempt: AttemptKey, reason: DeclineReason): Promise<Decline> {
  const [lately, before] = await Promise.all([markDeclined(tx, attempt.reference), countDeclines(tx, attempt.purchaseId)]);
  const count = before + 1;
  return { reason: Math.max(lately, count) > REASONS_TOLD ? 'other' : reason, count };
}
