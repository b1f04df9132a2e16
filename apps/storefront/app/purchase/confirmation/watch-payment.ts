import { pollWhileVisible } from '@butaca/browser/poll.ts';

/** A payment that waits for hours is mostly decided while its page is in the background; one that is late is mostly decided within a minute. */
const FIRST_MS = 5000;
const LONGEST_MS = 30_000;
const JITTER_MS = 10_000;

/** Looks again and again, and ever less often, what became of a payment that is not decided, while its page is visible. Returns what ends it. */
export const watchPayment = (look: (signal: AbortSignal) => Promise<void>): (() => void) =>
  pollWhileVisible(look, { everyMs: FIRST_MS, slowingToMs: LONGEST_MS, jitterMs: JITTER_MS, pausesFirst: true });
