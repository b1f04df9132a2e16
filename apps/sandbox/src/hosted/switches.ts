import { z } from 'zod';
import { WebhookWay } from './webhooks.ts';

const Milliseconds = z.int().min(0).max(600_000);
const Count = z.int().min(0).max(1_000_000).default(0);

/** Faults of a provider with pages of its own. A switch that is left out has its default. */
export const HostedSwitches = z.strictObject({
  /** What a person would do on the page, done at once for everything that is begun from now on. */
  decideAtOnce: z.enum(['no', 'approved', 'declined', 'cancelled', 'pending']).default('no'),
  /** `early`: before the answer to the call, or the return of the browser, that brought it about. */
  webhooks: WebhookWay,
  /** Before every answer to a call of the shop. */
  delayMs: Milliseconds.default(0),
  /** Nothing is done and nothing is answered: the connection breaks when the silence is over. */
  silent: z.boolean().default(false),
  silentMs: Milliseconds.default(35_000),
  /** The next beginnings are answered with a 503 and not made. */
  failNext: Count,
  /** The next ones are not made, and the connection breaks. */
  loseBefore: Count,
  /** The next ones are made, and the connection breaks instead of an answer. */
  loseAfter: Count,
  /** The next refunds are answered with a 503 and not made. */
  failRefunds: Count,
  /** The next refunds are made, and the connection breaks instead of an answer. */
  loseRefunds: Count,
  /** The next approvals of what is paid already make another payment of it. */
  payTwice: Count,
  /** Payments are told of with another amount than was paid. */
  wrongAmount: z.boolean().default(false),
  /** Payments are told of in another currency. */
  wrongCurrency: z.boolean().default(false),
});
export type HostedSwitches = z.output<typeof HostedSwitches>;

export type Countdown = 'failNext' | 'loseBefore' | 'loseAfter' | 'failRefunds' | 'loseRefunds' | 'payTwice';
