import { z } from 'zod';
import { WebhookWay } from '../hosted/webhooks.ts';

const Count = z.int().min(0).max(1_000_000).default(0);
const Milliseconds = z.int().min(0).max(600_000);

/** Faults that can be switched on. A switch that is left out has its default. */
export const PayPalSwitches = z.strictObject({
  /** Everything is answered with a 503 and not done. */
  isDown: z.boolean().default(false),
  /** `early`: before the answer to the call, or the return of the browser, that brought it about. */
  webhooks: WebhookWay,
  /** Before every answer to a call of the shop. */
  delayMs: Milliseconds.default(0),
  /** Nothing is done and nothing is answered: the connection breaks when the silence is over. */
  silent: z.boolean().default(false),
  silentMs: Milliseconds.default(35_000),
  /** The next orders are answered with a 503 and not made. */
  failNext: Count,
  /** The next ones are not made, and the connection breaks. */
  loseBefore: Count,
  /** The next ones are made, and the connection breaks instead of an answer. */
  loseAfter: Count,
  /** The next captures and refunds are answered with a 503 and not done. */
  failCaptures: Count,
  failRefunds: Count,
  /** The next captures and refunds are done, and the connection breaks instead of an answer. */
  loseCaptures: Count,
  loseRefunds: Count,
  /** Captures of the next orders are declined (INSTRUMENT_DECLINED): their buyers have no other means of payment. */
  declineNext: Count,
  /** Captures of the next orders are of a cent less, or of euros. */
  wrongAmount: Count,
  wrongCurrency: Count,
});
export type PayPalSwitches = z.output<typeof PayPalSwitches>;

/** Switches that count calls. */
export type Countdown = Exclude<keyof PayPalSwitches, 'isDown' | 'webhooks' | 'delayMs' | 'silent' | 'silentMs'>;
