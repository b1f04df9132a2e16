import { pollWhileVisible } from '@butaca/browser/poll.ts';

/** A payment that waits for hours is mostly decided while its page is in the background; its buyer reads it so long after coming back. */
const LOOK_MS = 30_000;
const LOOK_JITTER_MS = 10_000;

/** Looks again and again what became of a payment that waits, while its page is visible. Returns what ends it. */
export const watchPayment = (look: (signal: AbortSignal) => Promise<void>): (() => void) =>
  pollWhileVisible(look, { everyMs: LOOK_MS, jitterMs: LOOK_JITTER_MS });
