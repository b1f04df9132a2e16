import { z } from 'zod';

const Milliseconds = z.int().min(0).max(600_000);
const Count = z.int().min(0).max(1_000_000).default(0);

/** Faults that can be switched on. A switch that is left out has its default. */
export const CybersourceSwitches = z.strictObject({
  declineAll: z.boolean().default(false),
  /** Nothing that is signed is done or answered: the connection breaks after `silentMs`. */
  silent: z.boolean().default(false),
  silentMs: Milliseconds.default(35_000),
  slowMs: Milliseconds.default(5000),
  /** Before every answer to a payment. */
  delayMs: Milliseconds.default(0),
  reviewSeconds: z.int().min(0).max(31_536_000).default(120),
  /** A search finds payments only so long after they were made. */
  searchLagSeconds: z.int().min(0).max(86_400).default(0),
  /** The next payments are made and the connection breaks instead of an answer. */
  loseAfterApproving: Count,
  /** The connection breaks before anything happens. */
  loseBeforeApproving: Count,
  /** The next payments are answered with a 502 and not made. */
  failNext: Count,
  /** The next refunds are made and the connection breaks. */
  loseRefund: Count,
  /** The next refunds are answered with a 502 and not made. */
  failRefund: Count,
  /** The next set-ups and enrolment checks are answered with a 502. */
  failAuthentication: Count,
  /** The next payments are of another amount than was asked for. */
  wrongAmount: Count,
  /** The next payments are of another currency. */
  wrongCurrency: Count,
  /** A payment is settled at once, so that it can be refunded and not voided any more. */
  settleAtOnce: z.boolean().default(false),
});
export type CybersourceSwitches = z.output<typeof CybersourceSwitches>;

type NumberOf<Key extends keyof CybersourceSwitches> = CybersourceSwitches[Key] extends number ? Key : never;
export type Countdown = Exclude<
  { [Key in keyof CybersourceSwitches]: NumberOf<Key> }[keyof CybersourceSwitches],
  'silentMs' | 'slowMs' | 'delayMs' | 'reviewSeconds' | 'searchLagSeconds'
>;
