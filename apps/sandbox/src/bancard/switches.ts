import { z } from 'zod';

const Milliseconds = z.int().min(0).max(600_000);
const Count = z.int().min(0).max(1_000_000).default(0);

/** Faults of the simulated Bancard. A switch that is left out has its default. */
export const BancardSwitches = z.strictObject({
  /** What a person would do in the frame, done at once for everything that is begun from now on. */
  decideAtOnce: z.enum(['no', 'approved', 'declined', 'cancelled']).default('no'),
  /** Whether a charge to a saved card asks for 3-D Secure: as the test card says, or all of them, or none. */
  threeDSecure: z.enum(['card', 'always', 'never']).default('card'),
  /** `early`: before the answer to the call, or before the frame says it is over. `forged`: signed with another key. */
  confirms: z.enum(['once', 'never', 'twice', 'early', 'forged']).default('once'),
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
  /** The next rollbacks are answered with a 503 and not made. */
  failRollbacks: Count,
  /** The next rollbacks are made, and the connection breaks instead of an answer. */
  loseRollbacks: Count,
  /** Payments are told of with another amount than was paid. */
  wrongAmount: z.boolean().default(false),
  /** Payments are told of in another currency. */
  wrongCurrency: z.boolean().default(false),
});
export type BancardSwitches = z.output<typeof BancardSwitches>;

export type Countdown = 'failNext' | 'loseBefore' | 'loseAfter' | 'failRollbacks' | 'loseRollbacks';
