import { z } from 'zod';

const Milliseconds = z.int().min(0).max(600_000);
const Count = z.int().min(0).max(1_000_000).default(0);

/** Faults that can be switched on. A switch that is left out has its default. */
export const Switches = z.strictObject({
  /** Before every answer to a payment. */
  delayMs: Milliseconds.default(0),
  /** How long the slow card takes. */
  slowMs: Milliseconds.default(5000),
  /** How long silence lasts, of the cards that bring it and of the gateway. */
  silentMs: Milliseconds.default(35_000),
  /** How long a review takes. */
  reviewSeconds: z.int().min(0).max(31_536_000).default(120),
  declineAll: z.boolean().default(false),
  /** Nothing that needs the private key is answered or done: the connection breaks when the silence is over. */
  silent: z.boolean().default(false),
  /** The next payments are made and the connection breaks instead of an answer. */
  loseAfterApproving: Count,
  /** The connection breaks before anything happens. */
  loseBeforeApproving: Count,
  /** The next payments are made and answered as repeated, as when a request arrives twice and the second answer wins. */
  answerDuplicate: Count,
  /** The next ones are answered with a 503 and not made. */
  failNext: Count,
  /** The next steps of 3-D Secure begin, and the connection breaks instead of an answer. */
  loseInstructions: Count,
  /** The next refunds are made, and the connection breaks instead of an answer. */
  loseRefunds: Count,
  /** Payments that are made meanwhile are told of with a peso less than was paid, for ever. */
  wrongAmount: z.boolean().default(false),
  /** They are told of in another currency. */
  wrongCurrency: z.boolean().default(false),
});
export type Switches = z.output<typeof Switches>;

export type Countdown = 'loseAfterApproving' | 'loseBeforeApproving' | 'answerDuplicate' | 'failNext' | 'loseInstructions' | 'loseRefunds';
